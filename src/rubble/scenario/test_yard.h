// SPDX-License-Identifier: Apache-2.0
// For the tests of this module.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace rubble::scenario {

// The file of a small world, for as long as this lives: a floor between four walls and two starts.
class TestYard {
 public:
  TestYard() { std::ofstream(path_) << text(); }
  ~TestYard() { std::filesystem::remove(path_); }
  TestYard(const TestYard&) = delete;
  TestYard& operator=(const TestYard&) = delete;

  const std::string& path() const { return path_; }

 private:
  static std::string box(const std::string& pose, const std::string& size) {
    return "<collision name='c" + pose + "'><pose>" + pose + " 0 0 0</pose><geometry><box><size>" +
           size + "</size></box></geometry></collision>";
  }
  static std::string text() {
    return "<?xml version='1.0'?><sdf version='1.9' xmlns:rubble='urn:rubble'><world name='yard'>"
           "<rubble:start name='First'><pose>-1 0 0 0 0 0</pose></rubble:start>"
           "<rubble:start name='Second'><pose>1 0 0 0 0 0</pose></rubble:start>"
           "<model name='yard'><static>true</static><link name='l'>" +
           box("0 0 -0.5", "6 6 1") + box("3 0 0.5", "0.1 6 1") + box("-3 0 0.5", "0.1 6 1") +
           box("0 3 0.5", "6 0.1 1") + box("0 -3 0.5", "6 0.1 1") + "</link></model></world></sdf>";
  }

  std::string path_ = std::filesystem::temp_directory_path() /
                      ("rubble_scenario_yard_" + std::to_string(::getpid()) + ".sdf");
};

inline const std::string& test_world() {
  static const TestYard yard;
  return yard.path();
}

}  // namespace rubble::scenario
