// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/base/result.h"

namespace rubble {

// A line of a table of numbers.
struct NumberRow {
  std::vector<double> numbers;
  std::vector<std::string_view> words;
  int line = 0;
};

struct NumberTable {
  std::size_t min_columns = 0;
  std::size_t max_columns = 0;
  const char* columns = "";  // their names, for error messages
  // Called with comments and with a first line that has words only. Optional.
  std::function<void(std::string_view)> see_heading;
};

// Calls `take` with each row; a returned text is an error message about the row. Skips comments,
// blank lines and a heading; any number of blanks and commas separates fields. A broken last line
// without line end is skipped with a remark; any other broken line is an error with its number.
Result<void> for_each_row(const std::string& path, const NumberTable& table,
                          std::vector<std::string>& remarks,
                          const std::function<std::optional<std::string>(const NumberRow&)>& take);

// For all line readers: turns a complaint about a line into an error, or into a remark if the file
// was truncated in that line.
struct LinePlace {
  std::string path;
  int line = 0;
  bool has_end = true;
};
Result<void> complain(const LinePlace& place, const std::string& complaint,
                      std::vector<std::string>& remarks);

}  // namespace rubble
