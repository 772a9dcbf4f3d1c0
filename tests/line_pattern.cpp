// SPDX-License-Identifier: Apache-2.0
#include "tests/line_pattern.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace rubble::tests {
namespace {

constexpr std::string_view kPlusMinus = "±";

// A number at the beginning of a text, which is shortened by it.
std::optional<double> take_number(std::string_view& text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

struct Near {
  double value = 0.0;
  double tolerance = 0.0;
};

// "2.0±0.1" at the beginning of a pattern, which is shortened by it.
std::optional<Near> take_near(std::string_view& pattern) {
  std::string_view rest = pattern;
  const auto value = take_number(rest);
  if (!value || !rest.starts_with(kPlusMinus)) return std::nullopt;
  rest.remove_prefix(kPlusMinus.size());
  const auto tolerance = take_number(rest);
  if (!tolerance) return std::nullopt;
  pattern = rest;
  return Near{*value, *tolerance};
}

struct Values {
  long count = 0;
  std::optional<long> digits;  // behind the point
};

// "<181 values>" or "<181 values of 4 digits>".
std::optional<Values> take_values(std::string_view& pattern) {
  constexpr std::string_view kValues = " values", kOf = " of ", kDigits = " digits";
  if (!pattern.starts_with('<')) return std::nullopt;
  std::string_view rest = pattern.substr(1);
  const auto count = take_number(rest);
  if (!count || !rest.starts_with(kValues)) return std::nullopt;
  rest.remove_prefix(kValues.size());
  Values values{std::lround(*count), {}};
  if (rest.starts_with(kOf)) {
    rest.remove_prefix(kOf.size());
    const auto digits = take_number(rest);
    if (!digits || !rest.starts_with(kDigits)) return std::nullopt;
    rest.remove_prefix(kDigits.size());
    values.digits = std::lround(*digits);
  }
  if (!rest.starts_with('>')) return std::nullopt;
  pattern = rest.substr(1);
  return values;
}

long digits_behind_point(std::string_view number) {
  const std::size_t point = number.find('.');
  return point == std::string_view::npos ? 0 : static_cast<long>(number.size() - point - 1);
}

bool skip_values(std::string_view& line, const Values& values) {
  for (long i = 0; i < values.count; ++i) {
    if (i > 0) {
      if (!line.starts_with(',')) return false;
      line.remove_prefix(1);
    }
    const std::string_view before = line;
    if (!take_number(line)) return false;
    const std::string_view number = before.substr(0, before.size() - line.size());
    if (values.digits && digits_behind_point(number) != *values.digits) return false;
  }
  return !line.starts_with(',');
}

bool matches_after_any(std::string_view line, std::string_view pattern, bool stops_at_brace) {
  for (std::size_t skipped = 0;; ++skipped) {
    if (matches(line.substr(skipped), pattern)) return true;
    if (skipped == line.size()) return false;
    if (stops_at_brace && (line[skipped] == '{' || line[skipped] == '}')) return false;
  }
}

}  // namespace

bool matches(std::string_view line, std::string_view pattern) {
  while (!pattern.empty()) {
    if (pattern.starts_with("...")) return matches_after_any(line, pattern.substr(3), false);
    if (pattern.starts_with('*')) return matches_after_any(line, pattern.substr(1), true);
    if (const auto near = take_near(pattern)) {
      const auto value = take_number(line);
      if (!value || std::abs(*value - near->value) > near->tolerance + 1e-9) return false;
    } else if (const auto values = take_values(pattern)) {
      if (!skip_values(line, *values)) return false;
    } else {
      if (line.empty() || line.front() != pattern.front()) return false;
      line.remove_prefix(1);
      pattern.remove_prefix(1);
    }
  }
  return line.empty();
}

}  // namespace rubble::tests
