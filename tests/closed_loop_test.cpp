// SPDX-License-Identifier: Apache-2.0
// Robots driven as clients of others drive them: by DRIVE lines with wheel speeds worked out from
// the CONF and GEO lines they asked for, and watched through the lines that come back.
#include <fmt/core.h>

#include <cmath>

#include "apps/support.h"
#include "rubble/sdf/load.h"
#include "tests/wire_client.h"

namespace rubble::tests {
namespace {

constexpr double kRightWall = 3.0, kLeftWall = 5.0;  // m from the middle of the room
constexpr double kMinReach = 4.0;                    // m, of our lasers

// The room of the conversations with one robot in it.
class Loop {
 public:
  Loop(const std::string& robot_class, const std::string& place)
      : simulation_(room(), settings()),
        live_(simulation_, {},
              [this](net::ConnectionId, const std::string& text, net::Delivery) {
                client.hear(text);
              }),
        client(live_, 1) {
    client.open();
    client.say("INIT {ClassName USARBot." + robot_class + "} {Name R1} {Location " + place + "}");
    advance(0.5);
  }

  void advance(double seconds) {
    for (Tick i = tick_at(seconds); i > 0; --i) live_.step();
  }
  WirePose truth() const { return client.truth("R1"); }
  // How much less a turn is than the wheels' speeds say; the robot's own file knows.
  double chi() const {
    const InstanceId id = simulation_.state().find("R1");
    for (const Link& link : simulation_.state().instances[id.index()].model->links)
      for (const SensorSpec& sensor : link.sensors)
        if (const auto found = sensor.settings.find("rubble:odometry/chi");
            found != sensor.settings.end())
          return std::stod(found->second);
    return 1.0;
  }

 private:
  static World room() {
    auto world =
        load_world(RUBBLE_SOURCE_DIR "/tests/conversations/room.sdf", apps::load_settings({}));
    EXPECT_TRUE(world.ok());
    return *std::move(world);
  }
  static sim::Settings settings() {
    sim::Settings settings;
    settings.load = apps::load_settings({});
    return settings;
  }

  sim::Simulation simulation_;
  server::LiveRun live_;

 public:
  WireClient client;
};

// GroundTruth is where its sensor is, which sits over the middle of the robot.
void expect_ground_truth_at(const WireClient& client, const WirePose& truth) {
  const usarsim::Line line = client.latest("SEN GroundTruth");
  const Vec3 location = vector_in(line, "Location");
  const double yaw = vector_in(line, "Orientation").z();
  EXPECT_NEAR(location.x(), truth.location.x(), 0.03);
  EXPECT_NEAR(location.y(), truth.location.y(), 0.03);
  EXPECT_NEAR(std::remainder(yaw - truth.rotation.z(), 2.0 * kPi), 0.0, 0.03);
}

// Where the first laser sits: {Name n Location x,y,z Orientation ...}.
Vec3 laser_place(WireClient& client, const std::string& name) {
  client.say("GETGEO {Type RangeScanner} {Name " + name + "}");
  const std::string group = client.latest("GEO RangeScanner").text("Name");
  const std::size_t at = group.find("Location ");
  EXPECT_NE(at, std::string::npos) << group;
  std::vector<double> numbers = usarsim::number_list(std::string_view(group).substr(at + 9));
  numbers.resize(3);
  return {numbers[0], numbers[1], numbers[2]};
}

// The first beam looks to the right; lasers that see behind look back by what is beyond 90 degrees.
// On the left the wall is further than some lasers reach.
void expect_first_beam_on_the_right(WireClient& client) {
  const std::string text = client.first("SEN {", "{Type RangeScanner}");
  const usarsim::Line line = usarsim::parse_line(text);
  const double half = line.number("FOV").value_or(0.0) / 2.0;
  const std::vector<double> ranges = usarsim::number_list(line.find("Range").value_or(""));
  ASSERT_GT(ranges.size(), 100U);
  const double y = laser_place(client, line.text("Name")).y();
  const double right = (kRightWall - y) / std::sin(half), left = (kLeftWall + y) / std::sin(half);
  EXPECT_NEAR(ranges.front(), right, 0.03 * right);
  if (left < kMinReach || ranges.size() == 181) {
    EXPECT_NEAR(ranges.back(), left, 0.03 * left);
  } else {
    EXPECT_TRUE(ranges.back() == 0.0 || ranges.back() > kMinReach) << ranges.back();
  }
}

// --- wheels and tracks -------------------------------------------------------------------------

class SideDriven : public testing::TestWithParam<const char*> {
 protected:
  SideDriven() : loop(GetParam(), "-1.5,0,0") {
    loop.client.say("GETGEO {Type Robot}");
    const usarsim::Line about = loop.client.latest("GEO GroundVehicle");
    radius = about.number("WheelRadius").value_or(0.0);
    separation = about.number("WheelSeparation").value_or(0.0);
    loop.client.say("GETCONF {Type Robot}");
    most = loop.client.latest("CONF GroundVehicle").number("MaxSpeed").value_or(0.0);
  }

