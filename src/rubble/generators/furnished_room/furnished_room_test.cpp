// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/furnished_room/furnished_room.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <set>

#include "rubble/generators/test_models.h"
#include "rubble/sdf/load.h"
#include "rubble/worldcheck/check.h"
#include "rubble/worldcheck/column_map.h"
#include "rubble/worldcheck/settle.h"
#include "rubble/worldcheck/traverse.h"

namespace rubble::generators {
namespace {

constexpr std::uint64_t kSeeds[] = {1, 2, 3, 7, 23};

std::set<std::string> pictures_of(const World& world) {
  std::set<std::string> pictures;
  for (const auto& model : world.models)
    for (const Link& link : model->links)
      for (const Visual& visual : link.visuals)
        if (!visual.appearance.texture.empty()) pictures.insert(visual.appearance.texture);
  return pictures;
}

TEST(FurnishedRoom, SameSeedGivesTheSameBytes) {
  EXPECT_EQ(*furnished_room_sdf({.seed = 4}), *furnished_room_sdf({.seed = 4}));
  EXPECT_NE(*furnished_room_sdf({.seed = 4}), *furnished_room_sdf({.seed = 5}));
}

TEST(FurnishedRoom, SeedsHangPaintingsElsewhere) {
  std::set<std::string> above_sofa;
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const Link& link :
         model_named(furnished_room_world({.seed = seed}), "wall_pictures").links)
      if (link.semantic.label == "Picture" && link.model_from_link.position.x() > 6.9)
        above_sofa.insert(link.name);
  EXPECT_EQ(above_sofa, (std::set<std::string>{"abstract", "landscape", "portrait", "still_life"}));
}

// Every picture the room names is a file, and every file is shown by some room.
TEST(FurnishedRoom, ShowsThePicturesOfItsFolder) {
  std::set<std::string> shown;
  for (const std::uint64_t seed : kSeeds)
    shown.merge(pictures_of(furnished_room_world({.seed = seed})));
  std::set<std::string> files;
  std::uintmax_t bytes = 0;
  const std::string folder = "room_pictures/pictures";
  for (const auto& entry :
       std::filesystem::directory_iterator(RUBBLE_SOURCE_DIR "/models/" + folder)) {
    files.insert("model://" + folder + "/" + entry.path().filename().string());
    bytes += entry.file_size();
  }
  EXPECT_EQ(shown, files);
  EXPECT_LT(bytes, 600'000U);
}

TEST(FurnishedRoom, PassesTheChecksWithAnySeed) {
  for (const std::uint64_t seed : kSeeds) {
    const World world = furnished_room_world({.seed = seed});
    for (const worldcheck::CheckRow& row : worldcheck::check_geometry(world))
      EXPECT_TRUE(row.passed) << seed << ", " << row.name << ": " << row.detail;
    const worldcheck::CheckRow settled = worldcheck::check_settle(world);
    EXPECT_TRUE(settled.passed) << seed << ": " << settled.detail;
  }
}

// A disc of 0.30 m; the door's leaf moves and is no wall to it.
TEST(FurnishedRoom, LeadsFromEveryStartToEveryOtherAndToTheVictim) {
  const Bounds area = Bounds{}.add(Vec3(-2.3, -0.3, 0)).add(Vec3(7.3, 5.3, 0));
  for (const std::uint64_t seed : kSeeds) {
    const World world = furnished_room_world({.seed = seed});
    const worldcheck::ColumnMap map(worldcheck::static_solids(world), area, 0.05);
    ASSERT_GE(world.starts.size(), 3U);
    for (const Start& from : world.starts) {
      const worldcheck::Reachability reach(map, {.radius = 0.30}, {from.pose.position.head<2>()});
      for (const Start& to : world.starts)
        EXPECT_TRUE(reach.reaches_near({to.pose.position.x(), to.pose.position.y(), 0.0}, 0.06))
            << seed << ", " << from.name << " to " << to.name;
      EXPECT_TRUE(reach.reaches_near(world.victims.at(0).pose.position, 0.7)) << seed;
    }
  }
}

// Shares of a turn, clockwise from the top, of the hands of a clock that shows the time.
TEST(FurnishedRoom, ClockShowsTheTimeOfItsName) {
  for (const std::uint64_t seed : kSeeds) {
    const World world = furnished_room_world({.seed = seed});
    const Link& clock = model_named(world, "wall_pictures").links.back();
    int hours = 0, minutes = 0;
    ASSERT_EQ(std::sscanf(clock.semantic.name.c_str(), "%d:%d", &hours, &minutes), 2);
    const auto turn_of = [&](const std::string& hand) {
      for (const Visual& visual : clock.visuals)
        if (visual.name == hand + "_visual") {
          const Vec3 middle = visual.link_from_shape.position;  // y to the right, z up
          const double turn = std::atan2(middle.y(), middle.z()) / (2.0 * kPi);
          return turn < -1e-9 ? turn + 1.0 : turn;
        }
      return kInfinity;
    };
    EXPECT_NEAR(turn_of("hour_hand"), (hours + minutes / 60.0) / 12.0, 1e-6) << seed;
    EXPECT_NEAR(turn_of("minute_hand"), minutes / 60.0, 1e-6) << seed;
  }
}

// It lies on the floor, some of it under the table top and some of it not.
TEST(FurnishedRoom, HidesHalfAVictimUnderTheTable) {
  for (const std::uint64_t seed : kSeeds) {
    const World world = furnished_room_world({.seed = seed});
    const Link& table = model_named(world, "furniture").links.front();
    ASSERT_EQ(table.name, "table");
    const Pose table_from_victim = table.model_from_link.inverse() * world.victims.at(0).pose;
    const auto is_under = [&](double along) {
      const Vec3 point = table_from_victim * Vec3(0.0, along, 0.0);
      return std::abs(point.x()) < 0.80 && std::abs(point.y()) < 0.40;
    };
    EXPECT_TRUE(is_under(-0.45)) << "feet, " << seed;
    EXPECT_FALSE(is_under(0.42)) << "head, " << seed;
  }
}

}  // namespace
}  // namespace rubble::generators
