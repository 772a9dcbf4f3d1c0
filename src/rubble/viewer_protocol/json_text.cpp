// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/json_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace rubble::viewer_protocol {
namespace {

constexpr double kBeyondAll = 1e9;  // stands for infinity
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool is_continuation(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

// Length of the UTF-8 character that begins here, 0 if none does (RFC 3629: no surrogates, no
// overlong forms, nothing beyond U+10FFFF).
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!is_continuation(byte(i))) return 0;
  const unsigned char second = byte(1);
  const bool is_wrong = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                        (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return is_wrong ? 0 : length;
}

void append_escaped(std::string& text, char character) {
  constexpr char kHex[] = "0123456789abcdef";
  if (character == '"' || character == '\\') {
    text += '\\';
    text += character;
    return;
  }
  const auto code = static_cast<unsigned char>(character);
  text += "\\u00";
  text += kHex[code >> 4U];
  text += kHex[code & 15U];
}

bool needs_escape(char character) {
  const auto code = static_cast<unsigned char>(character);
  return code < 0x20 || code == 0x7F || character == '"' || character == '\\';
}

}  // namespace

void JsonText::separate() {
  if (needs_comma_) text_ += ',';
  needs_comma_ = true;
}

JsonText& JsonText::open(char bracket) {
  separate();
  text_ += bracket;
  needs_comma_ = false;
  return *this;
}

JsonText& JsonText::close(char bracket) {
  text_ += bracket;
  needs_comma_ = true;
  return *this;
}

JsonText& JsonText::key(std::string_view name) {
  put(name);
  text_ += ':';
  needs_comma_ = false;
  return *this;
}

JsonText& JsonText::put_word(std::string_view word) {
  separate();
  text_ += word;
  return *this;
}

JsonText& JsonText::put(double value, int digits) {
  if (std::isnan(value)) return put_null();
  if (std::isinf(value)) value = std::copysign(kBeyondAll, value);
  if (std::abs(value) < 1e-12) value = 0.0;
  std::array<char, 40> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::general, digits);
  return put_word({buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data())});
}

JsonText& JsonText::put(std::string_view value) {
  separate();
  text_ += '"';
  while (!value.empty()) {
    const std::size_t length = character_length(value);
    if (length == 0)
      text_ += kReplacement;
    else if (length == 1 && needs_escape(value.front()))
      append_escaped(text_, value.front());
    else
      text_ += value.substr(0, length);
    value.remove_prefix(std::max<std::size_t>(1, length));
  }
  text_ += '"';
  return *this;
}

JsonText& JsonText::put(const Pose& pose) {
  constexpr int kDigitsOfAFloat = 7;
  open_list();
  for (const double x : pose.position) put(x, kDigitsOfAFloat);
  for (const double x : pose.rotation.coeffs()) put(x, kDigitsOfAFloat);
  return close_list();
}

JsonText& JsonText::time_field(std::string_view name, double seconds) {
  return key(name).put(std::round(seconds * 1e4) * 1e-4, 12);
}

}  // namespace rubble::viewer_protocol
