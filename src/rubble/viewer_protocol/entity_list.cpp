// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/entity_list.h"

#include <algorithm>
#include <set>

#include "rubble/viewer_protocol/entity_models.h"
#include "rubble/viewer_protocol/json_text.h"

namespace rubble::viewer_protocol {
namespace {

std::string semantic_label(const Model& model) {
  if (!model.semantic.label.empty()) return model.semantic.label;
  for (const Link& link : model.links)
    if (!link.semantic.label.empty()) return link.semantic.label;
  return {};
}

}  // namespace

EntityList::EntityList(const World& world, ModelFrames& models)
    : models_(models), tag_model_(model_of_tag()), world_model_count_(world.models.size()) {
  add_victims(world);
}

void EntityList::add_victims(const World& world) {
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

int EntityList::add(Entity entity, std::size_t part_count) {
  const int id = static_cast<int>(entities_.size());
  entity.first_part = next_part_;
  next_part_ += static_cast<std::uint32_t>(part_count);
  entities_.push_back(std::move(entity));
  changes_.push_back({id, true});
  return id;
}

void EntityList::remove(int entity) { changes_.push_back({entity, false}); }

void EntityList::update(const State& state) {
  // In a live run instances are only appended, and removals are final. After a rewind of a
  // recording other instances may occupy the same slots.
  if (state.tick < last_tick_ || state.instances.size() < instances_.size())
    remove_mismatches(state);
  last_tick_ = state.tick;
  instances_.resize(state.instances.size());
  for (std::size_t i = 0; i < state.instances.size(); ++i) update_instance(state, i);
  update_tags(state);
}

void EntityList::remove_mismatches(const State& state) {
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    if (instances_[i].entity < 0) continue;
    const Instance* now = i < state.instances.size() ? &state.instances[i] : nullptr;
    const Entity& entity = entities_[static_cast<std::size_t>(instances_[i].entity)];
    if (now == nullptr || now->model.get() != instances_[i].model || now->name != entity.name)
      remove_instance(i);
  }
}

void EntityList::update_instance(const State& state, std::size_t index) {
  const bool is_listed = instances_[index].entity >= 0;
  if (state.instances[index].is_present == is_listed) return;
  if (is_listed)
    remove_instance(index);
  else
    add_instance(state, index);
}

void EntityList::add_instance(const State& state, std::size_t index) {
  const Instance& instance = state.instances[index];
  const Model& model = *instance.model;
  const InstanceId id(index);
  const bool is_robot = model.robot.has_value();
  const char* kind = is_robot ? "robot" : index < world_model_count_ ? "world" : "object";
  const int entity = add({.name = instance.name,
                          .kind = kind,
                          .label = is_robot ? model.robot->robot_class : semantic_label(model),
                          .model = models_.id_of(instance.model),
                          .is_static = model.is_static,
                          .instance = id,
                          .pose = {}},
                         model.links.size());
  instances_[index] = {entity, &model};
  if (model.is_static) return;
  const std::uint32_t first = entities_.back().first_part;
  for (std::size_t link = 0; link < model.links.size(); ++link)
    if (is_drawn(model.links[link]))
      moving_.push_back({first + static_cast<std::uint32_t>(link), id, static_cast<int>(link)});
}

void EntityList::remove_instance(std::size_t index) {
  remove(instances_[index].entity);
  instances_[index] = {};
  std::erase_if(moving_, [&](const MovingPart& part) { return part.instance.index() == index; });
}

void EntityList::update_tags(const State& state) {
  for (std::size_t i = 0; i < tags_.size(); ++i) {
    const bool is_there = i < state.tags.size() && state.tags[i].id == tags_[i].id;
    if (is_there) continue;
    for (std::size_t k = i; k < tags_.size(); ++k) remove(tags_[k].entity);
    tags_.resize(i);
  }
  for (std::size_t i = tags_.size(); i < state.tags.size(); ++i) {
    const Tag& tag = state.tags[i];
    const int entity = add({.name = "tag " + std::to_string(tag.id),
                            .kind = "tag",
                            .label = std::to_string(tag.id),
                            .model = models_.id_of(tag_model_),
                            .instance = {},
                            .pose = tag.pose},
                           tag_model_->links.size());
    tags_.push_back({entity, tag.id});
  }
}

int EntityList::entity_of(InstanceId instance) const {
  if (!instance.is_valid() || instance.index() >= instances_.size()) return -1;
  return instances_[instance.index()].entity;
}

Frame EntityList::message(std::size_t changes_known, const State& state) const {
  std::set<int> encode_changes, removed;
  for (std::size_t i = changes_known; i < changes_.size(); ++i) {
    const Change& change = changes_[i];
    if (change.is_added)
      encode_changes.insert(change.entity);
    else if (encode_changes.erase(change.entity) == 0)
      removed.insert(change.entity);
  }
  JsonText text;
  text.open_object().field("type", "entities").key("added").open_list();
  for (const int entity : encode_changes) write_entity(text, entity, state);
  text.close_list().key("removed").open_list();
  for (const int entity : removed) text.put(entity);
  text.close_list().close_object();
  return text_frame(text.take());
}

void EntityList::write_entity(JsonText& text, int id, const State& state) const {
  const Entity& entity = entities_[static_cast<std::size_t>(id)];
  text.open_object().field("id", id).field("name", entity.name).field("kind", entity.kind);
  text.field("label", entity.label).field("model", entity.model);
  text.field("is_static", entity.is_static).field("first_part", entity.first_part);
  text.key("poses").open_list();
  if (!entity.instance.is_valid()) {
    text.put(entity.pose);
  } else {
    const std::size_t links = state.instances[entity.instance.index()].links.size();
    for (std::size_t link = 0; link < links; ++link)
      text.put(state.world_from_link(entity.instance, static_cast<int>(link)));
  }
  text.close_list().close_object();
}

}  // namespace rubble::viewer_protocol
