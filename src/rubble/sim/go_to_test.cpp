// SPDX-License-Identifier: Apache-2.0
// Robots that are sent to a point.
#include "rubble/pilots/go_to.h"

#include "rubble/pilots/side_speeds.h"
#include "rubble/sim/test_room.h"

namespace rubble::sim {
namespace {

using pilots::GoTo;

class Sent : public Room {
 protected:
  // Where it is when it says that it is over, or after a minute.
  GoTo::Progress go(const Vec2& target) {
    GoTo way(state(), state().find("R1"), target);
    for (Tick i = 0; i < tick_at(60.0) && !way.is_over(); ++i) {
      has_turned |= way.progress() == GoTo::Progress::Turning;
      simulation.step(way.decide(state()));
      for (const CommandResult& answer : simulation.command_results())
        EXPECT_TRUE(answer.is_done) << answer.text;
    }
    simulation.step(way.decide(state()));
    EXPECT_TRUE(way.decide(state()).empty()) << "nothing more to say";
    advance(1.0);
    return way.progress();
  }
  double off(const Vec2& target) const { return (pose("R1").position.head<2>() - target).norm(); }
  void expect_arrival(const Vec2& target) {
    EXPECT_EQ(go(target), GoTo::Progress::Arrived) << target.transpose();
    EXPECT_LT(off(target), 0.15) << target.transpose();
  }

