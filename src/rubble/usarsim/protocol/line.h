// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/geometry/pose.h"

namespace rubble::usarsim {

// {Name value}. The value may be empty and may contain blanks and commas. A block that starts like
// a number, such as {0.5}, is a value without a name.
struct Segment {
  std::string_view name;
  std::string_view value;
};

// A parsed line. Refers to the text it was parsed from, which must outlive it. Malformed parts are
// skipped.
struct Line {
  std::string_view keyword;
  std::vector<Segment> segments;

  bool is(std::string_view word) const;  // compares the keyword, case-insensitive
  // Value of the first segment of that name (case-insensitive) with a value; an empty one if all
  // are empty; nothing if there is none.
  std::optional<std::string_view> find(std::string_view name) const;
  std::string text(std::string_view name) const;  // empty if absent
  std::optional<double> number(std::string_view name) const;
  std::optional<bool> flag(std::string_view name) const;
  // The first `count` numbers; nothing if there are fewer.
  std::optional<std::vector<double>> numbers(std::string_view name, std::size_t count) const;
};

Line parse_line(std::string_view text);

bool equal_without_case(std::string_view first, std::string_view second);
// Number at the beginning of a text, independent of the locale: "1,00" is 1. Nothing for infinities
// and NaN.
std::optional<double> leading_number(std::string_view text);
// "true" or "false" (case-insensitive), or a number: 0 is false.
std::optional<bool> leading_flag(std::string_view text);
// Numbers separated by commas, blanks or both, up to the first word that is not a number. An empty
// item between two commas counts as 0, so that the others keep their positions.
std::vector<double> number_list(std::string_view text);

}  // namespace rubble::usarsim
