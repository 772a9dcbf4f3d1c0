// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/json_writer.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "rubble/serialization/json_bytes.h"

namespace rubble {
namespace {

template <class Number>
void append_shortest(std::string& text, Number value) {
  if (std::isnan(value)) {
    text += "null";
    return;
  }
  if (std::isinf(value)) {
    text += value > 0 ? "1.7976931348623157e308" : "-1.7976931348623157e308";
    return;
  }
  // A reader takes "-0" for a whole number, which has no sign.
  if (value == Number(0)) {
    text += std::signbit(value) ? "-0.0" : "0";
    return;
  }
  char digits[32];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), value);
  text.append(std::begin(digits), end.ptr);
}

void append_escaped(std::string& text, unsigned char c) {
  static constexpr char kHex[] = "0123456789abcdef";
  if (c == '"' || c == '\\') {
    text += '\\';
    text += static_cast<char>(c);
  } else if (c < 0x20) {
    text += "\\u00";
    text += kHex[c >> 4U];
    text += kHex[c & 15U];
  } else {
    text += static_cast<char>(c);
  }
}

}  // namespace

void append_number(std::string& text, double value) { append_shortest(text, value); }
void append_number(std::string& text, float value) { append_shortest(text, value); }

void append_quoted(std::string& text, const std::string& value) {
  text += '"';
  for (std::size_t i = 0; i < value.size();) {
    const auto byte = static_cast<unsigned char>(value[i]);
    if (byte < 0x80) {
      append_escaped(text, byte);
      ++i;
    } else if (const std::size_t length = plain_character_at(value, i); length > 0) {
      text.append(value, i, length);
      i += length;
    } else {
      append_stand_in(text, byte);
      ++i;
    }
  }
  text += '"';
}

void JsonWriter::beams(const RangeScan& scan) {
  const std::size_t count = scan.ranges.size();
  begin("ranges");
  text_ += '[';
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text_ += ',';
    append_number(text_, scan.ranges[i]);
  }
  text_ += ']';
  begin("codes");
  text_ += '[';
  for (std::size_t i = 0; i < scan.codes.size(); ++i) {
    if (i > 0) text_ += ',';
    text_ += scan.codes[i] == kNoCode ? "null" : std::to_string(scan.codes[i]);
  }
  text_ += ']';
  begin("density_integral");
  text_ += '[';
  const bool is_clear = scan.density_integral.empty();
  for (std::size_t i = 0; i < (is_clear ? count : scan.density_integral.size()); ++i) {
    if (i > 0) text_ += ',';
    append_number(text_, is_clear ? 0.0F : scan.density_integral[i]);
  }
  text_ += ']';
  (*this)("is_clear_air", is_clear);
}

}  // namespace rubble
