// SPDX-License-Identifier: Apache-2.0
#include "rubble/sim/describe.h"

#include <gtest/gtest.h>

#include "rubble/sdf/lone_model.h"

namespace rubble::sim {
namespace {

class Described : public testing::Test {
 protected:
  RobotId spawn(const std::string& robot_class, double x) {
    std::vector<Warning> warnings;
    auto model = load_model(robot_class, {default_resource_folders()}, warnings);
    EXPECT_TRUE(model.ok()) << (model.ok() ? "" : model.error().to_string());
    auto robot = simulation.spawn(*model, "R" + robot_class, {Vec3(x, 0, 0)});
    EXPECT_TRUE(robot.ok());
    return *robot;
  }

  Simulation simulation{world_around(nullptr), {}};
};

TEST_F(Described, P2atHasTheNumbersClientsKnow) {
  const RobotDescription about = describe(simulation, spawn("P2AT", 0));
  EXPECT_EQ(about.name, "RP2AT");
  EXPECT_EQ(about.robot_class, "P2AT");
  EXPECT_EQ(about.vehicle, VehicleKind::Ground);
  EXPECT_EQ(about.steering, SteeringKind::SkidSteered);
  EXPECT_NEAR(about.wheel_radius, 0.13, 1e-9);
  EXPECT_NEAR(about.wheel_separation, 0.4712, 1e-9);
  EXPECT_NEAR(about.wheel_base, 0.2884, 1e-9);
  EXPECT_NEAR(about.mass, 14.0, 1e-6);
  const SensorDescription* sonar = about.find_sensor("F2");
  ASSERT_NE(sonar, nullptr);
  EXPECT_EQ(sonar->kind, SensorKind::Sonar);
  EXPECT_NEAR(sonar->base_from_sensor.position.y(), 0.119, 1e-6);
  EXPECT_TRUE(sonar->mount.empty());
}

TEST_F(Described, ACameraHangsOnItsPanTilt) {
  const RobotDescription about = describe(simulation, spawn("P3AT", 0));
  ASSERT_EQ(about.packages.size(), 1U);
  EXPECT_TRUE(about.packages[0].is_mission_package);
  ASSERT_EQ(about.packages[0].joints.size(), 2U);
  EXPECT_NEAR(std::abs(about.packages[0].joints[0].axis_base.z()), 1.0, 1e-9);
  EXPECT_NEAR(std::abs(about.packages[0].joints[1].axis_base.y()), 1.0, 1e-9);
  int cameras = 0;
  for (const SensorDescription& sensor : about.sensors) {
    if (sensor.kind != SensorKind::Camera) continue;
    ++cameras;
    EXPECT_EQ(sensor.mount, "CameraPanTilt");
    EXPECT_EQ(sensor.mount_link, 2);
    EXPECT_GT(sensor.width, 0);
  }
  EXPECT_GE(cameras, 1);
}

TEST_F(Described, EveryDriveHasItsWord) {
  EXPECT_EQ(describe(simulation, spawn("AirRobot", 0)).vehicle, VehicleKind::Aerial);
  const RobotDescription car = describe(simulation, spawn("FrontAckerman", 5));
  EXPECT_EQ(car.steering, SteeringKind::Ackermann);
  EXPECT_GT(car.max_front_steer, 0.0);
  EXPECT_EQ(describe(simulation, spawn("Kenaf", 10)).flippers.size(), 4U);
}

TEST_F(Described, StatusFollowsTheJoints) {
  const RobotId kenaf = spawn("Kenaf", 0);
  std::vector<Command> orders{{"RKenaf", MoveJoint{"FLFlipper", JointControlMode::Angle, -0.5}},
                              {"RKenaf", SwitchLight{true}}};
  for (int i = 0; i < 480; ++i) simulation.step(i == 0 ? orders : std::vector<Command>{});
  const RobotStatus status = status_of(simulation, kenaf);
  EXPECT_EQ(status.robot, "RKenaf");
  EXPECT_TRUE(status.light_is_on);
  ASSERT_EQ(status.flippers.size(), 4U);
  const RobotDescription about = describe(simulation, kenaf);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_NEAR(status.flippers[i].position, about.flippers[i].name == "FLFlipper" ? -0.5 : 0.0,
                0.05);
}

TEST_F(Described, TruthNamesWhatMoves) {
  spawn("P3AT", 1);
  const Truth truth = truth_of(simulation);
  ASSERT_EQ(truth.poses.size(), 1U);
  EXPECT_EQ(truth.poses[0].name, "RP3AT");
  EXPECT_EQ(truth.poses[0].robot_class, "P3AT");
  EXPECT_NEAR(truth.poses[0].world_from_model.position.x(), 1.0, 1e-9);
}

TEST_F(Described, TruthHasAllBodiesAndPutsThemBack) {
  const RobotId kenaf = spawn("Kenaf", 0);
  const RobotId other = spawn("P2AT", 3);
  const State before = simulation.state();
  const auto name_of = [&](RobotId robot) {
    return before.instances[before.robots[robot.index()].instance.index()].name;
  };
  std::vector<Command> commands{
      {name_of(kenaf), MoveJoint{"FLFlipper", JointControlMode::Angle, -0.5}},
      {name_of(kenaf), DriveSides{2.0, 1.0}},
      {name_of(other), DriveSides{2.0, 1.0}},
      {name_of(other), MoveJoint{"camera_pan_joint", JointControlMode::Angle, 0.7}}};
  for (int i = 0; i < 240; ++i) simulation.step(commands);
  EXPECT_TRUE(simulation.command_results()[3].is_done) << simulation.command_results()[3].text;
  const State& live = simulation.state();
  State rebuilt = before;
  apply_ground_truth(truth_of(simulation), rebuilt);
  EXPECT_EQ(rebuilt.tick, 240);
  for (const RobotId robot : {kenaf, other}) {
    const InstanceId id = live.robots[robot.index()].instance;
    const Model& model = *live.instances[id.index()].model;
    for (std::size_t link = 0; link < model.links.size(); ++link) {
      const Pose wanted = live.world_from_link(id, static_cast<int>(link));
      const Pose got = rebuilt.world_from_link(id, static_cast<int>(link));
      EXPECT_LT((got.position - wanted.position).norm(), 1e-12) << model.links[link].name;
      EXPECT_LT(got.rotation.angularDistance(wanted.rotation), 1e-7) << model.links[link].name;
    }
  }
}

TEST_F(Described, TruthWithoutBodiesKeepsARobotStiff) {
  const RobotId robot = spawn("P3AT", 0);
  State state = simulation.state();
  apply_ground_truth({"RP3AT", "P3AT", make_pose(4, 5, 6, 0, 0, 1.0)}, state);
  const InstanceId id = state.robots[robot.index()].instance;
  const Model& model = *state.instances[id.index()].model;
  for (std::size_t link = 0; link < model.links.size(); ++link) {
    const Pose wanted = make_pose(4, 5, 6, 0, 0, 1.0) * model.links[link].model_from_link;
    const Pose got = state.world_from_link(id, static_cast<int>(link));
    EXPECT_LT((got.position - wanted.position).norm(), 1e-9) << model.links[link].name;
  }
  apply_ground_truth({"nobody", "P3AT", {}}, state);
  const State before = state;
  apply_ground_truth({"RP3AT", "P3AT", make_pose(std::nan(""), 5, 6, 0, 0, 1.0)}, state);
  EXPECT_EQ(state.hash(), before.hash()) << "a broken file moves nothing";
}

TEST(Arena, HasTheStartsOfTheWorld) {
  World world;
  world.name = "yellow";
  world.starts = {{"A", {Vec3(1, 2, 3)}}};
  const Arena arena = arena_of(world);
  EXPECT_EQ(arena.level, "yellow");
  ASSERT_EQ(arena.starts.size(), 1U);
  EXPECT_EQ(arena.starts[0].name, "A");
  EXPECT_EQ(arena.starts[0].pose.position, Vec3(1, 2, 3));
}

}  // namespace
}  // namespace rubble::sim
