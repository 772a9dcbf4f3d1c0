// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/page/catalog.h"
#include "rubble/page/model_frames.h"

namespace rubble::page {

// The things of a run with their numbers, and what came and went in which order.
class ThingList {
 public:
  ThingList(const World& world, ModelFrames& models);

  void follow(const State& state);

  // How many changes there were.
  std::size_t change_count() const { return changes_.size(); }
  // What came and went since that many; things that did both are left out.
  Frame message(std::size_t changes_known, const State& state) const;
  bool has_message(std::size_t changes_known) const { return changes_known < changes_.size(); }

  const std::vector<MovingPart>& moving_parts() const { return moving_; }
  // Of an instance that stands in the world; -1 if it does not.
  int thing_of(InstanceId instance) const;

 private:
  struct Thing {
    std::string name;
    const char* kind = "world";
    std::string label;
    int model = -1;
    bool is_static = true;
    std::uint32_t first_part = 0;
    InstanceId instance;  // invalid: victims and tags, which have a pose
    Pose pose;
  };
  struct Change {
    int thing = 0;
    bool is_added = true;
  };
  // What of the state is shown as which thing.
  struct ShownInstance {
    int thing = -1;  // -1: not there
    const Model* model = nullptr;
  };
  struct ShownTag {
    int thing = -1;
    int id = 0;
  };

  int add(Thing thing, std::size_t part_count);
  void remove(int thing);
  void add_victims(const World& world);
  void follow_instance(const State& state, std::size_t index);
  void add_instance(const State& state, std::size_t index);
  void remove_instance(std::size_t index);
  void drop_what_differs(const State& state);
  void follow_tags(const State& state);
  void put_thing(JsonText& text, int id, const State& state) const;

  ModelFrames& models_;
  std::shared_ptr<const Model> tag_model_;
  std::size_t world_model_count_ = 0;
  std::uint32_t next_part_ = 0;
  Tick last_tick_ = 0;
  std::vector<Thing> things_;  // by id
  std::vector<Change> changes_;
  std::vector<ShownInstance> instances_;
  std::vector<ShownTag> tags_;
  std::vector<MovingPart> moving_;
};

}  // namespace rubble::page
