// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/messages/description.h"
#include "rubble/usarsim/protocol/dialect.h"

namespace rubble::usarsim {

// Reply to GETCONF or GETGEO {Type type} {Name name}. An empty name selects all sensors of the
// type. Types and names are case-insensitive. Empty if nothing matches.
std::string configuration_lines(const RobotDescription& robot, const std::string& type,
                                const std::string& name, Dialect dialect);
std::string geometry_lines(const RobotDescription& robot, const std::string& type,
                           const std::string& name, Dialect dialect);

// Type name of a kind of sensor in SEN, CONF and GEO: "RangeScanner".
const char* type_word(SensorKind kind);

}  // namespace rubble::usarsim
