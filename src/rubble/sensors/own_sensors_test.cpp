// SPDX-License-Identifier: Apache-2.0
// What a robot feels of itself: motion, wheels, touch.
#include <gtest/gtest.h>

#include <cmath>

#include "rubble/sensors/test_hall.h"
#include "rubble/sensors/wheels.h"

namespace rubble::sensors {
namespace {

const std::map<std::string, std::string> kQuiet{{"rubble:inertial/noise", "false"}};

// Three sigmas of the mti's bias, of its noise over a second and of its misalignment to gravity.
constexpr double kForceBound = 3 * 0.02 + 3 * 0.002 + 3 * 0.0017 * 9.81;  // m/s^2

BodyState spinning(double rate, double t) {
  BodyState body;
  body.pose.rotation = Quat(Eigen::AngleAxisd(rate * t, Vec3::UnitZ()));
  body.angular_velocity = {0, 0, rate};
  return body;
}

TEST(Imu, FeelsTheLeverArmTowardsTheAxis) {
  Hall hall;
  hall.body() = spinning(2.0, 0.0);
  const auto imu = hall.sensor("mti", kQuiet, {Vec3(0.2, 0, 0)});
  for (int i = 1; i <= 240; ++i) hall.advance(*imu, spinning(2.0, i * kTickSeconds));
  const auto reading = hall.sample<ImuReading>(*imu);
  EXPECT_NEAR(reading.specific_force.x(), -0.8, 0.02 * 0.8);
  EXPECT_NEAR(reading.specific_force.y(), 0.0, 0.01);
  EXPECT_NEAR(reading.specific_force.z(), 9.81, 1e-6);
  EXPECT_NEAR(reading.angular_velocity.z(), 2.0, 1e-6);
}

TEST(Imu, OnASlopeFeelsGravityAlongIt) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Hall hall;
    BodyState body;
    body.pose.rotation = quat_from({0, radians(-15.0), 0});  // nose up
    hall.body() = body;
    const auto imu = hall.sensor("mti", {}, {}, seed);
    for (int i = 0; i < 240; ++i) hall.advance(*imu, body);
    const auto reading = hall.sample<ImuReading>(*imu);
    EXPECT_NEAR(reading.specific_force.x(), 9.81 * std::sin(radians(15.0)), kForceBound);
    EXPECT_NEAR(degrees(reading.attitude.pitch), -15.0, 0.6);
    // Without the gravity the filter believes in, little is left.
    EXPECT_LT(reading.acceleration.head<2>().norm(), 0.15);
  }
}

TEST(Imu, SamplesAverageWhatHappenedSinceTheLastOne) {
  Hall hall;
  const auto imu = hall.sensor("mti", kQuiet);
  BodyState body;
  double angle = 0.0;
  for (int i = 1; i <= 24; ++i) {
    angle += i % 2 == 0 ? 0.02 : 0.0;
    body.pose.rotation = Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ()));
    hall.advance(*imu, body);
  }
  EXPECT_NEAR(hall.sample<ImuReading>(*imu).angular_velocity.z(), angle / 0.1, 1e-6);
  for (int i = 0; i < 24; ++i) hall.advance(*imu, body);  // at rest
  EXPECT_NEAR(hall.sample<ImuReading>(*imu).angular_velocity.z(), 0.0, 1e-6);
}

TEST(Imu, SdfNoiseWinsOverThePreset) {
  const auto noise_of = [](const std::map<std::string, std::string>& settings) {
    Hall hall;
    const auto imu = hall.sensor("mti", settings);
    double sum = 0.0, square = 0.0;
    constexpr int kCount = 2000;
    for (int i = 0; i < kCount; ++i) {
      hall.advance(*imu, {});
      const double rate = hall.sample<ImuReading>(*imu).angular_velocity.z();
      sum += rate;
      square += rate * rate;
    }
    return std::sqrt(square / kCount - sum * sum / kCount / kCount);
  };
  const std::string path = "imu/angular_velocity/z/noise/";
  // The preset's rate is 100 Hz; sampled at 240 Hz the same density is root 2.4 more.
  EXPECT_NEAR(noise_of({{path + "type", "gaussian"}, {path + "stddev", "0.1"}}),
              0.1 * std::sqrt(2.4), 0.01);
  EXPECT_NEAR(noise_of({}), radians(0.05) * std::sqrt(240.0), 0.001);
}

