// SPDX-License-Identifier: Apache-2.0
// For the tests of this module.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace rubble {

// A folder of its own for each test, gone after it.
class ScratchFiles : public testing::Test {
 protected:
  void SetUp() override {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("rubble_mapping_" + std::to_string(getpid()) + test->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return path(name);
  }
  std::string content(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }

  std::filesystem::path folder_;
};

inline bool has_text(const std::string& text, const std::string& sought) {
  return text.find(sought) != std::string::npos;
}

inline bool has_remark(const std::vector<std::string>& remarks, const std::string& sought) {
  for (const std::string& remark : remarks)
    if (has_text(remark, sought)) return true;
  return false;
}

}  // namespace rubble
