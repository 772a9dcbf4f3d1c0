// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <string>
#include <string_view>

#include "rubble/base/result.h"

namespace rubble::mapping {

// Where a file is that is to be written: at the end of links, so that they stay links. Nothing if
// they lead nowhere.
std::string resolve_links(const std::string& path);

// A file that is there whole or not at all: written beside its place, and put there by finish().
class TextOutput {
 public:
  explicit TextOutput(std::string path);
  ~TextOutput();
  TextOutput(const TextOutput&) = delete;
  TextOutput& operator=(const TextOutput&) = delete;

  TextOutput& operator<<(std::string_view text);
  TextOutput& operator<<(double number);  // reads back as the same bits
  Result<void> finish();

 private:
  std::string path_;   // as it was given
  std::string place_;  // at the end of links
  std::string written_path_;
  std::ofstream stream_;
  bool is_finished_ = false;
};

}  // namespace rubble::mapping
