// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/temporary_folder.h"

#include <cstdlib>
#include <filesystem>

namespace rubble {

TemporaryFolder::TemporaryFolder(const std::string& word) {
  std::error_code error;
  path_ = (std::filesystem::temp_directory_path(error) / (word + "_XXXXXX")).string();
  if (error || ::mkdtemp(path_.data()) == nullptr) path_.clear();
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace rubble
