// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <string>
#include <string_view>

#include "rubble/base/result.h"

namespace rubble {

// Target of a path after following symbolic links, so that writing keeps the links. Empty if a link
// is broken.
std::string resolve_links(const std::string& path);

// Writes a text file atomically: into a temporary file that finish() renames.
class TextOutput {
 public:
  explicit TextOutput(std::string path);
  ~TextOutput();
  TextOutput(const TextOutput&) = delete;
  TextOutput& operator=(const TextOutput&) = delete;

  TextOutput& operator<<(std::string_view text);
  TextOutput& operator<<(double number);  // round-trips to the same bits
  Result<void> finish();

 private:
  std::string path_;   // as it was given
  std::string place_;  // at the end of links
  std::string written_path_;
  std::ofstream stream_;
  bool is_finished_ = false;
};

}  // namespace rubble
