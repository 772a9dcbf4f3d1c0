// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rubble/base/parallel.h"
#include "rubble/messages/event.h"
#include "rubble/physics/physics.h"
#include "rubble/robots/robots.h"
#include "rubble/sensors/suite.h"
#include "rubble/sim/free_pose_finder.h"
#include "rubble/sim/model_library.h"
#include "rubble/sim/scripted_objects.h"
#include "rubble/sim/settings.h"
#include "rubble/world/world.h"

namespace rubble::sim {

// What stands in a world. State, physics, robots, sensors, scripted objects and, if there is one,
// the scene of the rays all know the same instances: whatever enters, moves or leaves does so here.
// It may be used without a run, for example to show a recording. One thread owns it.
class Population {
 public:
  // Nothing stands in the world yet.
  Population(World world, const Settings& settings);
  ~Population();
  Population(const Population&) = delete;
  Population& operator=(const Population&) = delete;

  // What enters and leaves from now on does so in the scene, too. Call it before anything enters;
  // the scene must outlive this.
  void show_in(rays::Scene& scene);
  // Enters the models of the world. Robots that it puts into a wall are moved to free floor.
  void enter_models_of_world();

  // Adds an instance just there, free or not.
  InstanceId enter(std::shared_ptr<const Model> model, const std::string& name,
                   const Pose& world_from_model);
  // Adds a robot at a pose, or on the nearest free floor if the pose is not free. It is an error
  // if there is none near it.
  Result<RobotId> spawn(std::shared_ptr<const Model> model, const std::string& name,
                        const Pose& world_from_model);
  // Removes the robot or object of that name.
  Result<void> remove(const std::string& name);
  // Teleports an instance just there. It is at rest afterwards.
  void move(InstanceId instance, const Pose& world_from_model);

  // Switches on one sensor of a robot, all of them, or one that is mounted for it.
  Result<void> switch_on(RobotId robot, const std::string& sensor);
  Result<void> switch_on_all(RobotId robot);
  Result<void> mount(RobotId robot, SensorSpec spec);

  // Finds poses for an instance, or for a model that may enter.
  FreePoseFinder finder_for(InstanceId instance) const;
  FreePoseFinder finder_for(const std::shared_ptr<const Model>& model) const;
  const Instance& instance_of(RobotId robot) const;

  // Adds an event of this moment to events().
  void tell(const std::string& subject, EventData data);
  // What happened since the owner last took it.
  std::vector<Event>& events() { return events_; }
  const std::vector<Event>& events() const { return events_; }

  const Settings& settings() const { return settings_; }
  const World& world() const { return world_; }
  Workers& workers() { return workers_; }
  const State& state() const { return state_; }
  State& state() { return state_; }
  const physics::Physics& physics() const { return physics_; }
  physics::Physics& physics() { return physics_; }
  const robots::Robots& robots() const { return robots_; }
  robots::Robots& robots() { return robots_; }
  const sensors::Suite& sensors() const { return sensors_; }
  sensors::Suite& sensors() { return sensors_; }
  const ModelLibrary& model_library() const { return model_library_; }
  ModelLibrary& model_library() { return model_library_; }
  ScriptedObjects& scripted_objects() { return scripted_objects_; }

 private:
  void free_robots();

  Settings settings_;
  World world_;
  Workers workers_;
  State state_;
  physics::Physics physics_;
  robots::Robots robots_;
  sensors::Suite sensors_;
  ModelLibrary model_library_;
  ScriptedObjects scripted_objects_;
  rays::Scene* scene_ = nullptr;
  std::vector<Event> events_;
};

}  // namespace rubble::sim
