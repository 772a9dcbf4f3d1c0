// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/messages/reading.h"
#include "rubble/pilots/explore_grid.h"

namespace rubble::pilots {

// Where upright things can be told from floor, ramps and ceiling: by the height of a beam over the
// place where the robot stands. Ramps next to it may be a hand's breadth higher or lower.
struct HeightBand {
  double low = 0.22;   // m; below this a beam may have met the floor
  double high = 1.00;  // m; above this it may look over a wall
};

// A scan brought down to the plane: as seen by a robot that stands level, at the origin, facing
// along x.
struct PlanarScan {
  Vec2 sensor = Vec2::Zero();
  std::vector<PlanarBeam> beams;
};

// Beams with a code tell nothing and are left out. A beam that leaves the band before it met
// something is free as far as it stays inside.
PlanarScan project_to_plane(const RangeScan& scan, const Pose& base_from_sensor, double roll,
                            double pitch, const HeightBand& height_band);

}  // namespace rubble::pilots
