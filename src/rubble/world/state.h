// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rubble/base/archive.h"
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

// True for joints of mission packages, such as a camera's pan-tilt. They are kinematic: moved
// without forces, because the masses they carry are negligible but would cost as much as a wheel.
// They only change the poses of their links within the body.
bool is_kinematic_joint(const Model& model, std::size_t joint);

// A rigid body: one link, or several links lumped by fixed joints. Its frame is that of its first
// link.
struct BodyState {
  Pose pose;                             // world_from_body
  Vec3 velocity = Vec3::Zero();          // m/s, of the centre of mass
  Vec3 angular_velocity = Vec3::Zero();  // rad/s
  bool is_static = false;

  void serialize(auto& archive) { archive(pose, velocity, angular_velocity); }
};

struct JointState {
  double position = 0.0;  // rad or m, 0 in the file's configuration; not wrapped for wheels
  double velocity = 0.0;
  double effort = 0.0;  // N·m or N, applied by the motor in the last step
  bool is_broken = false;

  void serialize(auto& archive) { archive(position, velocity, effort, is_broken); }
};

// The body that carries a link, and the link's pose in it.
struct LinkAttachment {
  BodyId body;
  Pose body_from_link;
};

// A model placed in the running world.
struct Instance {
  std::string name;
  std::shared_ptr<const Model> model;
  std::vector<LinkAttachment> links;  // one per link of the model
  std::vector<JointId> joints;        // one per joint; invalid if the joint only lumps links
  RobotId robot;                      // invalid: not a robot
  bool is_present = true;             // false once removed; ids are not reused
  Pose spawn_pose;  // world from model when it was added; joints to the world keep it
};

// Reference to a link of an instance.
struct Part {
  InstanceId instance;
  int link = -1;
  auto operator<=>(const Part&) const = default;
  void serialize(auto& archive) { archive(instance, link); }
};

// Sprocket that drives the belts of one side. It follows its speed command without lag.
struct SprocketState {
  double angle = 0.0;  // rad, forward positive, not wrapped
  double speed = 0.0;  // rad/s

  void serialize(auto& archive) { archive(angle, speed); }
};

// A camera whose field of view differs from that of its file.
struct ZoomedCamera {
  std::string sensor;
  double angle = 0.0;  // rad, horizontal

  void serialize(auto& archive) { archive(sensor, angle); }
};

// State of a robot beyond its bodies and joints.
struct RobotState {
  InstanceId instance;
  double battery = 0.0;  // s, remaining
  bool light_is_on = false;
  std::array<SprocketState, 2> sprockets;  // left, right; used by robots with tracks
  std::vector<ZoomedCamera> zooms;

  void serialize(auto& archive) { archive(battery, light_is_on, sprockets, zooms); }
};

// Poses, velocities and the other observable state of a run. Copyable. Not included are the held
// commands of robots, the paths of scripted objects, the internal state of sensors and the warm
// start of the physics solver, so a copy is not enough to resume a run: use
// Simulation::save.
//
// Removed instances keep their slots in the arrays. Loops of every tick iterate `present` and
// `present_robots`, so that their cost does not grow with the number of removed instances.
struct State {
  Tick tick = 0;
  std::vector<Instance> instances;
  std::vector<InstanceId> present;      // ascending; maintained by add and set_present
  std::vector<RobotId> present_robots;  // ascending; maintained likewise
  std::vector<BodyState> bodies;
  std::vector<JointState> joints;
  std::vector<RobotState> robots;
  std::vector<Tag> tags;
  std::vector<SmokeArea> smokes;  // created in this run, in addition to those of the world

  // Adds an instance of a model at rest. Call Physics::add and Scene::add afterwards.
  InstanceId add(std::shared_ptr<const Model> model, std::string name,
                 const Pose& world_from_model);
  // Makes an instance a robot; at most once per instance. battery in s.
  RobotId add_robot(InstanceId instance, double battery);
  // Marks an instance as removed, or as present again when a recording is rewound.
  void set_present(InstanceId instance, bool is_present);

  // Null if the instance is not a robot.
  const RobotState* robot_of(InstanceId instance) const;
  RobotState* robot_of(InstanceId instance);

  Pose world_from_link(InstanceId instance, int link) const;
  Pose world_from_model(InstanceId instance) const;  // by its first link
  // Recomputes the link poses behind kinematic joints from the joint positions.
  void update_kinematic_links(InstanceId instance);
  // Invalid if no present instance has that name.
  InstanceId find(const std::string& instance_name) const;

  // Zoomed horizontal field of view of a camera, rad; 0: not zoomed.
  double zoom_of(InstanceId instance, const std::string& sensor) const;

  // Writes what changes during a run, or reads it into a state to which the same instances were
  // added in the same order.
  void serialize(Archive& archive);

  // Hash over all bits of the state; equal states have equal hashes.
  std::uint64_t hash() const;
};

}  // namespace rubble
