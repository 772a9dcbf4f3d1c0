// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "rubble/base/archive.h"
#include "rubble/base/parallel.h"
#include "rubble/physics/report.h"
#include "rubble/physics/targets.h"
#include "rubble/world/state.h"

namespace rubble::physics {

struct Settings {
  Vec3 gravity{0.0, 0.0, -9.81};
  int max_iterations = 50;
  // Convergence criterion of an island: largest velocity error of a constraint, m/s.
  double tolerance = 5e-4;
  // Limit of contact points between two bodies; the shallowest are dropped.
  int max_contacts_per_pair = 64;
  // Limit of the cost of one island in a step: constraint rows times iterations.
  int max_row_updates = 400000;
};

// Sizes of the engine's data, for tests and benchmarks.
struct EngineCounts {
  int objects = 0;  // collision objects, static ones included
  int constraints = 0;
  int moving_bodies = 0;
  int joints = 0;
};

struct RayHit {
  double distance = 0.0;  // m
  Vec3 normal_world = Vec3::Zero();
  Part part;
  bool is_from_behind = false;  // back face of a mesh triangle: the ray leaves a solid
};

// Penetration of a shape into another instance.
struct Overlap {
  InstanceId with;
  double depth = 0.0;                // m
  Vec3 normal_world = Vec3::Zero();  // unit, direction of the shortest separation from the other
};

class CollisionProbe;

// Rigid body dynamics of a State. Every instance of the State must be added here in the same order;
// advance() then updates the State. Owned by one thread; `workers` solve islands in parallel.
class Physics {
 public:
  Physics(const Settings& settings, Workers& workers);
  ~Physics();
  Physics(const Physics&) = delete;
  Physics& operator=(const Physics&) = delete;

  // Adds an instance that State::add has just created.
  void add(const State& state, InstanceId instance);
  // Removes an instance, and marks it as removed in the state.
  void remove(State& state, InstanceId instance);
  // Teleports an instance. It is at rest afterwards; joint positions are kept.
  void move(State& state, InstanceId instance, const Pose& world_from_model);

  // Applies a force (N, world frame) to a link at a point (link frame) during the coming step.
  void push(const State& state, InstanceId instance, int link, const Vec3& point_link,
            const Vec3& force_world);

  // Advances the state by one step of kTickSeconds.
  StepReport advance(const Targets& targets, State& state);

  // Everything beside the State that makes the future: warm starts, contacts, belts, what sleeps.
  // Reading wants an engine to which all instances that ever entered were added, where they
  // entered, and a State that was read before; it removes those that have left.
  void serialize(Archive& archive, State& state);

  EngineCounts counts() const;

  // The instances that overlap a box, each once.
  std::vector<InstanceId> touched_by_box(const Vec3& size, const Pose& world_from_box) const;

  // Overlaps deeper than `deeper_than` (m) of the probe's model at a pose.
  std::vector<Overlap> overlaps(const CollisionProbe& probe, const Pose& world_from_model,
                                double deeper_than, InstanceId not_counted = {}) const;

  // The nearest hit of a segment with a collision shape, ignoring one instance. Thread-safe between
  // steps.
  std::optional<RayHit> first_hit(const Vec3& from, const Vec3& to,
                                  InstanceId not_counted = {}) const;

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace rubble::physics
