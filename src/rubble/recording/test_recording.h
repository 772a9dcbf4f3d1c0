// SPDX-License-Identifier: Apache-2.0
// Files and readings for tests of recordings.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "rubble/messages/reading.h"
#include "rubble/recording/recorder.h"
#include "rubble/sdf/load.h"

namespace rubble::recording {

namespace fs = std::filesystem;

// A folder of its own for each test, gone afterwards.
class Folder {
 public:
  Folder()
      : path_(fs::path(testing::TempDir()) /
              ("rubble_recorder_" + std::to_string(::getpid()) + "_" +
               testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }

 private:
  fs::path path_;
};

inline constexpr const char* kModel =
    "<sdf version='1.9'><model name='m'><static>true</static><link name='l'><visual name='v'>"
    "<geometry><mesh><uri>meshes/tri.obj</uri></mesh></geometry></visual></link></model></sdf>";
inline constexpr const char* kWorld =
    "<sdf version='1.9' xmlns:rubble='urn:rubble'><world name='w'><include><name>a</name>"
    "<uri>model://thing</uri></include><include><name>b</name><uri>beside</uri></include>"
    "<rubble:start name='Here'><pose>1 2 3 0 0 0</pose></rubble:start></world></sdf>";
inline constexpr const char* kMesh =
    "mtllib tri.mtl\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

// A world with a model in a resource folder, one beside its own folder, and meshes with materials.
struct WorldFiles {
  const Folder& folder;
  std::string world;
  LoadSettings settings;

  explicit WorldFiles(const Folder& where) : folder(where) {
    world = folder.write("a/worlds/w.sdf", kWorld);
    for (const char* model : {"far/res/thing", "a/beside"}) {
      folder.write(std::string(model) + "/model.config",
                   "<model><name>x</name><sdf version='1.9'>odd_name.sdf</sdf></model>");
      folder.write(std::string(model) + "/odd_name.sdf", kModel);
      folder.write(std::string(model) + "/meshes/tri.obj", kMesh);
      folder.write(std::string(model) + "/meshes/tri.mtl", "newmtl red\nKd 1 0 0\n");
    }
    settings.resource_folders = {folder / "far/res", folder / "far/none"};
  }
};

inline RunFacts some_facts(const WorldFiles& files) {
  return {.program = "rubble test",
          .seed = 18446744073709551615ULL,
          .level = "w",
          .settings = {{"dialect", "compat"}},
          .resource_folders = files.settings.resource_folders};
}

inline Reading some_scan(Tick tick) {
  RangeScan scan{.columns = 3, .angle_min = -0.1, .angle_increment = 0.1, .max_range = 4.0};
  scan.ranges = {1.0F / 3.0F, 2.0F, std::numeric_limits<float>::quiet_NaN()};
  scan.codes = {kNoCode, kNoCode, 16};
  return {tick, "R 1/\xff", "Scanner1", scan};
}

}  // namespace rubble::recording
