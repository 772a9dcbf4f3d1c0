// SPDX-License-Identifier: Apache-2.0
// Numbers that other parts rely on, in the worlds that are not mazes.
#include <gtest/gtest.h>

#include <set>

#include "rubble/generators/corridor.h"
#include "rubble/generators/office.h"
#include "rubble/generators/radio_floor.h"
#include "rubble/generators/smoke_room.h"
#include "rubble/generators/station/station.h"
#include "rubble/generators/test_models.h"
#include "rubble/sdf/load.h"
#include "rubble/worldcheck/column_map.h"
#include "rubble/worldcheck/traverse.h"

namespace rubble::generators {
namespace {

// Nearest solid that a level ray along +x meets, by small steps through the solids' triangles.
double distance_ahead(const World& world, const Vec3& from, double reach) {
  const std::vector<worldcheck::Solid> solids = worldcheck::static_solids(world);
  for (double ahead = 0.0; ahead < reach; ahead += 0.005)
    for (const worldcheck::Solid& solid : solids) {
      const Vec2 point(from.x() + ahead, from.y() + 1e-5);
      const std::vector<double> heights =
          worldcheck::heights_at(worldcheck::triangles_of(solid), point);
      for (std::size_t i = 0; i + 1 < heights.size(); i += 2)
        if (from.z() > heights[i] && from.z() < heights[i + 1]) return ahead;
    }
  return reach;
}

TEST(Corridor, ConeStandsThreeMetresSixFromTheStart) {
  const World world = corridor_world({});
  EXPECT_NEAR(model_named(world, "cone").links[0].model_from_link.position.x() -
                  world.starts[0].pose.position.x(),
              3.6, 1e-9);
}

TEST(Corridor, ObstaclesLeaveTheGapOfTheirRobot) {
  for (const auto& [robot, gap] :
       {std::pair(CorridorRobot::PER, 0.75), std::pair(CorridorRobot::P2AT, 0.95)}) {
    const World world = corridor_world({.course = Course::Complex, .robot = robot});
    const Model& obstacles = model_named(world, "obstacles");
    ASSERT_EQ(obstacles.links.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 size = std::get<Box>(obstacles.links[i].collisions[0].geometry).size;
      EXPECT_NEAR(1.6 - size.y(), gap, 1e-9);
      EXPECT_NEAR(obstacles.links[i].model_from_link.position.x(),
                  1.8 + 0.8 * static_cast<double>(i), 1e-9);
    }
  }
}

TEST(Corridor, StonesCoverThreeFifthsAndStandOutOneToFourCentimetres) {
  const World world = corridor_world({.floor = CorridorFloor::Rock});
  const Bounds area = Bounds{}.add(Vec3(1.0, -0.75, 0)).add(Vec3(4.0, 0.75, 0));
  const worldcheck::ColumnMap map(worldcheck::static_solids(world), area, 0.01);
  int covered = 0, all = 0;
  double highest = 0.0;
  for (int row = 0; row < map.rows(); ++row)
    for (int column = 0; column < map.columns(); ++column) {
      const double height = map.spans(column, row).back().high;
      ++all;
      if (height > 1e-6) ++covered;
      highest = std::max(highest, height);
    }
  EXPECT_NEAR(covered / static_cast<double>(all), 0.60, 0.05);
  EXPECT_LE(highest, 0.0401);
  EXPECT_GT(highest, 0.03);
}

TEST(Corridor, PaperCoversThreeTenths) {
  const World world = corridor_world({.floor = CorridorFloor::Paper});
  const Link& sheets = model_named(world, "papers").links[0];
  double area = 0.0;
  for (const Collision& sheet : sheets.collisions)
    area += std::get<Box>(sheet.geometry).size.head<2>().prod();
  EXPECT_NEAR(area / 8.0, 0.30, 0.01);
  EXPECT_DOUBLE_EQ(sheets.collisions[0].contact.friction, 0.45);
}

TEST(SmokeRoom, TargetsStandAtTheirDistances) {
  const World world = smoke_room_world({.density = 0.003});
  const Vec3 laser = world.starts[0].pose.position + Vec3(0.0, 0.0, 0.1);
  EXPECT_NEAR(distance_ahead(world, laser, 5.0), 2.5, 0.006);
  EXPECT_NEAR(distance_ahead(world, laser + Vec3(0.0, 1.2, 0.0), 5.0), 4.0, 0.006);
  ASSERT_EQ(world.smokes.size(), 1U);
  EXPECT_DOUBLE_EQ(world.smokes[0].density, 0.003);
  EXPECT_FALSE(smoke_room_sdf({.density = -1.0}).ok());
}

TEST(Office, StairLeadsToTheUpperFloor) {
  const World world = office_world({});
  const Bounds area = Bounds{}.add(Vec3(8.0, 6.1, 0)).add(Vec3(15.8, 9.8, 0));
  const worldcheck::ColumnMap map(worldcheck::static_solids(world), area, 0.05);
  // Tracks climb risers of 0.18 m; wheels do not.
  const Vec2 foot(8.6, 9.2);
  const Vec3 landing(15.0, 9.2, 2.88);
  EXPECT_TRUE(worldcheck::Reachability(map, {.radius = 0.3, .max_step = 0.19}, {foot})
                  .reaches_near(landing, 0.3));
  EXPECT_FALSE(worldcheck::Reachability(map, {.radius = 0.3, .max_step = 0.10}, {foot})
                   .reaches_near(landing, 0.3));
}

TEST(Office, HasDoorsToPushAndOneToRam) {
  const World world = office_world({});
  int doors = 0;
  for (const auto& model : world.models)
    if (model->semantic.label == "Door") ++doors;
  EXPECT_EQ(doors, 12);
  EXPECT_TRUE(model_named(world, "ram_door").joints[0].break_limit.is_given());
  EXPECT_FALSE(office_sdf({.ram_torque = 0.0}).ok());
}

TEST(RadioFloor, HasWallsOfEveryMaterial) {
  const World world = radio_floor_world({});
  std::set<std::string> materials;
  for (const Link& link : model_named(world, "building").links)
    if (link.semantic.label == "Wall") {
      EXPECT_GT(link.collisions[0].surface.thickness, 0.0) << link.name;
      materials.insert(link.collisions[0].surface.material);
    }
  EXPECT_EQ(materials,
            (std::set<std::string>{"brick", "concrete", "glass", "metal", "plasterboard", "wood"}));
}

TEST(RadioFloor, HasThreeFixedBaseStations) {
  const World made = radio_floor_world({.seed = 7});
  const auto read = load_world_text(*radio_floor_sdf({.seed = 7}), "floor.sdf", {});
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  for (const World* world : {&made, &*read})
    for (const char* name : {"BaseStation1", "BaseStation2", "BaseStation3"}) {
      const Model& station = model_named(*world, name);
      ASSERT_TRUE(station.robot.has_value());
      EXPECT_EQ(station.robot->robot_class, "BaseStation");
      EXPECT_TRUE(station.robot->is_relay);
      EXPECT_EQ(station.joints.at(0).parent, -1) << "it does not fall";
    }
}

TEST(Station, HoldsWhatTheSceneAsksFor) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const World world = station_world({.seed = seed});
    EXPECT_EQ(world.victims.size(), 8U);
    EXPECT_TRUE(world.plumes.size() >= 2 && world.plumes.size() <= 4);
    EXPECT_EQ(world.plumes.size(), world.sources.size());
    int debris = 0, fallen = 0;
    for (const auto& model : world.models) {
      if (model->semantic.label == "Rubble") ++debris;
      const double roll = std::abs(roll_pitch_yaw_of(model->world_from_model.rotation).roll);
      if (model->semantic.label == "Train" && roll > radians(79.0)) ++fallen;
    }
    EXPECT_TRUE(debris >= 30 && debris <= 80) << debris;
    EXPECT_EQ(fallen, 1);
  }
}

TEST(Station, WrecksTouchTheGroundOrTheRails) {
  const World world = station_world({.seed = 5});
  for (const auto& model : world.models) {
    if (model->semantic.label != "Train") continue;
    World alone;
    alone.models.push_back(model);
    Bounds bounds;
    for (const worldcheck::Solid& solid : worldcheck::static_solids(alone))
      bounds.add(solid.bounds);
    EXPECT_TRUE(std::abs(bounds.low.z()) < 1e-6 || std::abs(bounds.low.z() - 0.19) < 1e-6)
        << model->name << " " << bounds.low.z();
  }
}

}  // namespace
}  // namespace rubble::generators
