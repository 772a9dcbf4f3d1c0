// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/messages/arena.h"
#include "rubble/messages/description.h"

namespace rubble::recording {

// The robot of a log that does not say what robot it was: a P2AT, which is what most were. No
// sensors yet.
RobotDescription usual_robot(const std::string& name);

// The world of a log that does not say where it was: called as the file is, without folder and
// endings, with one start, since clients ask for one.
Arena usual_arena(const std::string& path);

}  // namespace rubble::recording
