// SPDX-License-Identifier: Apache-2.0
#include "rubble/page/thing_list.h"

#include <algorithm>
#include <set>

#include "rubble/page/json_text.h"
#include "rubble/page/thing_models.h"

namespace rubble::page {
namespace {

std::string semantic_label(const Model& model) {
  if (!model.semantic.label.empty()) return model.semantic.label;
  for (const Link& link : model.links)
    if (!link.semantic.label.empty()) return link.semantic.label;
  return {};
}

}  // namespace

ThingList::ThingList(const World& world, ModelFrames& models)
    : models_(models), tag_model_(model_of_tag()), world_model_count_(world.models.size()) {
  add_victims(world);
}

void ThingList::add_victims(const World& world) {
  for (const Victim& victim : world.victims) {
    const auto model = model_of_victim(victim);
    add({.name = victim.name,
         .kind = "victim",
         .label = name_of(victim.state),
         .model = models_.id_of(model),
         .instance = {},
         .pose = victim.pose},
        model->links.size());
  }
}

int ThingList::add(Thing thing, std::size_t part_count) {
  const int id = static_cast<int>(things_.size());
  thing.first_part = next_part_;
  next_part_ += static_cast<std::uint32_t>(part_count);
  things_.push_back(std::move(thing));
  changes_.push_back({id, true});
  return id;
}

void ThingList::remove(int thing) { changes_.push_back({thing, false}); }

void ThingList::follow(const State& state) {
  // In a run that goes on, things only come at the end and go for good. A recording that is wound
  // back may have others in their places.
  if (state.tick < last_tick_ || state.instances.size() < instances_.size())
    drop_what_differs(state);
  last_tick_ = state.tick;
  instances_.resize(state.instances.size());
  for (std::size_t i = 0; i < state.instances.size(); ++i) follow_instance(state, i);
  follow_tags(state);
}

void ThingList::drop_what_differs(const State& state) {
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    if (instances_[i].thing < 0) continue;
    const Instance* now = i < state.instances.size() ? &state.instances[i] : nullptr;
    const Thing& thing = things_[static_cast<std::size_t>(instances_[i].thing)];
    if (now == nullptr || now->model.get() != instances_[i].model || now->name != thing.name)
      remove_instance(i);
  }
}

void ThingList::follow_instance(const State& state, std::size_t index) {
  const bool is_shown = instances_[index].thing >= 0;
  if (state.instances[index].is_present == is_shown) return;
  if (is_shown)
    remove_instance(index);
  else
    add_instance(state, index);
}

void ThingList::add_instance(const State& state, std::size_t index) {
  const Instance& instance = state.instances[index];
  const Model& model = *instance.model;
  const InstanceId id(index);
  const bool is_robot = model.robot.has_value();
  const char* kind = is_robot ? "robot" : index < world_model_count_ ? "world" : "thing";
  const int thing = add({.name = instance.name,
                         .kind = kind,
                         .label = is_robot ? model.robot->robot_class : semantic_label(model),
                         .model = models_.id_of(instance.model),
                         .is_static = model.is_static,
                         .instance = id,
                         .pose = {}},
                        model.links.size());
  instances_[index] = {thing, &model};
  if (model.is_static) return;
  const std::uint32_t first = things_.back().first_part;
  for (std::size_t link = 0; link < model.links.size(); ++link)
    if (is_drawn(model.links[link]))
      moving_.push_back({first + static_cast<std::uint32_t>(link), id, static_cast<int>(link)});
}

void ThingList::remove_instance(std::size_t index) {
  remove(instances_[index].thing);
  instances_[index] = {};
  std::erase_if(moving_, [&](const MovingPart& part) { return part.instance.index() == index; });
}

void ThingList::follow_tags(const State& state) {
  for (std::size_t i = 0; i < tags_.size(); ++i) {
    const bool is_there = i < state.tags.size() && state.tags[i].id == tags_[i].id;
    if (is_there) continue;
    for (std::size_t k = i; k < tags_.size(); ++k) remove(tags_[k].thing);
    tags_.resize(i);
  }
  for (std::size_t i = tags_.size(); i < state.tags.size(); ++i) {
    const Tag& tag = state.tags[i];
    const int thing = add({.name = "tag " + std::to_string(tag.id),
                           .kind = "tag",
                           .label = std::to_string(tag.id),
                           .model = models_.id_of(tag_model_),
                           .instance = {},
                           .pose = tag.pose},
                          tag_model_->links.size());
    tags_.push_back({thing, tag.id});
  }
}

int ThingList::thing_of(InstanceId instance) const {
  if (!instance.is_valid() || instance.index() >= instances_.size()) return -1;
  return instances_[instance.index()].thing;
}

Frame ThingList::message(std::size_t changes_known, const State& state) const {
  std::set<int> news, removed;
  for (std::size_t i = changes_known; i < changes_.size(); ++i) {
    const Change& change = changes_[i];
    if (change.is_added)
      news.insert(change.thing);
    else if (news.erase(change.thing) == 0)
      removed.insert(change.thing);
  }
  JsonText text;
  text.open_object().field("type", "things").key("added").open_list();
  for (const int thing : news) put_thing(text, thing, state);
  text.close_list().key("removed").open_list();
  for (const int thing : removed) text.put(thing);
  text.close_list().close_object();
  return text_frame(text.take());
}

void ThingList::put_thing(JsonText& text, int id, const State& state) const {
  const Thing& thing = things_[static_cast<std::size_t>(id)];
  text.open_object().field("id", id).field("name", thing.name).field("kind", thing.kind);
  text.field("label", thing.label).field("model", thing.model);
  text.field("is_static", thing.is_static).field("first_part", thing.first_part);
  text.key("poses").open_list();
  if (!thing.instance.is_valid()) {
    text.put(thing.pose);
  } else {
    const std::size_t links = state.instances[thing.instance.index()].links.size();
    for (std::size_t link = 0; link < links; ++link)
      text.put(state.world_from_link(thing.instance, static_cast<int>(link)));
  }
  text.close_list().close_object();
}

}  // namespace rubble::page
