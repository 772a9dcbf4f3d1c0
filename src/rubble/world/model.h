// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose.h"
#include "rubble/world/robot_spec.h"
#include "rubble/world/shape.h"

namespace rubble {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Inertial {
  double mass = 1.0;                // kg, positive
  Pose link_from_mass;              // centre of mass and axes the inertia is given in
  Mat3 inertia = Mat3::Identity();  // kg m^2, positive definite
};

enum class LightKind { Point, Directional, Spot };

struct Light {
  std::string name;
  LightKind kind = LightKind::Point;
  Pose pose;                        // in the link or the world
  Vec3 direction = -Vec3::UnitZ();  // in the same frame: the pose is already applied
  std::array<float, 3> diffuse{1.0F, 1.0F, 1.0F};
  float intensity = 1.0F;
  double range = 10.0;  // m
  double attenuation_constant = 1.0;
  double attenuation_linear = 0.0;
  double attenuation_quadratic = 0.0;
  double spot_inner_angle = 0.0;  // rad
  double spot_outer_angle = 0.0;  // rad
  double spot_falloff = 0.0;
  bool casts_shadow = true;
};

// A sensor as its file gives it. What the file says of its children is kept by path, for example
// settings["lidar/scan/horizontal/samples"] = "640"; the sensors module reads them. Attributes are
// kept like children ("imu/angular_velocity/x/noise/type"), a second child of one name as
// "camera[2]/...". Old words are brought to today's: ray -> lidar, gpu_ray -> gpu_lidar, depth ->
// depth_camera, and so on, in type and paths alike. A sensor in a joint hangs on the child link,
// its frame is the joint's, and settings["joint"] names the joint.
struct SensorSpec {
  std::string name;
  std::string type;    // SDF's word: gpu_lidar, camera, imu, ... or rubble's for custom
  std::string preset;  // rubble:preset, empty if none
  Pose link_from_sensor;
  double update_rate = 0.0;  // Hz, 0 = every tick
  std::map<std::string, std::string> settings;
  SourceLine at;

  void serialize(auto& archive) {
    archive(name, type, preset, link_from_sensor, update_rate, settings);
  }
};

struct Semantic {
  std::string label;  // Wall, Door, Stair, ...; empty = none
  std::string name;
};

struct Link {
  std::string name;  // nested models: "arm::elbow"
  Pose model_from_link;
  Inertial inertial;
  bool has_gravity = true;
  std::vector<Collision> collisions;
  std::vector<Visual> visuals;
  std::vector<Light> lights;
  std::vector<SensorSpec> sensors;
  Semantic semantic;
};

enum class JointKind { Fixed, Revolute, Prismatic, Ball, Universal, Screw };

struct JointAxis {
  Vec3 direction_joint = Vec3::UnitZ();  // in the joint frame
  double lower = -kInfinity;             // rad or m
  double upper = kInfinity;
  double max_effort = kInfinity;    // N·m or N
  double max_velocity = kInfinity;  // rad/s or m/s
  double damping = 0.0;
  double friction = 0.0;  // N·m or N
  double spring_stiffness = 0.0;
  double spring_reference = 0.0;
};

// Loads at the joint beyond which it breaks.
struct BreakLimit {
  double torque = kInfinity;  // N·m
  double force = kInfinity;   // N
  bool is_given() const { return torque < kInfinity || force < kInfinity; }
};

struct Joint {
  std::string name;
  JointKind kind = JointKind::Fixed;
  int parent = -1;  // index of a link; -1 = the world
  int child = 0;    // index of a link
  Pose child_from_joint;
  JointAxis axis;
  JointAxis second_axis;      // universal only
  double thread_pitch = 0.0;  // screw: m per radian, right-handed
  BreakLimit break_limit;
};

// Links connected by joints. Nested models are flattened: their names carry a "nested::" prefix.
struct Model {
  std::string name;
  Pose world_from_model;  // initial pose from the file
  bool is_static = false;
  // Kinematic: forces do not move it, commands may, as one rigid piece.
  bool is_put = false;
  bool collides_with_itself = false;
  std::vector<Link> links;
  std::vector<Joint> joints;
  std::optional<RobotSpec> robot;
  Semantic semantic;
  SourceLine at;
  // Files read for this model: SDF, meshes, textures. Empty for models inside a world file.
  std::vector<std::string> files;

  // Index of the link or joint, or -1.
  int find_link(const std::string& link_name) const;
  int find_joint(const std::string& joint_name) const;
};

// Bounds of the collisions in the model frame, with all joints at position 0.
Bounds bounds_of(const Link& link);
Bounds bounds_of(const Model& model);

}  // namespace rubble
