// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rubble::trajectory {

// Textual form of the stamps in a file.
class StampFacts {
 public:
  void look_at(std::string_view word);

  int digits() const { return digits_; }  // significant ones, at most; trailing zeros count
  bool has_exponent() const { return has_exponent_; }

 private:
  int digits_ = 0;
  bool has_exponent_ = false;
};

// Unit of stamps, inferred from their magnitude and intervals.
struct StampUnit {
  double per_second = 1.0;
  const char* name = "seconds";
};
// Seconds since the program began and since 1970, and the same in milli-, micro- and nanoseconds.
// `sorted` ascending.
StampUnit stamp_unit(const std::vector<double>& sorted);

// Two stamps of one file between which the unit seems to change: far above a second both, and
// hundreds of times apart.
struct MixedStamps {
  double low = 0.0;
  double high = 0.0;
};
std::optional<MixedStamps> mixed_stamps(const std::vector<double>& sorted);

// "12 poses share their stamp with another" and why, as a sentence; nothing to say: empty.
// `sorted` ascending; `things` is what they stamp.
std::string shared_stamps_remark(const std::vector<double>& sorted, const StampFacts& facts,
                                 const char* things);

}  // namespace rubble::trajectory
