// SPDX-License-Identifier: Apache-2.0
// What motors are told, without a world that carries it out.
#include "rubble/robots/robots.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rubble/robots/drive.h"
#include "rubble/sdf/load.h"

namespace rubble::robots {
namespace {

class Motors : public testing::Test {
 protected:
  void enter(const std::string& robot_class) {
    std::vector<Warning> warnings;
    const auto model =
        load_model(RUBBLE_SOURCE_DIR "/models/" + robot_class + "/model.sdf", {}, warnings);
    ASSERT_TRUE(model.ok()) << model.error().to_string();
    state = {};
    robots = {};
    instance = state.add(*model, "R1", {});
    robots.add(state, instance);
  }
  const Model& model() const { return *state.instances[instance.index()].model; }
  physics::Targets told(const CommandData& order) {
    const std::vector<Command> commands{{"R1", order}};
    return robots.actuate(commands, state);
  }
  // What the motor of a joint is told, forward and left positive.
  double target_of(const physics::Targets& targets, const std::string& joint) const {
    const int index = model().find_joint(joint);
    const Joint& about = model().joints.at(static_cast<std::size_t>(index));
    const Link& link = model().links[static_cast<std::size_t>(about.child)];
    const Vec3 axis = link.model_from_link.rotation *
                      (about.child_from_joint.rotation * about.axis.direction_joint);
    const JointId id = state.instances[instance.index()].joints[static_cast<std::size_t>(index)];
    for (const physics::JointTarget& target : targets.joints)
      if (target.joint == id) return axis.y() + axis.z() >= 0.0 ? target.value : -target.value;
    ADD_FAILURE() << "nothing is said to " << joint;
    return 0.0;
  }
  Vec2 place_of(const std::string& joint) const {
    const Joint& about = model().joints.at(static_cast<std::size_t>(model().find_joint(joint)));
    const Link& link = model().links[static_cast<std::size_t>(about.child)];
    return (link.model_from_link * about.child_from_joint).position.head<2>();
  }

