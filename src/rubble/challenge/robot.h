// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "rubble/base/result.h"

namespace rubble::challenge {

// A robot's file with all its lasers seeing so far (m) and no further.
Result<std::string> with_laser_range(const std::string& model_sdf, double range);

// What the challenge's robot is called on a command line: its class, or, with lasers that see less
// than its own, a file that is written into the folder.
Result<std::string> challenge_robot(const std::string& folder, std::optional<double> laser_range);

}  // namespace rubble::challenge
