// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/teleop_override.h"

#include <gtest/gtest.h>

#include "rubble/sdf/load.h"

namespace rubble::server {
namespace {

// One P3AT on the floor of a room, hands on it, and a clock on the wall that goes as the world's.
class TeleopOverrideTest : public testing::Test {
 protected:
  TeleopOverrideTest() {
    spawn("R1", "P3AT", make_pose(0, 0, 0.1, 0, 0, 0));
    run(0.5);
  }

  void spawn(const std::string& name, const std::string& robot_class, const Pose& pose) {
    const CommandResult answer = simulation_.execute({name, SpawnRobot{robot_class, pose, {}}});
    ASSERT_TRUE(answer.is_done) << answer.text;
  }
  double now() const { return 1000.0 + seconds_at(simulation_.state().tick); }
  // One tick with what others want; what the hands did is kept.
  void tick(std::vector<Command> commands = {}) {
    given_ = teleop_.decide(commands, now());
    commands.insert(commands.end(), given_.begin(), given_.end());
    simulation_.step(commands);
    for (const CommandResult& answer : simulation_.command_results())
      EXPECT_TRUE(answer.is_done) << answer.text;
  }
  void run(double seconds, const std::vector<Command>& others = {}) {
    for (Tick i = 0; i < tick_at(seconds); ++i) tick(others);
  }
  Pose pose_of(const std::string& robot) const {
    return simulation_.state().world_from_model(simulation_.state().find(robot));
  }
  double speed_of(const std::string& robot) const {
    const State& state = simulation_.state();
    const Instance& instance = state.instances[state.find(robot).index()];
    return state.bodies[instance.links.front().body.index()].velocity.norm();
  }
  // Counts how often it is told, and what last.
  TeleopOverride::Done told() {
    return [this](bool has_arrived, const std::string& text) {
      ++times_told_;
      has_arrived_ = has_arrived;
      text_ = text;
    };
  }

