// SPDX-License-Identifier: Apache-2.0
// What `rubble probe` answers.
#include "rubble/sim/probe.h"

#include <gtest/gtest.h>

#include "rubble/scenario/checked_world.h"
#include "rubble/sdf/load.h"
#include "rubble/sensors/sensor_factory.h"

namespace rubble {
namespace {

// A white wall 2.5 m ahead in even smoke.
World wall_in_smoke(double density) {
  World world;
  auto wall = std::make_shared<Model>();
  wall->name = "wall";
  wall->is_static = true;
  Link link{.name = "link"};
  link.visuals.push_back({.name = "board", .geometry = Box{{0.1, 8, 4}}});
  wall->links.push_back(std::move(link));
  wall->world_from_model = {Vec3(2.55, 0, 0)};
  world.models.push_back(wall);
  if (density > 0) world.hazes.push_back({.density = density});
  return world;
}

// The middle beam: its range, or its code as a negative number.
double middle_beam(const World& world, const std::string& preset) {
  sim::Probe probe(world);
  const auto data = probe.ask({sensors::without_noise(*sensors::spec_of_preset(preset)), {}});
  const auto& scan = std::get<RangeScan>(*data);
  const std::size_t middle = scan.ranges.size() / 2;
  return scan.codes[middle] == kNoCode ? static_cast<double>(scan.ranges[middle])
                                       : -static_cast<double>(scan.codes[middle]);
}

TEST(Probe, EveryRangePresetSeesAWallInClearAir) {
  const World world = wall_in_smoke(0.0);
  for (const char* preset : {"urg04lx", "urg04lx_formsma", "urg04lx_udk", "urg04lx_thick",
                             "utm30lx", "lms200", "lms291", "lms100", "generic"})
    EXPECT_NEAR(middle_beam(world, preset), 2.5, 0.0051) << preset;
}

TEST(Probe, TheBudgetEndsWhereThePaperSays) {
  EXPECT_NEAR(middle_beam(wall_in_smoke(0.00279), "urg04lx_formsma"), 2.5, 0.001);
  EXPECT_EQ(middle_beam(wall_in_smoke(0.00281), "urg04lx_formsma"), 0.0);
}

TEST(Probe, AnInertialSensorAtRestFeelsGravity) {
  const World world = wall_in_smoke(0.0);
  sim::Probe probe(world);
  const auto data = probe.ask({*sensors::spec_of_preset("mti"), {}});
  ASSERT_TRUE(data.ok());
  EXPECT_NEAR(std::get<ImuReading>(*data).specific_force.z(), -world.gravity.z(), 0.2);
}

TEST(Probe, SeedsAreIndependentAndRepeat) {
  const World world = wall_in_smoke(0.0);
  sim::Probe probe(world);
  const auto ranges = [&](std::uint64_t seed) {
    const auto data = probe.ask({*sensors::spec_of_preset("urg04lx"), {}, 0.0, seed});
    return std::get<RangeScan>(*data).ranges[341];
  };
  EXPECT_EQ(ranges(1), ranges(1));
  int equal = 0;
  for (std::uint64_t seed = 2; seed < 22; ++seed) equal += ranges(seed) == ranges(1) ? 1 : 0;
  EXPECT_LT(equal, 6);
}

// What stands under worlds/ can be seen: no picture is one colour, no scan is empty.
TEST(Probe, EveryWorldHasSomethingToSee) {
  for (const char* name :
       {"maze", "arena_yellow", "arena_orange", "arena_red", "office", "furnished_room",
        "radio_floor", "station", "smoke_room", "corridor_complex_rock"}) {
    const auto world = load_world(RUBBLE_SOURCE_DIR "/worlds/" + std::string(name) + ".sdf",
                                  scenario::load_settings({}));
    ASSERT_TRUE(world.ok()) << name;
    sim::Probe probe(*world);
    const Pose eye = world->starts.at(0).pose * Pose{Vec3(0, 0, 0.4)};
    const auto view = probe.ask({*sensors::spec_of_preset("camera"), eye});
    const auto& rgb = std::get<Image>(*view).rgb;
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < rgb.size(); i += 3) {
      sum += rgb[i];
      squares += static_cast<double>(rgb[i]) * rgb[i];
    }
    const double count = static_cast<double>(rgb.size()) / 3;
    const double mean = sum / count;
    EXPECT_GT(std::sqrt(squares / count - mean * mean), 8.0) << name << " is one colour";
    EXPECT_TRUE(mean > 30 && mean < 235) << name << " has a mean of " << mean;
  }
}

}  // namespace
}  // namespace rubble
