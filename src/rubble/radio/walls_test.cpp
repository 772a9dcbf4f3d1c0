// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/walls.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "rubble/base/random.h"
#include "rubble/geometry/extrusion.h"
#include "rubble/radio/test_site.h"

namespace rubble::radio {
namespace {

int walls_between(const TestSite& site, const Vec3& from, const Vec3& to) {
  return count_walls(WallFinder(site.state).between(from, to).walls);
}

TEST(Walls, SolidThatIsEnteredAndLeftIsOneWall) {
  TestSite site;
  site.build({.middle = {2, 0, 1}, .size = {0.2, 4, 2}});
  site.build({.middle = {4, 0, 1}, .size = {0.1, 4, 2}});
  EXPECT_EQ(walls_between(site, {0, 0, 1}, {6, 0.5, 1}), 2);
  EXPECT_EQ(walls_between(site, {0, 0, 1}, {3, 0.5, 1}), 1);
  EXPECT_EQ(walls_between(site, {0, 0, 1}, {1, 0.5, 1}), 0);
  EXPECT_EQ(walls_between(site, {0, 0, 1}, {0, 0, 1}), 0);
  EXPECT_EQ(walls_between(site, {0, 0, 3}, {6, 0.5, 3}), 0);  // over them
}

TEST(Walls, KnowTheirMaterialAndThickness) {
  TestSite site;
  site.build({{2, 0, 1}, {0.2, 4, 2}, "concrete"});
  site.build({{3, 0, 1}, {0.1, 4, 2}, "plasterboard", 0.026});
  site.build({{4, 0, 1}, {0.15, 4, 2}});
  const auto walls = WallFinder(site.state).between({0, 0, 1}, {6, 0, 1}).walls;
  ASSERT_EQ(walls.size(), 3U);
  EXPECT_EQ(walls[0].material.name, "concrete");
  EXPECT_NEAR(walls[0].thickness, 0.2, 1e-5);
  EXPECT_NEAR(walls[0].at, 2.0, 1e-5);
  EXPECT_EQ(walls[1].material.name, "plasterboard");
  EXPECT_EQ(walls[1].thickness, 0.026);
  EXPECT_EQ(walls[2].material.name, "brick");
  EXPECT_NEAR(walls[2].thickness, 0.15, 1e-5);
}

// Walls are listed from the first end on: distances, order and layers. Their total loss is the same
// in both directions, to the last bit.
TEST(Walls, AreOrderedFromTheFirstEnd) {
  TestSite site;
  site.build({{2, 0, 1}, {0.2, 9, 3}, "concrete"});
  site.build({{4, 0, 1}, {0.1, 9, 3}, "glass"});
  site.build({{4.1, 0, 1}, {0.1, 9, 3}, "wood"});  // another layer of the same wall
  site.build({{4.6, 0, 1}, {0.07, 9, 3}, "brick"});
  const WallFinder finder(site.state);
  const Propagation propagation({.preset = RadioPreset::Multiwall});
  const auto words = [](const Path& path) {
    std::string text;
    for (const Wall& wall : path.walls)
      text += (wall.continues ? "+" : " ") + std::string(wall.material.name);
    return text;
  };
  for (const Vec3& to : {Vec3(6, 0, 1), Vec3(6, 2, 1), Vec3(6, -3, 1.5)}) {
    const Vec3 from(0, 0, 1);
    const Path there = finder.between(from, to), back = finder.between(to, from);
    const double slant = (to - from).norm() / 6.0;
    ASSERT_EQ(words(there), " concrete glass+wood brick");
    ASSERT_EQ(words(back), " brick wood+glass concrete");
    EXPECT_NEAR(there.walls[0].at, 2.0 * slant, 1e-4);
    EXPECT_NEAR(there.walls[1].at, 4.0 * slant, 1e-4);
    EXPECT_NEAR(back.walls[3].at, 4.0 * slant, 1e-4);
    EXPECT_NEAR(back.walls[0].at, 1.4 * slant, 1e-4);
    EXPECT_EQ(propagation.wall_loss(there.walls), propagation.wall_loss(back.walls));
    EXPECT_EQ(propagation.power(there), propagation.power(back));
  }
}

TEST(Walls, ThicknessIsIndependentOfTheAngle) {
  TestSite site;
  site.build({{2, 0, 1}, {0.2, 8, 2}, "concrete"});
  const auto walls = WallFinder(site.state).between({0, 0, 1}, {4, 4, 1}).walls;
  ASSERT_EQ(walls.size(), 1U);
  EXPECT_NEAR(walls[0].thickness, 0.2, 1e-5);
  EXPECT_NEAR(walls[0].cosine, std::sqrt(0.5), 1e-5);
}

TEST(Walls, FacesWithinACentimetreAreOneWall) {
  TestSite site;
  site.build({{2.0, 0, 1}, {0.1, 4, 2}});
  site.build({{2.108, 0, 1}, {0.1, 4, 2}});  // a gap of 8 mm
  EXPECT_EQ(walls_between(site, {0, 0, 1}, {6, 0, 1}), 1);
  site.build({{2.0, 0, 1}, {0.1, 4, 2}});  // the same again
  EXPECT_EQ(walls_between(site, {0, 0, 1}, {6, 0, 1}), 1);
  site.build({{2.25, 0, 1}, {0.1, 4, 2}});  // 42 mm further
  EXPECT_EQ(walls_between(site, {0, 0, 1}, {6, 0, 1}), 2);
}

TEST(Walls, LayersAddTheirLossesAndOverlapsCountOnce) {
  TestSite site;
  site.build({{2.0, 0, 1}, {0.1, 4, 2}, "brick"});
  site.build({{2.1, 0, 1}, {0.1, 4, 2}, "brick"});
  site.build({{2.05, 0, 1}, {0.1, 4, 2}, "brick"});  // inside both
  const auto walls = WallFinder(site.state).between({0, 0, 1}, {6, 0, 1}).walls;
  double thickness = 0.0;
  for (const Wall& wall : walls) thickness += wall.thickness;
  EXPECT_EQ(count_walls(walls), 1);
  EXPECT_NEAR(thickness, 0.2, 1e-4);
}

TEST(Walls, RobotsAreNoWalls) {
  TestSite site;
  site.put_robot("R1", {2, 0, 0.2});
  EXPECT_EQ(walls_between(site, {0, 0, 0.2}, {4, 0, 0.2}), 0);
}

TEST(Walls, DoorsCountAtTheirCurrentAngle) {
  TestSite site;
  const InstanceId door =
      site.build({.middle = {2, 0, 1}, .size = {0.04, 1, 2}, .is_static = false});
  WallFinder walls(site.state);
  EXPECT_EQ(walls.between({0, 0, 1}, {4, 0, 1}).walls.size(), 1U);
  EXPECT_FALSE(walls.update(site.state));
  site.move(door, {2, 1.2, 1});
  EXPECT_TRUE(walls.update(site.state));
  EXPECT_EQ(walls.between({0, 0, 1}, {4, 0, 1}).walls.size(), 0U);
  site.state.set_present(door, false);
  EXPECT_TRUE(walls.update(site.state));
  EXPECT_EQ(walls.between({0, 1.2, 1}, {4, 1.2, 1}).walls.size(), 0U);
}

TEST(Walls, EndInsideAWallCountsTheWay) {
  TestSite site;
  site.build({{2, 0, 1}, {1, 4, 2}});
  EXPECT_EQ(walls_between(site, {2, 0, 1}, {4, 0, 1}), 1);
  EXPECT_EQ(walls_between(site, {0, 0, 1}, {2, 0, 1}), 1);
}

TEST(Walls, AFloorBetweenStoreysIsAFloor) {
  TestSite site;
  site.build({{0, 0, 2.9}, {10, 10, 0.2}});
  const auto walls = WallFinder(site.state).between({0, 0, 1}, {1, 0, 4}).walls;
  ASSERT_EQ(walls.size(), 1U);
  EXPECT_TRUE(walls[0].is_floor);
}

// Paths exactly along edges and through corners hit one face, both or none.
TEST(Walls, PathsAlongEdgesDoNotEndInsideAWall) {
  TestSite site;
  site.build({{2, 0, 1}, {0.2, 4, 2}});
  site.build({{5, 0, 1}, {0.2, 4, 2}});
  const WallFinder walls(site.state);
  Random random(4, "edges");
  for (int i = 0; i < 20'000; ++i) {
    const Vec3 edge{random.chance(0.5) ? 1.9 : 2.1, random.chance(0.5) ? 2.0 : -2.0,
                    random.uniform(0.1, 1.9)};
    const Vec3 way{random.uniform(0.2, 1.0), random.uniform(-1, 1), random.uniform(-0.1, 0.1)};
    const auto found = walls.between(edge - way, edge + way).walls;
    EXPECT_LE(count_walls(found), 1);
    const double longest = 0.2 * way.norm() / way.x();  // from face to face
    for (const Wall& wall : found) EXPECT_LT(wall.thickness, longest + 1e-3);
  }
}

// Two arms of one solid are two walls, a thin sheet is one.
TEST(Walls, EverySheetAndEveryCrossingOfAConcaveSolidCounts) {
  TestSite site;
  auto model = model_of_box({.middle = Vec3::Zero(), .size = Vec3::Ones()});
  Extrusion u{
      .outlines = {{{0, 0}, {3, 0}, {3, 2}, {2.8, 2}, {2.8, 0.2}, {0.2, 0.2}, {0.2, 2}, {0, 2}}},
      .height = 2.0};
  u.mesh = std::make_shared<Mesh>(extrude(u.outlines, u.height).value());
  model->links[0].visuals[0].geometry = u;
  site.state.add(model, "u", {});
  EXPECT_EQ(walls_between(site, {-1, 1, 0.1}, {4, 1, 0.1}), 2);
  EXPECT_EQ(walls_between(site, {1, 1, 0.1}, {4, 1, 0.1}), 1);
  auto sheet = model_of_box({.middle = Vec3::Zero(), .size = Vec3::Ones()});
  sheet->links[0].visuals[0].geometry = Plane{.normal = Vec3::UnitX(), .size = {4, 4}};
  site.state.add(sheet, "sheet", {Vec3(5, 0, 1)});
  EXPECT_EQ(walls_between(site, {-1, 1, 0.1}, {6, 1, 0.1}), 3);
}

// --- twenty rooms against brute force ---------------------------------------------------------

struct Slab {
  Vec3 low, high;
};

// Five by four rooms with doorways, walls of 12 cm.
std::vector<Slab> twenty_rooms() {
  std::vector<Slab> slabs;
  constexpr double kRoom = 4.0, kHalf = 0.06, kDoor = 0.9;
  Random random(20, "doors");
  for (int i = 0; i <= 5; ++i)
    for (int j = 0; j < 4; ++j) {  // across x
      const double x = i * kRoom, y = j * kRoom, door = y + random.uniform(0.3, 2.7);
      slabs.push_back({{x - kHalf, y - kHalf, 0}, {x + kHalf, door, 2.5}});
      slabs.push_back({{x - kHalf, door + kDoor, 0}, {x + kHalf, y + kRoom + kHalf, 2.5}});
    }
  for (int j = 0; j <= 4; ++j)
    slabs.push_back({{-kHalf, j * kRoom - kHalf, 0}, {5 * kRoom + kHalf, j * kRoom + kHalf, 2.5}});
  return slabs;
}

// The interval of a path inside a box (slab method).
std::optional<std::pair<double, double>> inside(const Slab& slab, const Vec3& from,
                                                const Vec3& to) {
  const Vec3 way = to - from;
  double enter = 0.0, leave = 1.0;
  for (int axis = 0; axis < 3; ++axis) {
    if (way[axis] == 0.0) {
      if (from[axis] < slab.low[axis] || from[axis] > slab.high[axis]) return std::nullopt;
      continue;
    }
    double a = (slab.low[axis] - from[axis]) / way[axis];
    double b = (slab.high[axis] - from[axis]) / way[axis];
    if (a > b) std::swap(a, b);
    enter = std::max(enter, a);
    leave = std::min(leave, b);
  }
  if (enter >= leave || (enter == 0.0 && leave == 1.0)) return std::nullopt;  // hits no face
  return std::pair(enter * way.norm(), leave * way.norm());
}

int count_by_arithmetic(const std::vector<Slab>& slabs, const Vec3& from, const Vec3& to) {
  std::vector<std::pair<double, double>> stretches;
  for (const Slab& slab : slabs)
    if (const auto stretch = inside(slab, from, to)) stretches.push_back(*stretch);
  std::sort(stretches.begin(), stretches.end());
  int count = 0;
  double reached = -1.0;
  for (const auto& [begin, end] : stretches) {
    if (begin > reached + 0.01) ++count;
    reached = std::max(reached, end);
  }
  return count;
}

struct Rooms {
  std::vector<Slab> slabs = twenty_rooms();
  TestSite site;
  Rooms() {
    for (const Slab& slab : slabs)
      site.build({.middle = (slab.low + slab.high) / 2, .size = slab.high - slab.low});
  }
};

TEST(Walls, MatchBruteForceInTwentyRooms) {
  Rooms rooms;
  const WallFinder walls(rooms.site.state);
  Random random(1, "pairs");
  const auto anywhere = [&] {
    return Vec3{random.uniform(-2, 22), random.uniform(-2, 18), random.uniform(0.1, 2.4)};
  };
  int most = 0;
  for (int i = 0; i < 10'000; ++i) {
    const Vec3 from = anywhere(), to = anywhere();
    const int count = count_walls(walls.between(from, to).walls);
    EXPECT_EQ(count, count_by_arithmetic(rooms.slabs, from, to))
        << from.transpose() << " to " << to.transpose();
    most = std::max(most, count);
  }
  EXPECT_GE(most, 6);
}

TEST(Walls, AreBitIdenticalInBothDirections) {
  Rooms rooms;
  const WallFinder walls(rooms.site.state);
  const Propagation propagation{RadioSettings{}};
  Random random(2, "pairs");
  for (int i = 0; i < 2'000; ++i) {
    const Vec3 from{random.uniform(0, 20), random.uniform(0, 16), 0.3};
    const Vec3 to{random.uniform(0, 20), random.uniform(0, 16), 0.5};
    EXPECT_EQ(propagation.power(walls.between(from, to)),
              propagation.power(walls.between(to, from)));
  }
}

TEST(Walls, AreTheSameInASceneSharedWithSensorsThatSeeVictims) {
  World world;
  State state;
  for (const Slab& slab : twenty_rooms()) {
    const auto model = model_of_box({.size = slab.high - slab.low});
    model->world_from_model.position = (slab.low + slab.high) / 2;
    world.models.push_back(model);
    state.add(model, "wall", model->world_from_model);
  }
  world.victims.push_back({.pose = {Vec3(10, 8, 0)}});
  const WallFinder alone(state);
  const WallFinder shared(state, std::make_shared<const rays::StaticScene>(world));
  Random random(3, "pairs");
  for (int i = 0; i < 2'000; ++i) {
    const Vec3 from{random.uniform(0, 20), random.uniform(0, 16), 0.3};
    const Vec3 to{random.uniform(0, 20), random.uniform(0, 16), 0.3};
    const std::vector<Wall> expected = alone.between(from, to).walls;
    const std::vector<Wall> walls = shared.between(from, to).walls;
    ASSERT_EQ(walls.size(), expected.size());
    for (std::size_t k = 0; k < walls.size(); ++k) {
      EXPECT_EQ(walls[k].at, expected[k].at);
      EXPECT_EQ(walls[k].thickness, expected[k].thickness);
    }
  }
}

}  // namespace
}  // namespace rubble::radio
