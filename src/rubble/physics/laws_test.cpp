// SPDX-License-Identifier: Apache-2.0
// The physics table of the robots reference that needs no robot: falling, sliding, swinging,
// tumbling, breaking.
#include <gtest/gtest.h>

#include "rubble/physics/lab.h"

namespace rubble::physics {
namespace {

constexpr double kGravity = 9.81;

TEST(Laws, FreeFallIsThatOfSemiImplicitEuler) {
  Lab lab;
  const InstanceId ball =
      lab.add(loose_box("box", Vec3::Constant(0.1), 1.0, 1.0), {Vec3(0, 0, 50)});
  lab.run(2.0);
  const double expected = kGravity * 2.0 * (2.0 + kTickSeconds) / 2.0;
  EXPECT_NEAR(50.0 - lab.body(ball).pose.position.z(), expected, 1e-4 * expected);
}

struct Incline {
  explicit Incline(double friction) {
    const Quat tilt = quat_from({0, radians(30), 0});
    lab.add(fixed_box("slope", {20, 2, 0.2}, friction), {Vec3(0, 0, 0), tilt});
    block = lab.add(loose_box("block", {0.3, 0.3, 0.2}, 5.0, friction),
                    {tilt * Vec3(-5, 0, 0.2), tilt});
  }
  Lab lab;
  InstanceId block;
};

TEST(Laws, BlockOnAnInclineStaysWhereFrictionHoldsIt) {
  Incline incline(0.7);
  incline.lab.run(0.5);
  const Vec3 before = incline.lab.body(incline.block).pose.position;
  incline.lab.run(1.0);
  EXPECT_LT((incline.lab.body(incline.block).pose.position - before).norm(), 1e-4);
}

TEST(Laws, BlockOnAnInclineSlidesAsCoulombSays) {
  for (const double friction : {0.5, 0.3}) {
    Incline incline(friction);
    incline.lab.run(0.5);
    const double before = incline.lab.body(incline.block).velocity.norm();
    incline.lab.run(1.0);
    const double expected = kGravity * (std::sin(radians(30)) - friction * std::cos(radians(30)));
    EXPECT_NEAR(incline.lab.body(incline.block).velocity.norm() - before, expected, 0.03 * expected)
        << friction;
  }
}

// A ball of 5 cm on a massless rod, hung from the world.
Model pendulum(double length) {
  constexpr double kBall = 0.05;
  Model model = single_link("pendulum", Sphere{kBall}, 0.0);
  model.links[0].inertial = sphere_inertial(1.0, kBall);
  Joint pivot{.name = "pivot", .kind = JointKind::Revolute};
  pivot.child_from_joint.position = Vec3(0, 0, length);
  pivot.axis.direction_joint = Vec3::UnitY();
  model.joints.push_back(pivot);
  return model;
}

struct Swing {
  double period = 0.0;
  double most_energy_gain = 0.0;  // relative to the swing's own energy
};

Swing swing(double length, double amplitude) {
  Lab lab;
  const Quat tilt = quat_from({0, amplitude, 0});
  const InstanceId id =
      lab.add(pendulum(length), {Vec3(0, 0, 5) + tilt * Vec3(0, 0, -length), tilt});
  const auto energy = [&] {
    const BodyState& bob = lab.body(id);
    const double inertia = 0.4 * 0.05 * 0.05;
    return 0.5 * bob.velocity.squaredNorm() + 0.5 * inertia * bob.angular_velocity.squaredNorm() +
           kGravity * bob.pose.position.z();
  };
  const double start = energy();
  const double swing_energy = start - kGravity * (5.0 - length);
  Swing result;
  double last_x = lab.body(id).pose.position.x();
  double first_crossing = -1.0, last_crossing = -1.0;
  int crossings = 0;
  for (Tick tick = 1; tick <= tick_at(60.0); ++tick) {
    lab.step();
    const double x = lab.body(id).pose.position.x();
    if (last_x > 0.0 && x <= 0.0) {
      last_crossing = seconds_at(tick - 1) + kTickSeconds * last_x / (last_x - x);
      if (first_crossing < 0.0) first_crossing = last_crossing;
      ++crossings;
    }
    last_x = x;
    result.most_energy_gain = std::max(result.most_energy_gain, (energy() - start) / swing_energy);
  }
  result.period = (last_crossing - first_crossing) / (crossings - 1);
  return result;
}

TEST(Laws, PendulumKeepsItsPeriodAndItsEnergy) {
  const Swing small = swing(1.0, 0.1);
  EXPECT_NEAR(small.period, 2.0083, 0.002 * 2.0083);
  EXPECT_LT(small.most_energy_gain, 0.03);
  const Swing large = swing(0.5, 0.6);
  EXPECT_NEAR(large.period, 1.4540, 0.002 * 1.4540);
  EXPECT_LT(large.most_energy_gain, 0.03);
}

TEST(Laws, TumblingBoxesGainNoEnergyAndComeToRest) {
  Lab lab;
  lab.add(ground(0.5));
  std::vector<InstanceId> boxes;
  const Vec3 size(0.3, 0.2, 0.25);
  for (int i = 0; i < 12; ++i) {
    Model box = loose_box("box" + std::to_string(i), size, 2.0, 0.5);
    boxes.push_back(lab.add(std::move(box), make_pose(0.07 * i, 0.05 * (i % 3), 0.5 + 0.4 * i,
                                                      0.3 * i, 0.2 * i, 0.5 * i)));
  }
  const Mat3 inertia = box_inertial(2.0, size).inertia;
  const auto energy = [&] {
    double sum = 0.0;
    for (const InstanceId id : boxes) {
      const BodyState& box = lab.body(id);
      const Vec3 spin_body = box.pose.rotation.conjugate() * box.angular_velocity;
      sum += 0.5 * 2.0 * box.velocity.squaredNorm() + 0.5 * spin_body.dot(inertia * spin_body) +
             2.0 * kGravity * box.pose.position.z();
    }
    return sum;
  };
  const double start = energy();
  double highest = start, settled = 0.0;
  for (Tick tick = 1; tick <= tick_at(20.0); ++tick) {
    lab.step();
    highest = std::max(highest, energy());
    if (tick == tick_at(5.0)) settled = energy();
    if (tick > tick_at(5.0)) {
      ASSERT_NEAR(energy(), settled, 0.001 * settled) << seconds_at(tick);
    }
  }
  EXPECT_LE(highest, 1.01 * start);
}

// Products of inertia, a mass frame that is turned and beside the link, and two links in one body:
// the first step under a torque gives the spin that Euler's equation says.
TEST(Laws, ATorqueTurnsABodyByTheInverseOfItsInertia) {
  Mat3 inertia;
  inertia << 0.5, 0.06, -0.09, 0.06, 0.8, 0.12, -0.09, 0.12, 0.7;
  const Quat turn = quat_from({0.4, -0.3, 0.9});
  for (const bool has_second_link : {false, true})
    for (const Vec3& force : {Vec3(30, 0, 0), Vec3(0, 30, 0), Vec3(0, 0, 30), Vec3(10, -20, 15)}) {
      Settings settings;
      settings.gravity = Vec3::Zero();
      Lab lab(settings);
      Model model = loose_box("body", Vec3::Constant(0.3), 4.0, 0.5);
      model.links[0].inertial = {
          .mass = 4.0, .link_from_mass = {Vec3(0.1, 0.2, -0.1), turn}, .inertia = inertia};
      Vec3 centre = Vec3(0.1, 0.2, -0.1);
      Mat3 whole = turn.toRotationMatrix() * inertia * turn.toRotationMatrix().transpose();
      if (has_second_link) {
        const Vec3 ball(0.6, -0.4, 0.3);
        model.links.push_back(
            {.name = "ball", .model_from_link = {ball}, .inertial = sphere_inertial(2.0, 0.1)});
        model.joints.push_back({.name = "weld", .parent = 0, .child = 1});
        const Vec3 common = (4.0 * centre + 2.0 * ball) / 6.0;
        const auto steiner = [&](double mass, const Vec3& place) -> Mat3 {
          const Vec3 arm = place - common;
          return mass * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
        };
        whole += steiner(4.0, centre) + steiner(2.0, ball) + 0.4 * 2.0 * 0.01 * Mat3::Identity();
        centre = common;
      }
      const InstanceId id = lab.add(std::move(model));
      const Vec3 point(0.5, 0.1, 0.4);
      lab.physics.push(lab.state, id, 0, point, force);
      lab.step();
      const Vec3 expected = whole.inverse() * (point - centre).cross(force) * kTickSeconds;
      EXPECT_LT((lab.body(id).angular_velocity - expected).norm(), 1e-6 * expected.norm());
    }
}

// A boom of 1 m on a hinge about z: its weight and what presses on its tip load the hinge.
Model boom(double break_torque) {
  Model model = loose_box("boom", {1.0, 0.05, 0.05}, 0.5, 0.5);
  Joint hinge{.name = "hinge", .kind = JointKind::Revolute};
  hinge.child_from_joint.position = Vec3(-0.5, 0, 0);
  hinge.axis.direction_joint = Vec3::UnitZ();
  hinge.break_limit.torque = break_torque;
  model.joints.push_back(hinge);
  return model;
}

TEST(Laws, HingeBreaksAtItsTorqueUnderASlowlyRisingLoad) {
  for (const double break_torque : {5.0, 50.0, 500.0}) {
    Lab lab;
    const InstanceId id = lab.add(boom(break_torque), {Vec3(0, 0, 5)});
    double pressed = 0.0;
    std::vector<BrokenJoint> broken;
    for (Tick tick = 0; tick < tick_at(20.0) && broken.empty(); ++tick) {
      pressed = break_torque / 10.0 * seconds_at(tick);
      lab.physics.push(lab.state, id, 0, Vec3(0.5, 0, 0), Vec3(0, 0, -pressed));
      broken = lab.step().broken_joints;
    }
    ASSERT_EQ(broken.size(), 1U) << break_torque;
    const double own_weight = 0.5 * kGravity * 0.5;
    EXPECT_NEAR(pressed + own_weight, break_torque, 0.02 * break_torque);
    EXPECT_NEAR(broken[0].torque, break_torque, 0.02 * break_torque);
    EXPECT_TRUE(lab.state.joints[lab.joint(id, 0).index()].is_broken);
  }
}

}  // namespace
}  // namespace rubble::physics
