// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/json_bytes.h"

#include <cstdint>

namespace rubble {
namespace {

constexpr std::uint32_t kFirstStandIn = 0xef80;
constexpr std::uint32_t kLastStandIn = 0xefff;

std::size_t length_by_first(unsigned char byte) {
  if (byte >= 0xc2 && byte < 0xe0) return 2;
  if (byte >= 0xe0 && byte < 0xf0) return 3;
  if (byte >= 0xf0 && byte < 0xf5) return 4;
  return 0;
}

bool is_character(std::uint32_t code, std::size_t length) {
  const bool is_too_long = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  return !is_too_long && !is_surrogate && code <= 0x10ffff;
}

// The code point, or nothing that is one.
std::uint32_t code_point(const std::string& text, std::size_t at, std::size_t length) {
  std::uint32_t code = static_cast<unsigned char>(text[at]) & (0xffU >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) {
    const auto next = static_cast<unsigned char>(text[at + k]);
    if ((next & 0xc0U) != 0x80) return 0xffffffffU;
    code = code << 6U | (next & 0x3fU);
  }
  return code;
}

}  // namespace

std::size_t plain_character_at(const std::string& text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) return 1;
  const std::size_t length = length_by_first(first);
  if (length == 0 || at + length > text.size()) return 0;
  const std::uint32_t code = code_point(text, at, length);
  const bool is_stand_in = code >= kFirstStandIn && code <= kLastStandIn;
  return is_character(code, length) && !is_stand_in ? length : 0;
}

void append_stand_in(std::string& text, unsigned char byte) {
  // U+EF00 + byte, three bytes long.
  text += static_cast<char>(0xee);
  text += static_cast<char>(0xbc | (byte >> 6U));
  text += static_cast<char>(0x80 | (byte & 0x3fU));
}

std::string without_stand_ins(std::string text) {
  if (text.find(static_cast<char>(0xee)) == std::string::npos) return text;
  std::string plain;
  for (std::size_t i = 0; i < text.size();) {
    const bool may_be = static_cast<unsigned char>(text[i]) == 0xee && i + 3 <= text.size();
    const std::uint32_t code = may_be ? code_point(text, i, 3) : 0;
    if (code >= kFirstStandIn && code <= kLastStandIn) {
      plain += static_cast<char>(code & 0xffU);
      i += 3;
    } else {
      plain += text[i++];
    }
  }
  return plain;
}

}  // namespace rubble
