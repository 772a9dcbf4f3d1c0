// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rubble {

// A temporary folder, removed by the destructor.
class TemporaryFolder {
 public:
  // `word` is the prefix of the name.
  explicit TemporaryFolder(const std::string& word);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;  // empty if it could not be created
};

}  // namespace rubble
