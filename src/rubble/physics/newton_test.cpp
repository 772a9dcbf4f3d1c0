// SPDX-License-Identifier: Apache-2.0
// Newton's third law at joints: what a joint, its motor or its spring does to one body it does to
// the other in the opposite direction, along the same line.
#include <gtest/gtest.h>

#include "rubble/physics/lab.h"

namespace rubble::physics {
namespace {

Settings in_space() {
  Settings settings;
  settings.gravity = Vec3::Zero();
  return settings;
}

struct Momentum {
  Vec3 linear = Vec3::Zero();
  Vec3 angular = Vec3::Zero();  // about the origin
};

// Of all links of an instance; each is a body of its own.
Momentum momentum_of(const Lab& lab, InstanceId id) {
  Momentum sum;
  const Instance& instance = lab.state.instances[id.index()];
  for (std::size_t i = 0; i < instance.links.size(); ++i) {
    const Inertial& inertial = instance.model->links[i].inertial;
    const BodyState& body = lab.body(id, i);
    const Mat3 turn = (body.pose.rotation * inertial.link_from_mass.rotation).toRotationMatrix();
    sum.linear += inertial.mass * body.velocity;
    sum.angular +=
        inertial.mass * (body.pose * inertial.link_from_mass.position).cross(body.velocity) +
        turn * inertial.inertia * turn.transpose() * body.angular_velocity;
  }
  return sum;
}

void expect_no_momentum(const Lab& lab, InstanceId id, const std::string& what) {
  const Momentum sum = momentum_of(lab, id);
  ASSERT_LT(sum.linear.norm(), 1e-9) << what << " at " << seconds_at(lab.state.tick) << " s";
  ASSERT_LT(sum.angular.norm(), 1e-9) << what << " at " << seconds_at(lab.state.tick) << " s";
}

// A base and an arm that slides along x on a line 0.5 m beside the base's centre.
Model side_slider() {
  Model model{.name = "slider"};
  model.links.push_back({.name = "base", .inertial = box_inertial(10, {0.6, 0.4, 0.2})});
  model.links.push_back({.name = "arm",
                         .model_from_link = {Vec3(0.1, 0.5, 0)},
                         .inertial = box_inertial(2, {0.3, 0.1, 0.1})});
  Joint slide{.name = "slide", .kind = JointKind::Prismatic, .parent = 0, .child = 1};
  slide.axis.direction_joint = Vec3::UnitX();
  model.joints.push_back(slide);
  return model;
}

TEST(Newton, ASliderBesideTheCentreMakesNoMomentum) {
  Lab lab(in_space());
  const InstanceId id = lab.add(side_slider());
  Targets push;
  push.joints.push_back({lab.joint(id, 0), MotorMode::Effort, 10.0, 100.0});
  for (int i = 0; i < 240; ++i) {
    lab.step(push);
    expect_no_momentum(lab, id, "slider");
  }
  // The arm went forward and the base turned away under it.
  EXPECT_GT(lab.state.joints[0].position, 1.0);
  EXPECT_GT(lab.body(id, 0).pose.rotation.z(), 0.01);
}

// Where a slider is and how fast it goes agree, whatever its bodies do meanwhile.
TEST(Newton, ASlidersSpeedIsTheChangeOfItsPlace) {
  Lab lab(in_space());
  const InstanceId id = lab.add(side_slider());
  Targets push;
  push.joints.push_back({lab.joint(id, 0), MotorMode::Effort, 10.0, 100.0});
  JointState before;
  for (int i = 0; i < 240; ++i) {
    lab.step(push);
    const JointState& joint = lab.state.joints[0];
    EXPECT_NEAR((joint.position - before.position) / kTickSeconds,
                (joint.velocity + before.velocity) / 2.0, 0.01 + 0.005 * joint.velocity)
        << i;
    before = joint;
  }
}

// Three bodies in a row, not along any axis, with balls' inertia: that of a ball does not change as
// it turns, so that angular momentum is kept to the last digits by any integrator.
Model bent_row(JointKind kind, const JointAxis& axis) {
  Model model{.name = "row"};
  const double masses[] = {3.0, 0.4, 7.0};
  const Vec3 places[] = {{0, 0, 0}, {0.4, 0.1, 0.2}, {0.7, -0.2, 0.5}};
  for (std::size_t i = 0; i < 3; ++i) {
    Link link{.name = "link" + std::to_string(i), .model_from_link = {places[i]}};
    link.inertial = sphere_inertial(masses[i], 0.15);
    model.links.push_back(link);
  }
  for (int i = 1; i < 3; ++i) {
    Joint joint{.name = "joint" + std::to_string(i), .kind = kind, .parent = i - 1, .child = i};
    joint.child_from_joint = make_pose(-0.1, 0.05, 0.1, 0.3, 0.2, 0.1);
    joint.axis = axis;
    joint.second_axis.direction_joint = Vec3::UnitX();
    joint.thread_pitch = 0.05;
    joint.break_limit.torque = 1e6;  // keeps a fixed joint from making one body of two
    model.joints.push_back(joint);
  }
  return model;
}

const char* name_of(JointKind kind) {
  switch (kind) {
    case JointKind::Fixed:
      return "fixed";
    case JointKind::Revolute:
      return "revolute";
    case JointKind::Prismatic:
      return "prismatic";
    case JointKind::Ball:
      return "ball";
    case JointKind::Universal:
      return "universal";
    case JointKind::Screw:
      break;
  }
  return "screw";
}

TEST(Newton, NoJointMotorSpringOrLimitMakesMomentum) {
  const JointAxis plain{.direction_joint = Vec3::UnitY()};
  JointAxis springy = plain;
  springy.spring_stiffness = 40.0;
  springy.spring_reference = 0.3;
  springy.damping = 0.5;
  JointAxis limited = plain;
  limited.lower = -0.1;
  limited.upper = 0.05;
  for (const JointKind kind : {JointKind::Fixed, JointKind::Revolute, JointKind::Prismatic,
                               JointKind::Ball, JointKind::Universal, JointKind::Screw})
    for (const JointAxis& axis : {plain, springy, limited})
      for (const MotorMode mode : {MotorMode::Free, MotorMode::Effort, MotorMode::Velocity}) {
        Lab lab(in_space());
        const InstanceId id = lab.add(bent_row(kind, axis));
        Targets targets;
        targets.joints.push_back({lab.joint(id, 0), mode, 3.0, 5.0});
        targets.joints.push_back({lab.joint(id, 1), mode, -2.0, 5.0});
        for (int i = 0; i < 240; ++i) {
          lab.step(targets);
          expect_no_momentum(lab, id,
                             std::string(name_of(kind)) + " mode " +
                                 std::to_string(static_cast<int>(mode)) + " upper " +
                                 std::to_string(axis.upper));
          if (HasFatalFailure()) return;
        }
      }
}

// A nut that may slide and turn on an upright thread falls as slowly as its inertia makes it, and
// goes a pitch with each turn.
TEST(Newton, AScrewGoesAlongAsItTurns) {
  for (const double pitch : {0.08, -0.02, 0.3}) {  // m/rad
    Lab lab;
    Model model{.name = "nut"};
    Link nut{.name = "nut"};
    nut.inertial = sphere_inertial(2.0, 0.1);
    model.links.push_back(nut);
    Joint thread{.name = "thread", .kind = JointKind::Screw, .thread_pitch = pitch};
    thread.child = 0;
    thread.axis.direction_joint = Vec3::UnitZ();
    model.joints.push_back(thread);
    const InstanceId id = lab.add(model, {Vec3(0, 0, 9)});
    for (int i = 0; i < 240; ++i) lab.step();
    const double inertia = nut.inertial.inertia(2, 2), coupled = 2.0 * pitch * pitch;
    const double fallen = 0.5 * 9.81 * coupled / (inertia + coupled);
    const BodyState& body = lab.body(id, 0);
    EXPECT_NEAR(9.0 - body.pose.position.z(), fallen, 0.01 * fallen) << pitch;
    EXPECT_NEAR(lab.state.joints[0].position * pitch, body.pose.position.z() - 9.0, 1e-3) << pitch;
  }
}

// A pendulum on a universal joint swings as one on a hinge does, also past half a turn.
TEST(Newton, AUniversalJointTurnsOverItsFirstAxis) {
  const auto angle_after = [](JointKind kind, double seconds) {
    Lab lab;
    Model model{.name = "pendulum"};
    Link bob{.name = "bob", .model_from_link = {Vec3(1, 0, 0)}};
    bob.inertial = sphere_inertial(1.0, 0.1);
    model.links.push_back(bob);
    Joint joint{.name = "joint", .kind = kind};
    joint.child = 0;
    joint.child_from_joint.position = Vec3(-1, 0, 0);
    joint.axis.direction_joint = Vec3::UnitY();
    joint.second_axis.direction_joint = Vec3::UnitX();
    model.joints.push_back(joint);
    const InstanceId id = lab.add(model, {Vec3(0, 0, 3)});
    for (int i = 0; i < 24; ++i) {  // enough to go over the top
      lab.physics.push(lab.state, id, 0, Vec3::Zero(), Vec3(0, 0, -90));
      lab.step();
    }
    for (Tick tick = 0; tick < tick_at(seconds); ++tick) lab.step();
    const Vec3 at = lab.body(id, 0).pose.position - Vec3(0, 0, 3);
    return std::atan2(at.z(), at.x());
  };
  for (const double seconds : {0.3, 0.6, 1.0, 1.5})
    EXPECT_NEAR(angle_after(JointKind::Universal, seconds),
                angle_after(JointKind::Revolute, seconds), 0.02)
        << seconds;
}

// Bent as far as they like: the energy stays, and so do the axes' right angles.
TEST(Newton, AUniversalJointHasNoPlaceWhereItExplodes) {
  for (const double push : {20.0, 400.0, 2000.0}) {
    Lab lab(in_space());
    Model model{.name = "bars"};
    for (int i = 0; i < 2; ++i) {
      Link bar{.name = "bar" + std::to_string(i), .model_from_link = {Vec3(i, 0, 0)}};
      bar.inertial = box_inertial(1.0, {1.0, 0.1, 0.1});
      model.links.push_back(bar);
    }
    Joint joint{.name = "joint", .kind = JointKind::Universal, .parent = 0, .child = 1};
    joint.child_from_joint.position = Vec3(-0.5, 0, 0);
    joint.axis.direction_joint = Vec3::UnitY();
    joint.second_axis.direction_joint = Vec3::UnitZ();
    model.joints.push_back(joint);
    const InstanceId id = lab.add(model);
    lab.physics.push(lab.state, id, 1, Vec3(0.5, 0, 0), push * Vec3(0.1, 0.8, 0.6));
    lab.step();
    const auto energy = [&] {
      double sum = 0.0;
      for (std::size_t i = 0; i < 2; ++i) {
        const BodyState& body = lab.body(id, i);
        const Mat3 turn = body.pose.rotation.toRotationMatrix();
        const Mat3 inertia = turn * model.links[i].inertial.inertia * turn.transpose();
        sum += 0.5 * body.velocity.squaredNorm() +
               0.5 * body.angular_velocity.dot(inertia * body.angular_velocity);
      }
      return sum;
    };
    const double start = energy();
    for (int i = 0; i < 2400; ++i) {
      lab.step();
      ASSERT_LT(energy(), 1.05 * start) << push << " tick " << i;
      const Vec3 first = lab.body(id, 0).pose.rotation * Vec3::UnitY();
      ASSERT_NEAR(first.dot(lab.body(id, 1).pose.rotation * Vec3::UnitZ()), 0.0, 0.01) << push;
    }
    // Fast bodies that are not round lose some to the implicit gyroscopic step.
    EXPECT_GT(energy(), (push < 100.0 ? 0.9 : 0.1) * start) << push;
  }
}

// A limit to one side, and one after several turns, hold.
TEST(Newton, LimitsBeyondATurnAndToOneSideHold) {
  struct Limits {
    double lower, upper, effort, end;
  };
  for (const Limits& limits :
       {Limits{-kInfinity, 0.1, 1.0, 0.1}, Limits{-0.2, kInfinity, -1.0, -0.2},
        Limits{-20.0, 30.0, 1.0, 30.0}, Limits{-20.0, 30.0, -1.0, -20.0}}) {
    Lab lab(in_space());
    Model model{.name = "wheel"};
    Link wheel{.name = "wheel"};
    wheel.inertial = sphere_inertial(1.0, 0.3);
    model.links.push_back(wheel);
    Joint joint{.name = "joint", .kind = JointKind::Revolute};
    joint.child = 0;
    joint.axis.direction_joint = Vec3::UnitZ();
    joint.axis.lower = limits.lower;
    joint.axis.upper = limits.upper;
    joint.axis.damping = 0.05;
    model.joints.push_back(joint);
    const InstanceId id = lab.add(model);
    Targets push;
    push.joints.push_back({lab.joint(id, 0), MotorMode::Effort, limits.effort, 5.0});
    for (int i = 0; i < 1200; ++i) lab.step(push);
    EXPECT_NEAR(lab.state.joints[0].position, limits.end, 0.02);
    EXPECT_NEAR(lab.state.joints[0].velocity, 0.0, 0.01);
  }
}

// A leaf of 1 m on a hinge about z.
Model leaf(double break_torque) {
  Model model = loose_box("leaf", {1.0, 0.05, 2.0}, 5.0, 0.5);
  Joint hinge{.name = "hinge", .kind = JointKind::Revolute};
  hinge.child_from_joint.position = Vec3(-0.5, 0, 0.3);
  hinge.axis.direction_joint = Vec3::UnitZ();
  hinge.break_limit.torque = break_torque;
  model.joints.push_back(hinge);
  return model;
}

// Force along the axis, at a distance from it, that rises until the hinge breaks; 0 = never.
double breaking_force(double distance, double newton_per_second, double most) {
  Lab lab(in_space());
  const InstanceId id = lab.add(leaf(85.0));
  for (Tick tick = 0;; ++tick) {
    const double force = newton_per_second * seconds_at(tick);
    if (force > most) return 0.0;
    lab.physics.push(lab.state, id, 0, Vec3(distance - 0.5, 0, 0.8), Vec3(0, 0, -force));
    if (!lab.step().broken_joints.empty()) return force;
  }
}

TEST(Newton, AHingeBreaksAtItsTorqueUnderAForceAlongItsAxis) {
  for (const double rate : {10.0, 40.0})
    EXPECT_NEAR(breaking_force(0.7, rate, 400.0), 85.0 / 0.7, 0.02 * 85.0 / 0.7) << rate;
  EXPECT_NEAR(breaking_force(0.25, 40.0, 400.0), 85.0 / 0.25, 0.02 * 85.0 / 0.25);
}

TEST(Newton, AForceOnTheAxisDoesNotBreakAHinge) {
  EXPECT_EQ(breaking_force(0.0, 40.0, 500.0), 0.0);
}

// A rod hung from a hook by a hinge that breaks at a force, pulled down ever harder; with a link
// between, the hinge joins two bodies that move.
double breaking_pull(bool has_link_between) {
  Lab lab(in_space());
  Model model{.name = "rod"};
  const int count = has_link_between ? 2 : 1;
  for (int i = 0; i < count; ++i) {
    model.links.push_back({.name = "link" + std::to_string(i),
                           .model_from_link = {Vec3(0, 0, -0.5 * i)},
                           .inertial = box_inertial(1.0, {0.05, 0.05, 0.5})});
    Joint hinge{.name = "hinge", .kind = JointKind::Revolute, .parent = i - 1, .child = i};
    hinge.child_from_joint.position = Vec3(0, 0, 0.25);
    hinge.axis.direction_joint = Vec3::UnitY();
    if (i == count - 1) hinge.break_limit.force = 200.0;
    model.joints.push_back(hinge);
  }
  const InstanceId id = lab.add(std::move(model));
  for (Tick tick = 0;; ++tick) {
    const double force = 50.0 * seconds_at(tick);
    if (force > 1000.0) return 0.0;
    lab.physics.push(lab.state, id, count - 1, Vec3(0, 0, -0.25), Vec3(0, 0, -force));
    if (!lab.step().broken_joints.empty()) return force;
  }
}

TEST(Newton, AHingeBreaksAtItsForceAlsoBetweenBodiesThatMove) {
  EXPECT_NEAR(breaking_pull(false), 200.0, 4.0);
  EXPECT_NEAR(breaking_pull(true), 200.0, 4.0);
}

TEST(Newton, AMotorStopsAtALimitWithoutRunningIntoIt) {
  Lab lab(in_space());
  Model arm = loose_box("arm", {0.6, 0.05, 0.05}, 2.0, 0.5);
  Joint hinge{.name = "hinge", .kind = JointKind::Revolute};
  hinge.axis = {.direction_joint = Vec3::UnitY(), .lower = -0.5, .upper = 0.5};
  arm.joints.push_back(hinge);
  const InstanceId id = lab.add(std::move(arm));
  for (const double speed : {4.0, -4.0}) {
    Targets run;
    run.joints.push_back({lab.joint(id, 0), MotorMode::Velocity, speed, 500.0});
    for (int i = 0; i < 240; ++i) {
      lab.step(run);
      EXPECT_LT(std::abs(lab.state.joints[0].position), 0.5 + 1e-3);
    }
    EXPECT_NEAR(lab.state.joints[0].position, speed > 0 ? 0.5 : -0.5, 0.01);
  }
}

constexpr double kFootX = 0.4, kFootY = 0.3;  // m, from the plate's middle

// A plate on four feet, each on a spring; its centre of mass is beside its middle.
Model plate_on_springs(double off_centre, double stiffness, double damping) {
  Model model{.name = "plate"};
  Link plate{.name = "plate", .inertial = box_inertial(40.0, {1.0, 0.8, 0.05})};
  plate.inertial.link_from_mass.position = Vec3(off_centre, 0, 0);
  plate.collisions.push_back({.geometry = Box{{1.0, 0.8, 0.05}}});
  model.links.push_back(plate);
  for (const double x : {-kFootX, kFootX})
    for (const double y : {-kFootY, kFootY}) {
      Link foot{.name = "foot" + std::to_string(model.links.size()),
                .model_from_link = {Vec3(x, y, -0.2)}};
      foot.inertial = sphere_inertial(0.5, 0.04);
      foot.collisions.push_back({.geometry = Sphere{0.04}});
      Joint spring{.name = "spring", .kind = JointKind::Prismatic, .parent = 0};
      spring.child = static_cast<int>(model.links.size());
      spring.axis.spring_stiffness = stiffness;
      spring.axis.damping = damping;
      model.links.push_back(foot);
      model.joints.push_back(spring);
    }
  return model;
}

TEST(Newton, APlateOnFourSpringsTiltsByStaticsAndStays) {
  constexpr double kStiffness = 8000.0, kOff = 0.05;
  Lab lab;
  lab.add(ground(1.0));
  const InstanceId id = lab.add(plate_on_springs(kOff, kStiffness, 150.0), {Vec3(0, 0, 0.24)});
  lab.run(3.0);
  const auto tilt = [&] {
    const Vec3 along = lab.body(id).pose.rotation * Vec3::UnitX();
    return std::atan2(-along.z(), along.x());
  };
  const double expected = 40.0 * 9.81 * kOff / (4.0 * kStiffness * kFootX * kFootX);
  const double sunk = 40.0 * 9.81 / (4.0 * kStiffness);
  EXPECT_NEAR(tilt(), expected, 0.02 * expected);
  EXPECT_NEAR(lab.body(id).pose.position.z(), 0.24 - sunk, 0.05 * sunk);
  const Pose before = lab.body(id).pose;
  lab.run(60.0);
  EXPECT_NEAR(tilt(), expected, 0.02 * expected);
  EXPECT_LT((lab.body(id).pose.position - before.position).norm(), 1e-3);
  EXPECT_LT(before.rotation.angularDistance(lab.body(id).pose.rotation), radians(0.05));
}

// A mass on a spring between fixed ends: where it rests and how it swings.
TEST(Newton, ASpringPullsToItsReferenceAndSwingsAtItsFrequency) {
  constexpr double kMass = 2.0, kStiffness = 200.0, kReference = 0.15;
  Lab lab(in_space());
  Model model = loose_box("weight", Vec3::Constant(0.1), kMass, 0.5);
  Joint slide{.name = "slide", .kind = JointKind::Prismatic};
  slide.axis.direction_joint = Vec3::UnitX();
  slide.axis.spring_stiffness = kStiffness;
  slide.axis.spring_reference = kReference;
  model.joints.push_back(slide);
  lab.add(std::move(model));
  double most = 0.0, least = 1.0;
  int crossings = 0;
  double before = 0.0;
  constexpr double kSeconds = 20.0;
  for (Tick i = 0; i < tick_at(kSeconds); ++i) {
    lab.step();
    const double position = lab.state.joints[0].position;
    most = std::max(most, position);
    least = std::min(least, position);
    crossings += (before < kReference) != (position < kReference);
    before = position;
  }
  EXPECT_NEAR(most, 2.0 * kReference, 0.01 * kReference);  // from 0 as far beyond the reference
  EXPECT_NEAR(least, 0.0, 0.01 * kReference);
  const double frequency = std::sqrt(kStiffness / kMass) / (2.0 * kPi);
  EXPECT_NEAR(crossings, 2.0 * frequency * kSeconds, 1.0);
}

TEST(Newton, AnEffortIsNoStrongerThanItsLimit) {
  const auto slide_after = [&](double effort, double limit) {
    Lab fresh(in_space());
    const InstanceId pair = fresh.add(side_slider());
    Targets push;
    push.joints.push_back({fresh.joint(pair, 0), MotorMode::Effort, effort, limit});
    fresh.run(0.5, push);
    return fresh.state.joints[0].position;
  };
  EXPECT_EQ(slide_after(1000.0, 4.0), slide_after(4.0, 4.0));
  EXPECT_EQ(slide_after(-1000.0, 4.0), slide_after(-4.0, 4.0));
  EXPECT_GT(slide_after(4.0, 4.0), 0.1);
  EXPECT_LT(slide_after(-4.0, 4.0), -0.1);
}

// Two legs of a hinge: one at its limit, one free. A motor is as strong in both cases.
TEST(Newton, AMotorAtALimitIsNoStrongerThanElsewhere) {
  for (const double start_limit : {0.0, -1.0}) {
    Lab lab;
    Model arm = loose_box("arm", {0.6, 0.05, 0.05}, 2.0, 0.5);
    Joint hinge{.name = "hinge", .kind = JointKind::Revolute};
    hinge.child_from_joint.position = Vec3(-0.3, 0, 0);
    hinge.axis.direction_joint = -Vec3::UnitY();  // positive lifts
    hinge.axis.lower = start_limit;
    hinge.axis.upper = 1.0;
    arm.joints.push_back(hinge);
    const InstanceId id = lab.add(std::move(arm), {Vec3(0, 0, 2)});
    const double needed = 2.0 * 9.81 * 0.3;
    Targets weak, strong;
    weak.joints.push_back({lab.joint(id, 0), MotorMode::Velocity, 1.0, 0.9 * needed});
    strong.joints.push_back({lab.joint(id, 0), MotorMode::Velocity, 1.0, 1.1 * needed});
    lab.run(0.2, weak);
    EXPECT_LT(lab.state.joints[0].position, 1e-3) << start_limit;
    lab.run(0.6, strong);
    EXPECT_GT(lab.state.joints[0].position, 0.05) << start_limit;
  }
}

}  // namespace
}  // namespace rubble::physics
