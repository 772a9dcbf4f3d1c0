// SPDX-License-Identifier: Apache-2.0
// Robots that are to start where something stands.
#include "rubble/sim/free_pose_finder.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "rubble/sdf/load.h"
#include "rubble/sim/simulation.h"

namespace rubble::sim {
namespace {

constexpr double kFastest = 0.5;          // m/s, of a robot that was put on free floor
constexpr double kHalfThickness = 0.025;  // m, of the walls

std::string box_model(const std::string& name, const Vec3& middle, const Vec3& size,
                      double pitch = 0.0) {
  return fmt::format(
      "<model name='{}'><static>true</static><pose>{} {} {} 0 {} 0</pose><link name='l'><collision "
      "name='c'><geometry><box><size>{} {} {}</size></box></geometry></collision></link></model>",
      name, middle.x(), middle.y(), middle.z(), pitch, size.x(), size.y(), size.z());
}

// An extrusion is a mesh of triangles; one with a hole is not convex and keeps them.
std::string mesh_wall(const std::string& name, double x, double y) {
  return fmt::format(
      "<model name='{}'><static>true</static><pose>{} {} 1.5 0 1.5707963267948966 0</pose><link "
      "name='l'><collision name='c'><geometry><polyline>"
      "<point>-1.5 -3</point><point>1.5 -3</point><point>1.5 3</point><point>-1.5 3</point>"
      "<height>{}</height></polyline><polyline>"
      "<point>-1.4 -2.9</point><point>-1.2 -2.9</point><point>-1.2 -2.8</point>"
      "<point>-1.4 "
      "-2.8</point><height>{}</height></polyline></geometry></collision></link></model>",
      name, x - kHalfThickness, y, 2 * kHalfThickness, 2 * kHalfThickness);
}

constexpr const char* kFloor =
    "<model name='floor'><static>true</static><link name='l'><collision name='c'><geometry><plane>"
    "<normal>0 0 1</normal><size>50 50</size></plane></geometry></collision></link></model>";

World world_with(const std::string& content, const std::string& floor = kFloor) {
  auto world = load_world_text(
      "<?xml version='1.0'?><sdf version='1.9' xmlns:rubble='urn:rubble'><world name='test'>"
      "<rubble:start name='First'><pose>5 0 0 0 0 0</pose></rubble:start>"
      "<rubble:start name='Second'><pose>5 3 0 0 0 0</pose></rubble:start>" +
          floor + content + "</world></sdf>",
      "test", {.resource_folders = default_resource_folders()});
  EXPECT_TRUE(world.ok()) << (world.ok() ? "" : world.error().to_string());
  return *std::move(world);
}

std::string box_wall(const std::string& name, double x, double y) {
  return box_model(name, {x, y, 1.5}, {2 * kHalfThickness, 6, 3});
}

class Start {
 public:
  explicit Start(World world) : simulation_(std::move(world), settings()) {}

  CommandResult enter(const std::string& robot_class, const Pose& pose,
                      const std::string& name = "R1") {
    return simulation_.execute({name, SpawnRobot{robot_class, pose, {}}});
  }
  CommandResult execute(const std::string& name, const CommandData& order) {
    return simulation_.execute({name, order});
  }
  Pose pose(const std::string& name = "R1") const {
    return simulation_.state().world_from_model(simulation_.state().find(name));
  }
  // Of each robot's base while half a second passes without orders.
  std::map<std::string, double> fastest_of_all() {
    std::map<std::string, double> fastest;
    for (Tick tick = 0; tick < kTicksPerSecond / 2; ++tick) {
      simulation_.step({});
      const State& state = simulation_.state();
      for (const RobotId robot : state.present_robots) {
        const Instance& instance = state.instances[state.robots[robot.index()].instance.index()];
        double& speed = fastest[instance.name];
        speed = std::max(speed, state.bodies[instance.links[0].body.index()].velocity.norm());
      }
    }
    return fastest;
  }
  double fastest() { return fastest_of_all().at("R1"); }
  const Simulation& simulation() const { return simulation_; }

