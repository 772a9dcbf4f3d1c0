// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rubble/base/id.h"
#include "rubble/base/tick.h"
#include "rubble/geometry/pose.h"
#include "rubble/world/model.h"
#include "rubble/world/scenario_elements.h"

namespace rubble {

using BodyId = Id<struct BodyTag>;
using JointId = Id<struct JointTag>;
using InstanceId = Id<struct InstanceTag>;
using RobotId = Id<struct RobotTag>;

// Joints of mission packages, such as a camera's pan-tilt, are moved and not simulated: what hangs
// on them is so light that its forces do not matter, and costs as much as a wheel. They only change
// where their links sit in the body.
bool is_kinematic_joint(const Model& model, std::size_t joint);

// A rigid body: one link, or several that fixed joints hold together. The frame is its first
// link's.
struct BodyState {
  Pose pose;
  Vec3 velocity = Vec3::Zero();          // m/s, of the centre of mass
  Vec3 angular_velocity = Vec3::Zero();  // rad/s
  bool is_static = false;
};

struct JointState {
  double position = 0.0;  // rad or m, 0 as the file has it; a wheel keeps counting its turns
  double velocity = 0.0;
  double effort = 0.0;  // N·m or N, what the motor gave in the last step
  bool is_broken = false;
};

// Where a link sits in the body that carries it.
struct LinkAttachment {
  BodyId body;
  Pose body_from_link;
};

// A model that stands in the running world.
struct Instance {
  std::string name;
  std::shared_ptr<const Model> model;
  std::vector<LinkAttachment> links;  // one for each link of the model
  std::vector<JointId> joints;  // one for each joint; invalid where the joint only lumps links
  RobotId robot;                // invalid: it is none
  bool is_present = true;       // false once removed; ids are never used again
};

// A link of a model in the running world.
struct Part {
  InstanceId instance;
  int link = -1;
  auto operator<=>(const Part&) const = default;
};

// What drives the belts of one side. Belts run as they are told, so it is never behind its order.
struct SprocketState {
  double angle = 0.0;  // rad, forward positive, keeps counting its turns
  double speed = 0.0;  // rad/s
};

// A camera whose picture is narrower or wider than its file says.
struct ZoomedCamera {
  std::string sensor;
  double angle = 0.0;  // rad, horizontal
};

// What a robot has beyond its body.
struct RobotState {
  InstanceId instance;
  double battery = 0.0;  // s of life left
  bool light_is_on = false;
  std::array<SprocketState, 2> sprockets;  // left and right; of robots with tracks
  std::vector<ZoomedCamera> zooms;
};

// Everything that changes in a run. Copyable; a snapshot is a copy.
//
// Who has left keeps its place in the arrays. What is done in every tick goes over `present` and
// `present_robots`, so that a run does not get slower with all who ever came.
struct State {
  Tick tick = 0;
  std::vector<Instance> instances;
  std::vector<InstanceId> present;      // in their order; kept by add and set_present
  std::vector<RobotId> present_robots;  // likewise
  std::vector<BodyState> bodies;
  std::vector<JointState> joints;
  std::vector<RobotState> robots;
  std::vector<Tag> tags;
  std::vector<SmokeArea> smokes;  // made in this run, beside those of the world

  // Adds a model with its links at rest; physics must be told too (Physics::add).
  InstanceId add(std::shared_ptr<const Model> model, std::string name,
                 const Pose& world_from_model);
  // Gives an instance what a robot has; at most once each.
  RobotId add_robot(InstanceId instance, double battery);
  // Who leaves, or comes back in a recording that is wound back.
  void set_present(InstanceId instance, bool is_present);

  // Null: it is no robot.
  const RobotState* robot_of(InstanceId instance) const;
  RobotState* robot_of(InstanceId instance);

  Pose world_from_link(InstanceId instance, int link) const;
  Pose world_from_model(InstanceId instance) const;  // by its first link
  // Puts the links behind joints that are moved without forces where their positions say.
  void update_kinematic_links(InstanceId instance);
  // Invalid if there is none of that name present.
  InstanceId find(const std::string& instance_name) const;

  // Horizontal angle a camera is zoomed to; 0: as its file has it.
  double zoom_of(InstanceId instance, const std::string& sensor) const;

  // Equal for two states exactly if everything in them has the same bits.
  std::uint64_t hash() const;
};

}  // namespace rubble
