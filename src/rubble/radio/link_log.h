// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <string>

#include "rubble/base/result.h"
#include "rubble/radio/links.h"

namespace rubble::radio {

// Writes links to a CSV file: one line per pair and update. Flushed after each update, so that it
// survives a crash.
class LinkLog {
 public:
  static Result<LinkLog> open(const std::string& path);
  // Reports an error once; nothing is written after it.
  Result<void> write(const Links& links);

 private:
  explicit LinkLog(std::string path) : path_(std::move(path)), file_(path_) {}

  std::string path_;
  std::ofstream file_;
  bool has_failed_ = false;
};

}  // namespace rubble::radio