  State state;
  Robots robots;
  InstanceId instance;
};

// All wheels roll about one point, on the line through the rear axle: no tyre is dragged sideways,
// and each is as fast as it is far from there.
TEST_F(Motors, WheelsOfACarRollAboutOnePoint) {
  enter("FrontAckerman");
  const double rear_x = place_of("rear_left_wheel_joint").x();
  const double base = place_of("front_left_steer_joint").x() - rear_x;
  ASSERT_GT(base, 0.5);
  for (const double steer : {0.35, -0.2, 0.05}) {
    const auto targets = told(DriveSteered{5.0, steer, 0.0});
    const double radius = base / std::tan(steer);  // left positive
    for (const std::string side : {"left", "right"}) {
      const double y = place_of("front_" + side + "_steer_joint").y();
      EXPECT_NEAR(std::tan(target_of(targets, "front_" + side + "_steer_joint")),
                  base / (radius - y), 1e-6)
          << side << " at " << steer;
      const double wheel = target_of(targets, "rear_" + side + "_wheel_joint");
      const double away = std::abs(radius - place_of("rear_" + side + "_wheel_joint").y());
      EXPECT_NEAR(wheel, 5.0 * away / std::abs(radius), 1e-6) << side << " at " << steer;
    }
  }
}

TEST_F(Motors, NoneIsToldMoreThanItCan) {
  enter("P3AT");
  const double most = model().robot->max_speed;
  const auto sides = told(DriveSides{1e6, -1e6});
  EXPECT_DOUBLE_EQ(target_of(sides, "front_left_wheel_joint"), most);
  EXPECT_DOUBLE_EQ(target_of(sides, "rear_right_wheel_joint"), -most);
  EXPECT_DOUBLE_EQ(target_of(told(DriveWheel{1, -1e6, 0.0}), "front_left_wheel_joint"), -most);
  enter("Kenaf");
  for (const physics::BeltTarget& belt : told(DriveSides{1e6, -1e6}).belts)
    EXPECT_NEAR(std::abs(belt.speed), model().robot->max_speed * 0.08, 1e-9);
  const JointAxis& axis =
      model().joints.at(static_cast<std::size_t>(model().find_joint("FRFlipper"))).axis;
  const auto flipper = [&](JointControlMode order, double value) {
    return std::abs(target_of(told(MoveJoint{"FRFlipper", order, value}), "FRFlipper"));
  };
  EXPECT_DOUBLE_EQ(flipper(JointControlMode::Speed, 1e6), std::min(axis.max_velocity, 10.0));
  EXPECT_LE(flipper(JointControlMode::Angle, 1e6), std::max(axis.upper, -axis.lower));
  enter("AirRobot");
  const auto flight = told(DriveFlight{1e6, -1e6, 1e6, -1e6}).flights;
  ASSERT_EQ(flight.size(), 1U);
  EXPECT_LE(flight[0].velocity_heading.cwiseAbs().maxCoeff(), model().robot->max_speed);
  EXPECT_DOUBLE_EQ(flight[0].yaw_rate, -kMaxYawRate);
  enter("FrontAckerman");
  for (const physics::JointTarget& target : told(DriveSteered{1e6, 1e6, 0.0}).joints)
    if (target.mode == physics::MotorMode::Position) {
      EXPECT_LT(std::abs(target.value), kPi / 2);
    } else {
      EXPECT_LE(std::abs(target.value), 1.5 * model().robot->max_speed);
    }
}

// One wheel may be told something of its own, until all are told again or the robot stops.
TEST_F(Motors, ASingleWheelIsForgottenWithTheNextOrderToAll) {
  enter("P3AT");
  told(DriveSides{1.0, 1.0});
  const auto single = told(DriveWheel{2, -3.0, 0.0});
  EXPECT_DOUBLE_EQ(target_of(single, "front_right_wheel_joint"), -3.0);
  EXPECT_DOUBLE_EQ(target_of(single, "rear_right_wheel_joint"), 1.0);
  const auto all = told(DriveSides{2.0, 2.5});
  EXPECT_DOUBLE_EQ(target_of(all, "front_right_wheel_joint"), 2.5);
  EXPECT_DOUBLE_EQ(target_of(all, "front_left_wheel_joint"), 2.0);
}

TEST_F(Motors, SprocketsTurnAsTheyAreTold) {
  enter("Kenaf");
  const std::vector<Command> orders{{"R1", DriveSides{2.0, -1.0}}};
  for (Tick i = 0; i < kTicksPerSecond; ++i) (void)robots.actuate(orders, state);
  const RobotState& robot = state.robots[0];
  EXPECT_NEAR(robot.sprockets[0].speed, 2.0, 1e-12);
  EXPECT_NEAR(robot.sprockets[0].angle, 2.0, 1e-9);
  EXPECT_NEAR(robot.sprockets[1].angle, -1.0, 1e-9);
}

TEST_F(Motors, ABatteryLastsAsLongAsItSaysAndEndsOnce) {
  enter("P3AT");
  state.robots[0].battery = 2.0;
  int ends = 0, drove = 0;
  for (Tick i = 0; i < 3 * kTicksPerSecond; ++i) {
    const auto targets = told(DriveSides{1.0, 1.0});
    ends += static_cast<int>(robots.ran_empty().size());
    for (const physics::JointTarget& target : targets.joints)
      if (target.mode == physics::MotorMode::Velocity && std::abs(target.value) > 0.0) {
        ++drove;
        break;
      }
  }
  EXPECT_EQ(ends, 1);
  EXPECT_NEAR(drove, 2 * kTicksPerSecond, 2);
  EXPECT_EQ(state.robots[0].battery, 0.0);
}

}  // namespace
}  // namespace rubble::robots
