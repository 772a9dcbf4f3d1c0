// SPDX-License-Identifier: Apache-2.0
// Objects that a world controller creates, moves and removes.
#include <cmath>

#include "rubble/sim/commands/commands.h"
#include "rubble/sim/commands/targets.h"

namespace rubble::sim {
namespace {

// Something that may be moved and is no robot.
Result<InstanceId> movable_object(const RunContext& run) {
  const InstanceId id = run.population.state().find(run.name);
  if (!id.is_valid()) return Error{{}, nothing_called(run.name)};
  if (model_of(run, id).is_static) return Error{{}, "'" + run.name + "' is part of the world"};
  if (model_of(run, id).robot) return Error{{}, "'" + run.name + "' is a robot, not a thing"};
  return id;
}

// A belt may also run over what does not move.
Result<InstanceId> conveyor(const RunContext& run) {
  const InstanceId id = run.population.state().find(run.name);
  if (id.is_valid() && model_of(run, id).is_static) return id;
  return movable_object(run);
}

// Relative: along the world's axes, and added to the angles it has.
Pose moved(Pose pose, const MoveObject& order) {
  if (order.position)
    pose.position = order.is_relative ? Vec3(pose.position + *order.position) : *order.position;
  if (!order.rotation) return pose;
  RollPitchYaw angles = *order.rotation;
  if (order.is_relative) {
    const RollPitchYaw now = roll_pitch_yaw_of(pose.rotation);
    angles = {now.roll + angles.roll, now.pitch + angles.pitch, now.yaw + angles.yaw};
  }
  pose.rotation = quat_from(angles);
  return pose;
}

}  // namespace

CommandResult apply(const RunContext& run, const CreateObject& order) {
  Population& population = run.population;
  if (!is_placeable(order.world_from_object)) return refused(kNoPlace);
  if (run.name.size() > kMaxNameLength || order.kind.size() > kMaxNameLength ||
      order.material.size() > kMaxNameLength)
    return refused("its name, kind or material is too long");
  if (!run.name.empty() && is_taken(run, run.name))
    return refused("there is already something called '" + run.name + "' in this world");
  const auto model = population.scripted_objects().model_for(order);
  if (!model) return refused(model.error().to_string());
  const std::string name = run.name.empty() ? free_name(run, "ScriptedObject") : run.name;
  Pose pose = order.world_from_object;
  pose.rotation.normalize();
  population.scripted_objects().take(population.enter(*model, name, pose));
  population.tell(name, ObjectCreated{order.kind, pose.position});
  return {true, name};
}

CommandResult apply(const RunContext& run, const MoveObject& order) {
  Population& population = run.population;
  const InstanceId id = population.state().find(run.name);
  if (!id.is_valid()) return refused(nothing_called(run.name));
  if (model_of(run, id).is_static) return refused("'" + run.name + "' is part of the world");
  Pose pose = moved(population.state().world_from_model(id), order);
  if (!is_placeable(pose)) return refused(kNoPlace);
  if (model_of(run, id).robot) {
    const auto place = population.finder_for(id).find(run.name, pose);
    if (!place) return refused(place.error().message);
    pose = place->world_from_model;
    if (!place->remark.empty()) population.tell(run.name, RobotMoved{place->remark, pose.position});
  }
  population.move(id, pose);
  return {};
}

CommandResult apply(const RunContext& run, const SpinObject& order) {
  if (!order.rate.allFinite() || order.rate.norm() > 100.0)
    return refused("a thing turns with at most 100 rad/s");
  const auto id = movable_object(run);
  if (!id) return refused(id.error().message);
  run.population.scripted_objects().spin(run.population.state(), *id, order.rate);
  return {};
}

CommandResult apply(const RunContext& run, const AddWaypoints& order) {
  const auto id = movable_object(run);
  if (!id) return refused(id.error().message);
  Population& population = run.population;
  return result_of(population.scripted_objects().add_points(population.state(), *id, order));
}

CommandResult apply(const RunContext& run, const ClearWaypoints&) {
  const auto id = movable_object(run);
  if (!id) return refused(id.error().message);
  Population& population = run.population;
  if (const auto home = population.scripted_objects().clear_points(population.state(), *id))
    population.move(*id, *home);
  return {};
}

CommandResult apply(const RunContext& run, const FollowWaypoints& order) {
  const auto id = movable_object(run);
  if (!id) return refused(id.error().message);
  Population& population = run.population;
  return result_of(population.scripted_objects().follow(population.state(), *id, order));
}

CommandResult apply(const RunContext& run, const RunConveyor& order) {
  if (!std::isfinite(order.speed) || std::abs(order.speed) > 100.0)
    return refused("a belt runs with at most 100 m/s");
  const auto id = conveyor(run);
  if (!id) return refused(id.error().message);
  run.population.scripted_objects().run_belt(run.population.state(), *id, order.speed);
  return {};
}

CommandResult apply(const RunContext& run, const RemoveObjects& order) {
  Population& population = run.population;
  const auto is_meant = [&](const Vec3& place) {
    return !order.inside || ((place.array() >= order.inside->low.array()).all() &&
                             (place.array() <= order.inside->high.array()).all());
  };
  const std::vector<InstanceId> made = population.scripted_objects().made();
  for (const InstanceId id : made)
    if (is_meant(population.state().world_from_model(id).position)) remove_instance(run, id);
  std::vector<SmokeArea>& smokes = population.state().smokes;
  for (std::size_t i = smokes.size(); i-- > 0;)
    if (is_meant(smokes[i].pose.position))
      remove_smoke(run, smokes.begin() + static_cast<std::ptrdiff_t>(i));
  return {};
}

}  // namespace rubble::sim
