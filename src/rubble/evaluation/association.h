// SPDX-License-Identifier: Apache-2.0
// Association of an estimate with the truth if their clocks differ.
#pragma once

#include <span>
#include <string>

#include "rubble/logs/robot_log.h"
#include "rubble/trajectory/trajectory.h"

namespace rubble::evaluation {

// The estimate with the stamps of a reference, by index. An error unless both have the same number
// of poses.
Result<trajectory::Trajectory> stamped_by_index(const trajectory::Trajectory& estimate,
                                                std::span<const double> stamps,
                                                const std::string& reference);

struct ScanAssociation {
  trajectory::Trajectory trajectory;  // the estimate's poses with the reference's stamps
  std::size_t scans = 0;              // of the estimate
  std::size_t matched = 0;
  std::size_t ambiguous = 0;  // identical scans that occur a different number of times in both
};
// By identical scans in both logs, whatever their stamps: all ranges equal to 1 cm. Repeated scans
// are paired in order. An error if fewer than half of the scans of the estimate are found.
Result<ScanAssociation> stamped_by_scans(const trajectory::Trajectory& estimate,
                                         const logs::RobotLog& estimate_log,
                                         const logs::RobotLog& reference);

struct TimeOffset {
  double seconds = 0.0;            // to add to the stamps of the estimate
  double correlation = 0.0;        // of speeds and turn rates at this offset, at most 1
  double rival_seconds = 0.0;      // runner-up offset
  double rival_correlation = 0.0;  // at the runner-up
  double overlap = 0.0;            // s, common time span at this offset

  double sharpness() const { return correlation - rival_correlation; }
};
// Cross-correlation of speeds and turn rates over all offsets at which the two overlap by at least
// half of the shorter one. An error if the best offset is not clearly better than the runner-up.
Result<TimeOffset> estimate_time_offset(const trajectory::Trajectory& estimate,
                                        const trajectory::Trajectory& reference);

}  // namespace rubble::evaluation
