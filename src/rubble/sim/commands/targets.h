// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/sim/commands/run_context.h"

// What commands have in common: whom they name, and which values they accept.
namespace rubble::sim {

constexpr const char* kNoPlace =
    "that is no place in this world, which ends 100 km from its origin";
constexpr std::size_t kMaxNameLength = 100;
constexpr std::size_t kMaxSensorWords = 100;

inline CommandResult refused(std::string why) { return {false, std::move(why)}; }
CommandResult result_of(const Result<void>& result);
std::string nothing_called(const std::string& name);

// Finite, inside the world and with a rotation.
bool is_placeable(const Pose& pose);

const Model& model_of(const RunContext& run, InstanceId id);

// The robot that the command names, with power.
Result<RobotId> powered_robot(const RunContext& run);
std::string no_power(const std::string& robot);
RobotState& robot_state(const RunContext& run, RobotId robot);
// The ground behind a robot, or nearer to it where a wall is. behind: m from its rear end.
Vec3 ground_behind(const RunContext& run, RobotId robot, double behind);

// Whether an instance, or smoke that was created in the run, has the name.
bool is_taken(const RunContext& run, const std::string& name);
// "R1" if nothing is called so, else "R1_2", "R1_3", ...
std::string free_name(const RunContext& run, const std::string& wanted);

const SensorSpec* find_spec(const Model& model, const std::string& sensor);
// Of the words of SpawnRobot::sensors those that are no sensors of the model: presets.
std::vector<std::string> presets_in(const Model& model, const std::vector<std::string>& words);
// Switches on what the words of SpawnRobot::sensors mean.
Result<void> switch_on(const RunContext& run, InstanceId id, const std::vector<std::string>& words);

// Removes an instance, or smoke that was created in the run.
void remove_instance(const RunContext& run, InstanceId id);
using SmokeIterator = std::vector<SmokeArea>::iterator;
SmokeIterator find_smoke(const RunContext& run, const std::string& name);
void remove_smoke(const RunContext& run, SmokeIterator smoke);

}  // namespace rubble::sim