TEST(Imu, RefusesWhatCannotBe) {
  Hall hall;
  const auto refused = hall.try_sensor("mti", {{"imu/angular_velocity/x/noise/stddev", "-1"}});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().at.line, 7);
  EXPECT_FALSE(hall.try_sensor("mti", {{"rubble:inertial/filter_time", "0"}}).ok());
  EXPECT_FALSE(hall.try_sensor("ins", {{"rubble:inertial/mode", "magic"}}).ok());
  EXPECT_FALSE(hall.try_sensor("ins", {{"rubble:inertial/mode", "deadreckon"}}).ok())
      << "a cart without wheels";
  EXPECT_FALSE(hall.try_sensor("odometry").ok());
  EXPECT_FALSE(hall.try_sensor("encoder").ok());
  EXPECT_FALSE(hall.try_sensor("encoder", {{"rubble:encoder/joint", "elbow"}}).ok());
  EXPECT_FALSE(hall.try_sensor("touch", {{"contact/collision", "nose"}}).ok());
  EXPECT_FALSE(hall.try_sensor("battery").ok());
}

TEST(Ins, DoubleIntegrationRunsAway) {
  Hall hall;
  const auto ins = hall.sensor("ins", {{"rubble:inertial/mode", "inertial"}});
  for (int i = 0; i < 60 * 240; ++i) hall.advance(*ins, {});
  const double error = hall.sample<InsReading>(*ins).position.norm();
  EXPECT_GT(error, 2.0);
  EXPECT_LT(error, 500.0);
}

TEST(Ins, InUsarsimModeErrsByAShareOfTheWay) {
  Hall hall;
  const auto ins = hall.sensor("ins", {{"rubble:inertial/mode", "usarsim"}});
  BodyState body;
  for (int i = 0; i < 500; ++i) {
    body.pose.position.x() += 0.1;
    hall.advance(*ins, body);
    hall.sample<InsReading>(*ins);
  }
  const auto reading = hall.sample<InsReading>(*ins);
  // 500 steps of 0.1 m, each 5 % off: 0.11 m, and a bias of at most 0.05 %.
  EXPECT_NEAR(reading.position.x(), 50.0, 0.025 + 4 * 0.11);
  EXPECT_NE(reading.position.x(), 50.0);
  EXPECT_EQ(reading.position.y(), 0.0);
}

TEST(Encoder, CountsWhatTheWheelTurnedWhateverTheWay) {
  const EncoderDisc::Settings settings;
  EncoderDisc disc(settings, 1.0);
  Random random(1, "wheel");
  double angle = 1.0;
  for (int i = 0; i < 20000; ++i) {
    angle += random.uniform(-0.05, 0.05);
    disc.update(angle);
    EXPECT_NEAR(disc.angle(), angle - 1.0, settings.resolution + settings.backlash / 2 + 1e-9);
  }
}

TEST(Encoder, HasPlayWhenItTurnsBack) {
  EncoderDisc disc({.resolution = 1e-4, .backlash = 0.01}, 0.0);
  disc.update(1.0);
  const auto there = disc.ticks();
  disc.update(0.991);
  EXPECT_EQ(disc.ticks(), there);
  disc.update(0.98);
  EXPECT_NEAR(disc.angle(), 0.985, 2e-4);
}

Model tracked_cart() {
  Model model = Hall::cart_model();
  model.links.push_back({.name = "left"});
  model.links.push_back({.name = "right"});
  for (Link& link : model.links)
    link.collisions.push_back({.name = "c", .geometry = Box{{1, 0.1, 0.1}}});
  model.links[1].model_from_link.position = {0, 0.25, 0};
  model.links[2].model_from_link.position = {0, -0.25, 0};
  for (const int child : {1, 2})
    model.joints.push_back({.name = "weld" + std::to_string(child), .parent = 0, .child = child});
  model.robot = RobotSpec{.robot_class = "Cart", .drive = DriveKind::Tracks, .max_speed = 10};
  model.robot->tracks = {{"left", Side::Left, 0.1}, {"right", Side::Right, 0.1}};
  return model;
}

