// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/messages/command_data.h"

namespace rubble {

// Whether a command moves its robot about; joints, cameras and lights do not.
inline bool is_driving(const CommandData& data) {
  return std::holds_alternative<DriveSides>(data) || std::holds_alternative<DriveSteered>(data) ||
         std::holds_alternative<DriveFlight>(data) || std::holds_alternative<DriveWheel>(data);
}

}  // namespace rubble
