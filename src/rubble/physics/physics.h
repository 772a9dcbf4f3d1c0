// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "rubble/base/parallel.h"
#include "rubble/physics/report.h"
#include "rubble/physics/targets.h"
#include "rubble/world/state.h"

namespace rubble::physics {

struct Settings {
  Vec3 gravity{0.0, 0.0, -9.81};
  int max_iterations = 50;
  // An island of bodies is solved until no constraint's velocity error exceeds this, m/s.
  double tolerance = 5e-4;
  // Beyond this many contact points between two bodies the shallowest are left out.
  int max_contacts_per_pair = 64;
  // Constraint rows times iterations that one island may cost in a step.
  int max_row_updates = 400000;
};

// How much there is to do in a step.
struct EngineCounts {
  int objects = 0;        // in the engine, static ones too
  int constraints = 0;    // in the engine
  int moving_bodies = 0;  // that are read back
  int joints = 0;
};

struct RayHit {
  double distance = 0.0;  // m
  Vec3 normal_world = Vec3::Zero();
  Part part;
  bool is_from_behind = false;  // through a triangle of a mesh: the ray leaves matter there
};

// A point at which a shape would be inside another.
struct Overlap {
  InstanceId with;
  double depth = 0.0;                // m
  Vec3 normal_world = Vec3::Zero();  // the shortest way out of the other
};

class CollisionProbe;

// Moves the bodies of a State. What stands in the State must have been added here too, in the same
// order; after that the two are kept alike by advance().
class Physics {
 public:
  Physics(const Settings& settings, Workers& workers);
  ~Physics();
  Physics(const Physics&) = delete;
  Physics& operator=(const Physics&) = delete;

  // Takes up an instance that State::add has just placed.
  void add(const State& state, InstanceId instance);
  // Takes it out again; marks it as gone in the state.
  void remove(State& state, InstanceId instance);
  // Puts an instance elsewhere, at rest, its joints as they are.
  void move(State& state, InstanceId instance, const Pose& world_from_model);

  // Presses on a link at a point of its own frame during the coming step, N in world axes.
  void push(const State& state, InstanceId instance, int link, const Vec3& point_link,
            const Vec3& force_world);

  // One step of kTickSeconds.
  StepReport advance(const Targets& targets, State& state);

  EngineCounts counts() const;

  // What a box would touch there, each instance once.
  std::vector<InstanceId> touched_by_box(const Vec3& size, const Pose& world_from_box) const;

  // Where a probe would overlap what is there by more than a depth, if its model stood at a pose.
  std::vector<Overlap> overlaps(const CollisionProbe& probe, const Pose& world_from_model,
                                double deeper_than, InstanceId not_counted = {}) const;

  // The nearest collision shape on the way, not counting one instance. Safe from several threads
  // between steps.
  std::optional<RayHit> first_hit(const Vec3& from, const Vec3& to,
                                  InstanceId not_counted = {}) const;

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace rubble::physics
