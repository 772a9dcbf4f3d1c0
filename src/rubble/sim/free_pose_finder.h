// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/physics/collision_probe.h"
#include "rubble/physics/physics.h"
#include "rubble/robots/measures.h"
#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::sim {

// A collision-free pose near a requested one.
struct FreePose {
  Pose world_from_model;
  std::string remark;  // "stands 0.12 m from ..."; empty: the pose is as requested
};

// Finds a collision-free pose for one robot that is added or teleported.
//
// A robot that penetrates something deeper than contact tolerances would be ejected by the first
// physics step. It is moved to the nearest free floor instead, by at most kMaxDisplacement and not
// across a wall, or rejected. A pose below all floors is first raised to the lowest floor, because
// old clients use heights of other worlds.
class FreePoseFinder {
 public:
  static constexpr double kMaxDisplacement = 0.5;  // m

  // For an instance of the state, or for a model that is not in the state yet.
  FreePoseFinder(const World& world, const physics::Physics& physics, const State& state,
                 InstanceId instance);
  FreePoseFinder(const World& world, const physics::Physics& physics, const State& state,
                 const std::shared_ptr<const Model>& model);

  Result<FreePose> find(const std::string& robot, const Pose& wanted) const;
  // The same for a robot placed level on a surface point, with its lowest point on the surface. It
  // is moved sideways only at that height, and rejected where most of it would have no ground.
  Result<FreePose> find_on(const std::string& robot, const Vec3& ground, double yaw) const;
  // The initial pose of find_on().
  Pose standing_on(const Vec3& ground, double yaw) const;
  const Bounds& bounds() const { return bounds_; }
  // Whether the robot penetrates nothing deeper than contact tolerances at the pose.
  bool is_free(const Pose& pose) const { return true_overlaps(pose).empty(); }
  // The first start whose pose is free; null if there is none.
  const Start* free_start() const;
  // "; free starts are A (1.00, 2.00, 0.00), B (...)", or that there are none.
  std::string free_starts_text() const;

 private:
  struct Candidate {
    Pose pose;
    double distance = 0.0;
  };

  bool is_robot(InstanceId id) const {
    return state_.instances[id.index()].model->robot.has_value();
  }
  Pose lifted_over_all(const Pose& wanted) const;
  // The pose, raised as far as it sinks into floors; nothing where it overlaps anything else.
  std::optional<Pose> settled(const Pose& pose) const;
  // Those that are more than contact.
  std::vector<physics::Overlap> true_overlaps(const Pose& pose) const;
  std::optional<Pose> nearest_free(const Pose& wanted) const;
  // The same for one that is to stand on a surface at this height.
  std::optional<Pose> nearest_free_on(const Pose& wanted, double ground) const;
  std::vector<Candidate> candidates_around(const Pose& wanted) const;
  bool crosses_wall(const Pose& from, const Pose& to) const;
  bool crosses_wall(const Vec3& from, const Vec3& to, bool starts_in_matter) const;
  bool is_in_matter(const Pose& pose) const;
  // A wall stands between the robot and a part that it holds out, such as a gripper.
  bool reaches_through_a_wall(const Pose& pose) const;
  // Another robot hangs over the place, or stands under it.
  std::optional<InstanceId> robot_over_or_under(const Pose& pose) const;
  std::optional<double> floor_below(const Pose& pose, double along, double across) const;
  bool has_floor(const Pose& pose) const;
  bool rests_at_an_end(const Pose& pose) const;
  bool is_carried(const Pose& pose, double ground) const;
  bool stands_on_floor(const Pose& pose) const;
  std::string in_the_way(const Pose& pose) const;

  const World& world_;
  const physics::Physics& physics_;
  const State& state_;
  InstanceId own_;  // not counted; invalid for one that may come
  physics::CollisionProbe probe_;
  Bounds bounds_;
  std::vector<Vec3> held_out_;  // middles of shapes over the ground, model frame
  bool needs_floor_;
};

}  // namespace rubble::sim
