// SPDX-License-Identifier: Apache-2.0
// Wheels and belts against the formulas of skid steering and rolling resistance.
#include <gtest/gtest.h>

#include "rubble/physics/lab.h"

namespace rubble::physics {
namespace {

struct SkidPlan {
  double base, separation, radius, width;
  double chassis_mass, wheel_mass;
  double mass_height;
  double friction = 0.7;
  double rolling_resistance = 0.0;
};

constexpr SkidPlan kP3at{0.268, 0.40, 0.11, 0.075, 18.5, 1.5, 0.17};
constexpr SkidPlan kHusky{0.512, 0.5708, 0.1651, 0.1143, 46.03, 2.637, 0.25};
constexpr SkidPlan kAtrvjr{0.38, 0.50, 0.155, 0.095, 55.0, 3.0, 0.25};

double ideal_chi(const SkidPlan& plan) {
  const double ratio = plan.base / plan.separation;
  return 1.0 + ratio * ratio;
}

// A box on four tyres. Joints 0, 1 are on the left, 2, 3 on the right.
Model skid_robot(const SkidPlan& plan) {
  Model model{.name = "skid"};
  Link chassis{.name = "chassis", .model_from_link = {Vec3(0, 0, plan.mass_height)}};
  chassis.inertial = box_inertial(plan.chassis_mass, {0.5, 0.4, 0.2});
  model.links.push_back(chassis);
  model.robot = RobotSpec{.robot_class = "test"};
  for (const double y : {plan.separation / 2, -plan.separation / 2})
    for (const double x : {plan.base / 2, -plan.base / 2}) {
      Link wheel{.name = "wheel" + std::to_string(model.links.size())};
      wheel.model_from_link = {Vec3(x, y, plan.radius), quat_from({-kPi / 2, 0, 0})};
      const double r2 = plan.radius * plan.radius, w2 = plan.width * plan.width;
      wheel.inertial.mass = plan.wheel_mass;
      wheel.inertial.inertia =
          plan.wheel_mass *
          Vec3(r2 / 4 + w2 / 12, r2 / 4 + w2 / 12, r2 / 2).asDiagonal().toDenseMatrix();
      wheel.collisions.push_back(
          {.geometry = Cylinder{plan.radius, plan.width, plan.width / 2},
           .contact = {.friction = plan.friction,
                       .rolling_friction = plan.rolling_resistance * plan.radius}});
      Joint axle{.name = "axle", .kind = JointKind::Revolute, .parent = 0};
      axle.child = static_cast<int>(model.links.size());
      model.links.push_back(wheel);
      model.joints.push_back(axle);
    }
  return model;
}

Targets wheels(const Lab& lab, InstanceId id, double left, double right, double torque) {
  Targets targets;
  for (std::size_t j = 0; j < 4; ++j)
    targets.joints.push_back({lab.joint(id, j), MotorMode::Velocity, j < 2 ? left : right, torque});
  return targets;
}

double turn_during(Lab& lab, InstanceId id, const Targets& targets, double seconds) {
  double turned = 0.0;
  double yaw = yaw_of(lab.body(id).pose.rotation);
  for (Tick i = 0; i < tick_at(seconds); ++i) {
    lab.step(targets);
    const double now = yaw_of(lab.body(id).pose.rotation);
    turned += wrap_angle(now - yaw);
    yaw = now;
  }
  return turned;
}

struct Turn {
  double chi = 0.0;
  double drift = 0.0;
};

Turn turn_in_place(const SkidPlan& plan, double wheel_speed, double heading) {
  Lab lab;
  lab.add(ground(2.0));
  const InstanceId id = lab.add(skid_robot(plan), make_pose(0, 0, 0, 0, 0, heading));
  const Targets targets = wheels(lab, id, -wheel_speed, wheel_speed, 60.0);
  lab.run(1.0, targets);
  const double turned = turn_during(lab, id, targets, 4.0);
  const double ideal = plan.radius * 2.0 * wheel_speed / plan.separation * 4.0;
  return {ideal / turned, lab.body(id).pose.position.head<2>().norm()};
}

TEST(SkidSteering, TurnsAsTheBalanceOfMomentsSays) {
  for (const SkidPlan& plan : {kP3at, kHusky, kAtrvjr}) {
    const Turn turn = turn_in_place(plan, 2.0, 0.0);
    EXPECT_NEAR(turn.chi, ideal_chi(plan), 0.03 * ideal_chi(plan));
    EXPECT_LT(turn.drift, 0.1);
  }
}

TEST(SkidSteering, TurnsAlikeForAnyFrictionHeadingAndSpeed) {
  SkidPlan slippery = kP3at;
  slippery.friction = 0.4;
  const double reference = turn_in_place(kP3at, 2.0, 0.0).chi;
  EXPECT_NEAR(turn_in_place(slippery, 2.0, 0.0).chi, reference, 0.05 * reference);
  for (const double heading : {0.3, 0.8, 1.7, 2.9})
    EXPECT_NEAR(turn_in_place(kP3at, 2.0, heading).chi, reference, 0.03 * reference) << heading;
  EXPECT_NEAR(turn_in_place(kP3at, 5.0, 0.0).chi, reference, 0.05 * reference);
}

TEST(Wheels, DriveStraightAtTheirSurfaceSpeed) {
  Lab lab;
  lab.add(ground(2.0));
  const InstanceId id = lab.add(skid_robot(kP3at));
  lab.run(5.0, wheels(lab, id, 0.7 / 0.11, 0.7 / 0.11, 10.0));
  const BodyState& chassis = lab.body(id);
  EXPECT_NEAR(chassis.pose.position.x(), 3.5, 0.02 * 3.5);
  EXPECT_NEAR(chassis.pose.position.y(), 0.0, 0.01);
  EXPECT_NEAR(yaw_of(chassis.pose.rotation), 0.0, 0.01);
  EXPECT_NEAR(chassis.velocity.x(), 0.7, 0.003 * 0.7);
}

TEST(Wheels, TouchTheGroundInOnePointEach) {
  Lab lab;
  lab.add(ground(2.0));
  const InstanceId id = lab.add(skid_robot(kP3at));
  const Targets targets = wheels(lab, id, 2.0, 4.0, 10.0);
  lab.run(1.0, targets);
  EXPECT_EQ(lab.step(targets).contact_points, 4);
}

// How much farther the wheels turned than the robot came, while something holds it back.
double slip_under(double chassis_mass, double pull) {
  SkidPlan plan = kP3at;
  plan.chassis_mass = chassis_mass;
  Lab lab;
  lab.add(ground(2.0));
  const InstanceId id = lab.add(skid_robot(plan));
  const Targets targets = wheels(lab, id, 5.0, 5.0, 60.0);
  const auto drive = [&](double seconds) {
    for (Tick i = 0; i < tick_at(seconds); ++i) {
      lab.physics.push(lab.state, id, 0, Vec3::Zero(), Vec3(-pull, 0, 0));
      lab.step(targets);
    }
  };
  drive(1.0);
  const double start = lab.body(id).pose.position.x();
  const double turned = lab.state.joints[lab.joint(id, 0).index()].position;
  drive(2.0);
  const double rolled =
      plan.radius * (lab.state.joints[lab.joint(id, 0).index()].position - turned);
  return 1.0 - (lab.body(id).pose.position.x() - start) / rolled;
}

// A tyre's slip is its pull over a hundred times its load.
TEST(Wheels, CreepByTheirPullOverTheirLoad) {
  for (const double chassis_mass : {10.0, 20.0, 40.0})
    for (const double pull : {20.0, 40.0}) {
      const double load = (chassis_mass + 4 * kP3at.wheel_mass) * 9.81;
      const double slip = slip_under(chassis_mass, pull) - slip_under(chassis_mass, 0.0);
      const double expected = pull / (100.0 * load);
      EXPECT_NEAR(slip, expected, 0.1 * expected) << chassis_mass << " kg, " << pull << " N";
    }
}

TEST(Wheels, CoastAsRollingResistanceSays) {
  SkidPlan plan = kP3at;
  plan.rolling_resistance = 0.0371;
  Lab lab;
  lab.add(ground(2.0));
  const InstanceId id = lab.add(skid_robot(plan));
  lab.run(2.0, wheels(lab, id, 0.7 / plan.radius, 0.7 / plan.radius, 10.0));
  const double start = lab.body(id).pose.position.x();
  const double speed = lab.body(id).velocity.x();
  lab.run(4.0);
  const double mass = plan.chassis_mass + 4 * plan.wheel_mass;
  const double spin_mass = 4 * 0.5 * plan.wheel_mass;
  const double braking = plan.rolling_resistance * 9.81 * mass / (mass + spin_mass);
  const double expected = speed * speed / (2.0 * braking);
  EXPECT_NEAR(lab.body(id).pose.position.x() - start, expected, 0.03 * expected);
  EXPECT_LT(lab.body(id).velocity.norm(), 1e-3);
}

// Two belts of five flat pieces each, the whole robot one body.
Model belt_robot(double length, double separation, double friction, int pieces) {
  Model model{.name = "belts"};
  Link chassis{.name = "chassis", .model_from_link = {Vec3(0, 0, 0.12)}};
  chassis.inertial = box_inertial(18.0, {0.6, 0.4, 0.2});
  model.links.push_back(chassis);
  model.robot = RobotSpec{.robot_class = "test"};
  for (const double y : {separation / 2, -separation / 2}) {
    Link track{.name = y > 0 ? "left" : "right", .model_from_link = {Vec3(0, y, 0.06)}};
    track.inertial = box_inertial(1.0, {length, 0.1, 0.12});
    for (int i = 0; i < pieces; ++i) {
      const double piece = length / pieces;
      track.collisions.push_back({.link_from_shape = {Vec3(-length / 2 + piece * (i + 0.5), 0, 0)},
                                  .geometry = Box{{piece, 0.1, 0.12}},
                                  .contact = {.friction = friction}});
    }
    model.robot->tracks.push_back({track.name, y > 0 ? Side::Left : Side::Right, 0.06});
    model.joints.push_back(
        {.name = "hold", .parent = 0, .child = static_cast<int>(model.links.size())});
    model.links.push_back(track);
  }
  return model;
}

Targets belts(InstanceId id, double left, double right) {
  Targets targets;
  targets.belts = {{id, 1, left}, {id, 2, right}};
  return targets;
}

TEST(Belts, DriveStraightAtTheirSpeed) {
  Lab lab;
  lab.add(ground(0.7));
  const InstanceId id = lab.add(belt_robot(0.5, 0.433, 0.7, 5));
  lab.run(5.0, belts(id, 0.5, 0.5));
  EXPECT_NEAR(lab.body(id).pose.position.x(), 2.5, 0.015 * 2.5);
  EXPECT_NEAR(lab.body(id).pose.position.y(), 0.0, 0.01);
}

TEST(Belts, HoldTheirSpeedUphill) {
  Lab lab;
  const Quat tilt = quat_from({0, -radians(20), 0});
  lab.add(fixed_box("floor", {20, 5, 0.2}, 0.7), {tilt * Vec3(0, 0, -0.1), tilt});
  const InstanceId id = lab.add(belt_robot(0.5, 0.433, 0.7, 5), {Vec3::Zero(), tilt});
  lab.run(3.0, belts(id, 0.5, 0.5));
  EXPECT_NEAR(lab.body(id).velocity.norm(), 0.5, 0.01 * 0.5);
}

double belt_chi(double length, double separation, double friction, int pieces) {
  Lab lab;
  lab.add(ground(2.0));
  const InstanceId id = lab.add(belt_robot(length, separation, friction, pieces));
  const Targets targets = belts(id, -0.2, 0.2);
  lab.run(1.0, targets);
  const double turned = turn_during(lab, id, targets, 4.0);
  return (0.4 / separation * 4.0) / turned;
}

TEST(Belts, OnCornersTurnAsWheelsDo) {
  // One piece a side stands on its corners.
  for (const double ratio : {0.86, 1.10, 1.33}) {
    const double separation = 0.4;
    const double chi = belt_chi(ratio * separation, separation, 0.7, 1);
    EXPECT_NEAR(chi, 1.0 + ratio * ratio, 0.1 * (1.0 + ratio * ratio)) << ratio;
  }
}

TEST(Belts, InPiecesTurnMoreEasilyAndAlikeForAnyFriction) {
  const double whole = belt_chi(0.51, 0.433, 0.7, 1);
  const double sliced = belt_chi(0.51, 0.433, 0.7, 5);
  EXPECT_LT(sliced, 0.7 * whole);
  constexpr double kEvenPressure =
      1.30;  // integral over a belt of length 1.18 times the separation
  EXPECT_NEAR(sliced, kEvenPressure, 0.1 * kEvenPressure);
  EXPECT_NEAR(belt_chi(0.51, 0.433, 0.5, 5), sliced, 0.01 * sliced);
}

}  // namespace
}  // namespace rubble::physics
