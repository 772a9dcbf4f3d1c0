// SPDX-License-Identifier: Apache-2.0
#include "rubble/sim/step_events.h"

#include <gtest/gtest.h>

namespace rubble::sim {
namespace {

// Two links in one body, so that its centre of mass is 0.5 m ahead of its frame; then a wall.
class StepEventsTest : public testing::Test {
 protected:
  StepEventsTest() {
    auto robot = std::make_shared<Model>();
    robot->robot.emplace();
    robot->links = {{.name = "base"}, {.name = "bumper"}, {.name = "arm"}};
    robot->links[1].model_from_link.position = Vec3(1, 0, 0);
    robot->joints = {{.name = "weld", .kind = JointKind::Fixed, .parent = 0, .child = 1},
                     {.name = "hinge", .kind = JointKind::Revolute, .parent = 0, .child = 2}};
    robot->joints[1].break_limit = {.torque = 5.0, .force = 70.0};
    auto wall = std::make_shared<Model>();
    wall->is_static = true;
    wall->links = {{.name = "link"}};
    robot_ = state_.add(robot, "R1", {});
    wall_ = state_.add(wall, "wall", {Vec3(2, 0, 0)});
  }
  std::vector<Event> events_of(const physics::StepReport& report) {
    std::vector<Event> events;
    step_.append(state_, report, events);
    return events;
  }

  State state_;
  InstanceId robot_, wall_;
  StepEvents step_;
};

TEST_F(StepEventsTest, ApproachSpeedIsThatOfThePointBeforeTheStep) {
  BodyState& body = state_.bodies[state_.instances[robot_.index()].links[0].body.index()];
  body.velocity = Vec3(2.0, 0.3, 0.0);
  body.angular_velocity = Vec3(0.0, 0.0, 4.0);
  step_.remember_velocities(state_);
  body.velocity = body.angular_velocity = Vec3::Zero();  // the wall stopped it
  const auto events = events_of({.contacts = {{.first = {wall_, 0},
                                               .second = {robot_, 1},
                                               .point_world = Vec3(1.5, 0.25, 0.0),
                                               .normal_world = Vec3::UnitX(),
                                               .impulse = 7.0}}});
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].subject, "R1");
  const Bumped& bumped = *events[0].as<Bumped>();
  EXPECT_EQ(bumped.other, "wall");
  EXPECT_EQ(bumped.subject_part, "bumper");
  EXPECT_EQ(bumped.other_part, "link");
  EXPECT_EQ(bumped.normal_world, Vec3(-Vec3::UnitX()));
  // 2 m/s ahead, and 4 rad/s around a centre of mass that is 0.25 m to the right.
  EXPECT_NEAR(bumped.approach_speed, 2.0 - 4.0 * 0.25, 1e-12);
  EXPECT_EQ(bumped.impulse, 7.0);
}

TEST_F(StepEventsTest, ABrokenJointNamesTheLimitItExceeded) {
  const auto twisted =
      events_of({.broken_joints = {{.instance = robot_, .joint = 1, .force = 60, .torque = 5.1}}});
  ASSERT_EQ(twisted.size(), 1U);
  EXPECT_EQ(twisted[0].subject, "R1");
  EXPECT_EQ(twisted[0].as<JointBroken>()->joint, "hinge");
  EXPECT_EQ(twisted[0].as<JointBroken>()->load_kind, LoadKind::Torque);
  EXPECT_EQ(twisted[0].as<JointBroken>()->load, 5.1);
  EXPECT_EQ(twisted[0].as<JointBroken>()->limit, 5.0);
  const auto pulled =
      events_of({.broken_joints = {{.instance = robot_, .joint = 1, .force = 71, .torque = 1}}});
  EXPECT_EQ(pulled[0].as<JointBroken>()->load_kind, LoadKind::Force);
  EXPECT_EQ(pulled[0].as<JointBroken>()->limit, 70.0);
}

TEST_F(StepEventsTest, FloorsAndContactsThatGoOnAreNoBumps) {
  step_.remember_velocities(state_);
  physics::Contact floor{.first = {robot_, 0}, .second = {wall_, 0}};
  floor.normal_world = Vec3::UnitZ();
  physics::Contact old = floor;
  old.normal_world = Vec3::UnitX();
  old.phase = physics::ContactPhase::Continue;
  EXPECT_TRUE(events_of({.contacts = {floor, old}}).empty());
}

}  // namespace
}  // namespace rubble::sim
