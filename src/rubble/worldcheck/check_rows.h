// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/worldcheck/check.h"
#include "rubble/worldcheck/column_map.h"
#include "rubble/worldcheck/solid.h"
#include "rubble/worldcheck/traverse.h"

namespace rubble::worldcheck {

// What a kind of arena lets its floor do.
struct FloorRules {
  double max_step = 0.03;           // m, between places a robot can stand on
  double max_reach_step = 0.03;     // m, what the robots this place is for climb, stairs too
  std::vector<double> slopes = {};  // degrees; empty = any
};

// A world taken apart for the checks.
struct CheckScene {
  explicit CheckScene(const World& checked);

  const World& world;
  std::vector<Solid> solids;
  Bounds walls;  // of everything of class Wall
  FloorRules rules;
  bool has_cells = false;
};

CheckRow check_reachable(const CheckScene& scene, const ColumnMap& map);
CheckRow check_walls(const CheckScene& scene);
CheckRow check_closed(const CheckScene& scene, const ColumnMap& map);
CheckRow check_corridors(const CheckScene& scene);
CheckRow check_floor(const CheckScene& scene, const ColumnMap& map);
CheckRow check_slopes(const CheckScene& scene);
CheckRow check_step_fields(const CheckScene& scene);
CheckRow check_objects(const CheckScene& scene);
CheckRow check_routes(const CheckScene& scene, const ColumnMap& map);
CheckRow check_open_routes(const CheckScene& scene);  // outdoors, without cells
CheckRow check_size(const CheckScene& scene);

}  // namespace rubble::worldcheck
