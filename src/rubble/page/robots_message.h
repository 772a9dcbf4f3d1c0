// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rubble/page/catalog.h"
#include "rubble/page/frame.h"

namespace rubble::page {

// A robot with the numbers it has in a catalog.
struct ListedRobot {
  const ShownRobot* robot = nullptr;
  int thing = -1;
  std::vector<int> streams;                        // one for each sensor of its description
  std::vector<std::vector<std::string>> channels;  // likewise
};

Frame robots_message(std::span<const ListedRobot> robots);

}  // namespace rubble::page