  sim::Simulation simulation_{
      *load_world(RUBBLE_SOURCE_DIR "/tests/conversations/room.sdf", {default_resource_folders()}),
      sim::Settings{.seed = 7, .load = {default_resource_folders()}}};
  TeleopOverride teleop_{simulation_};
  std::vector<Command> given_;
  int times_told_ = 0;
  bool has_arrived_ = false;
  std::string text_;
};

TEST_F(TeleopOverrideTest, AStickDrivesIsHeldForHalfASecondAndThenTheRobotStops) {
  ASSERT_TRUE(teleop_.drive({.robot = "R1", .forward = 0.5}, now()).ok());
  EXPECT_EQ(teleop_.driver_of("R1"), "page");
  run(0.45);
  EXPECT_GT(speed_of("R1"), 0.2);
  const double driven = pose_of("R1").position.x();
  EXPECT_GT(driven, 0.05);
  run(1.0);
  EXPECT_LT(speed_of("R1"), 0.02);
  EXPECT_EQ(teleop_.driver_of("R1"), "page") << "for a moment it waits for its driver's return";
  run(1.0);
  EXPECT_EQ(teleop_.driver_of("R1"), "");
  EXPECT_LT(pose_of("R1").position.x(), driven + 0.3);
}

TEST_F(TeleopOverrideTest, SaidAgainItGoesOnAndNothingIsGivenTwice) {
  int given = 0;
  for (int i = 0; i < 15; ++i) {
    ASSERT_TRUE(teleop_.drive({.robot = "R1", .forward = 0.5}, now()).ok());
    for (int k = 0; k < 24; ++k) {
      tick();
      given += static_cast<int>(given_.size());
    }
  }
  EXPECT_EQ(given, 1);
  EXPECT_GT(speed_of("R1"), 0.2);
  EXPECT_GT(pose_of("R1").position.x(), 0.4);
}

TEST_F(TeleopOverrideTest, APageOverridesTheClientUntilTheRobotIsReleased) {
  const std::vector<Command> backward{{"R1", DriveSides{-3.0, -3.0}}};
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(teleop_.drive({.robot = "R1", .forward = 0.5}, now()).ok());
    run(0.1, backward);
  }
  EXPECT_GT(pose_of("R1").position.x(), 0.2);
  run(0.5, backward);
  const double let_go = pose_of("R1").position.x();
  run(1.0, backward);
  EXPECT_NEAR(pose_of("R1").position.x(), let_go, 0.1) << "it rests";
  EXPECT_LT(speed_of("R1"), 0.02);
  run(2.0, backward);
  EXPECT_LT(pose_of("R1").position.x(), let_go - 0.3) << "its own again";
  EXPECT_EQ(teleop_.driver_of("R1"), "");
}

TEST_F(TeleopOverrideTest, OrdersThatDoNotDriveAreLeftToOthers) {
  ASSERT_TRUE(teleop_.drive({.robot = "R1", .forward = 0.1}, now()).ok());
  tick();
  tick({{"R1", SwitchLight{true}}});
  EXPECT_TRUE(given_.empty());
  spawn("R2", "P3AT", make_pose(-3, 2, 0.1, 0, 0, 0));
  tick({{"R2", DriveSides{1.0, 1.0}}});
  EXPECT_TRUE(given_.empty()) << "it is another robot's";
}

TEST_F(TeleopOverrideTest, ARobotGoesWhereItIsSentAndThatIsToldOnce) {
  const Vec2 target(2.0, 1.5);
  ASSERT_TRUE(teleop_.go_to({.robot = "R1", .target = target}, now(), told()).ok());
  EXPECT_EQ(teleop_.driver_of("R1"), "go_to");
  ASSERT_TRUE(teleop_.target_of("R1"));
  EXPECT_EQ(*teleop_.target_of("R1"), target);
  const std::vector<Command> backward{{"R1", DriveSides{-3.0, -3.0}}};
  for (int i = 0; i < 300 && times_told_ == 0; ++i) run(0.1, backward);
  EXPECT_EQ(times_told_, 1);
  EXPECT_TRUE(has_arrived_) << text_;
  EXPECT_EQ(text_, "R1 has arrived.");
  EXPECT_LT((pose_of("R1").position.head<2>() - target).norm(), 0.4);
  EXPECT_FALSE(teleop_.target_of("R1"));
  run(2.0);
  EXPECT_EQ(times_told_, 1);
  EXPECT_EQ(teleop_.driver_of("R1"), "");
  EXPECT_LT(speed_of("R1"), 0.02);
}

TEST_F(TeleopOverrideTest, AWallInTheWayIsTold) {
  ASSERT_TRUE(teleop_.go_to({.robot = "R1", .target = {9.0, 0.0}}, now(), told()).ok());
  for (int i = 0; i < 600 && times_told_ == 0; ++i) run(0.1);
  EXPECT_EQ(times_told_, 1);
  EXPECT_FALSE(has_arrived_);
  EXPECT_NE(text_.find("cannot get there"), std::string::npos) << text_;
}

TEST_F(TeleopOverrideTest, WaysThatAreReplacedStoppedOrTakenOverAreTold) {
  ASSERT_TRUE(teleop_.go_to({.robot = "R1", .target = {2.0, 0.0}}, now(), told()).ok());
  run(0.5);
  ASSERT_TRUE(teleop_.go_to({.robot = "R1", .target = {-2.0, 0.0}}, now(), told()).ok());
  EXPECT_EQ(times_told_, 1);
  EXPECT_EQ(text_, "R1 goes elsewhere instead.");
  run(0.5);
  ASSERT_TRUE(teleop_.drive({.robot = "R1", .turn = 0.2}, now()).ok());
  EXPECT_EQ(times_told_, 2);
  EXPECT_FALSE(has_arrived_);
  EXPECT_EQ(teleop_.driver_of("R1"), "page");
  ASSERT_TRUE(teleop_.go_to({.robot = "R1", .target = {2.0, 0.0}}, now(), told()).ok());
  run(0.5);
  ASSERT_TRUE(teleop_.stop("R1", now()).ok());
  EXPECT_EQ(times_told_, 3);
  EXPECT_EQ(text_, "R1 was stopped on its way.");
  run(1.0);
  EXPECT_LT(speed_of("R1"), 0.02);
  run(1.0);
  EXPECT_EQ(teleop_.driver_of("R1"), "");
}

TEST_F(TeleopOverrideTest, ARobotThatLeavesOnItsWayIsTold) {
  ASSERT_TRUE(teleop_.go_to({.robot = "R1", .target = {2.0, 0.0}}, now(), told()).ok());
  run(0.2);
  ASSERT_TRUE(simulation_.execute({"R1", LeaveWorld{}}).is_done);
  tick();
  EXPECT_EQ(times_told_, 1);
  EXPECT_FALSE(has_arrived_);
  EXPECT_EQ(text_, "R1 has left on its way.");
  EXPECT_EQ(teleop_.driver_of("R1"), "");
  const auto refused = teleop_.drive({.robot = "R1", .forward = 1.0}, now());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "There is no robot 'R1'.");
  EXPECT_FALSE(teleop_.go_to({.robot = "R1"}, now(), told()).ok());
  EXPECT_FALSE(teleop_.stop("R1", now()).ok());
  EXPECT_FALSE(teleop_.move_joint({.robot = "R1", .joint = "x", .speed = 1.0}, now()).ok());
  EXPECT_EQ(times_told_, 1) << "what is refused is not told twice";
}

