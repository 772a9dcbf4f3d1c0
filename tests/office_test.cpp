// SPDX-License-Identifier: Apache-2.0
// The office world: stairs, doors, and a hinge that breaks.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "apps/mission.h"
#include "apps/support.h"
#include "rubble/world/load.h"

namespace rubble {
namespace {

// One robot in the office, driven by hand.
class Office {
 public:
  Office(const std::string& robot_class, const Pose& pose) {
    auto world = load_world(RUBBLE_SOURCE_DIR "/worlds/office.sdf", apps::load_settings({}));
    EXPECT_TRUE(world.ok()) << (world.ok() ? "" : world.error().to_string());
    simulation_ = std::make_unique<sim::Simulation>(*std::move(world), sim::Settings{});
    std::vector<Warning> warnings;
    auto model = load_model(robot_class, apps::load_settings({}), warnings);
    EXPECT_TRUE(model.ok());
    const auto robot = simulation_->spawn(*model, "R1", pose);
    EXPECT_TRUE(robot.ok());
    radius_ = simulation_->robots().measures(*robot).wheel_radius;
  }

  void drive(double speed) { order(DriveSides{speed / radius_, speed / radius_}); }
  void flippers(double front, double rear) {
    for (const char* joint : {"FRFlipper", "FLFlipper"})
      order(MoveJoint{joint, JointOrder::Angle, front});
    for (const char* joint : {"RRFlipper", "RLFlipper"})
      order(MoveJoint{joint, JointOrder::Angle, rear});
  }
  void order(const Order& order) { orders_.push_back({"R1", order}); }

  void advance(double seconds) {
    for (Tick i = 0; i < tick_at(seconds); ++i) {
      const physics::StepReport report = simulation_->step(orders_);
      orders_.clear();
      for (const physics::BrokenJoint& joint : report.broken_joints) broken_.push_back(joint);
      for (const physics::Contact& contact : report.contacts) notice(contact);
      const RollPitchYaw angles = roll_pitch_yaw_of(robot_pose().rotation);
      most_roll_ = std::max(most_roll_, std::abs(angles.roll));
    }
  }

  Pose robot_pose() const { return state().world_from_model(state().find("R1")); }
  double door_angle(const std::string& door) const {
    const Instance& instance = state().instances[state().find(door).index()];
    return state().joints[instance.joints[0].index()].position;
  }
  double most_roll() const { return most_roll_; }
  const State& state() const { return simulation_->state(); }
  const std::vector<physics::BrokenJoint>& broken() const { return broken_; }

  // Contacts between the robot and a thing, by phase.
  struct Touches {
    int began = 0, went_on = 0, ended = 0;
    double most_impulse = 0.0;
  };
  Touches touches(const std::string& thing) const {
    const auto found = touches_.find(thing);
    return found == touches_.end() ? Touches{} : found->second;
  }

 private:
  void notice(const physics::Contact& contact) {
    const InstanceId robot = state().find("R1");
    const bool is_first = contact.first.instance == robot;
    if (!is_first && contact.second.instance != robot) return;
    const InstanceId other = is_first ? contact.second.instance : contact.first.instance;
    Touches& touches = touches_[state().instances[other.index()].name];
    touches.began += contact.phase == physics::ContactPhase::Begin;
    touches.went_on += contact.phase == physics::ContactPhase::Continue;
    touches.ended += contact.phase == physics::ContactPhase::End;
    touches.most_impulse = std::max(touches.most_impulse, contact.impulse);
  }

  std::unique_ptr<sim::Simulation> simulation_;
  double radius_ = 1.0;
  std::vector<Command> orders_;
  std::vector<physics::BrokenJoint> broken_;
  std::map<std::string, Touches> touches_;
  double most_roll_ = 0.0;
};

constexpr double kUpperFloor = 2.88;
const Pose kFootOfStairs = make_pose(8.6, 9.2, 0.05, 0, 0, 0);

TEST(Office, RobotsWithFlippersClimbTheStairs) {
  for (const char* robot_class : {"Absolem", "Kenaf"}) {
    Office office(robot_class, kFootOfStairs);
    office.flippers(0.6, 0.0);
    office.advance(2.0);
    office.drive(0.35);
    office.advance(7.0);
    office.flippers(0.0, 0.0);
    office.advance(12.0);
    EXPECT_GT(office.robot_pose().position.z(), kUpperFloor - 0.05) << robot_class;
    EXPECT_LT(office.most_roll(), 0.5) << robot_class;
  }
}

TEST(Office, AP3atDoesNotClimbTheStairs) {
  Office office("P3AT", kFootOfStairs);
  office.advance(0.5);
  office.drive(0.5);
  office.advance(12.0);
  EXPECT_LT(office.robot_pose().position.z(), 0.18);
}

TEST(Office, AP3atPushesADoorOpenAndGoesThrough) {
  Office office("P3AT", make_pose(2.15, 5.0, 0.02, 0, 0, -kPi / 2));
  office.advance(0.5);
  EXPECT_LT(std::abs(office.door_angle("door_1")), 0.02);
  office.drive(0.4);
  office.advance(6.0);
  EXPECT_GT(std::abs(office.door_angle("door_1")), 0.8);
  EXPECT_LT(office.robot_pose().position.y(), 3.6);
  EXPECT_TRUE(office.broken().empty());
  EXPECT_GE(office.touches("door_1").began, 1);
  EXPECT_GE(office.touches("door_1").went_on, 10);
  EXPECT_GE(office.touches("door_1").ended, 1);
}

TEST(Office, ARamBreaksTheHingeOfTheLockedDoor) {
  Office office("P3AT", make_pose(10.15, 5.4, 0.02, 0, 0, -kPi / 2));
  office.advance(2.0);
  ASSERT_TRUE(office.broken().empty()) << "the hinge must carry the door's own weight";
  office.drive(0.7);
  office.advance(3.0);
  ASSERT_EQ(office.broken().size(), 1U);
  const physics::BrokenJoint& joint = office.broken()[0];
  EXPECT_EQ(office.state().instances[joint.instance.index()].name, "ram_door");
  EXPECT_GT(joint.torque, 200.0);
  EXPECT_GE(office.touches("ram_door").began, 1);
  EXPECT_GT(office.touches("ram_door").most_impulse, 1.0);
  EXPECT_LT(office.robot_pose().position.y(), 4.6);
}

}  // namespace
}  // namespace rubble
