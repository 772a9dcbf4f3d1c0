// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/messages/command_data.h"
#include "rubble/physics/targets.h"
#include "rubble/sim/model_library.h"
#include "rubble/world/state.h"

namespace rubble::sim {

// Objects that a world controller creates and moves: their models and their motion along paths.
// Poses are computed as functions of the tick, so that errors do not accumulate.
class ScriptedObjects {
 public:
  explicit ScriptedObjects(ModelLibrary& model_library) : model_library_(model_library) {}

  // The model for a new object.
  Result<std::shared_ptr<const Model>> model_for(const CreateObject& order);
  // What was asked for when this model was made; nothing if it is none of these.
  std::optional<CreateObject> order_for(const Model& model) const;

  void take(InstanceId made) { made_.push_back(made); }
  void forget(InstanceId gone);
  // Created objects that are present, in the order of creation.
  const std::vector<InstanceId>& made() const { return made_; }
  // Number of objects created in this run, removed ones included.
  int count_ever() const { return count_ever_; }

  // Commands for an instance of the state that is not a robot.
  Result<void> add_points(const State& state, InstanceId thing, const AddWaypoints& order);
  // Returns the pose to which the object returns, if it does so when cleared.
  std::optional<Pose> clear_points(const State& state, InstanceId thing);
  Result<void> follow(const State& state, InstanceId thing, const FollowWaypoints& order);
  void spin(const State& state, InstanceId thing, const Vec3& rate);
  void run_belt(const State& state, InstanceId thing, double speed);
  // Call after a teleport: the path continues from the new pose.
  void was_moved(const State& state, InstanceId thing, const Pose& to);

  // Appends the poses of all moving objects after the coming tick to the targets.
  void actuate(const State& state, physics::Targets& targets);

  // What was made and how it moves. Reading wants an empty list and the state they stand in.
  void serialize(Archive& archive, const State& state);

 private:
  struct ScriptedObject {
    InstanceId instance;
    Pose home;  // pose at its first waypoint command
    std::vector<Vec3> points;
    double speed = 1.0;          // m/s
    std::optional<double> time;  // s for the whole path, instead of a speed
    bool is_looping = false;
    bool goes_back_when_cleared = false;
    bool is_moving = false;
    Tick since = 0;  // when it was at `from`, going to points[next]
    Vec3 from = Vec3::Zero();
    std::size_t next = 0;
    Vec3 spin = Vec3::Zero();  // rad/s
    Tick spin_since = 0;
    Quat spin_from = Quat::Identity();
    double belt = 0.0;  // m/s
    bool has_belt_order = false;

    void serialize(Archive& archive) {
      archive(instance, home, points, speed, time, is_looping, goes_back_when_cleared, is_moving,
              since, from, next, spin, spin_since, spin_from, belt, has_belt_order);
    }
  };
  struct OnTheWay {
    Vec3 place;
    std::size_t next = 0;
    bool has_arrived = false;
  };

  ScriptedObject& of(const State& state, InstanceId instance);
  static OnTheWay where(const ScriptedObject& thing, Tick tick);
  static Quat turned(const ScriptedObject& thing, Tick tick);
  static double length_of_way(const ScriptedObject& thing);
  // Restarts the path at the current pose.
  static void start_again(const State& state, ScriptedObject& thing);

  ModelLibrary& model_library_;
  struct Created {
    std::shared_ptr<const Model> model;
    CreateObject order;
  };
  std::map<std::string, Created> models_;  // alike things share one
  int balls_ = 0;                          // different ones
  std::vector<InstanceId> made_;
  int count_ever_ = 0;
  std::vector<ScriptedObject> moving_;  // those that were ever told to move, in that order
};

constexpr std::size_t kMaxObjects = 2000;
constexpr int kMaxObjectsCreated = 50'000;
// Different in size or material: each has up to 65,000 triangles, which are kept.
constexpr int kMaxDistinctSpheres = 200;

}  // namespace rubble::sim
