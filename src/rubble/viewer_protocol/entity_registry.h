// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rubble/messages/description.h"
#include "rubble/messages/reading.h"
#include "rubble/viewer_protocol/frame.h"
#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::viewer_protocol {

// A link of an entity that moves.
struct MovingPart {
  std::uint32_t id = 0;
  InstanceId instance;
  int link = 0;
};

// A sensor that pages may subscribe to.
struct Stream {
  int id = 0;
  std::string robot;
  std::string sensor;
  SensorKind kind = SensorKind::RangeScanner;
  InstanceId instance;  // its robot; with the next two, the mounting
  int link = 0;
  Pose link_from_sensor;
  int no_return_code = kNoCode;  // of a laser: the code for a beam without a return; kNoCode: none
};

// A robot as described to pages.
struct RobotEntity {
  InstanceId instance;
  RobotDescription description;
  // Mounting of each sensor of the description: its link and its pose in that link.
  std::vector<int> sensor_links;
  std::vector<Pose> link_from_sensors;
  std::vector<int> no_return_codes;  // one per sensor; kNoCode: none
  double max_ground_speed = 0.0;     // m/s
  double max_turn = 0.0;             // rad/s
  bool has_light = false;
};

// How much of a registry a page has received.
struct RegistryCursor {
  std::size_t models = 0;
  std::size_t changes = 0;  // of entities
  int smoke = 0;            // version
  int robots = 0;
};

// All objects of a run that pages show, with stable ids: models, entities, moving parts, sensor
// streams, smoke. Follows the state of the run and encodes for each page what it lacks. Single
// thread.
class EntityRegistry {
 public:
  // The world must outlive the registry. seed: of the run, for plumes.
  EntityRegistry(const World& world, std::uint64_t seed);
  ~EntityRegistry();

  // Registers what appeared and removes what disappeared since the last call. Cheap without
  // changes. robots: all that are present; identified by name and instance.
  void update(const State& state, std::span<const RobotEntity> robots);

  // The frames that a page at this cursor lacks, in the order in which they must be sent. Advances
  // the cursor. Models are encoded once, when first needed.
  std::vector<Frame> encode_changes(RegistryCursor& cursor, const State& state);

  // Whether encode_changes() would return frames.
  bool has_changes(const RegistryCursor& cursor) const;

  // The moving parts that have something to draw, sorted by id.
  const std::vector<MovingPart>& moving_parts() const;
  // Null if it does not exist.
  const Stream* find_stream(int id) const;
  const Stream* find_stream(const std::string& robot, const std::string& sensor) const;
  std::span<const RobotEntity> robots() const;
  // The id of a model that may be spawned, so that pages can preview it; -1: nothing to draw.
  int model_id(const std::shared_ptr<const Model>& model);
  // Sets the channel names of a stream where only its readings define them (wheels of an encoder,
  // zones of a bumper). True if they are unchanged, so that pages know them already.
  bool set_channels(int stream, const std::vector<std::string>& channels);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rubble::viewer_protocol
