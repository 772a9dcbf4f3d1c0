// SPDX-License-Identifier: Apache-2.0
// Things that come, go, touch and go wrong while a world runs.
#include <gtest/gtest.h>

#include <limits>

#include "rubble/physics/lab.h"

namespace rubble::physics {
namespace {

int count(const StepReport& report, ContactPhase phase) {
  int found = 0;
  for (const Contact& contact : report.contacts) found += contact.phase == phase;
  return found;
}

TEST(Contacts, BeginGoOnAndEndOnceEach) {
  Lab lab;
  const InstanceId floor = lab.add(ground());
  Model ball = single_link("ball", Sphere{0.1}, 0.5);
  ball.links[0].inertial = sphere_inertial(1.0, 0.1);
  ball.links[0].collisions[0].contact.restitution = 0.8;
  const InstanceId id = lab.add(std::move(ball), {Vec3(0, 0, 0.3)});
  int began = 0, ended = 0;
  double impulse = 0.0;
  for (int i = 0; i < 240; ++i) {
    const StepReport report = lab.step();
    began += count(report, ContactPhase::Begin);
    ended += count(report, ContactPhase::End);
    for (const Contact& contact : report.contacts) {
      EXPECT_EQ(contact.first.instance, floor);
      EXPECT_EQ(contact.second.instance, id);
      EXPECT_NEAR(contact.point_world.z(), 0.0, 0.02);
      EXPECT_NEAR(contact.normal_world.z(), -1.0, 1e-6);  // from the ball to the floor
      impulse += contact.impulse;
    }
  }
  EXPECT_EQ(began, ended + 1);  // it lies there now
  // In a second the floor has given the ball what gravity took, but for how it moves at the end.
  EXPECT_NEAR(impulse, 9.81, 0.8);
}

// Whichever of two things came first: the first of a contact is the one with the smaller number,
// and the normal points to it.
TEST(Contacts, NormalsPointFromTheSecondToTheFirst) {
  for (const bool box_is_first : {false, true}) {
    Lab lab;
    const auto add_box = [&] {
      return lab.add(loose_box("box", Vec3::Constant(0.2), 1.0, 0.5), {Vec3(0, 0, 0.1)});
    };
    InstanceId box;
    if (box_is_first) box = add_box();
    lab.add(ground());
    if (!box_is_first) box = add_box();
    lab.run(0.2);
    const StepReport report = lab.step();
    ASSERT_EQ(report.contacts.size(), 1U);
    EXPECT_EQ(report.contacts[0].first.instance == box, box_is_first);
    EXPECT_NEAR(report.contacts[0].normal_world.z(), box_is_first ? 1.0 : -1.0, 1e-6);
  }
}

// A ball jumps back by the product of both restitutions, squared in height.
TEST(Contacts, BallsJumpBackByTheProductOfRestitutions) {
  for (const auto& [ball_restitution, floor_restitution] :
       {std::pair(0.9, 0.9), std::pair(0.9, 0.5), std::pair(0.5, 0.9), std::pair(0.8, 0.0)}) {
    Lab lab;
    Model floor = ground();
    floor.links[0].collisions[0].contact.restitution = floor_restitution;
    lab.add(std::move(floor));
    Model ball = single_link("ball", Sphere{0.05}, 0.5);
    ball.links[0].inertial = sphere_inertial(1.0, 0.05);
    ball.links[0].collisions[0].contact.restitution = ball_restitution;
    constexpr double kDrop = 1.0;
    const InstanceId id = lab.add(std::move(ball), {Vec3(0, 0, kDrop + 0.05)});
    double highest = 0.0;
    bool has_touched = false;
    for (int i = 0; i < 240; ++i) {
      has_touched |= !lab.step().contacts.empty();
      const double height = lab.body(id).pose.position.z() - 0.05;
      if (has_touched && lab.body(id).velocity.z() > 0.0) highest = std::max(highest, height);
      if (has_touched && highest > 0.05 && lab.body(id).velocity.z() < 0.0) break;
    }
    const double expected = kDrop * std::pow(ball_restitution * floor_restitution, 2);
    // It turns round within the way of a step, 1.8 cm.
    EXPECT_NEAR(highest, expected, 0.05 * expected + 0.02)
        << ball_restitution << " on " << floor_restitution;
  }
}

// A ball that nobody holds rolls to a stop: a torque of 2 % of its weight at its radius holds it.
TEST(Contacts, ABallRollsToAStop) {
  Lab lab;
  lab.add(ground(1.0));
  Model ball = single_link("ball", Sphere{0.1}, 1.0);
  ball.links[0].inertial = sphere_inertial(2.0, 0.1);
  const InstanceId id = lab.add(std::move(ball), {Vec3(0, 0, 0.1)});
  lab.run(0.1);
  for (int i = 0; i < 24; ++i) {
    lab.physics.push(lab.state, id, 0, Vec3::Zero(), Vec3(14, 0, 0));
    lab.step();
  }
  const double speed = lab.body(id).velocity.x();
  const double start = lab.body(id).pose.position.x();
  EXPECT_GT(speed, 0.4);
  lab.run(12.0);
  const double braking = 0.02 * 9.81 / 1.4;  // a solid ball has 0.4 of its mass in its turning
  const double expected = speed * speed / (2.0 * braking);
  EXPECT_NEAR(lab.body(id).pose.position.x() - start, expected, 0.1 * expected);
  EXPECT_LT(lab.body(id).velocity.norm(), 0.01);
}

// Whichever of the two came first, a belt carries what lies on it forward at its speed.
TEST(Contacts, ABeltThatStandsStillCarriesForwardAtItsSpeed) {
  for (const bool box_is_first : {false, true}) {
    Lab lab;
    InstanceId box;
    const auto add_box = [&] {
      return lab.add(loose_box("box", Vec3::Constant(0.2), 1.0, 0.8), {Vec3(0, 0, 0.1)});
    };
    if (box_is_first) box = add_box();
    const InstanceId belt = lab.add(fixed_box("belt", {10, 1, 0.2}, 0.8), {Vec3(0, 0, -0.1)});
    if (!box_is_first) box = add_box();
    Targets run;
    run.belts.push_back({belt, 0, 0.5});
    lab.run(2.0, run);
    EXPECT_NEAR(lab.body(box).velocity.x(), 0.5, 0.01) << box_is_first;
    EXPECT_NEAR(lab.body(box).velocity.y(), 0.0, 0.01) << box_is_first;
  }
}

TEST(Contacts, AStandingBoxPressesWithItsWeight) {
  Lab lab;
  lab.add(ground());
  lab.add(loose_box("box", {0.4, 0.3, 0.2}, 10.0, 0.5), {Vec3(0, 0, 0.1)});
  lab.run(0.5);
  const StepReport report = lab.step();
  ASSERT_EQ(report.contacts.size(), 1U);
  EXPECT_EQ(report.contacts[0].phase, ContactPhase::Continue);
  EXPECT_NEAR(report.contacts[0].impulse / kTickSeconds, 98.1, 1.0);
}

TEST(Instances, ComeAndGoWhileTheWorldRuns) {
  Lab lab;
  lab.add(ground());
  const InstanceId lower =
      lab.add(loose_box("lower", Vec3::Constant(0.2), 1.0, 0.5), {Vec3(0, 0, 0.1)});
  const InstanceId upper =
      lab.add(loose_box("upper", Vec3::Constant(0.2), 1.0, 0.5), {Vec3(0, 0, 0.3)});
  lab.run(0.5);
  EXPECT_NEAR(lab.body(upper).pose.position.z(), 0.3, 0.005);
  lab.physics.remove(lab.state, lower);
  EXPECT_FALSE(lab.state.find("lower").is_valid());
  lab.run(0.5);
  EXPECT_NEAR(lab.body(upper).pose.position.z(), 0.1, 0.005);
  const InstanceId late =
      lab.add(loose_box("late", Vec3::Constant(0.2), 1.0, 0.5), {Vec3(0, 0, 1)});
  lab.run(1.0);
  EXPECT_NEAR(lab.body(late).pose.position.z(), 0.3, 0.01);
}

TEST(Instances, MoveAsAWholeAndAtRest) {
  Lab lab;
  lab.add(ground());
  const InstanceId box = lab.add(loose_box("box", Vec3::Constant(0.2), 1.0, 0.5), {Vec3(0, 0, 5)});
  lab.run(0.5);
  lab.physics.move(lab.state, box, {Vec3(3, 0, 0.1)});
  EXPECT_EQ(lab.body(box).velocity, Vec3::Zero());
  lab.run(0.5);
  EXPECT_NEAR(lab.body(box).pose.position.x(), 3.0, 1e-6);
}

TEST(HardSteps, ABodyThatLeavesTheNumbersIsPutBack) {
  Lab lab;
  lab.add(ground());
  const InstanceId box =
      lab.add(loose_box("box", Vec3::Constant(0.2), 1.0, 0.5), {Vec3(0, 0, 0.1)});
  lab.run(0.1);
  lab.physics.push(lab.state, box, 0, Vec3::Zero(),
                   Vec3(std::numeric_limits<double>::quiet_NaN(), 0, 0));
  const StepReport report = lab.step();
  EXPECT_EQ(report.bodies_reset, 1);
  lab.run(0.5);
  EXPECT_TRUE(is_finite(lab.body(box).pose));
  EXPECT_NEAR(lab.body(box).pose.position.z(), 0.1, 0.01);
}

// A body of many blocks on a floor of many blocks: far more points than two bodies need.
Model raft(const std::string& name, bool is_static) {
  Model model{.name = name, .is_static = is_static};
  Link link{.name = "link", .inertial = box_inertial(20.0, {1, 1, 0.1})};
  for (int x = 0; x < 5; ++x)
    for (int y = 0; y < 5; ++y)
      link.collisions.push_back({.link_from_shape = {Vec3(0.2 * x - 0.4, 0.2 * y - 0.4, 0)},
                                 .geometry = Box{{0.2, 0.2, 0.1}}});
  model.links.push_back(std::move(link));
  return model;
}

TEST(HardSteps, PointsBeyondTheLimitAreDroppedAndCounted) {
  Settings settings;
  settings.max_contacts_per_pair = 16;
  Lab lab(settings);
  lab.add(ground());
  const InstanceId id = lab.add(raft("raft", false), {Vec3(0, 0, 0.05)});
  int dropped = 0, most_points = 0;
  for (int i = 0; i < 120; ++i) {
    const StepReport report = lab.step();
    dropped += report.contacts_dropped;
    most_points = std::max(most_points, report.contact_points);
  }
  EXPECT_GT(dropped, 0);
  EXPECT_LE(most_points, 16);
  EXPECT_NEAR(lab.body(id).pose.position.z(), 0.05, 0.005);
}

TEST(HardSteps, AHeapGetsFewerIterationsInsteadOfStallingTheRun) {
  Settings settings;
  settings.max_row_updates = 500;
  Lab lab(settings);
  lab.add(ground());
  for (int i = 0; i < 30; ++i)
    lab.add(loose_box("block" + std::to_string(i), Vec3::Constant(0.1), 0.5, 0.6),
            make_pose(0.03 * (i % 3), 0.02 * (i % 5), 0.1 + 0.11 * i, 0.1 * i, 0, 0.2 * i));
  int cut_short = 0;
  for (int i = 0; i < 480; ++i) cut_short += lab.step().islands_cut_short;
  EXPECT_GT(cut_short, 0);
  for (std::size_t i = 1; i < lab.state.bodies.size(); ++i)
    EXPECT_TRUE(is_finite(lab.state.bodies[i].pose));
}

TEST(Rays, MeetTheNearestShapeAndLeaveOneInstanceOut) {
  Lab lab;
  const InstanceId wall = lab.add(fixed_box("wall", {0.1, 2, 2}, 0.5), {Vec3(3, 0, 0)});
  const InstanceId box = lab.add(fixed_box("box", {0.2, 0.2, 0.2}, 0.5), {Vec3(1, 0, 0)});
  const auto near = lab.physics.first_hit({0, 0, 0}, {10, 0, 0});
  ASSERT_TRUE(near.has_value());
  EXPECT_NEAR(near->distance, 0.9, 1e-6);
  EXPECT_EQ(near->part.instance, box);
  const auto far = lab.physics.first_hit({0, 0, 0}, {10, 0, 0}, box);
  ASSERT_TRUE(far.has_value());
  EXPECT_NEAR(far->distance, 2.95, 1e-6);
  EXPECT_EQ(far->part.instance, wall);
  EXPECT_FALSE(lab.physics.first_hit({0, 5, 0}, {10, 5, 0}).has_value());
}

TEST(Joints, SlideTurnAndHoldWithTheirMotors) {
  Lab lab;
  Model model{.name = "lift"};
  model.links.push_back({.name = "base", .inertial = box_inertial(50, {1, 1, 0.1})});
  model.links[0].collisions.push_back({.geometry = Box{{1, 1, 0.1}}});
  model.links.push_back({.name = "fork",
                         .model_from_link = {Vec3(0, 0, 0.5)},
                         .inertial = box_inertial(2, {0.2, 0.2, 0.1})});
  Joint slide{.name = "slide", .kind = JointKind::Prismatic, .parent = 0, .child = 1};
  slide.axis = {.lower = -0.2, .upper = 0.4};
  model.joints.push_back(slide);
  lab.add(ground());
  const InstanceId id = lab.add(std::move(model), {Vec3(0, 0, 0.05)});
  Targets up;
  up.joints.push_back({lab.joint(id, 0), MotorMode::Position, 0.3, 100.0, 0.5});
  lab.run(2.0, up);
  EXPECT_NEAR(lab.state.joints[0].position, 0.3, 0.01);
  Targets too_far;
  too_far.joints.push_back({lab.joint(id, 0), MotorMode::Velocity, 0.5, 100.0});
  lab.run(2.0, too_far);
  EXPECT_NEAR(lab.state.joints[0].position, 0.4, 0.01);  // stops at its limit
  lab.run(2.0);
  EXPECT_NEAR(lab.state.joints[0].position, -0.2, 0.02);  // falls to the other one
}

}  // namespace
}  // namespace rubble::physics
