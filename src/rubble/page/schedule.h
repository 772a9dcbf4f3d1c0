// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>

#include "rubble/base/tick.h"

namespace rubble::page {

// Something that is wanted at most so often. What was late is not made up for; a moment before the
// last one is always due.
class Schedule {
 public:
  bool is_due(double time) const {
    return !last_ || time < *last_ || time + kTickSeconds / 2 >= next_;
  }
  // rate: Hz; 0 = whenever there is something.
  void take(double time, double rate) {
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

}  // namespace rubble::page