  // As a ROS node does it: metres and radians a second, left positive.
  void drive(double forward, double turn_left, double seconds) {
    const double left = (forward - turn_left * separation / 2.0) / radius;
    const double right = (forward + turn_left * separation / 2.0) / radius;
    EXPECT_LT(std::max(std::abs(left), std::abs(right)), most);
    loop.client.say(fmt::format("DRIVE {{Left {:.4f}}} {{Right {:.4f}}}", left, right));
    loop.advance(seconds);
  }
  Vec3 odometry() const { return vector_in(loop.client.latest("SEN Odometry"), "Pose"); }

  Loop loop;
  double radius = 0.0, separation = 0.0, most = 0.0;
};

TEST_P(SideDriven, KnowsItsWheels) {
  EXPECT_GT(radius, 0.05);
  EXPECT_GT(separation, 0.3);
  EXPECT_EQ(loop.client.latest("CONF GroundVehicle").text("SteeringType"), "SkidSteered");
}

TEST_P(SideDriven, SeesTheRightWallWithItsFirstBeam) {
  expect_first_beam_on_the_right(loop.client);
}

TEST_P(SideDriven, GoesAsFarAsItIsTold) {
  const double before = loop.truth().location.x();
  drive(0.3, 0.0, 5.0);
  drive(0.0, 0.0, 0.5);
  const WirePose after = loop.truth();
  EXPECT_NEAR(after.location.x() - before, 1.5, 0.04 * 1.5);
  EXPECT_NEAR(after.location.y(), 0.0, 0.03);
  EXPECT_NEAR(after.rotation.z(), 0.0, 0.02);
  expect_ground_truth_at(loop.client, after);
  EXPECT_NEAR(odometry().x(), after.location.x() - before, 0.03 * 1.5);
  EXPECT_NEAR(odometry().y(), 0.0, 0.05);
}

// To the right is clockwise, which the wire calls positive. Odometry knows only the wheels: it
// turns by what they say, the robot by chi less.
TEST_P(SideDriven, TurnsRightByItsChi) {
  const double rate = 2.0 * 0.2 / separation;  // sides at 0.2 m/s
  drive(0.0, -rate, 1.0);
  const double before = loop.truth().rotation.z(), odometry_before = odometry().z();
  drive(0.0, -rate, 2.0);
  const WirePose after = loop.truth();
  const double turned = std::remainder(after.rotation.z() - before, 2.0 * kPi);
  EXPECT_GT(turned, 0.0);
  EXPECT_NEAR(turned, 2.0 * rate / loop.chi(), 0.08 * 2.0 * rate / loop.chi());
  EXPECT_NEAR(std::remainder(odometry().z() - odometry_before, 2.0 * kPi), 2.0 * rate,
              0.03 * 2.0 * rate);
  expect_ground_truth_at(loop.client, after);
  // A tracked robot turns about the middle of its belts, which need not be its origin.
  EXPECT_NEAR(after.location.x(), -1.5, 0.3);
  EXPECT_NEAR(after.location.y(), 0.0, 0.3);
}

TEST_P(SideDriven, ComesToTheRightAfterARightTurn) {
  const double rate = 2.0 * 0.2 / separation;
  drive(0.0, -rate, kPi / 2.0 * loop.chi() / rate);
  drive(0.0, 0.0, 0.3);
  drive(0.3, 0.0, 3.0);
  const WirePose after = loop.truth();
  EXPECT_NEAR(after.location.y(), 0.9, 0.25);
  EXPECT_NEAR(after.location.x(), -1.5, 0.3);
}

INSTANTIATE_TEST_SUITE_P(Robots, SideDriven,
                         testing::Values("P3AT", "P2AT", "Element", "Talon", "Kenaf"),
                         [](const auto& robot) { return std::string(robot.param); });

// --- steered wheels ----------------------------------------------------------------------------

TEST(FrontAckerman, GoesStraightAsFarAsItIsTold) {
  Loop loop("FrontAckerman", "-4,0,0");
  loop.client.say("GETGEO {Type Robot}");
  const double radius = loop.client.latest("GEO GroundVehicle").number("WheelRadius").value_or(1.0);
  loop.client.say(
      fmt::format("DRIVE {{Speed {:.4f}}} {{FrontSteer 0}} {{RearSteer 0}}", 0.4 / radius));
  loop.advance(5.0);
  const WirePose after = loop.truth();
  EXPECT_NEAR(after.location.x() + 4.0, 2.0, 0.05 * 2.0);
  EXPECT_NEAR(after.location.y(), 0.0, 0.03);
  const Vec3 odometry = vector_in(loop.client.latest("SEN Odometry"), "Pose");
  EXPECT_NEAR(odometry.x(), after.location.x() + 4.0, 0.05 * 2.0);
}

TEST(FrontAckerman, TurnsRightOnTheCircleOfItsSteering) {
  Loop loop("FrontAckerman", "-4,-2,0");
  loop.client.say("GETGEO {Type Robot}");
  const usarsim::Line about = loop.client.latest("GEO GroundVehicle");
  const double speed = 0.5 / about.number("WheelRadius").value_or(1.0);
  const double base = about.number("WheelBase").value_or(0.0);
  loop.client.say(fmt::format("DRIVE {{Speed {:.4f}}} {{FrontSteer 0.3}} {{RearSteer 0}}", speed));
  loop.advance(2.0);
  EXPECT_NEAR(loop.client.latest("STA GroundVehicle").number("FrontSteer").value_or(0.0), 0.3,
              0.03);
  const WirePose before = loop.truth();
  loop.advance(4.0);
  const WirePose after = loop.truth();
  const double turned = after.rotation.z() - before.rotation.z();
  const double chord = (after.location - before.location).head<2>().norm();
  EXPECT_GT(turned, 0.3);
  EXPECT_GT(after.location.y(), before.location.y()) << "right is y on the wire";
  EXPECT_NEAR(chord / (2.0 * std::sin(turned / 2.0)), base / std::tan(0.3),
              0.1 * base / std::tan(0.3));
  expect_ground_truth_at(loop.client, after);
}

// --- flight ------------------------------------------------------------------------------------

TEST(AirRobot, ClimbsGoesForwardRightAndTurnsRight) {
  Loop loop("AirRobot", "-2,0,0");
  const auto fly = [&](const std::string& order, double seconds) {
    loop.client.say("DRIVE " + order);
    loop.advance(seconds);
    loop.client.say(
        "DRIVE {AltitudeVelocity 0} {LinearVelocity 0} {LateralVelocity 0} {RotationalVelocity 0}");
    loop.advance(1.0);
    return loop.truth();
  };
  const WirePose up = fly("{AltitudeVelocity 0.5}", 3.0);
  EXPECT_NEAR(up.location.z(), -1.5, 0.2) << "the wire's z is down";
  const double altitude =
      loop.client.latest("SEN AltitudeSensor").number("relativeAltitude").value_or(0.0);
  EXPECT_NEAR(altitude, -up.location.z(), 1.5);
  const WirePose ahead = fly("{LinearVelocity 0.5}", 3.0);
  EXPECT_NEAR(ahead.location.x() - up.location.x(), 1.5, 0.15);
  const WirePose right = fly("{LateralVelocity 0.5}", 3.0);
  EXPECT_NEAR(right.location.y() - ahead.location.y(), 1.5, 0.15);
  const WirePose turned = fly("{RotationalVelocity 0.5}", 2.0);
  EXPECT_NEAR(turned.rotation.z(), 1.0, 0.1);
  EXPECT_NEAR(turned.location.z(), up.location.z(), 0.1);
  expect_ground_truth_at(loop.client, turned);
}

}  // namespace
}  // namespace rubble::tests
