// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>

#include "rubble/base/tick.h"

namespace rubble::viewer_protocol {

// Limits a stream to a rate in simulated time. A late sample does not cause a burst; a time before
// the last one (rewind) is always due. Times in s.
class RateLimiter {
 public:
  bool is_due(double time) const {
    return !last_ || time < *last_ || time + kTickSeconds / 2 >= next_;
  }
  // rate: Hz; 0 = no limit.
  void mark_sent(double time, double rate) {
    const double period = rate > 0.0 ? 1.0 / rate : 0.0;
    const bool is_in_step = last_ && time >= *last_ && next_ + period > time;
    next_ = is_in_step && period > 0.0 ? next_ + period : time + period;
    last_ = time;
  }
  void reset() { last_.reset(); }

 private:
  std::optional<double> last_;
  double next_ = 0.0;
};

}  // namespace rubble::viewer_protocol
