// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "rubble/base/assert.h"

namespace rubble::usarsim {
namespace {

constexpr double kMaxMagnitude = 9999999999.0;  // large enough for Unix time in seconds
constexpr int kMaxDigits = 8;
constexpr std::array<double, 10> kPowersOfTen = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
// A float distinguishes all decimals of up to 6 significant digits.
constexpr double kFloatUnits = 1e6;
// Buffer size: ten digits before the point, point, sign, comma and decimals.
constexpr std::size_t kMaxNumberChars = 24;

// Number of units of the last digit in a magnitude. If a decimal of few digits rounds to this
// binary number, it is its shortest text, and the division, which rounds the same way, finds it.
// Any other decimal lies on the same side of the number as of its shortest text.
std::uint64_t units_in(double magnitude, int digits) {
  const double scale = kPowersOfTen[static_cast<std::size_t>(digits)];
  const auto nearest = static_cast<std::uint64_t>(magnitude * scale + 0.5);
  return static_cast<double>(nearest) / scale <= magnitude ? nearest : nearest - 1;
}

double magnitude_of(double value) {
  return std::isfinite(value) ? std::fmin(std::fabs(value), kMaxMagnitude) : 0.0;
}

// The shortest decimal of a float, as a double, which preserves it.
double widened(float value) {
  std::array<char, 64> shortest{};
  const auto end = std::to_chars(shortest.data(), shortest.data() + shortest.size(), value).ptr;
  double wide = 0.0;
  std::from_chars(shortest.data(), end, wide);
  return wide;
}

std::uint64_t units_in(float value, int digits) {
  const double scale = kPowersOfTen[static_cast<std::size_t>(digits)];
  const double magnitude = magnitude_of(static_cast<double>(value));
  const double scaled = magnitude * scale;  // exact: 24 bits times 12
  if (scaled >= kFloatUnits) return units_in(magnitude_of(widened(value)), digits);
  const auto nearest = static_cast<std::uint32_t>(scaled + 0.5);
  const auto decimal = static_cast<float>(static_cast<double>(nearest) / scale);
  return decimal <= static_cast<float>(magnitude) ? nearest : nearest - 1;
}

// Digits are produced from the last to the first.
template <class Units>
char* write_backwards(char* end, Units units, int digits) {
  char* first = end;
  for (int i = 0; i < digits; ++i, units /= 10) *--first = static_cast<char>('0' + units % 10);
  if (digits > 0) *--first = '.';
  do {
    *--first = static_cast<char>('0' + units % 10);
    units /= 10;
  } while (units > 0);
  return first;
}

char* write_units(char* end, bool is_negative, std::uint64_t units, int digits) {
  char* first = units <= UINT32_MAX
                    ? write_backwards(end, static_cast<std::uint32_t>(units), digits)
                    : write_backwards(end, units, digits);
  if (is_negative) *--first = '-';
  return first;
}

void append_units(std::string& text, bool is_negative, std::uint64_t units, int digits) {
  RUBBLE_ASSERT(digits >= 0 && digits <= kMaxDigits);
  std::array<char, kMaxNumberChars> buffer;
  char* const end = buffer.data() + buffer.size();
  const char* const first = write_units(end, is_negative, units, digits);
  text.append(first, static_cast<std::size_t>(end - first));
}

// Writes a number and a comma; returns the position after them.
char* write_number(char* out, float value, int digits) {
  std::array<char, kMaxNumberChars> buffer;
  char* const end = buffer.data() + buffer.size();
  const char* const first = write_units(end, value < 0.0F, units_in(value, digits), digits);
  out = std::copy(first, static_cast<const char*>(end), out);
  *out++ = ',';
  return out;
}

constexpr std::array<char, 200> digit_pairs() {
  std::array<char, 200> pairs{};
  for (std::size_t i = 0; i < 100; ++i) {
    pairs[2 * i] = static_cast<char>('0' + i / 10);
    pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return pairs;
}
constexpr std::array<char, 200> kDigitPairs = digit_pairs();

char* write_pair(char* out, std::uint32_t pair) {
  return std::copy_n(kDigitPairs.data() + std::size_t{2} * pair, 2, out);
}

// Fast path for scans: four decimals, values in [0, 100).
char* write_laser_range(char* out, float value) {
  const std::uint64_t units = units_in(value, 4);
  if (value < 0.0F || units >= 1000000) return write_number(out, value, 4);
  const auto all = static_cast<std::uint32_t>(units);
  const std::uint32_t integer = all / 10000, fraction = all % 10000;
  if (integer >= 10) *out++ = static_cast<char>('0' + integer / 10);
  *out++ = static_cast<char>('0' + integer % 10);
  *out++ = '.';
  out = write_pair(write_pair(out, fraction / 100), fraction % 100);
  *out++ = ',';
  return out;
}

bool is_between_numbers(char character) {
  return character == ' ' || character == ',' || character == '}';
}

// End of the number at this position if it is a zero with a point; else npos.
std::size_t end_of_zero(const std::string& text, std::size_t begin) {
  const std::size_t end = std::min(text.find_first_not_of("0.", begin), text.size());
  const std::size_t point = text.find('.', begin);
  const bool is_zero =
      end > begin && text[begin] == '0' && point < end && text.find('.', point + 1) >= end;
  return is_zero && (end == text.size() || is_between_numbers(text[end])) ? end : std::string::npos;
}

}  // namespace

void append_truncated(std::string& text, double value, int digits) {
  append_units(text, value < 0.0, units_in(magnitude_of(value), digits), digits);
}

void append_truncated(std::string& text, float value, int digits) {
  append_units(text, value < 0.0F, units_in(value, digits), digits);
}

void append_rounded(std::string& text, double value, int digits) {
  const std::uint64_t finer = units_in(magnitude_of(value), digits + 1);
  append_units(text, value < 0.0, (finer + 5) / 10, digits);
}

void drop_minus_of_zero(std::string& text) {
  std::size_t kept = 0;   // end of the compacted text
  std::size_t taken = 0;  // end of the processed text
  for (std::size_t minus = text.find('-'); minus != std::string::npos;
       minus = text.find('-', minus + 1)) {
    if (minus == 0 || !is_between_numbers(text[minus - 1])) continue;
    if (end_of_zero(text, minus + 1) == std::string::npos) continue;
    std::copy(text.begin() + static_cast<std::ptrdiff_t>(taken),
              text.begin() + static_cast<std::ptrdiff_t>(minus),
              text.begin() + static_cast<std::ptrdiff_t>(kept));
    kept += minus - taken;
    taken = minus + 1;
  }
  text.erase(kept, taken - kept);
}

void append_truncated_list(std::string& text, std::span<const float> values, int digits) {
  if (values.empty()) return;
  RUBBLE_ASSERT(digits >= 0 && digits <= kMaxDigits);
  const std::size_t begin = text.size();
  text.resize(begin + values.size() * kMaxNumberChars);
  char* out = text.data() + begin;
  if (digits == 4) {
    for (const float value : values) out = write_laser_range(out, value);
  } else {
    for (const float value : values) out = write_number(out, value, digits);
  }
  text.resize(static_cast<std::size_t>(out - text.data()) - 1);
}

}  // namespace rubble::usarsim
