// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/messages/description.h"

namespace rubble::recording {

// The robot of a log that does not say what robot it was: a P2AT, which is what most were. No
// sensors yet.
RobotDescription usual_robot(const std::string& name);

// What a world is called whose log is all we have: the file's name without folder and endings.
std::string level_name(const std::string& path);

}  // namespace rubble::recording
