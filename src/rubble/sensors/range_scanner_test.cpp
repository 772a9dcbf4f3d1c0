// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/range_scanner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "rubble/sensors/suite.h"
#include "rubble/sensors/test_lab.h"

namespace rubble::sensors {
namespace {

Settings noisy_beam() {
  Settings settings = lone_beam();
  settings.erase("rubble:laser/noise");
  return settings;
}

TEST(RangeScanner, UrgHas682StepsWith384Ahead) {
  Lab lab;
  const RangeScan scan = lab.scan("urg04lx", {});
  EXPECT_EQ(scan.ranges.size(), 682U);
  EXPECT_EQ(scan.columns, 682);
  EXPECT_NEAR(degrees(scan.angle_increment), 0.3515625, 1e-9);
  EXPECT_NEAR(scan.angle_min + 340 * scan.angle_increment, 0.0, 1e-12);
  EXPECT_EQ(scan.max_range, 5.6);
  EXPECT_EQ(scan.min_range, 0.02);
  EXPECT_TRUE(scan.density_integral.empty());
}

TEST(RangeScanner, SeesAFlatWallAtItsDistanceOverCosine) {
  Lab lab;
  lab.put_wall(2.0);
  const RangeScan scan = lab.scan("utm30lx", quiet());
  int seen = 0;
  for (int i = 0; i < scan.columns; ++i) {
    const double angle = scan.angle_min + i * scan.angle_increment;
    const auto beam = static_cast<std::size_t>(i);
    if (std::abs(angle) > radians(80)) continue;
    EXPECT_NEAR(scan.ranges[beam], 2.0 / std::cos(angle), 0.0006) << degrees(angle);
    ++seen;
  }
  EXPECT_GE(seen, 640);
}

TEST(RangeScanner, RangesAreWholeStepsOfTheSensor) {
  Lab lab;
  lab.put_wall(2.1234);
  EXPECT_FLOAT_EQ(lab.scan("urg04lx", lone_beam()).ranges[0], 2.123F);
  EXPECT_FLOAT_EQ(lab.scan("lms291", lone_beam()).ranges[0], 2.12F);
  EXPECT_NEAR(lab.scan("generic", lone_beam()).ranges[0], 2.1234, 1e-6);
}

// Every direction of a scan with rows, against the convention of the message.
void expect_directions(const std::string& preset, const Settings& settings) {
  Lab lab;
  lab.put(Box{{6, 8, 10}}, {});  // seen from inside
  const RangeScan scan = lab.scan(preset, settings);
  for (int row = 0; row < static_cast<int>(scan.row_angles.size()); ++row)
    for (int column = 0; column < scan.columns; ++column) {
      const Vec3 way = beam_direction(scan, row, column).cwiseAbs();
      const double expected = std::min({3 / way.x(), 4 / way.y(), 5 / way.z()});
      const auto beam = static_cast<std::size_t>(row * scan.columns + column);
      ASSERT_NEAR(scan.ranges[beam], expected, 0.0011) << row << " " << column;
    }
}

TEST(RangeScanner, RowsPointWhereTheMessageSays) {
  expect_directions("ring16", {{"rubble:laser/noise", "false"},
                               {"lidar/scan/horizontal/samples", "90"},
                               {"lidar/range/resolution", "0"}});
  expect_directions("lms100_rig", {{"rubble:laser/noise", "false"},
                                   {"lidar/scan/horizontal/samples", "55"},
                                   {"lidar/scan/vertical/samples", "31"}});
}

TEST(RangeScanner, TheRigLooksAllAround) {
  Lab lab;
  lab.put(Sphere{10.0}, {});
  lab.carrier_body().pose = make_pose(0, 0, 0, 0.1, 0.2, 0.3);
  const RangeScan scan = lab.scan("lms100_rig", quiet());
  EXPECT_EQ(scan.row_motion, RowMotion::Roll);
  ASSERT_EQ(scan.ranges.size(), 541U * 301U);
  for (std::size_t i = 0; i < scan.ranges.size(); ++i)
    ASSERT_NEAR(scan.ranges[i], 10.0, 0.05) << i << " code " << scan.codes[i];
}

TEST(RangeScanner, RowsGrowUpwards) {
  Lab lab;
  lab.put(Box{{100, 100, 0.1}}, {Vec3(0, 0, 2)});  // a ceiling
  const RangeScan scan = lab.scan("ring16", quiet());
  const auto middle = static_cast<std::size_t>(scan.columns / 2);
  EXPECT_LT(scan.row_angles.front(), 0.0);
  EXPECT_FLOAT_EQ(scan.ranges[middle], 100.0F);
  EXPECT_NEAR(scan.ranges[15U * static_cast<std::size_t>(scan.columns) + middle],
              1.95 / std::sin(radians(15)), 0.003);
}

TEST(RangeScanner, NoiseOfTheUrgIsAsItsDataSheetSays) {  // P11
  for (const auto& [wall, sigma] : {std::pair{0.5, 0.005}, std::pair{2.0, 0.010}}) {
    Lab lab;
    lab.put_wall(wall);
    const auto sensor = lab.sensor("urg04lx", noisy_beam());
    double sum = 0.0, squares = 0.0;
    for (std::uint64_t tick = 0; tick < 10000; ++tick) {
      const double error = lab.scan(*sensor, tick).ranges[0] - wall;
      sum += error;
      squares += error * error;
    }
    const double mean = sum / 10000;
    EXPECT_LT(std::abs(mean), 0.0003);
    EXPECT_NEAR(std::sqrt(squares / 10000 - mean * mean), sigma, 0.05 * sigma);
  }
}

TEST(RangeScanner, NoiseNeverLeavesTheLimits) {
  Lab lab;
  lab.put_wall(5.598);
  const auto sensor =
      lab.sensor("urg04lx", {{"lidar/noise/stddev", "0.5"}, {"rubble:laser/white_range", "100"}});
  for (std::uint64_t tick = 0; tick < 20; ++tick) {
    const RangeScan scan = lab.scan(*sensor, tick);
    for (std::size_t i = 0; i < scan.ranges.size(); ++i)
      if (scan.codes[i] == kNoCode) {
        EXPECT_GE(scan.ranges[i], 0.02F);
        EXPECT_LE(scan.ranges[i], 5.6F);
      }
  }
}

TEST(RangeScanner, NoiseNeverMakesSomethingOfNothing) {
  Lab lab;
  const Settings settings = {{"lidar/noise/type", "gaussian"}, {"lidar/noise/stddev", "0.5"}};
  for (const float range : lab.scan("generic", settings).ranges) EXPECT_EQ(range, 20.0F);
  for (const auto code : lab.scan("urg04lx", settings).codes) EXPECT_EQ(code, 0);
  for (const auto code : lab.scan("lms200", settings).codes) EXPECT_EQ(code, 8183);
  for (const auto code : lab.scan("utm30lx", settings).codes) EXPECT_EQ(code, 1);
  for (const float range : lab.scan("urg04lx_formsma", settings).ranges) EXPECT_EQ(range, 5.6F);
}

TEST(RangeScanner, TheSameTickGivesTheSameScanAndAnotherTickAnother) {
  Lab lab;
  lab.put_wall(3.0);
  const auto sensor = lab.sensor("generic", {{"lidar/noise/stddev", "0.01"}});
  const std::vector<float> first = lab.scan(*sensor, 5).ranges;
  EXPECT_EQ(lab.scan(*sensor, 5).ranges, first);
  EXPECT_NE(lab.scan(*sensor, 6).ranges, first);
}

TEST(RangeScanner, WhatIsTooNearIsACodeOrTheMinimum) {
  Lab lab;
  lab.put_wall(0.01);
  EXPECT_EQ(lab.scan("urg04lx", lone_beam()).codes[0], 10);
  EXPECT_EQ(lab.scan("utm30lx", lone_beam()).codes[0], 4);
  EXPECT_EQ(lab.scan("lms200", lone_beam()).codes[0], 8191);
  EXPECT_EQ(lab.scan("urg04lx_formsma", lone_beam()).codes[0], 0);
  const RangeScan generic = lab.scan("generic", lone_beam());
  EXPECT_EQ(generic.codes[0], kNoCode);
  EXPECT_FLOAT_EQ(generic.ranges[0], 0.1F);
}

TEST(RangeScanner, ReflectorsDazzleTheUrgAndAreSeenFarByOthers) {
  Lab lab;
  lab.put_wall(2.5, 0.0, {.is_retro = true});
  EXPECT_EQ(lab.scan("urg04lx", lone_beam()).codes[0], 18);
  EXPECT_NEAR(lab.scan("lms200", lone_beam()).ranges[0], 2.5, 0.001);
  lab.fill_with_smoke(0.01);  // paper is lost at 0.0028
  const RangeScan dim = lab.scan("urg04lx", lone_beam());
  EXPECT_EQ(dim.codes[0], kNoCode);
  EXPECT_NEAR(dim.ranges[0], 2.5, 0.001);
}

TEST(RangeScanner, GlassIsSeenNearAndSeenThroughFar) {
  const Surface glass{.transparency = 0.95};
  Lab near;
  near.put(Box{{0.01, 10, 10}}, {Vec3(0.405, 0, 0)}, glass);
  near.put_wall(2.0);
  // 0.05 of paper's echo: seen by the URG up to 5.6 m * sqrt(0.05) = 1.25 m.
  EXPECT_NEAR(near.scan("urg04lx", lone_beam()).ranges[0], 0.4, 0.001);
  EXPECT_NEAR(near.scan("urg04lx", lone_beam({{"rubble:laser/return_mode", "last"}})).ranges[0],
              2.0, 0.001);
  EXPECT_NEAR(
      near.scan("urg04lx", lone_beam({{"rubble:laser/return_mode", "strongest"}})).ranges[0], 0.4,
      0.001);
  Lab far;
  far.put(Box{{0.01, 10, 10}}, {Vec3(1.505, 0, 0)}, glass);
  far.put_wall(2.0);
  EXPECT_NEAR(far.scan("urg04lx", lone_beam()).ranges[0], 2.0, 0.001);
  // Two faces, each passed twice: 0.95^4 of the power is left, so the reach shrinks to 0.95^2. The
  // beam meets the edges of the faces' triangles; they do not count twice.
  for (const double aside : {0.0, 0.37})
    for (const double beyond : {-0.01, 0.01}) {
      Lab edge;
      edge.put(Box{{0.01, 10, 10}}, {Vec3(1.505, aside, 0)}, glass);
      edge.put_wall(5.6 * 0.9025 + beyond);
      EXPECT_EQ(edge.scan("urg04lx", lone_beam()).codes[0], beyond < 0.0 ? kNoCode : 1) << aside;
    }
}

TEST(RangeScanner, GlassWithNothingBehindIsNothing) {
  Lab lab;
  lab.put(Box{{0.01, 10, 10}}, {Vec3(3.005, 0, 0)}, {.transparency = 0.95});
  EXPECT_EQ(lab.scan("urg04lx", lone_beam()).codes[0], 0);
}

TEST(RangeScanner, StepsBeyondTheUrgsOwnCannotBeMeasured) {
  Lab lab;
  lab.put(Sphere{3.0}, {});
  const double step = 2.0 * kPi / 1024.0;
  Settings settings = quiet();
  settings["lidar/scan/horizontal/samples"] = "769";
  settings["lidar/scan/horizontal/min_angle"] = std::to_string(-384 * step);
  settings["lidar/scan/horizontal/max_angle"] = std::to_string(384 * step);
  const RangeScan scan = lab.scan("urg04lx", settings);
  for (std::size_t i = 0; i < 769; ++i)
    EXPECT_EQ(scan.codes[i], i < 44 || i > 725 ? 19 : kNoCode) << i;
}

TEST(RangeScanner, SeesThroughTheHousingItSitsIn) {
  Lab lab;
  lab.put_wall(2.0);
  Model robot{.name = "robot"};
  Link link{.name = "link"};
  link.visuals.push_back({.name = "housing", .geometry = Box{{0.1, 0.1, 0.1}}});
  link.visuals.push_back(
      {.name = "mast", .link_from_shape = {Vec3(0.5, 0, 0)}, .geometry = Box{{0.02, 0.02, 1}}});
  robot.links.push_back(link);
  const InstanceId carrier =
      lab.state.add(std::make_shared<const Model>(robot), "robot", {Vec3(0, 5, 0)});
  RangeScanner scanner(RangeScannerSettings{}, {carrier, 0, {}});
  const RangeScan scan = lab.scan(scanner);
  EXPECT_NEAR(scan.ranges[90], 0.49, 0.001);  // the mast is in the way
  EXPECT_NEAR(scan.ranges[80], 2.0 / std::cos(radians(10)), 0.001);
}

TEST(RangeScanner, ARollingSweepSeesTheWallWhereItWas) {
  // Turning at 3 rad/s; a beam of step k left that much earlier, so it looked less far round.
  Lab lab;
  lab.put_wall(2.0);
  Settings settings = quiet();
  settings["rubble:laser/rolling"] = "true";
  settings["lidar/range/resolution"] = "0";
  lab.carrier_body().angular_velocity = Vec3(0, 0, 3.0);
  const RangeScan scan = lab.scan("urg04lx", settings);
  EXPECT_NEAR(scan.time_increment, 0.1 / 1024, 1e-12);
  const double block = 4 * 3.0 * scan.time_increment;  // rad within one pose of the sweep
  for (const int step : {200, 340, 400, 500}) {
    const double angle = scan.angle_min + step * scan.angle_increment;
    const double turned = -3.0 * scan.time_increment * (681 - step);
    const double low = 2.0 / std::cos(std::abs(angle + turned) - block);
    const double high = 2.0 / std::cos(std::abs(angle + turned) + block);
    EXPECT_GE(scan.ranges[static_cast<std::size_t>(step)], low - 1e-4) << step;
    EXPECT_LE(scan.ranges[static_cast<std::size_t>(step)], high + 1e-4) << step;
  }
}

TEST(RangeScanner, ARollingSweepOfADrivingSensorStretches) {
  Lab lab;
  lab.put_wall(3.0);
  Settings settings = quiet();
  settings["rubble:laser/rolling"] = "true";
  lab.carrier_body().velocity = Vec3(2.0, 0, 0);
  const RangeScan moving = lab.scan("urg04lx", settings);
  // Ahead is step 340, 341 steps before the last: 2 m/s * 33 ms further away.
  EXPECT_NEAR(moving.ranges[340], 3.0 + 2.0 * 341 * 0.1 / 1024, 0.0015);
  lab.carrier_body().velocity = Vec3::Zero();
  EXPECT_EQ(lab.scan("urg04lx", settings).ranges[340], 3.0F);
}

TEST(RangeScanner, ReadingsDoNotDependOnTheNumberOfThreads) {  // X2
  Lab lab;
  lab.put_wall(2.0, 0.3);
  SmokeArea area{.name = "smoke", .geometry = Box{{3, 3, 3}}, .density = 0.004};
  area.turbulence = 0.5;
  lab.put_smoke(area);
  const auto readings = [&](int threads) {
    Workers workers(threads);
    Suite suite(1);
    for (const char* preset : {"urg04lx", "lms200", "utm30lx", "ring16", "sonar", "range_camera"})
      EXPECT_TRUE(suite.add(lab.state, lab.carrier_id(), 0, *spec_of_preset(preset)).ok());
    return suite.sample_due(lab.sample_context(), workers);
  };
  const std::vector<Reading> one = readings(1);
  ASSERT_EQ(one.size(), 6U);
  for (const int threads : {2, 7}) {
    const std::vector<Reading> many = readings(threads);
    for (std::size_t i = 0; i < 4; ++i) {
      const auto& first = std::get<RangeScan>(one[i].data);
      const auto& second = std::get<RangeScan>(many[i].data);
      EXPECT_EQ(first.codes, second.codes);
      EXPECT_EQ(0, std::memcmp(first.ranges.data(), second.ranges.data(),
                               first.ranges.size() * sizeof(float)));
      EXPECT_EQ(first.density_integral, second.density_integral);
    }
    EXPECT_EQ(std::get<RangeReading>(one[4].data).range,
              std::get<RangeReading>(many[4].data).range);
    EXPECT_EQ(std::get<RangeImage>(one[5].data).depths, std::get<RangeImage>(many[5].data).depths);
  }
}

TEST(RangeScanner, MovingWorldAndSensorTogetherChangesNothing) {
  const Pose shift = make_pose(12, -7, 3, 0, 0, 0.8);
  Lab here, there;
  here.put(Box{{0.4, 3, 2}}, {Vec3(3, 0.5, 0)});
  there.put(Box{{0.4, 3, 2}}, shift * Pose{Vec3(3, 0.5, 0)});
  there.carrier_body().pose = shift;
  const RangeScan first = here.scan("lms200", quiet());
  const RangeScan second = there.scan("lms200", quiet());
  for (std::size_t i = 0; i < first.ranges.size(); ++i) {
    ASSERT_EQ(first.codes[i], second.codes[i]) << i;
    if (first.codes[i] != kNoCode) continue;
    EXPECT_NEAR(first.ranges[i], second.ranges[i], 0.0011);
  }
}

}  // namespace
}  // namespace rubble::sensors
