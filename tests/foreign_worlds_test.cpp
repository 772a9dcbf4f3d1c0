// SPDX-License-Identifier: Apache-2.0
// Worlds and robots written by others do not only load, they run.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "apps/support.h"
#include "rubble/sim/simulation.h"
#include "rubble/world/load.h"

namespace rubble {
namespace {

const std::string kData = RUBBLE_SHARED_DIR "/data/sdf";

std::vector<std::string> files() {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kData, error)) {
    const std::string extension = entry.path().extension();
    if (extension == ".sdf" || extension == ".world" || extension == ".urdf")
      found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

LoadSettings settings() {
  LoadSettings settings;
  for (const char* folder :
       {"gazebo_models", "nubot_rescue/models", "turtlebot3/models", "hector_nist/models", "subt"})
    settings.resource_folders.push_back(kData + "/" + folder);
  settings.is_lenient = true;
  return settings;
}

bool is_finite_state(const State& state) {
  return std::all_of(state.bodies.begin(), state.bodies.end(), [](const BodyState& body) {
    return is_finite(body.pose) && body.velocity.allFinite();
  });
}

TEST(ForeignWorlds, RunForHalfASecondAndStayFinite) {
  if (!std::filesystem::exists(kData)) GTEST_SKIP() << "there is no " << kData;
  int ran = 0;
  for (const std::string& file : files()) {
    auto world = load_world(file, settings());
    if (!world) continue;  // what may fail to load is the loader's test
    sim::Simulation simulation(*std::move(world), {});
    for (Tick i = 0; i < tick_at(0.5); ++i) simulation.step({});
    EXPECT_TRUE(is_finite_state(simulation.state())) << file;
    ++ran;
  }
  EXPECT_GE(ran, 65);
}

}  // namespace
}  // namespace rubble
