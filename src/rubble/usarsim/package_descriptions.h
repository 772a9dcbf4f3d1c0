// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/messages/description.h"

namespace rubble::usarsim {

// Arms and mission packages: asked for as MisPkg they are described as Classic did, as Actuator as
// UDK does, whatever the dialect. Nothing if the robot has none of that name; empty = all.
std::string mission_package_configuration(const RobotDescription& robot, const std::string& name);
std::string mission_package_geometry(const RobotDescription& robot, const std::string& name);
std::string actuator_configuration(const RobotDescription& robot, const std::string& name);
std::string actuator_geometry(const RobotDescription& robot, const std::string& name);

}  // namespace rubble::usarsim
