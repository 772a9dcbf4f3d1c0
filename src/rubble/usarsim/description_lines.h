// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/messages/description.h"
#include "rubble/usarsim/dialect.h"

namespace rubble::usarsim {

// The answer to GETCONF or GETGEO {Type type} {Name name}; the name may be empty: all of that type.
// Types and names are compared without case. Nothing if nothing matches.
std::string configuration_lines(const RobotDescription& robot, const std::string& type,
                                const std::string& name, Dialect dialect);
std::string geometry_lines(const RobotDescription& robot, const std::string& type,
                           const std::string& name, Dialect dialect);

// The word of a kind of sensor in SEN, CONF and GEO: "RangeScanner".
const char* type_word(SensorKind kind);

}  // namespace rubble::usarsim
