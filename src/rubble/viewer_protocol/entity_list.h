// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/viewer_protocol/entity_registry.h"
#include "rubble/viewer_protocol/model_frames.h"

namespace rubble::viewer_protocol {

// The entities of a run with their ids, and the log of additions and removals.
class EntityList {
 public:
  EntityList(const World& world, ModelFrames& models);

  void update(const State& state);

  // Number of additions and removals so far.
  std::size_t change_count() const { return changes_.size(); }
  // The additions and removals after the first changes_known; entities that were added and removed
  // since then are omitted.
  Frame message(std::size_t changes_known, const State& state) const;
  bool has_message(std::size_t changes_known) const { return changes_known < changes_.size(); }

  const std::vector<MovingPart>& moving_parts() const { return moving_; }
  // The entity of an instance; -1 if it is not present.
  int entity_of(InstanceId instance) const;

 private:
  struct Entity {
    std::string name;
    const char* kind = "world";
    std::string label;
    int model = -1;
    bool is_static = true;
    std::uint32_t first_part = 0;
    InstanceId instance;  // invalid for victims and tags, which have a pose
    Pose pose;
  };
  struct Change {
    int entity = 0;
    bool is_added = true;
  };
  // The entity that stands for an instance of the state.
  struct InstanceEntity {
    int entity = -1;  // -1: not present
    const Model* model = nullptr;
  };
  struct TagEntity {
    int entity = -1;
    int id = 0;
  };

  int add(Entity entity, std::size_t part_count);
  void remove(int entity);
  void add_victims(const World& world);
  void update_instance(const State& state, std::size_t index);
  void add_instance(const State& state, std::size_t index);
  void remove_instance(std::size_t index);
  void remove_mismatches(const State& state);
  void update_tags(const State& state);
  void write_entity(JsonText& text, int id, const State& state) const;

  ModelFrames& models_;
  std::shared_ptr<const Model> tag_model_;
  std::size_t world_model_count_ = 0;
  std::uint32_t next_part_ = 0;
  Tick last_tick_ = 0;
  std::vector<Entity> entities_;  // by id
  std::vector<Change> changes_;
  std::vector<InstanceEntity> instances_;
  std::vector<TagEntity> tags_;
  std::vector<MovingPart> moving_;
};

}  // namespace rubble::viewer_protocol
