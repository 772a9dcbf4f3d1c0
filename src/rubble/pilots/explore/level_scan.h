// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/messages/reading.h"
#include "rubble/pilots/explore/grid.h"

namespace rubble::pilots {

// Heights above the ground contact of the robot at which a return is a wall and not floor, ramp or
// ceiling. Adjacent ramps may be about 0.1 m higher or lower.
struct HeightBand {
  double low = 0.22;   // m; below this a beam may have met the floor
  double high = 1.00;  // m; above this it may look over a wall
};

// A scan projected into the horizontal plane, in the frame of a level robot at the origin, x
// forward.
struct PlanarScan {
  Vec2 sensor = Vec2::Zero();
  std::vector<PlanarBeam> beams;
  void serialize(auto& archive) { archive(sensor, beams); }
};

// Beams with an error code are dropped. A beam that leaves the height band before its return is
// free space while it is inside the band. Angles in rad.
PlanarScan project_to_plane(const RangeScan& scan, const Pose& base_from_sensor, double roll,
                            double pitch, const HeightBand& height_band);

}  // namespace rubble::pilots