TEST(Odometry, FollowsTheSprocketsOfTracks) {
  Hall hall(tracked_cart());
  const auto odometry = hall.sensor(
      "odometry", {{"rubble:odometry/noise", "false"}, {"rubble:odometry/resolution", "0.0001"}});
  auto& sprockets = hall.state.robots[0].sprockets;
  for (int i = 0; i < 1000; ++i) {
    sprockets[0].angle += 0.01;
    sprockets[1].angle += 0.02;
    hall.advance(*odometry, {});
  }
  const auto reading = hall.sample<OdometryReading>(*odometry);
  const double separation = robots::measure(tracked_cart()).separation;
  EXPECT_NEAR(reading.theta, 1.0 / separation, 0.01);
  const double radius = 1.5 / reading.theta;  // an arc of 1.5 m
  EXPECT_NEAR(reading.x, radius * std::sin(reading.theta), 0.01);
  EXPECT_NEAR(reading.y, radius * (1 - std::cos(reading.theta)), 0.01);
}

TEST(Odometry, CalibratedTurnsLessByChi) {
  const auto turned = [](std::map<std::string, std::string> settings) {
    Hall hall(tracked_cart());
    settings["rubble:odometry/noise"] = "false";
    const auto odometry = hall.sensor("odometry", settings);
    for (int i = 0; i < 1000; ++i) {
      hall.state.robots[0].sprockets[1].angle += 0.02;
      hall.advance(*odometry, {});
    }
    return hall.sample<OdometryReading>(*odometry).theta;
  };
  const double geometric = turned({});
  EXPECT_NEAR(turned({{"rubble:odometry/base", "calibrated"}, {"rubble:odometry/chi", "1.6"}}),
              geometric / 1.6, 1e-9);
  Hall hall(tracked_cart());
  EXPECT_FALSE(hall.try_sensor("odometry", {{"rubble:odometry/base", "calibrated"}}).ok());
}

TEST(Odometry, RobotsOfOneClassDiffer) {
  const auto way = [](std::uint64_t seed) {
    Hall hall(tracked_cart());
    const auto odometry = hall.sensor("odometry", {}, {}, seed);
    for (SprocketState& sprocket : hall.state.robots[0].sprockets) sprocket.angle = 100.0;
    hall.advance(*odometry, {});
    return hall.sample<OdometryReading>(*odometry).x;
  };
  EXPECT_EQ(way(1), way(1));
  EXPECT_NE(way(1), way(2));
  for (std::uint64_t seed = 1; seed <= 20; ++seed) EXPECT_NEAR(way(seed), 10.0, 0.06);
}

Model bumper_cart() {
  Model model = Hall::cart_model();
  Collision front{
      .name = "front", .link_from_shape = {Vec3(0.3, 0, 0)}, .geometry = Box{{0.1, 0.5, 0.1}}};
  Collision rear{
      .name = "rear", .link_from_shape = {Vec3(-0.3, 0, 0)}, .geometry = Box{{0.1, 0.5, 0.1}}};
  model.links[0].collisions = {front, rear};
  return model;
}

physics::Contact contact_at(const Hall& hall, const Vec3& point) {
  return {.first = {hall.cart(), 0}, .second = {InstanceId(99), 0}, .point_world = point};
}

TEST(Touch, FeelsItsOwnCollisionAlone) {
  Hall hall(bumper_cart());
  const auto front = hall.sensor("touch", {{"contact/collision", "front"}});
  const auto rear = hall.sensor("touch", {{"contact/collision", "rear"}});
  hall.contacts = {contact_at(hall, {0.352, 0.1, 0})};
  EXPECT_TRUE(hall.sample<TouchReading>(*front).is_touched[0]);
  EXPECT_FALSE(hall.sample<TouchReading>(*rear).is_touched[0]);
  hall.contacts.clear();
  EXPECT_FALSE(hall.sample<TouchReading>(*front).is_touched[0]);
}

TEST(Touch, RemembersATouchBetweenReadings) {
  Hall hall(bumper_cart());
  const auto touch = hall.sensor("touch", {{"contact/collision", "front"}});
  hall.contacts = {contact_at(hall, {0.352, 0.1, 0})};
  hall.advance(*touch, {});
  hall.contacts.clear();
  hall.advance(*touch, {});
  EXPECT_TRUE(hall.sample<TouchReading>(*touch).is_touched[0]);
  EXPECT_FALSE(hall.sample<TouchReading>(*touch).is_touched[0]);
}

