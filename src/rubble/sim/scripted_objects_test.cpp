// SPDX-License-Identifier: Apache-2.0
#include "rubble/sim/scripted_objects.h"

#include "rubble/sim/test_room.h"

namespace rubble::sim {
namespace {

class ThingOrders : public Room {
 protected:
  CommandResult make(const std::string& name, const std::string& kind, const Vec3& place,
                     const Vec3& scale = Vec3::Ones(),
                     ObjectPhysics physics = ObjectPhysics::RigidBody) {
    return order(
        name, CreateObject{
                  .kind = kind, .world_from_object = {place}, .scale = scale, .physics = physics});
  }
};

TEST_F(ThingOrders, ALooseBoxFallsAndAPutOneStays) {
  EXPECT_TRUE(make("loose", "box", {0, 0, 2}, Vec3::Constant(0.4)).is_done);
  EXPECT_TRUE(make("put", "Sphere", {2, 0, 2}, Vec3::Ones(), ObjectPhysics::None).is_done);
  advance(2.0);
  EXPECT_NEAR(pose("loose").position.z(), 0.2, 0.02);
  EXPECT_NEAR(pose("put").position.z(), 2.0, 1e-9);
  EXPECT_EQ(count<ObjectCreated>(), 2);
}

// Textbook masses and moments of solids of one density.
TEST_F(ThingOrders, TheirInertiaIsThatOfSolids) {
  const auto inertial = [&](const std::string& kind, const Vec3& size) {
    const CommandResult made =
        order("", CreateObject{.kind = kind, .world_from_object = {Vec3(0, 0, 1)}, .scale = size});
    EXPECT_TRUE(made.is_done) << made.text;
    return state().instances[state().find(made.text).index()].model->links[0].inertial;
  };
  const Inertial box = inertial("box", {0.2, 0.4, 0.6});
  const double density = box.mass / (0.2 * 0.4 * 0.6);
  EXPECT_NEAR(box.inertia(0, 0), box.mass * (0.16 + 0.36) / 12, 1e-9);
  EXPECT_NEAR(box.inertia(2, 2), box.mass * (0.04 + 0.16) / 12, 1e-9);
  const Inertial ball = inertial("sphere", {0.4, 0.4, 0.4});
  EXPECT_NEAR(ball.mass, density * 4.0 / 3.0 * kPi * 0.008, 1e-9);
  EXPECT_NEAR(ball.inertia(1, 1), 0.4 * ball.mass * 0.04, 1e-9);
  const Inertial egg = inertial("sphere", {0.4, 0.6, 0.8});
  EXPECT_NEAR(egg.mass, density * 4.0 / 3.0 * kPi * 0.2 * 0.3 * 0.4, 1e-9);
  EXPECT_NEAR(egg.inertia(0, 0), egg.mass * (0.09 + 0.16) / 5, 1e-9);
  const Inertial drum = inertial("cylinder", {0.4, 0.4, 1.0});
  EXPECT_NEAR(drum.mass, density * kPi * 0.04 * 1.0, 1e-9);
  EXPECT_NEAR(drum.inertia(2, 2), drum.mass * 0.04 / 2, 1e-9);
  EXPECT_NEAR(drum.inertia(0, 0), drum.mass * (3 * 0.04 + 1.0) / 12, 1e-9);
}

TEST_F(ThingOrders, NonsenseIsRefused) {
  EXPECT_FALSE(make("a", "teapot_of_nobody", {0, 0, 0}).is_done);
  EXPECT_FALSE(make("a", "box", {0, 0, 0}, Vec3(0, 1, 1)).is_done);
  EXPECT_FALSE(make("a", "box", {0, 0, 0}, Vec3(1e6, 1, 1)).is_done);
  EXPECT_FALSE(make("a", "P3AT", {0, 0, 0}).is_done);
  EXPECT_FALSE(make("floor", "box", {0, 0, 1}).is_done);
  EXPECT_FALSE(order("a", SpinObject{Vec3::UnitZ()}).is_done);
  EXPECT_FALSE(order("floor", MoveObject{.position = Vec3::Zero()}).is_done);
}

TEST_F(ThingOrders, LasersSeeThemComeMoveAndGo) {
  enter("P3AT", {0, 0, 0}, {"lms200"});
  const auto ahead = [&] {
    order("R1", ScanNow{"lms200"});
    const auto scan = latest<RangeScan>("lms200");
    return static_cast<double>(scan.ranges.at(scan.ranges.size() / 2));
  };
  advance(0.5);
  const double wall = ahead();
  make("box", "box", {2.5, 0, 0.5}, Vec3::Ones(), ObjectPhysics::None);
  const double box = ahead();
  EXPECT_LT(box, wall - 2.0);
  order("box", MoveObject{.position = Vec3(0.5, 0, 0), .is_relative = true});
  EXPECT_NEAR(ahead(), box + 0.5, 0.06);
  order("box", LeaveWorld{});
  EXPECT_NEAR(ahead(), wall, 0.06);
  EXPECT_EQ(count<ObjectRemoved>(), 1);
}

TEST_F(ThingOrders, AThingGoesAlongItsWaypoints) {
  make("lift", "box", {0, 0, 1}, Vec3::Constant(0.2), ObjectPhysics::None);
  EXPECT_TRUE(order("lift", AddWaypoints{{Vec3(1, 0, 1), Vec3(1, 1, 1)}}).is_done);
  EXPECT_TRUE(order("lift", FollowWaypoints{.speed = 0.5, .is_moving = true}).is_done);
  advance(3.0);
  EXPECT_NEAR((pose("lift").position - Vec3(1, 0.5, 1)).norm(), 0.0, 0.01);
  advance(3.0);
  EXPECT_NEAR((pose("lift").position - Vec3(1, 1, 1)).norm(), 0.0, 1e-6);
}

TEST_F(ThingOrders, ALoopGoesRoundInTheTimeItIsGivenAndHomeWhenCleared) {
  make("cart", "box", {0, 0, 1}, Vec3::Constant(0.2), ObjectPhysics::None);
  order("cart", AddWaypoints{{Vec3(1, 0, 1), Vec3(2, 0, 1)}});
  order("cart",
        FollowWaypoints{
            .time = 2.0, .is_looping = true, .goes_back_when_cleared = true, .is_moving = true});
  advance(3.0);  // 1 m/s: at 2 after two seconds, back at 1 after three
  EXPECT_NEAR(pose("cart").position.x(), 1.0, 0.02);
  order("cart", ClearWaypoints{});
  EXPECT_NEAR(pose("cart").position.x(), 0.0, 1e-9);
}

TEST_F(ThingOrders, AThingSpins) {
  make("fan", "box", {0, 0, 1}, Vec3(1, 0.1, 0.1), ObjectPhysics::None);
  order("fan", SpinObject{Vec3(0, 0, 1.0)});
  advance(1.0);
  EXPECT_NEAR(yaw_of(pose("fan").rotation), 1.0, 0.01);
  order("fan", SpinObject{});
  advance(1.0);
  EXPECT_NEAR(yaw_of(pose("fan").rotation), 1.0, 0.01);
}

TEST_F(ThingOrders, WhatLiesOnAMovingThingGoesWithIt) {
  make("tray", "box", {0, 0, 0.5}, Vec3(1, 1, 0.1), ObjectPhysics::None);
  make("load", "box", {0, 0, 0.7}, Vec3::Constant(0.2));
  advance(1.0);
  order("tray", AddWaypoints{{Vec3(2, 0, 0.5)}});
  order("tray", FollowWaypoints{.speed = 0.5, .is_moving = true});
  advance(3.0);
  EXPECT_NEAR(pose("load").position.x(), 1.5, 0.15);
  EXPECT_NEAR(pose("load").position.z(), 0.65, 0.02);
}

TEST_F(ThingOrders, AConveyorCarriesWhatLiesOnIt) {
  make("belt", "box", {0, 0, 0.25}, Vec3(4, 1, 0.5), ObjectPhysics::None);
  make("load", "box", {-1, 0, 0.62}, Vec3::Constant(0.2));
  advance(3.0);
  const double before = pose("load").position.x();
  EXPECT_TRUE(order("belt", RunConveyor{0.5}).is_done);
  advance(2.0);
  EXPECT_NEAR(pose("load").position.x() - before, 1.0, 0.15);
  order("belt", RunConveyor{0.0});
  advance(1.0);
  const double stopped = pose("load").position.x();
  advance(1.0);
  EXPECT_NEAR(pose("load").position.x(), stopped, 0.01);
}

TEST_F(ThingOrders, AConveyorThatIsPartOfTheWorldCarriesAtItsSpeed) {
  make("load", "box", {-2, 0, 0.11}, Vec3::Constant(0.2));
  advance(3.0);
  const double before = pose("load").position.x();
  EXPECT_TRUE(order("floor", RunConveyor{0.5}).is_done);
  advance(4.0);
  EXPECT_NEAR(pose("load").position.x() - before, 2.0, 0.1);
  const double there = pose("load").position.x();
  advance(1.0);
  EXPECT_NEAR(pose("load").position.x() - there, 0.5, 0.02);
}

TEST_F(ThingOrders, WhatLostItsSupportFalls) {
  make("table", "box", {0, 0, 0.5}, Vec3(1, 1, 0.1), ObjectPhysics::None);
  make("cup", "box", {0, 0, 0.66}, Vec3::Constant(0.2));
  advance(5.0);
  EXPECT_NEAR(pose("cup").position.z(), 0.65, 0.02);
  order("table", LeaveWorld{});
  advance(2.0);
  EXPECT_NEAR(pose("cup").position.z(), 0.1, 0.02);
}

TEST_F(ThingOrders, AllThingsCanBeRemovedOrThoseInABox) {
  enter("P3AT", {-3, 0, 0});
  make("a", "box", {0, 0, 1}, Vec3::Constant(0.2), ObjectPhysics::None);
  make("b", "cylinder", {3, 0, 1}, Vec3::Constant(0.2), ObjectPhysics::None);
  Bounds near;
  near.add(Vec3(-1, -1, 0)).add(Vec3(1, 1, 2));
  order("", RemoveObjects{near});
  EXPECT_FALSE(state().find("a").is_valid());
  EXPECT_TRUE(state().find("b").is_valid());
  order("", RemoveObjects{});
  EXPECT_FALSE(state().find("b").is_valid());
  EXPECT_TRUE(state().find("R1").is_valid());
}

TEST_F(ThingOrders, RobotsCanBePutElsewhere) {
  enter("P3AT", {0, 0, 0});
  EXPECT_TRUE(
      order("R1", MoveObject{.position = Vec3(3, 2, 0.05), .rotation = RollPitchYaw{0, 0, 1.0}})
          .is_done);
  EXPECT_NEAR(pose("R1").position.x(), 3.0, 0.01);
  EXPECT_NEAR(yaw_of(pose("R1").rotation), 1.0, 0.01);
}

TEST_F(ThingOrders, ThereIsALimitToTheirNumber) {
  std::vector<Command> commands;
  for (std::size_t i = 0; i <= kMaxObjects; ++i)
    commands.push_back(
        {"t" + std::to_string(i),
         CreateObject{.kind = "box",
                      .world_from_object = {Vec3(0, 0, 10.0 + static_cast<double>(i))},
                      .scale = Vec3::Constant(0.1),
                      .physics = ObjectPhysics::None}});
  simulation.step(commands);
  EXPECT_TRUE(simulation.command_results()[kMaxObjects - 1].is_done);
  EXPECT_FALSE(simulation.command_results()[kMaxObjects].is_done);
}

TEST_F(ThingOrders, ThereIsALimitToAllTheirWaypoints) {
  const AddWaypoints way{std::vector<Vec3>(10'000, Vec3(1, 0, 1))};
  for (int i = 0; i <= 10; ++i) {
    const std::string name = "t" + std::to_string(i);
    ASSERT_TRUE(make(name, "box", {0, 0, 1.0 + 2 * i}, Vec3::Ones(), ObjectPhysics::None).is_done);
    EXPECT_EQ(order(name, way).is_done, i < 10);
  }
  EXPECT_TRUE(order("t0", ClearWaypoints{}).is_done);
  EXPECT_TRUE(order("t10", way).is_done);
}

TEST_F(ThingOrders, ThereIsALimitToTheSizesOfBalls) {
  for (int i = 0; i <= kMaxDistinctSpheres; ++i) {
    const Vec3 scale = Vec3::Constant(0.02 + 1e-4 * i);
    const Vec3 place(0, 0, 1.0 + 0.1 * i);
    EXPECT_EQ(make("b" + std::to_string(i), "sphere", place, scale).is_done,
              i < kMaxDistinctSpheres);
  }
  EXPECT_TRUE(make("again", "sphere", {1, 1, 1}, Vec3::Constant(0.02)).is_done);
  EXPECT_TRUE(make("box", "box", {2, 1, 1}).is_done);
}

}  // namespace
}  // namespace rubble::sim
