// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/viewer_protocol/run_status.h"

namespace rubble::server {

// The folder of the recordings that pages make and open. Symbolic links in it are followed.
class RecordingsFolder {
 public:
  explicit RecordingsFolder(std::string path) : path_(std::move(path)) {}

  // The newest first, at most 500.
  std::vector<viewer_protocol::RecordingFile> list() const;
  // Name for a new recording, from the world's name and the current UTC time. Creates the folder.
  // An error if there is such a file already.
  Result<std::string> new_name(const std::string& world) const;
  std::string path_of(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace rubble::server
