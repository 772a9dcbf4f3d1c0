// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/base/result.h"

namespace rubble::mapping {

// A line of a table of numbers.
struct NumberRow {
  std::vector<double> numbers;
  std::vector<std::string_view> words;
  int line = 0;
};

struct NumberTable {
  std::size_t min_columns = 0;
  std::size_t max_columns = 0;
  const char* columns = "";  // what they are called, for who got them wrong
  // Sees comments, and a first line of words only. May be empty.
  std::function<void(std::string_view)> see_heading;
};

// Calls with each row; what it returns is a complaint about the row. Comments, blank lines, blanks
// and commas in any number, CR LF and a heading of words are fine. A last line that is broken and
// has no end is left out with a remark; any other is an error with its line.
Result<void> for_each_row(const std::string& path, const NumberTable& table,
                          std::vector<std::string>& remarks,
                          const std::function<std::optional<std::string>(const NumberRow&)>& take);

// For all readers of lines: a complaint about a line as an error, or, where the file was cut off in
// it, as a remark.
struct LinePlace {
  std::string path;
  int line = 0;
  bool has_end = true;
};
Result<void> complain(const LinePlace& place, const std::string& complaint,
                      std::vector<std::string>& remarks);

}  // namespace rubble::mapping
