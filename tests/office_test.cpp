// SPDX-License-Identifier: Apache-2.0
// The office world: stairs, doors, and a hinge that breaks.
#include <gtest/gtest.h>

#include <cmath>

#include "rubble/sdf/load.h"
#include "tests/trial.h"

namespace rubble {
namespace {

Trial in_office(const std::string& robot_class, const Pose& pose) {
  return Trial(load_world(RUBBLE_SOURCE_DIR "/worlds/office.sdf", scenario::load_settings({})),
               robot_class, pose);
}

void set_flippers(Trial& office, double front, double rear) {
  for (const char* joint : {"FRFlipper", "FLFlipper"})
    office.order(MoveJoint{joint, JointControlMode::Angle, front});
  for (const char* joint : {"RRFlipper", "RLFlipper"})
    office.order(MoveJoint{joint, JointControlMode::Angle, rear});
}

double door_angle(const Trial& office, const std::string& door) {
  const State& state = office.state();
  const Instance& instance = state.instances[state.find(door).index()];
  return state.joints[instance.joints[0].index()].position;
}

constexpr double kUpperFloor = 2.88;
const Pose kFootOfStairs = make_pose(8.6, 9.2, 0.05, 0, 0, 0);

TEST(Office, RobotsWithFlippersClimbTheStairs) {
  for (const char* robot_class : {"Absolem", "Kenaf"}) {
    Trial office = in_office(robot_class, kFootOfStairs);
    set_flippers(office, 0.6, 0.0);
    office.advance(2.0);
    office.drive(0.35, 0.35);
    office.advance(7.0);
    set_flippers(office, 0.0, 0.0);
    office.advance(12.0);
    EXPECT_GT(office.pose().position.z(), kUpperFloor - 0.05) << robot_class;
    EXPECT_LT(office.max_roll_degrees(), 30.0) << robot_class;
  }
}

TEST(Office, AP3atDoesNotClimbTheStairs) {
  Trial office = in_office("P3AT", kFootOfStairs);
  office.advance(0.5);
  office.drive(0.5, 0.5);
  office.advance(12.0);
  EXPECT_LT(office.pose().position.z(), 0.18);
}

TEST(Office, AP3atPushesADoorOpenAndGoesThrough) {
  Trial office = in_office("P3AT", make_pose(2.15, 5.0, 0.02, 0, 0, -kPi / 2));
  office.advance(0.5);
  EXPECT_LT(std::abs(door_angle(office, "door_1")), 0.02);
  office.drive(0.4, 0.4);
  office.advance(6.0);
  EXPECT_GT(std::abs(door_angle(office, "door_1")), 0.8);
  EXPECT_LT(office.pose().position.y(), 3.6);
  EXPECT_TRUE(office.broken().empty());
  EXPECT_GE(office.touches("door_1").began, 1);
  EXPECT_GE(office.touches("door_1").went_on, 10);
  EXPECT_GE(office.touches("door_1").ended, 1);
}

TEST(Office, ARamBreaksTheHingeOfTheLockedDoor) {
  Trial office = in_office("P3AT", make_pose(10.15, 5.4, 0.02, 0, 0, -kPi / 2));
  office.advance(2.0);
  ASSERT_TRUE(office.broken().empty()) << "the hinge must carry the door's own weight";
  office.drive(0.7, 0.7);
  office.advance(3.0);
  ASSERT_EQ(office.broken().size(), 1U);
  const physics::BrokenJoint& joint = office.broken()[0];
  EXPECT_EQ(office.state().instances[joint.instance.index()].name, "ram_door");
  EXPECT_GT(joint.torque, 200.0);
  EXPECT_GE(office.touches("ram_door").began, 1);
  EXPECT_GT(office.touches("ram_door").max_impulse, 1.0);
  EXPECT_LT(office.pose().position.y(), 4.6);
}

}  // namespace
}  // namespace rubble
