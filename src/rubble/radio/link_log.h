// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <string>

#include "rubble/base/result.h"
#include "rubble/radio/links.h"

namespace rubble::radio {

// Links as a table in a text file: a line for each pair and look. What is written is there after a
// crash.
class LinkLog {
 public:
  static Result<LinkLog> open(const std::string& path);
  // An error is told once, and nothing is written after it.
  Result<void> write(const Links& links);

 private:
  explicit LinkLog(std::string path) : path_(std::move(path)), file_(path_) {}

  std::string path_;
  std::ofstream file_;
  bool has_failed_ = false;
};

}  // namespace rubble::radio
