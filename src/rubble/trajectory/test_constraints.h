// SPDX-License-Identifier: Apache-2.0
// Constraints and files of them, for tests.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "rubble/trajectory/constraint.h"

namespace rubble::trajectory {

namespace fs = std::filesystem;

inline std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

inline Constraint loop_at(double stamp_i, double stamp_j) {
  Constraint constraint;
  constraint.stamp_i = stamp_i;
  constraint.stamp_j = stamp_j;
  constraint.i_from_j = {0.1, 1.0 / 3.0, -0.7};
  constraint.proposed = constraint.i_from_j;
  constraint.kind = ConstraintKind::LoopClosure;
  constraint.maker = "rubble slam 0.6";
  return constraint;
}

class ConstraintFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              ("constraints_" + std::to_string(::getpid()) + "_" +
               std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    path_ = (folder_ / "c.json").string();
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string text_of(const std::string& path) const {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }
  void put(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
  std::string error_of(const std::string& text) const {
    put(text);
    const auto read = read_constraints(path_);
    return read ? "" : read.error().to_string();
  }

  fs::path folder_;
  std::string path_;
};

}  // namespace rubble::trajectory
