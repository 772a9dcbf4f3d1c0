// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rubble::net {

// Splits a byte stream into lines. Any sequence of CR and LF terminates a line; empty lines are
// skipped. A line longer than the limit is dropped as a whole and counted.
class LineSplitter {
 public:
  explicit LineSplitter(std::size_t max_line_bytes) : max_line_bytes_(max_line_bytes) {}
  // Appends the lines completed by these bytes.
  void feed(std::string_view bytes, std::vector<std::string>& lines);
  std::size_t dropped_lines() const { return dropped_lines_; }

 private:
  std::size_t max_line_bytes_;
  std::string partial_;
  bool is_skipping_ = false;
  std::size_t dropped_lines_ = 0;
};

}  // namespace rubble::net
