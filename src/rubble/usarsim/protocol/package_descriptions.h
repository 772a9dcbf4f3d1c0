// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/messages/description.h"

namespace rubble::usarsim {

// CONF and GEO of arms and mission packages. MisPkg replies have Classic's format, Actuator replies
// have UDK's, in all dialects. Empty if the robot has no package of that name; an empty name
// selects all.
std::string mission_package_configuration(const RobotDescription& robot, const std::string& name);
std::string mission_package_geometry(const RobotDescription& robot, const std::string& name);
std::string actuator_configuration(const RobotDescription& robot, const std::string& name);
std::string actuator_geometry(const RobotDescription& robot, const std::string& name);

}  // namespace rubble::usarsim
