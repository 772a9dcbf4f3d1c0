// SPDX-License-Identifier: Apache-2.0
// Worlds and robots written by others do not only load, they run.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "apps/support.h"
#include "rubble/sdf/load.h"
#include "rubble/sim/simulation.h"

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

struct ForeignVehicle {
  const char* file;
  const char* name;
  DriveKind drive;
};

TEST(ForeignWorlds, VehiclesDriveAsTheirPluginsSay) {
  if (files().empty()) GTEST_SKIP() << "there are no foreign worlds at " << kData;
  constexpr double kSpeed = 0.5;  // m/s
  for (const ForeignVehicle& vehicle :
       {ForeignVehicle{"gz-sim/worlds/diff_drive.sdf", "vehicle_blue", DriveKind::Differential},
        ForeignVehicle{"gz-sim/worlds/tracked_vehicle_simple.sdf", "simple_tracked",
                       DriveKind::Tracks}}) {
    auto world = load_world(kData + "/" + vehicle.file, settings());
    ASSERT_TRUE(world.ok()) << world.error().to_string();
    sim::Simulation simulation(*std::move(world), {});
    const State& state = simulation.state();
    const RobotId robot = simulation.robots().find(vehicle.name, state);
    ASSERT_TRUE(robot.is_valid()) << vehicle.name;
    const InstanceId id = state.robots[robot.index()].instance;
    EXPECT_EQ(state.instances[id.index()].model->robot->drive, vehicle.drive);
    for (Tick i = 0; i < tick_at(1.0); ++i) simulation.step({});
    const Pose before = state.world_from_model(id);
    const double turn = kSpeed / simulation.robots().measures(robot).wheel_radius;
    for (Tick i = 0; i < tick_at(2.0); ++i)
      simulation.step(std::vector<Command>{{vehicle.name, DriveSides{turn, turn}}});
    const Vec3 way = before.inverse() * state.world_from_model(id).position;
    EXPECT_NEAR(way.x(), 2.0 * kSpeed, 0.15) << vehicle.name;
    EXPECT_NEAR(way.y(), 0.0, 0.1) << vehicle.name;
  }
}

}  // namespace
}  // namespace rubble
