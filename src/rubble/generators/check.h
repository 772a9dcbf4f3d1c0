// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/world/world.h"

namespace rubble::generators {

struct CheckRow {
  std::string name;
  bool passed = false;
  std::string detail;  // what was measured, and where it is worst
};

// Looks at a loaded world as it stands, not at the tables it was made from. Mazes and arenas (by
// the note of their generator) get all rows: reachable, walls, floor, step fields, objects, size;
// other worlds those that make sense without cells: walls, objects, size, and the station routes.
std::vector<CheckRow> check_geometry(const World& world);

bool all_passed(const std::vector<CheckRow>& rows);

}  // namespace rubble::generators