  bool has_turned = false;
};

class SentOnTwoSides : public Sent, public testing::WithParamInterface<const char*> {};

TEST_P(SentOnTwoSides, ArrivesAheadLeftAndBehind) {
  enter(GetParam(), {-2, -1.5, 0});
  expect_arrival({0, -1.5});
  EXPECT_FALSE(has_turned);
  expect_arrival({0, 0.5});
  EXPECT_TRUE(has_turned);
  expect_arrival({-0.5, -1.5});
}

INSTANTIATE_TEST_SUITE_P(Robots, SentOnTwoSides, testing::Values("P3AT", "Element", "Kenaf"),
                         [](const auto& robot) { return std::string(robot.param); });

TEST_F(Sent, ACarGoesInAnArcAndBacksOffFromWhatIsTooClose) {
  enter("FrontAckerman", {-3, -1.5, 0});
  expect_arrival({0, 0});
  const Pose now = pose("R1");
  const Vec3 beside = now * Vec3(0.1, 0.6, 0);
  expect_arrival(beside.head<2>());
}

TEST_F(Sent, AFlyingRobotKeepsItsHeight) {
  enter("AirRobot", {-2, -1.5, 1.2});
  expect_arrival({1, -1.5});
  expect_arrival({0, 1});
  expect_arrival({-2, -1});
  EXPECT_NEAR(pose("R1").position.z(), 1.2, 0.05);
}

TEST_F(Sent, AWallStopsItAndItSaysSo) {
  for (const char* const robot : {"P3AT", "Kenaf", "FrontAckerman"}) {
    enter(robot, {0, 0, 0});
    order("wall", CreateObject{.kind = "box",
                               .world_from_object = {Vec3(1.5, 0, 0.5)},
                               .scale = Vec3(0.2, 3, 2),
                               .physics = ObjectPhysics::None});
    const Tick before = state().tick;
    EXPECT_EQ(go({3, 0.1}), GoTo::Progress::Stuck) << robot;
    EXPECT_LT(seconds_at(state().tick - before), 15.0) << robot;
    EXPECT_LT(pose("R1").position.x(), 1.4);
    order("R1", LeaveWorld{});
    order("wall", LeaveWorld{});
  }
}

TEST_F(Sent, WhoArrivesOrGivesUpStands) {
  for (const char* const robot : {"P3AT", "Kenaf", "FrontAckerman", "AirRobot"}) {
    enter(robot, {-2, 1, robot == std::string("AirRobot") ? 1.0 : 0.0});
    expect_arrival({0, 1.2});
    const Vec3 before = pose("R1").position;
    advance(2.0);
    EXPECT_LT((pose("R1").position - before).norm(), 0.02) << robot;
    order("R1", LeaveWorld{});
  }
}

// Something carries a robot round its target, as a current would: it moves, and never comes nearer.
TEST_F(Sent, WhoGoesRoundForEverGivesUp) {
  for (const char* const robot : {"P3AT", "FrontAckerman"}) {
    enter(robot, {2, 0, 0});
    State carried = state();
    carried.tick = 0;
    const InstanceId id = carried.find("R1");
    BodyState& body = carried.bodies[carried.instances[id.index()].links[0].body.index()];
    const Pose start = body.pose;
    GoTo way(carried, id, {0, 0});
    double driven = 0.0;
    for (int k = 1; k < 5000 && !way.is_over(); ++k) {
      constexpr double kStep = 0.05;  // m
      const Pose around{Vec3::Zero(), quat_from({0, 0, kStep / 2.0 * k})};
      body.pose = around * start;
      driven += kStep;
      carried.tick += 12;
      (void)way.decide(carried);
    }
    EXPECT_EQ(way.progress(), GoTo::Progress::Stuck) << robot;
    EXPECT_LT(driven, 100.0) << robot;
    order("R1", LeaveWorld{});
  }
}

TEST_F(Sent, WhoLeavesIsStuck) {
  enter("P3AT", {0, 0, 0});
  GoTo way(state(), state().find("R1"), {2, 0});
  order("R1", LeaveWorld{});
  for (int i = 0; i < 24; ++i) {
    EXPECT_TRUE(way.decide(state()).empty());
    simulation.step({});
  }
  EXPECT_EQ(way.progress(), GoTo::Progress::Stuck);
}

class Sticks : public Room {
 protected:
  const Model& model(const std::string& robot_class) {
    return **simulation.find_model(robot_class);
  }
};

TEST_F(Sticks, GiveTheOrdersOfTheRobotsKind) {
  const auto sides = std::get<DriveSides>(
      pilots::drive_command(model("P3AT"), "R1", {.forward = 1.0, .turn = 1.0}).data);
  EXPECT_EQ(sides.left, 0.0);
  EXPECT_EQ(sides.right, model("P3AT").robot->max_speed);
  const auto car = std::get<DriveSteered>(
      pilots::drive_command(model("FrontAckerman"), "R1", {.forward = -0.5, .turn = 1.0}).data);
  EXPECT_EQ(car.speed, -0.5 * model("FrontAckerman").robot->max_speed);
  EXPECT_GT(car.front_steer, 0.1);
  const auto flight = std::get<DriveFlight>(
      pilots::drive_command(model("AirRobot"), "R1", {.turn = -2.0, .left = 0.5, .up = 1.0}).data);
  EXPECT_EQ(flight.left, 0.5 * model("AirRobot").robot->max_speed);
  EXPECT_EQ(flight.up, model("AirRobot").robot->max_speed);
  EXPECT_DOUBLE_EQ(flight.yaw_rate, -radians(100.0)) << "no more than it can";
}

// To turn left the front wheels look left and the rear ones right.
TEST_F(Sticks, AxlesOfACarSteerAgainstEachOther) {
  Model car = model("FrontAckerman");
  const double before = pilots::max_curvature(car);
  for (SteerSpec steer : std::vector<SteerSpec>(car.robot->steers)) {
    steer.axle = Axle::Rear;
    car.robot->steers.push_back(steer);
  }
  for (const double turn : {1.0, -0.5}) {
    const auto order =
        std::get<DriveSteered>(pilots::drive_command(car, "R1", {.turn = turn}).data);
    EXPECT_GT(order.front_steer * turn, 0.0);
    EXPECT_DOUBLE_EQ(order.rear_steer, -order.front_steer);
  }
  EXPECT_NEAR(pilots::max_curvature(car), 2.0 * before, 1e-9);
}

// Wheels that skid run faster than without slip, so that the body turns as it should.
TEST_F(Sticks, ABodyTurnsAboutAsFastAsItIsAskedTo) {
  for (const char* const robot : {"P3DX", "P3AT"}) {
    enter(robot, {0, 0, 0});
    const double rate = 0.6;
    order("R1", pilots::side_speeds(0.0, rate, robots::measure(model(robot)), *model(robot).robot));
    advance(0.5);
    const double before = yaw_of(pose("R1").rotation);
    advance(1.0);
    EXPECT_NEAR(wrap_angle(yaw_of(pose("R1").rotation) - before), rate, 0.18 * rate) << robot;
    order("R1", LeaveWorld{});
  }
}

TEST_F(Sticks, FullAheadIsTheSpeedItSays) {
  for (const char* const robot : {"P3AT", "Kenaf", "FrontAckerman"}) {
    enter(robot, {-3, 0, 0});
    const Vec3 before = pose("R1").position;
    order("R1", pilots::drive_command(model(robot), "R1", {.forward = 0.5}).data);
    advance(2.0);
    const double speed = (pose("R1").position - before).norm() / 2.0;
    EXPECT_NEAR(speed, 0.5 * pilots::top_speeds(model(robot)).ahead, 0.12 * speed) << robot;
    order("R1", LeaveWorld{});
  }
}

TEST_F(Sticks, AFullTurnIsAboutTheRateItSays) {
  for (const char* const robot : {"P3DX", "P3AT", "Kenaf"}) {
    enter(robot, {0, 0, 0});
    order("R1", pilots::drive_command(model(robot), "R1", {.turn = 0.3}).data);
    advance(0.5);
    const double before = yaw_of(pose("R1").rotation);
    advance(1.0);
    const double rate = wrap_angle(yaw_of(pose("R1").rotation) - before);
    const double said = 0.3 * pilots::top_speeds(model(robot)).turn;
    EXPECT_GT(rate, 0.6 * said) << robot;
    EXPECT_LT(rate, 1.6 * said) << robot;
    order("R1", LeaveWorld{});
  }
}

}  // namespace
}  // namespace rubble::sim
