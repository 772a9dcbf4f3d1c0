// SPDX-License-Identifier: Apache-2.0
// Smoke that is made while a world runs.
#include <limits>

#include "rubble/serialization/message_json.h"
#include "rubble/sim/offscreen_renderer.h"
#include "rubble/sim/test_room.h"
#include "rubble/smoke/smoke_field.h"

namespace rubble::sim {
namespace {

// What the order is to make, as a world's file would have it.
SmokeArea ball(const Vec3& middle, double radius, double density) {
  SmokeArea area;
  area.name = "ball";
  area.pose.position = middle;
  area.geometry = Sphere{radius};
  area.density = density;
  area.profile = SmokeProfile::Gaussian;
  area.sigma = radius / 2.2;
  return area;
}

class SmokeOrders : public Room {
 protected:
  CommandResult place(const std::string& name, const Vec3& middle, double radius, double density) {
    return order(name, PlaceSmoke{middle, radius, density});
  }
};

constexpr const char* kLaser = "urg04lx";

// What a laser that looks through smoke says in half a second, to the bit.
std::string scans_through(World world, const std::vector<Command>& first, int threads = 1) {
  Simulation simulation(std::move(world), {.threads = threads});
  std::vector<Command> commands = first;
  commands.push_back({"R1", SpawnRobot{"P3AT", {}, {kLaser}}});
  std::string scans;
  for (int i = 0; i < 120; ++i) {
    simulation.step(std::exchange(commands, {}));
    for (const Reading& reading : simulation.readings()) scans += to_json(reading);
  }
  EXPECT_FALSE(scans.empty());
  return scans;
}

TEST_F(SmokeOrders, LasersAndIntegralsAreThoseOfABallInTheFile) {
  const Vec3 middle(1.5, 0.2, 0.4);
  World with_ball = room();
  with_ball.smokes.push_back(ball(middle, 0.8, 0.003));
  const std::string wanted = scans_through(with_ball, {});
  const std::vector<Command> order{{"ball", PlaceSmoke{middle, 0.8, 0.003}}};
  EXPECT_EQ(scans_through(room(), order), wanted);
  EXPECT_EQ(scans_through(room(), order, 2), wanted) << "with two threads";
  EXPECT_NE(scans_through(room(), {}), wanted) << "the smoke matters";
}

TEST_F(SmokeOrders, ItIsMovedChangedAndTakenAway) {
  enter("P3AT", {0, 0, 0}, {"lms200"});
  const auto density_at = [&](const Vec3& point) {
    order("R1", ScanNow{"lms200"});
    return simulation.smoke_field().density_at(point);
  };
  EXPECT_EQ(density_at({2, 0, 1}), 0.0);
  EXPECT_EQ(place("cloud", {2, 0, 1}, 1.1, 0.02).text, "cloud");
  EXPECT_DOUBLE_EQ(density_at({2, 0, 1}), 0.02);
  EXPECT_NEAR(density_at({2, 1.1, 1}), 0.02 * std::exp(-2.2 * 2.2 / 2), 1e-9);
  EXPECT_TRUE(place("cloud", {-2, 0, 1}, 1.1, 0.05).is_done);
  EXPECT_DOUBLE_EQ(density_at({-2, 0, 1}), 0.05);
  EXPECT_LT(density_at({2, 0, 1}), 1e-9);
  EXPECT_EQ(state().smokes.size(), 1U);
  EXPECT_TRUE(place("cloud", {-2, 0, 1}, 1.1, 0.0).is_done);
  EXPECT_EQ(density_at({-2, 0, 1}), 0.0);
  EXPECT_TRUE(place("cloud", {1, 0, 1}, 1.0, 0.1).is_done);
  EXPECT_TRUE(order("cloud", LeaveWorld{}).is_done);
  EXPECT_TRUE(state().smokes.empty());
  EXPECT_EQ(count<ObjectCreated>(), 2);
  EXPECT_EQ(count<ObjectRemoved>(), 2);
}

TEST_F(SmokeOrders, WithoutANameItGetsOneThatIsFree) {
  EXPECT_EQ(place("", {0, 0, 1}, 1.0, 0.1).text, "Smoke");
  EXPECT_EQ(place("", {1, 0, 1}, 1.0, 0.1).text, "Smoke_2");
  order("box", CreateObject{.kind = "box", .world_from_object = {Vec3(3, 0, 1)}});
  EXPECT_TRUE(order("any", RemoveObjects{Bounds{Vec3(-0.5, -1, 0), Vec3(0.5, 1, 2)}}).is_done);
  ASSERT_EQ(state().smokes.size(), 1U);
  EXPECT_EQ(state().smokes[0].name, "Smoke_2");
}

TEST_F(SmokeOrders, NonsenseIsRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(place("a", {nan, 0, 0}, 1.0, 0.1).is_done);
  EXPECT_FALSE(place("a", {1e9, 0, 0}, 1.0, 0.1).is_done);
  EXPECT_FALSE(place("a", {0, 0, 0}, 0.01, 0.1).is_done);
  EXPECT_FALSE(place("a", {0, 0, 0}, 21.0, 0.1).is_done);
  EXPECT_FALSE(place("a", {0, 0, 0}, nan, 0.1).is_done);
  EXPECT_FALSE(place("a", {0, 0, 0}, 1.0, 1.5).is_done);
  EXPECT_FALSE(place("a", {0, 0, 0}, 1.0, -0.1).is_done);
  EXPECT_FALSE(place("a", {0, 0, 0}, 1.0, nan).is_done);
  EXPECT_FALSE(place("a", {0, 0, 0}, 1.0, 0.0).is_done) << "there is none to take away";
  EXPECT_FALSE(place("floor", {0, 0, 0}, 1.0, 0.1).is_done) << "that is a name of another thing";
  EXPECT_FALSE(place(std::string(200, 'x'), {0, 0, 0}, 1.0, 0.1).is_done);
  EXPECT_TRUE(state().smokes.empty());
  for (int i = 0; i < 64; ++i) EXPECT_TRUE(place("", {0, 0, 1}, 1.0, 0.1).is_done);
  EXPECT_FALSE(place("", {0, 0, 1}, 1.0, 0.1).is_done);
  EXPECT_TRUE(place("Smoke", {1, 0, 1}, 1.0, 0.1).is_done) << "one that is there may change";
  EXPECT_FALSE(order("Smoke", CreateObject{.kind = "box"}).is_done) << "the name is taken";
}

TEST_F(SmokeOrders, ItIsPartOfTheStatesHash) {
  State with = state();
  with.smokes.push_back(ball({0, 0, 0}, 1.0, 0.1));
  EXPECT_NE(with.hash(), state().hash());
  State moved = with;
  moved.smokes[0].pose.position.x() += 1e-9;
  EXPECT_NE(moved.hash(), with.hash());
}

TEST_F(SmokeOrders, PicturesShowIt) {
  enter("P3AT", {0, 0, 0});
  OffscreenRenderer eye(simulation.world(), 1);
  const auto camera = [&] {
    for (const Link& link : state().instances[state().find("R1").index()].model->links)
      for (const SensorSpec& spec : link.sensors)
        if (spec.type == "camera") return spec.name;
    return std::string();
  }();
  const auto before = eye.look(state(), "R1", camera, 32, 24);
  ASSERT_TRUE(before.ok()) << before.error().message;
  State smoky = state();
  smoky.smokes.push_back(ball({2, 0, 0.5}, 1.0, 0.5));
  const auto after = eye.look(smoky, "R1", camera, 32, 24);
  EXPECT_NE(before->rgb, after->rgb);
  EXPECT_EQ(eye.look(state(), "R1", camera, 32, 24)->rgb, before->rgb);
}

}  // namespace
}  // namespace rubble::sim
