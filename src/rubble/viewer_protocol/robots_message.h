// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rubble/viewer_protocol/entity_registry.h"
#include "rubble/viewer_protocol/frame.h"

namespace rubble::viewer_protocol {

// A robot with its ids in the registry.
struct RobotListing {
  const RobotEntity* robot = nullptr;
  int entity = -1;
  std::vector<int> streams;                        // one per sensor of its description
  std::vector<std::vector<std::string>> channels;  // one list per sensor
};

Frame robots_message(std::span<const RobotListing> robots);

}  // namespace rubble::viewer_protocol