TEST_F(TeleopOverrideTest, ANewRobotOfTheSameNameIsNotControlled) {
  ASSERT_TRUE(teleop_.drive({.robot = "R1", .forward = 1.0}, now()).ok());
  tick();
  tick({{"R1", LeaveWorld{}}, {"R1", SpawnRobot{"P3AT", make_pose(-3, 2, 0.1, 0, 0, 0), {}}}});
  run(0.4);
  EXPECT_LT(speed_of("R1"), 0.05);
  EXPECT_EQ(teleop_.driver_of("R1"), "");
}

class HandsOnFlippers : public TeleopOverrideTest {
 protected:
  HandsOnFlippers() {
    spawn("K1", "Kenaf", make_pose(-2, 2, 0.1, 0, 0, 0));
    run(0.5);
    const State& state = simulation_.state();
    const Model& model = *state.instances[state.find("K1").index()].model;
    flipper_ = model.robot->flippers.front().joint;
  }
  double angle() const {
    const State& state = simulation_.state();
    const Instance& instance = state.instances[state.find("K1").index()];
    const auto& joints = instance.model->joints;
    for (std::size_t i = 0; i < joints.size(); ++i)
      if (joints[i].name == flipper_) return state.joints[instance.joints[i].index()].position;
    ADD_FAILURE() << flipper_;
    return 0.0;
  }
  std::string flipper_;
};

TEST_F(HandsOnFlippers, AJointTurnsAsLongAsItIsHeldAndThenStops) {
  const double before = angle();
  ASSERT_TRUE(teleop_.move_joint({.robot = "K1", .joint = flipper_, .speed = -1.0}, now()).ok());
  run(0.5);
  const double held = angle();
  EXPECT_GT(std::abs(held - before), 0.1);
  run(0.3);
  const double stopped = angle();
  run(1.0);
  EXPECT_NEAR(angle(), stopped, 0.05);
  EXPECT_EQ(teleop_.driver_of("K1"), "") << "its driver may go on meanwhile";
  const auto refused = teleop_.move_joint({.robot = "K1", .joint = "tail", .speed = 1.0}, now());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "'K1' has no joint 'tail'.");
}

TEST_F(HandsOnFlippers, StopStopsJointsToo) {
  ASSERT_TRUE(teleop_.move_joint({.robot = "K1", .joint = flipper_, .speed = -1.0}, now()).ok());
  run(0.2);
  ASSERT_TRUE(teleop_.stop("K1", now()).ok());
  run(0.2);
  const double stopped = angle();
  run(0.5);
  EXPECT_NEAR(angle(), stopped, 0.05);
}

}  // namespace
}  // namespace rubble::server
