// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/messages/description.h"
#include "rubble/messages/status.h"
#include "rubble/usarsim/protocol/dialect.h"

namespace rubble::usarsim {

// STA line of a robot.
std::string status_line(const RobotDescription& robot, const RobotStatus& status, Dialect dialect);
// One MISSTA (Classic, Compat) or ASTA (UDK) line per arm and package.
std::string package_lines(const RobotDescription& robot, const RobotStatus& status,
                          Dialect dialect);
// RES {Time t} {Type T} {Name N} {Status S}; empty in Udk.
std::string result_line(Tick tick, const std::string& type, const std::string& name,
                        const std::string& status, Dialect dialect);
// Reply to CONTROL {Type GetSTA}.
std::string object_line(const std::string& name, const Vec3& size, const Pose& world_from_object,
                        const std::string& memory);

}  // namespace rubble::usarsim
