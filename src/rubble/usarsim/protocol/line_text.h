// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "rubble/base/tick.h"
#include "rubble/geometry/pose.h"
#include "rubble/usarsim/protocol/dialect.h"

namespace rubble::usarsim {

// Number of decimals of values that the dialect's server prints rounded.
inline int rounded_digits(Dialect dialect) { return dialect == Dialect::Udk ? 4 : 2; }

// Appends one line to a text: a keyword, then segments " {Name value}" or " {Name value Other
// value}".
class LineText {
 public:
  LineText(std::string& text, std::string_view keyword) : text_(&text) { text.append(keyword); }

  LineText& open(std::string_view name);                // " {Name "
  LineText& open_without_blank(std::string_view name);  // "{Name ", without the leading blank
  LineText& next(std::string_view name);                // " Other "
  LineText& close();

  // Values. Braces and control characters are replaced by '_'.
  LineText& word(std::string_view value);
  LineText& integer(std::int64_t value);
  LineText& flag(bool value);
  LineText& truncated(double value, int digits = 4);  // truncated towards zero
  LineText& truncated(const Vec3& value, int digits = 4);
  LineText& rounded(double value, int digits);  // rounded
  LineText& rounded(const Vec3& value, int digits = 2);
  LineText& truncated_list(std::span<const float> values, int digits);
  LineText& comma();

  // Complete segments.
  LineText& segment(std::string_view name, std::string_view value);
  LineText& time(Tick tick, Dialect dialect);
  LineText& fine_time(Tick tick);  // four decimals

  LineText& blank();
  void end();  // CR LF

 private:
  std::string* text_;
};

// Roll, pitch and yaw (rad) in protocol axes. A quaternion made from angles has lost their last
// bits; rounding to 1e-9 restores them, otherwise 0.3 would be truncated to 0.2999.
Vec3 wire_rotation(const Quat& rotation);
Vec3 wire_rotation(const RollPitchYaw& angles);
// A computed position in protocol axes, m, rounded to 1e-9.
Vec3 wire_location(const Vec3& position);
// Rounds to 1e-9: removes floating-point noise before truncation.
double round_noise(double value);
// Wraps angles to [0, 2 pi).
Vec3 wrap_to_two_pi(const Vec3& angles);
double wrap_to_two_pi(double angle);
// Wraps an angle to [-pi, pi].
double wrap_to_pi(double angle);

}  // namespace rubble::usarsim
