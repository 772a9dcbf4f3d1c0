// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/line_text.h"

#include <cmath>

#include "rubble/usarsim/protocol/frames.h"
#include "rubble/usarsim/protocol/number_text.h"

namespace rubble::usarsim {
namespace {

bool is_reserved(char character) {
  return character == '{' || character == '}' || static_cast<unsigned char>(character) < 0x20;
}

}  // namespace

LineText& LineText::open(std::string_view name) {
  text_->push_back(' ');
  return open_without_blank(name);
}

LineText& LineText::open_without_blank(std::string_view name) {
  text_->push_back('{');
  word(name);
  return blank();
}

LineText& LineText::next(std::string_view name) {
  blank();
  word(name);
  return blank();
}

LineText& LineText::close() {
  text_->push_back('}');
  return *this;
}

LineText& LineText::word(std::string_view value) {
  for (const char character : value) text_->push_back(is_reserved(character) ? '_' : character);
  return *this;
}

LineText& LineText::integer(std::int64_t value) {
  text_->append(std::to_string(value));
  return *this;
}

LineText& LineText::flag(bool value) {
  text_->append(value ? "True" : "False");
  return *this;
}

LineText& LineText::truncated(double value, int digits) {
  append_truncated(*text_, value, digits);
  return *this;
}

LineText& LineText::truncated(const Vec3& value, int digits) {
  return truncated(value.x(), digits)
      .comma()
      .truncated(value.y(), digits)
      .comma()
      .truncated(value.z(), digits);
}

LineText& LineText::rounded(double value, int digits) {
  append_rounded(*text_, value, digits);
  return *this;
}

LineText& LineText::rounded(const Vec3& value, int digits) {
  return rounded(value.x(), digits)
      .comma()
      .rounded(value.y(), digits)
      .comma()
      .rounded(value.z(), digits);
}

LineText& LineText::truncated_list(std::span<const float> values, int digits) {
  append_truncated_list(*text_, values, digits);
  return *this;
}

LineText& LineText::comma() {
  text_->push_back(',');
  return *this;
}

LineText& LineText::segment(std::string_view name, std::string_view value) {
  return open(name).word(value).close();
}

LineText& LineText::time(Tick tick, Dialect dialect) {
  return open("Time").rounded(seconds_at(tick), rounded_digits(dialect)).close();
}

LineText& LineText::fine_time(Tick tick) {
  return open("Time").rounded(seconds_at(tick), rounded_digits(Dialect::Udk)).close();
}

LineText& LineText::blank() {
  text_->push_back(' ');
  return *this;
}

void LineText::end() { text_->append("\r\n"); }

double round_noise(double value) { return std::round(value * 1e9) / 1e9; }

Vec3 wire_rotation(const RollPitchYaw& angles) {
  const RollPitchYaw wire = flipped(angles);
  return {wire.roll, wire.pitch, wire.yaw};
}

Vec3 wire_rotation(const Quat& rotation) {
  return wire_rotation(roll_pitch_yaw_of(rotation)).unaryExpr([](double angle) {
    return round_noise(angle);
  });
}

Vec3 wire_location(const Vec3& position) {
  return flipped(position).unaryExpr([](double value) { return round_noise(value); });
}

double wrap_to_two_pi(double angle) { return angle - 2.0 * kPi * std::floor(angle / (2.0 * kPi)); }

double wrap_to_pi(double angle) { return std::remainder(angle, 2.0 * kPi); }

Vec3 wrap_to_two_pi(const Vec3& angles) {
  return {wrap_to_two_pi(angles.x()), wrap_to_two_pi(angles.y()), wrap_to_two_pi(angles.z())};
}

}  // namespace rubble::usarsim
