// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/world/world.h"

namespace rubble::worldcheck {

struct CheckRow {
  std::string name;
  bool passed = false;
  std::string detail;  // what was measured, and where it is worst
};

// Checks the geometry of a loaded world, independently of the plan it was generated from. Mazes and
// arenas (identified by the note of their generator) get all rows: reachable, walls, floor, step
// fields, objects, size. Other worlds get those that need no cells: walls, objects, size, station
// routes.
std::vector<CheckRow> check_geometry(const World& world);

bool all_passed(const std::vector<CheckRow>& rows);

}  // namespace rubble::worldcheck