TEST(Bumper, TellsTheZoneFromLeftToRight) {
  Hall hall(bumper_cart());
  const auto bumper = hall.sensor("bumper");
  const auto zone_at = [&](double bearing_deg) {
    const double bearing = radians(bearing_deg);
    hall.contacts = {contact_at(hall, 0.18 * Vec3(std::cos(bearing), std::sin(bearing), 0))};
    const auto touched = hall.sample<TouchReading>(*bumper).is_touched;
    EXPECT_EQ(touched.size(), 20U);
    const auto found = std::find(touched.begin(), touched.end(), true);
    return found == touched.end() ? -1 : static_cast<int>(found - touched.begin());
  };
  EXPECT_EQ(zone_at(89), 0);
  EXPECT_EQ(zone_at(4), 9);
  EXPECT_EQ(zone_at(-4), 10);
  EXPECT_EQ(zone_at(-89), 19);
  EXPECT_EQ(zone_at(180), -1);
}

TEST(Compass, DeviatesTheSameWayAtTheSameHeading) {
  Hall hall;
  const auto compass = hall.sensor("compass", {{"rubble:compass/noise", "0"}});
  const auto error_at = [&](double heading_deg) {
    BodyState body;
    body.pose.rotation = quat_from({0, 0, radians(heading_deg)});
    hall.advance(*compass, body);
    return degrees(
        wrap_angle(hall.sample<CompassReading>(*compass).heading - radians(heading_deg)));
  };
  EXPECT_EQ(error_at(30), error_at(30));
  EXPECT_NE(error_at(30), error_at(210));
  for (int heading = 0; heading < 360; heading += 10) EXPECT_LT(std::abs(error_at(heading)), 12.0);
}

TEST(Altitude, DriftsSlowly) {
  Hall hall;
  const auto altitude = hall.sensor("altitude");
  BodyState body;
  body.pose.position.z() = 3.0;
  hall.advance(*altitude, body);
  EXPECT_NEAR(hall.sample<AltitudeReading>(*altitude).altitude, 3.0, 0.5);
  double most = 0.0;
  for (int i = 0; i < 3600; ++i) {
    hall.state.tick += 240;
    most = std::max(most, std::abs(hall.sample<AltitudeReading>(*altitude).altitude - 3.0));
  }
  EXPECT_GT(most, 0.5);
  EXPECT_LT(most, 3.5);
}

// Gauss-Markov from zero: after t its variance is sigma^2 (1 - exp(-2 t / T)), however often it was
// read on the way.
TEST(Altitude, DriftsByTimeNotByReadings) {
  const std::string noise = "altimeter/vertical_position/noise/";
  Hall hall;
  for (const Tick period : {Tick{24}, kTicksPerSecond, 5 * kTicksPerSecond}) {
    constexpr int kUnits = 300;
    constexpr Tick kWhole = 10 * kTicksPerSecond;
    double squares = 0.0;
    for (int unit = 0; unit < kUnits; ++unit) {
      const auto sensor =
          hall.sensor("altitude", {{noise + "stddev", "0"},
                                   {noise + "dynamic_bias_stddev", "1"},
                                   {noise + "dynamic_bias_correlation_time", "20"}});
      double altitude = 0.0;
      for (Tick passed = 0; passed < kWhole; passed += period) {
        hall.state.tick += period;
        altitude = hall.sample<AltitudeReading>(*sensor).altitude;
      }
      squares += altitude * altitude;
    }
    EXPECT_NEAR(squares / kUnits, 1.0 - std::exp(-1.0), 0.15) << period << " ticks";
  }
}

TEST(RobotFacts, AreTrue) {
  Hall hall(tracked_cart());
  const auto truth = hall.sensor("ground_truth", {}, {Vec3(0, 0, 0.5)});
  BodyState body = spinning(1.0, 0.5);
  body.pose.position = {1, 2, 3};
  body.velocity = {0.1, 0, 0};
  hall.advance(*truth, body);
  const auto reading = hall.sample<GroundTruthReading>(*truth);
  EXPECT_EQ(reading.pose.position, Vec3(1, 2, 3.5));
  EXPECT_NEAR((reading.velocity - Vec3(0.1, 0, 0)).norm(), 0.0, 1e-12);
  EXPECT_EQ(reading.angular_velocity, Vec3(0, 0, 1));
  hall.state.robots[0].battery = 17.0;
  const auto battery = hall.sensor("battery");
  EXPECT_EQ(hall.sample<BatteryReading>(*battery).seconds_left, 17.0);
  EXPECT_EQ(hall.sample<BatteryReading>(*battery).seconds_full, 1200.0);
  const auto clock = hall.sensor("mission_time");
  hall.state.tick = 480;
  EXPECT_EQ(hall.sample<TimeReading>(*clock).seconds, 2.0);
}

}  // namespace
}  // namespace rubble::sensors