 private:
  static Settings settings() {
    Settings settings;
    settings.load.resource_folders = default_resource_folders();
    return settings;
  }
  Simulation simulation_;
};

std::vector<std::string> robot_classes() {
  std::vector<std::string> classes;
  for (const auto& entry : std::filesystem::directory_iterator(RUBBLE_SOURCE_DIR "/models"))
    if (std::filesystem::exists(entry.path() / "model.sdf"))
      classes.push_back(entry.path().filename());
  std::sort(classes.begin(), classes.end());
  return classes;
}

double half_length(const std::string& robot_class) {
  std::vector<Warning> warnings;
  const auto model =
      load_model(robot_class, {.resource_folders = default_resource_folders()}, warnings);
  return -robots::measure(**model).bounds.low.x();
}

struct WallKind {
  const char* name;
  std::string (*make)(const std::string& name, double x, double y);
};

class EveryRobotAtAWall : public testing::TestWithParam<std::tuple<std::string, WallKind>> {};

// One lane for each overlap. The wall stands behind the robot, its face inside the robot's back.
TEST_P(EveryRobotAtAWall, StandsStillOnItsSideOfTheWallOrIsRefused) {
  const auto& [robot_class, wall] = GetParam();
  const double reach = half_length(robot_class);
  const std::vector<double> overlaps{0.0, 0.002, 0.005, 0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.25};
  const auto name_of = [](std::size_t i) { return "R" + std::to_string(i); };
  const auto lane_of = [](std::size_t i) { return 10.0 * static_cast<double>(i) - 20.0; };
  std::string walls;
  for (std::size_t i = 0; i < overlaps.size(); ++i)
    walls +=
        wall.make("wall" + std::to_string(i), -reach + overlaps[i] - kHalfThickness, lane_of(i));
  Start start(world_with(walls));
  std::map<std::string, Vec3> taken;
  for (std::size_t i = 0; i < overlaps.size(); ++i) {
    SCOPED_TRACE(overlaps[i]);
    const double near_face = -reach + overlaps[i], far_face = near_face - 2 * kHalfThickness;
    const CommandResult answer = start.enter(robot_class, {Vec3(0, lane_of(i), 0)}, name_of(i));
    if (!answer.is_done) {
      EXPECT_NE(answer.text.find("free starts: First (5.00, 0.00, 0.00)"), std::string::npos)
          << answer.text;
      EXPECT_GT(overlaps[i], 0.1) << answer.text;
      continue;
    }
    const Vec3 place = taken[name_of(i)] = start.pose(name_of(i)).position;
    EXPECT_LE((place - Vec3(0, lane_of(i), 0)).norm(), FreePoseFinder::kMaxDisplacement);
    // A place inside the wall may be left on either side.
    if (near_face < 0.0) {
      EXPECT_GT(place.x(), near_face);
    } else if (far_face > 0.0) {
      EXPECT_LT(place.x(), far_face);
    }
  }
  const std::map<std::string, double> speeds = start.fastest_of_all();
  for (const auto& [name, place] : taken) {
    EXPECT_LT(speeds.at(name), kFastest) << name;
    EXPECT_LT((start.pose(name).position - place).norm(), 0.05) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Models, EveryRobotAtAWall,
    testing::Combine(testing::ValuesIn(robot_classes()),
                     testing::Values(WallKind{"Box", box_wall}, WallKind{"Mesh", mesh_wall})),
    [](const auto& values) { return std::get<0>(values.param) + std::get<1>(values.param).name; });

class EveryRobotAlone : public testing::TestWithParam<std::string> {};

TEST_P(EveryRobotAlone, IsNotMovedWhereItFits) {
  Start start(world_with(""));
  ASSERT_TRUE(start.enter(GetParam(), {}).is_done);
  EXPECT_EQ(start.pose().position, Vec3(0, 0, 0));
}

TEST_P(EveryRobotAlone, IsLiftedOutOfTheFloorAndStandsOnIt) {
  for (const double depth : {0.02, 0.1, 0.3}) {
    Start start(world_with(""));
    ASSERT_TRUE(start.enter(GetParam(), {Vec3(0, 0, -depth)}).is_done);
    EXPECT_NEAR(start.pose().position.z(), 0.0, 0.015) << depth;
    EXPECT_LT(start.fastest(), kFastest) << depth;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, EveryRobotAlone, testing::ValuesIn(robot_classes()),
                         [](const auto& value) { return value.param; });

// An arm that reaches into a wall broke off in the first tick.
// Also one that the world file puts there, whoever else is in it.
TEST(FreePoseFinder, FreesARobotThatTheWorldHasInAWall) {
  const auto robot = [](const std::string& name, double x, double y) {
    return fmt::format(
        "<include><uri>model://P3AT</uri><name>{}</name><pose>{} {} 0 0 0 0</pose>"
        "</include>",
        name, x, y);
  };
  Simulation simulation(
      world_with(box_wall("wall", 0, 0) + robot("in_wall", 0.15, 0) + robot("free", 4, 0)), {});
  const auto x_of = [&](const std::string& name) {
    return simulation.state().world_from_model(simulation.state().find(name)).position.x();
  };
  ASSERT_EQ(simulation.pending_events().size(), 1U);
  EXPECT_EQ(simulation.pending_events()[0].subject, "in_wall");
  const RobotMoved* const moved = simulation.pending_events()[0].as<RobotMoved>();
  ASSERT_NE(moved, nullptr);
  EXPECT_NE(moved->remark.find("'wall' was in the way"), std::string::npos) << moved->remark;
  const double began = x_of("in_wall");
  EXPECT_GT(began, 0.25);
  EXPECT_LT(began, 0.65);
  EXPECT_EQ(x_of("free"), 4.0);
  for (int i = 0; i < kTicksPerSecond; ++i) simulation.step({});
  EXPECT_NEAR(x_of("in_wall"), began, 0.02);
}

TEST(FreePoseFinder, AnArmThatReachesIntoAWallIsAReasonToMoveOrRefuse) {
  Start near(world_with(box_wall("wall", 1.3, 0.0)));
  ASSERT_TRUE(near.enter("Talon", {}).is_done);
  EXPECT_LT(near.pose().position.x(), -0.1);
  for (const auto& [name, speed] : near.fastest_of_all()) EXPECT_LT(speed, kFastest) << name;
  for (const JointState& joint : near.simulation().state().joints) EXPECT_FALSE(joint.is_broken);
  // Neither on one side of the wall nor, with the arm through it, on both.
  for (const double x : {1.0, 0.9, 0.8, 0.7}) {
    Start between(world_with(box_wall("wall", x, 0.0) + box_wall("behind", -0.6, 0.0)));
    EXPECT_FALSE(between.enter("Talon", {}).is_done) << x;
  }
}

TEST(FreePoseFinder, OfPlacesThatAreEquallyFarTheOneStraightAheadIsTaken) {
  Start start(world_with(box_wall("wall", 0.0, 0.0)));
  ASSERT_TRUE(start.enter("P3AT", {Vec3(0.15, 0, 0)}).is_done);
  EXPECT_NEAR(start.pose().position.y(), 0.0, 1e-9);
}

TEST(FreePoseFinder, SaysWhoWasMovedHowFarAndWhatWasInTheWay) {
  Start start(world_with(box_wall("wall", 0.0, 0.0)));
  ASSERT_TRUE(start.enter("P3AT", {Vec3(0.15, 0, 0)}).is_done);
  const std::vector<Event>& events = start.simulation().pending_events();
  const RobotMoved* const moved = events.front().as<RobotMoved>();
  ASSERT_NE(moved, nullptr);
  EXPECT_EQ(events.front().subject, "R1");
  EXPECT_NE(moved->remark.find("'wall' was in the way"), std::string::npos) << moved->remark;
  EXPECT_EQ(moved->position_world, start.pose().position);
}

TEST(FreePoseFinder, ALevelStartOnARampIsRaisedAndNotMovedAside) {
  const double slope = 0.26;
  Start start(
      world_with(box_model("ramp", {0, 0, -0.5 / std::cos(slope) + 0.3}, {4, 3, 1}, -slope)));
  ASSERT_TRUE(start.enter("P3AT", {Vec3(0, 0, 0.3)}).is_done);
  EXPECT_EQ(start.pose().position.head<2>(), Vec2(0, 0));
  EXPECT_LT(start.pose().position.z(), 0.4);
}

TEST(FreePoseFinder, AStartThatLiesOnARampIsTakenAsItIs) {
  const double slope = 0.26;
  Start start(
      world_with(box_model("ramp", {0, 0, -0.5 / std::cos(slope) + 0.3}, {4, 3, 1}, -slope)));
  const Pose wanted = make_pose(0, 0, 0.3, 0, -slope, 0);
  ASSERT_TRUE(start.enter("P3AT", wanted).is_done);
  EXPECT_EQ(start.pose().position, wanted.position);
}

TEST(FreePoseFinder, ARobotIsNotPutOnTopOfALowWall) {
  Start start(world_with(box_model("curb", {0.1, 0, 0.05}, {0.05, 6, 0.1})));
  ASSERT_TRUE(start.enter("P3AT", {}).is_done);
  EXPECT_LT(start.pose().position.z(), 0.02);
  EXPECT_LT(start.pose().position.x(), 0.0);
  EXPECT_LT(start.fastest(), kFastest);
}

// --- on a surface, at a point of it ----------------------------------------------------------

class OnASurface {
 public:
  explicit OnASurface(const std::string& content)
      : simulation_(world_with(content), {.load = {default_resource_folders()}}) {}

  Result<FreePose> find(const std::string& robot_class, const Vec3& ground, double yaw = 0.0) {
    const auto model = *simulation_.find_model(robot_class);
    low_ = robots::measure(*model).bounds.low.z();
    return FreePoseFinder(simulation_.world(), simulation_.physics(), simulation_.state(), model)
        .find_on(robot_class, ground, yaw);
  }
  // Of the lowest point of the robot that was looked for last.
  double height_of(const FreePose& place) const {
    return place.world_from_model.position.z() + low_;
  }
  // How far the robot has sunk after a second at the place, or -1 if it was not let in there.
  double sinks(const std::string& robot_class, const FreePose& place) {
    const CommandResult answer =
        simulation_.execute({robot_class, SpawnRobot{robot_class, place.world_from_model, {}}});
    if (!answer.is_done) return -1.0;
    for (Tick tick = 0; tick < kTicksPerSecond; ++tick) simulation_.step({});
    const State& state = simulation_.state();
    const Pose now = state.world_from_model(state.find(robot_class));
    simulation_.execute({robot_class, LeaveWorld{}});
    return place.world_from_model.position.z() - now.position.z();
  }

 private:
  Simulation simulation_;
  double low_ = 0.0;
};

// A table, a roof over it and the floor: whoever is put on one of them stays there.
TEST(FreePoseFinder, EveryRobotStandsOnTheSurfaceThatWasMeant) {
  OnASurface world(box_model("table", {0, 0, 0.725}, {5, 5, 0.05}) +
                   box_model("roof", {0, 0, 3.9}, {8, 8, 0.2}));
  for (const std::string& robot_class : robot_classes())
    for (const Vec3& ground : {Vec3(0, 0, 0.75), Vec3(1, 0.5, 4.0), Vec3(10, 3, 0.0)}) {
      const auto place = world.find(robot_class, ground, 0.7);
      ASSERT_TRUE(place.ok()) << robot_class << ": " << place.error().message;
      EXPECT_NEAR(world.height_of(*place), ground.z(), 0.02) << robot_class;
      EXPECT_EQ(Vec2(place->world_from_model.position.head<2>()), Vec2(ground.head<2>()));
      EXPECT_NEAR(world.sinks(robot_class, *place), 0.0, 0.06) << robot_class << " " << ground.z();
    }
}

TEST(FreePoseFinder, OnARampItStandsWhereItWasMeantAndNoHigherThanTheSlopeExplains) {
  for (const double slope : {0.1, 0.26, 0.45}) {
    OnASurface world(box_model("ramp", {0, 0, -0.5 / std::cos(slope) + 0.8}, {6, 6, 1}, -slope));
    for (const double yaw : {0.0, 1.57, 2.5}) {
      const auto place = world.find("P3AT", {0, 0, 0.8}, yaw);
      ASSERT_TRUE(place.ok()) << place.error().message;
      EXPECT_EQ(Vec2(place->world_from_model.position.head<2>()), Vec2(0, 0));
      EXPECT_GE(world.height_of(*place), 0.8);
      EXPECT_LT(world.height_of(*place), 0.8 + 0.4 * std::tan(slope) + 0.02);
    }
  }
}

TEST(FreePoseFinder, WhatIsTooSmallToStandOnIsRefused) {
  OnASurface world(
      box_model("wall", {0, 0, 0.5}, {0.1, 6, 1}) + box_model("post", {4, 0, 0.5}, {0.2, 0.2, 1}) +
      box_model("table", {8, 0, 0.7}, {2, 2, 0.1}) + box_model("step", {12, 0, 0.15}, {2, 2, 0.3}));
  // Also in the air, where nothing is to stand on.
  for (const Vec3& ground :
       {Vec3(0, 0, 1), Vec3(4, 0, 1), Vec3(8.95, 0, 0.75), Vec3(12.98, 0, 0.3), Vec3(-5, 0, 0.4)}) {
    const auto place = world.find("P3AT", ground);
    ASSERT_FALSE(place.ok()) << ground.transpose();
    EXPECT_NE(place.error().message.find("would hang in the air"), std::string::npos);
  }
  EXPECT_TRUE(world.find("P3AT", {8.4, 0, 0.75}).ok()) << "on the table";
}

// Beside a wall it is moved aside at the same height; on another floor it is not what was meant.
TEST(FreePoseFinder, NearAWallItIsMovedAsideAtTheSameHeightOrRefused) {
  OnASurface world(box_model("slab", {0, 0, 0.3}, {6, 6, 0.1}) +
                   box_model("wall", {0, 0, 1.35}, {0.1, 6, 2}) +
                   box_model("pillar", {20, 0, 1}, {0.6, 0.6, 2}));
  const auto beside = world.find("P3AT", {0.15, 0, 0.35});
  ASSERT_TRUE(beside.ok()) << beside.error().message;
  EXPECT_GT(beside->world_from_model.position.x(), 0.2);
  EXPECT_NEAR(world.height_of(*beside), 0.35, 0.02);
  for (const Vec3& ground : {Vec3(19.7, 0, 1.2), Vec3(0.05, 0, 1.4)}) {
    const auto face = world.find("P3AT", ground);
    ASSERT_FALSE(face.ok()) << "half way up the face of a wall";
    EXPECT_NE(face.error().message.find("would stand in"), std::string::npos)
        << face.error().message;
  }
}

TEST(FreePoseFinder, NobodyFitsIntoARoomSmallerThanItself) {
  std::string closet;
  for (const double side : {-1.0, 1.0}) {
    closet += box_model(fmt::format("x{}", side > 0), {side * 0.2, 0, 1}, {0.05, 0.45, 2});
    closet += box_model(fmt::format("y{}", side > 0), {0, side * 0.2, 1}, {0.45, 0.05, 2});
  }
  Start start(world_with(closet));
  const CommandResult answer = start.enter("P3AT", {});
  EXPECT_FALSE(answer.is_done);
  EXPECT_NE(answer.text.find("free starts: First"), std::string::npos) << answer.text;
}

TEST(FreePoseFinder, AStartDeepInAThickWallIsRefusedAndOneNearItsFaceMoved) {
  const std::string thick = box_model("thick", {-2, 0, 1.5}, {4, 20, 3});
  Start deep(world_with(thick));
  EXPECT_FALSE(deep.enter("P3AT", {Vec3(-2, 0, 0)}).is_done);
  Start near(world_with(thick));
  EXPECT_TRUE(near.enter("P3AT", {Vec3(-0.1, 0, 0)}).is_done);
  EXPECT_GT(near.pose().position.x(), 0.2);
  EXPECT_LT(near.fastest(), kFastest);
}

// A mesh has no inside for contacts: only its triangles are there. A block with a notch is not
// convex and stays a mesh.
TEST(FreePoseFinder, AStartInsideAClosedMeshIsRefused) {
  Start start(world_with(
      "<model name='block'><static>true</static><link name='l'><collision name='c'><geometry>"
      "<polyline><point>-3 -3</point><point>3 -3</point><point>3 3</point><point>2.5 2.9</point>"
      "<point>2 3</point><point>-3 3</point><height>3</height></polyline></geometry></collision>"
      "</link></model>"));
  const CommandResult answer = start.enter("Turtlebot3Burger", {Vec3(0, 0, 0.5)});
  EXPECT_FALSE(answer.is_done);
  EXPECT_NE(answer.text.find("'block'"), std::string::npos) << answer.text;
}

TEST(FreePoseFinder, ACrowdAtOneStartSpreadsOrIsRefusedAndNobodyOverlaps) {
  Start start(world_with(""));
  int entered = 0;
  for (int i = 0; i < 6; ++i) {
    const std::string name = "R" + std::to_string(i);
    const CommandResult answer = start.enter("Turtlebot3Burger", {}, name);
    entered += answer.is_done;
    if (!answer.is_done) {
      EXPECT_NE(answer.text.find("'R"), std::string::npos) << answer.text;
    } else {
      EXPECT_LE(start.pose(name).position.norm(), FreePoseFinder::kMaxDisplacement);
    }
  }
  EXPECT_GE(entered, 4);
  for (const auto& [name, speed] : start.fastest_of_all()) EXPECT_LT(speed, kFastest) << name;
}

// Starts hang over the floor; nobody is put where another one will come down, or above one.
TEST(FreePoseFinder, NobodyIsPutUnderOrOverAnother) {
  for (const char* first : {"P3AT", "Husky", "Element"})
    for (const double height : {0.05, 0.2})
      for (const double next : {0.0, 0.1, 0.3, 0.7}) {
        Start start(world_with(""));
        ASSERT_TRUE(start.enter(first, {Vec3(0, 0, height)}, "R1").is_done);
        start.enter("Turtlebot3Burger", {Vec3(0, 0, next)}, "R2");
        for (const auto& [name, speed] : start.fastest_of_all())
          EXPECT_LT(speed, 2.5) << first << height << next;  // as a fall from there gives
        EXPECT_LT(start.pose("R1").position.head<2>().norm(), 0.05) << first << height << next;
        EXPECT_NEAR(yaw_of(start.pose("R1").rotation), 0.0, 0.05) << first << height << next;
      }
}

TEST(FreePoseFinder, NoFloorIsARefusalThatNamesStartsExceptForWhoFlies) {
  const std::string slab = box_model("slab", {5, 1.5, -0.05}, {4, 8, 0.1});
  Start start(world_with("", slab));
  const CommandResult answer = start.enter("P3AT", {Vec3(-20, 0, 0)});
  EXPECT_FALSE(answer.is_done);
  EXPECT_NE(answer.text.find("there is no floor under 'R1'"), std::string::npos) << answer.text;
  EXPECT_NE(answer.text.find("First (5.00, 0.00, 0.00), Second (5.00, 3.00, 0.00)"),
            std::string::npos)
      << answer.text;
  EXPECT_TRUE(start.enter("AirRobot", {Vec3(-20, 0, 0)}).is_done);
}

TEST(FreePoseFinder, AnUnknownStartIsAFreeOne) {
  Start start(world_with(""));
  for (const char* name : {"R1", "R2"})
    EXPECT_TRUE(start.execute(name, SpawnRobot{"P3AT", {}, {}, "Nowhere"}).is_done);
  EXPECT_NEAR(start.pose("R1").position.y(), 0.0, 1e-9);
  EXPECT_NEAR(start.pose("R2").position.y(), 3.0, 1e-9);
  const CommandResult third = start.execute("R3", SpawnRobot{"P3AT", {}, {}, "Nowhere"});
  EXPECT_FALSE(third.is_done);
  EXPECT_NE(third.text.find("no start of this world is free"), std::string::npos) << third.text;
  EXPECT_TRUE(start.execute("R4", SpawnRobot{"Turtlebot3Burger", {}, {}, "first"}).is_done);
  EXPECT_LE((start.pose("R4").position - Vec3(5, 0, 0)).norm(), FreePoseFinder::kMaxDisplacement);
}

TEST(FreePoseFinder, AWorldControllerMovesARobotAlikeAndItDoesNotStandInItsOwnWay) {
  Start start(world_with(box_wall("wall", 0.0, 0.0)));
  ASSERT_TRUE(start.enter("P3AT", {Vec3(2, 0, 0)}).is_done);
  ASSERT_TRUE(start.execute("R1", MoveObject{.position = Vec3(2.1, 0, 0)}).is_done);
  EXPECT_NEAR(start.pose().position.x(), 2.1, 1e-9);
  ASSERT_TRUE(start.execute("R1", MoveObject{.position = Vec3(0.15, 0, 0)}).is_done);
  EXPECT_GT(start.pose().position.x(), 0.2);
  EXPECT_LT(start.fastest(), kFastest);
}

}  // namespace
}  // namespace rubble::sim
