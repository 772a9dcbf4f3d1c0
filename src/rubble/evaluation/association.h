// SPDX-License-Identifier: Apache-2.0
// Which moment of an estimate is which of the truth, where their clocks do not tell.
#pragma once

#include <span>
#include <string>

#include "rubble/mapping/robot_log.h"
#include "rubble/mapping/trajectory.h"

namespace rubble::evaluation {

// The estimate with the stamps of a reference, the k-th with the k-th. An error unless both have as
// many poses.
Result<mapping::Trajectory> stamped_by_index(const mapping::Trajectory& estimate,
                                             std::span<const double> stamps,
                                             const std::string& reference);

struct ScanAssociation {
  mapping::Trajectory trajectory;  // the estimate's poses with the reference's stamps
  std::size_t scans = 0;           // of the estimate
  std::size_t matched = 0;
  std::size_t ambiguous = 0;  // alike among themselves, and not as often in both
};
// By the scans that both logs carry, whatever their stamps: two scans are the same if all their
// ranges are, to a centimetre. Scans that repeat are paired in their order. An error if fewer than
// half of the estimate's scans are found.
Result<ScanAssociation> stamped_by_scans(const mapping::Trajectory& estimate,
                                         const mapping::RobotLog& estimate_log,
                                         const mapping::RobotLog& reference);

struct TimeOffset {
  double seconds = 0.0;            // to add to the estimate's stamps
  double correlation = 0.0;        // of speeds and turn rates there, 1 at most
  double rival_seconds = 0.0;      // the best of all other offsets
  double rival_correlation = 0.0;  // there
  double overlap = 0.0;            // s that both cover then

  double sharpness() const { return correlation - rival_correlation; }
};
// From speeds and turn rates, by cross-correlation over all offsets at which the two overlap by
// half of the shorter one. An error if the best does not stand out.
Result<TimeOffset> estimate_time_offset(const mapping::Trajectory& estimate,
                                        const mapping::Trajectory& reference);

}  // namespace rubble::evaluation
