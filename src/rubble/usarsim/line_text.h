// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "rubble/base/tick.h"
#include "rubble/geometry/pose.h"
#include "rubble/usarsim/dialect.h"

namespace rubble::usarsim {

// Digits of the numbers that a server prints as they come, rounded.
inline int rounded_digits(Dialect dialect) { return dialect == Dialect::Udk ? 4 : 2; }

// Writes one line at the end of a text: a keyword, then segments {Name value}, with a blank before
// each, or {Name value Other value}.
class LineText {
 public:
  LineText(std::string& text, std::string_view keyword) : text_(&text) { text.append(keyword); }

  LineText& open(std::string_view name);                // " {Name "
  LineText& open_without_blank(std::string_view name);  // "{Name ", without the blank
  LineText& next(std::string_view name);                // " Other "
  LineText& close();

  // Values. What would end a segment or a line is written as "_".
  LineText& word(std::string_view value);
  LineText& integer(std::int64_t value);
  LineText& flag(bool value);
  LineText& truncated(double value, int digits = 4);  // cut off
  LineText& truncated(const Vec3& value, int digits = 4);
  LineText& rounded(double value, int digits);  // rounded
  LineText& rounded(const Vec3& value, int digits = 2);
  LineText& truncated_list(std::span<const float> values, int digits);
  LineText& comma();

  // Whole segments that many lines have.
  LineText& segment(std::string_view name, std::string_view value);
  LineText& time(Tick tick, Dialect dialect);
  LineText& fine_time(Tick tick);  // with four digits

  LineText& blank();
  void end();  // CR LF

 private:
  std::string* text_;
};

// The wire's roll, pitch and yaw of a turn of ours. A turn that was made from angles has lost their
// last bits; they are put back, or 0.3 would be cut to 0.2999.
Vec3 wire_rotation(const Quat& rotation);
Vec3 wire_rotation(const RollPitchYaw& angles);
// A place that was calculated, in the wire's axes.
Vec3 wire_location(const Vec3& position);
// A number rounded to 1e-9, which takes away the noise of calculating it.
double round_noise(double value);
// Each in [0, 2 pi).
Vec3 wrap_to_two_pi(const Vec3& angles);
double wrap_to_two_pi(double angle);
// In [-pi, pi].
double wrap_to_pi(double angle);

}  // namespace rubble::usarsim
