// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/base/archive.h"
#include "rubble/messages/command.h"
#include "rubble/physics/targets.h"
#include "rubble/robots/measures.h"
#include "rubble/world/state.h"

namespace rubble::robots {

// Yaw rate limit of flying robots, rad/s.
constexpr double kMaxYawRate = radians(100.0);

// The robot that a drive moves.
struct Chassis {
  InstanceId instance;
  const Instance& placed;
  const RobotSpec& spec;
  const Measures& measures;
};

// Drive controller: converts the drive command in effect into motor targets. One class per kind of
// drive.
class Drive {
 public:
  virtual ~Drive() = default;
  // Takes an order of its own kind; false if it is for another drive.
  virtual bool take(const CommandData& order) = 0;
  virtual void stop() = 0;
  virtual void actuate(const Chassis& chassis, physics::Targets& targets) const = 0;
  // The orders it holds.
  virtual void serialize(Archive& archive) = 0;
};

std::unique_ptr<Drive> make_drive(const Model& model);

}  // namespace rubble::robots
