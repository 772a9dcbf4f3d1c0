// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/geometry/pose.h"

namespace rubble::usarsim {

// {Name value}: the value may be empty and may hold blanks and commas. A block without a name, such
// as {0.5}, is all value where it starts like a number.
struct Segment {
  std::string_view name;
  std::string_view value;
};

// A line taken apart; refers to the text it was parsed from. Never fails: what makes no sense is
// skipped.
struct Line {
  std::string_view keyword;
  std::vector<Segment> segments;

  bool is(std::string_view word) const;  // the keyword, without case
  // The first of that name, without case; one without a value hides none that has one.
  std::optional<std::string_view> find(std::string_view name) const;
  std::string text(std::string_view name) const;  // empty if there is none
  std::optional<double> number(std::string_view name) const;
  std::optional<bool> flag(std::string_view name) const;
  // The first count numbers; nothing if there are fewer.
  std::optional<std::vector<double>> numbers(std::string_view name, std::size_t count) const;
};

Line parse_line(std::string_view text);

bool equal_without_case(std::string_view first, std::string_view second);
// The number a text begins with, whatever the locale: "1,00" is 1. Infinities and NaN are none.
std::optional<double> leading_number(std::string_view text);
// true and false without case, or a number: 0 is false.
std::optional<bool> leading_flag(std::string_view text);
// Numbers split by commas, blanks or both, up to the first word that is none. Between two commas
// without a number stands a 0, so that the others keep their places.
std::vector<double> number_list(std::string_view text);

// Turns bytes as they arrive into lines: any run of CR and LF ends one, empty lines vanish. A line
// longer than the limit is dropped as a whole and counted.
class LineSplitter {
 public:
  explicit LineSplitter(std::size_t max_line_bytes) : max_line_bytes_(max_line_bytes) {}
  // Appends the lines that are now complete.
  void feed(std::string_view bytes, std::vector<std::string>& lines);
  std::size_t dropped_lines() const { return dropped_lines_; }

 private:
  std::size_t max_line_bytes_;
  std::string partial_;
  bool is_skipping_ = false;
  std::size_t dropped_lines_ = 0;
};

}  // namespace rubble::usarsim
