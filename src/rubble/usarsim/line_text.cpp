// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/line_text.h"

#include <cmath>

#include "rubble/usarsim/frames.h"
#include "rubble/usarsim/number_text.h"

namespace rubble::usarsim {
namespace {

bool ends_a_word(char character) {
  return character == '{' || character == '}' || static_cast<unsigned char>(character) < 0x20;
}

}  // namespace

LineText& LineText::open(std::string_view name) {
  text_->push_back(' ');
  return glued(name);
}

LineText& LineText::glued(std::string_view name) {
  text_->push_back('{');
  word(name);
  return blank();
}

LineText& LineText::also(std::string_view name) {
  blank();
  word(name);
  return blank();
}

LineText& LineText::close() {
  text_->push_back('}');
  return *this;
}

LineText& LineText::word(std::string_view value) {
  for (const char character : value) text_->push_back(ends_a_word(character) ? '_' : character);
  return *this;
}

LineText& LineText::whole(std::int64_t value) {
  text_->append(std::to_string(value));
  return *this;
}

LineText& LineText::flag(bool value) {
  text_->append(value ? "True" : "False");
  return *this;
}

LineText& LineText::fixed(double value, int digits) {
  append_truncated(*text_, value, digits);
  return *this;
}

LineText& LineText::fixed(const Vec3& value, int digits) {
  return fixed(value.x(), digits).comma().fixed(value.y(), digits).comma().fixed(value.z(), digits);
}

LineText& LineText::raw(double value, int digits) {
  append_rounded(*text_, value, digits);
  return *this;
}

LineText& LineText::raw(const Vec3& value, int digits) {
  return raw(value.x(), digits).comma().raw(value.y(), digits).comma().raw(value.z(), digits);
}

LineText& LineText::fixed_list(std::span<const float> values, int digits) {
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
  return open("Time").raw(seconds_at(tick), raw_digits(dialect)).close();
}

LineText& LineText::fine_time(Tick tick) {
  return open("Time").raw(seconds_at(tick), raw_digits(Dialect::Udk)).close();
}

LineText& LineText::blank() {
  text_->push_back(' ');
  return *this;
}

void LineText::end() { text_->append("\r\n"); }

double without_noise(double value) { return std::round(value * 1e9) / 1e9; }

Vec3 wire_rotation(const RollPitchYaw& angles) {
  const RollPitchYaw wire = flipped(angles);
  return {wire.roll, wire.pitch, wire.yaw};
}

Vec3 wire_rotation(const Quat& rotation) {
  return wire_rotation(roll_pitch_yaw_of(rotation)).unaryExpr([](double angle) {
    return without_noise(angle);
  });
}

Vec3 wire_location(const Vec3& position) {
  return flipped(position).unaryExpr([](double value) { return without_noise(value); });
}

double whole_turn(double angle) { return angle - 2.0 * kPi * std::floor(angle / (2.0 * kPi)); }

double half_turn(double angle) { return std::remainder(angle, 2.0 * kPi); }

Vec3 whole_turns(const Vec3& angles) {
  return {whole_turn(angles.x()), whole_turn(angles.y()), whole_turn(angles.z())};
}

}  // namespace rubble::usarsim
