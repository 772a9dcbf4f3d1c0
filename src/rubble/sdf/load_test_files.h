// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "rubble/world/world.h"

// Small inputs for the loader's tests.
namespace rubble {

inline std::string world_text(const std::string& content) {
  return "<sdf version='1.9' xmlns:rubble='urn:rubble'><world name='w'>" + content +
         "</world></sdf>";
}

inline std::string box_visual(const std::string& name, const std::string& rest) {
  return "<visual name='" + name + "'><geometry><box><size>1 1 1</size></box></geometry>" + rest +
         "</visual>";
}

inline std::string mesh_visual(const std::string& name, const std::string& uri,
                               const std::string& scale) {
  return "<visual name='" + name + "'><geometry><mesh><uri>" + uri + "</uri><scale>" + scale +
         "</scale></mesh></geometry></visual>";
}

inline int warning_count(const World& world, const std::string& kind) {
  return static_cast<int>(
      std::count_if(world.warnings.begin(), world.warnings.end(),
                    [&](const Warning& warning) { return warning.kind == kind; }));
}

// A folder of its own for each test, gone afterwards.
class TestFolder {
 public:
  TestFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("rubble_load_" + std::to_string(::getpid()) + "_" +
               testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  std::string path() const { return path_.string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

}  // namespace rubble
