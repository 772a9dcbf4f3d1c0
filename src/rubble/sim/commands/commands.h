// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sim/commands/run_context.h"

// One function for each kind of command that is not for robots::Robots. A kind without one does not
// compile.
namespace rubble::sim {

// commands/robots.cpp
CommandResult apply(const RunContext& run, const SpawnRobot& order);
CommandResult apply(const RunContext& run, const LeaveWorld& order);
CommandResult apply(const RunContext& run, const DropRelay& order);
// Validates a command that robots execute in the coming tick.
CommandResult check_robot_command(const RunContext& run, const CommandData& order);

// commands/sensors.cpp
CommandResult apply(const RunContext& run, const ResetSensor& order);
CommandResult apply(const RunContext& run, const ScanNow& order);
CommandResult apply(const RunContext& run, const SetSensorPose& order);
CommandResult apply(const RunContext& run, const SetFieldOfView& order);
CommandResult apply(const RunContext& run, const SwitchSensorsOn& order);

// commands/tags.cpp
CommandResult apply(const RunContext& run, const WriteTag& order);
CommandResult apply(const RunContext& run, const ReadTag& order);
CommandResult apply(const RunContext& run, const DropTag& order);

// commands/objects.cpp
CommandResult apply(const RunContext& run, const CreateObject& order);
CommandResult apply(const RunContext& run, const MoveObject& order);
CommandResult apply(const RunContext& run, const SpinObject& order);
CommandResult apply(const RunContext& run, const AddWaypoints& order);
CommandResult apply(const RunContext& run, const ClearWaypoints& order);
CommandResult apply(const RunContext& run, const FollowWaypoints& order);
CommandResult apply(const RunContext& run, const RunConveyor& order);
CommandResult apply(const RunContext& run, const RemoveObjects& order);

// commands/smoke.cpp
CommandResult apply(const RunContext& run, const PlaceSmoke& order);

}  // namespace rubble::sim
