// SPDX-License-Identifier: Apache-2.0
// A SICK in front of a plume: docs/lasers.md.
#include <gtest/gtest.h>

#include <cmath>

#include "rubble/sensors/test_lab.h"

namespace rubble::sensors {
namespace {

// Where the plume reads as solid, where it fails, and the middle beam.
struct PlumeView {
  int solid = 0;
  int codes = 0;
  int first_solid = -1;
  int last_solid = -1;
  double centre = 0.0;
};

SmokeArea gaussian_plume(double peak) {
  SmokeArea plume{.name = "plume", .geometry = Sphere{1.0}, .density = peak};
  plume.profile = SmokeProfile::Gaussian;
  plume.sigma = 0.3;
  plume.pose.position = Vec3(4, 0, 0);
  return plume;
}

PlumeView view_of(const RangeScan& scan, double wall) {
  PlumeView view;
  for (std::size_t i = 0; i < scan.ranges.size(); ++i) {
    if (scan.codes[i] != kNoCode) {
      ++view.codes;
    } else if (scan.ranges[i] < wall - 0.1) {
      ++view.solid;
      if (view.first_solid < 0) view.first_solid = static_cast<int>(i);
      view.last_solid = static_cast<int>(i);
    } else {
      EXPECT_NEAR(scan.ranges[i], wall, 0.001);
    }
  }
  view.centre = scan.ranges[scan.ranges.size() / 2];
  return view;
}

PlumeView view_of_peak(double peak) {
  Lab lab;
  lab.put(Cylinder{8.0, 2.0}, {});
  lab.put_smoke(gaussian_plume(peak));
  Settings settings = quiet();
  settings["lidar/scan/horizontal/samples"] = "361";
  return view_of(lab.scan("lms200", settings), 8.0);
}

TEST(PlumeScan, APlumeIsSolidInTheMiddleAndFailsAtItsEdges) {  // P7
  const PlumeView view = view_of_peak(0.06);
  EXPECT_EQ(view.solid, 21);
  EXPECT_EQ(view.codes, 8);
  EXPECT_EQ(view.first_solid, 170);
  EXPECT_EQ(view.last_solid, 190);
  EXPECT_NEAR(view.centre, 3.941, 0.0015);
}

TEST(PlumeScan, DenserPlumesAreWiderAndNearer) {  // P8
  const PlumeView dense = view_of_peak(0.12);
  EXPECT_EQ(dense.solid, 29);
  EXPECT_EQ(dense.codes, 6);
  EXPECT_NEAR(dense.centre, 3.759, 0.0015);
  const PlumeView thin = view_of_peak(0.03);
  EXPECT_EQ(thin.solid, 7);
  EXPECT_EQ(thin.codes, 14);
  EXPECT_NEAR(thin.centre, 4.305, 0.0015);  // a millimetre, and half a step of the sensor
}

TEST(PlumeScan, AMovingPlumeIsAStripeWithItsSpeedAsSlope) {  // P13
  Lab lab;
  lab.put_wall(8.0);
  SmokeArea plume = gaussian_plume(0.06);
  plume.pose.position.y() = -5.0;
  plume.velocity = Vec3(0, 0.5, 0);
  lab.put_smoke(plume);
  Settings settings = quiet();
  settings["lidar/scan/horizontal/samples"] = "361";
  const auto sensor = lab.sensor("lms200", settings);
  double count = 0, t_sum = 0, y_sum = 0, tt_sum = 0, ty_sum = 0;
  int solid = 0, failed = 0;
  for (double time = 2.0; time <= 18.0; time += 0.5) {
    lab.set_time(time);
    const RangeScan scan = lab.scan(*sensor);
    double first = 0.0, last = 0.0;
    int first_beam = 361, last_beam = -1, first_code = 361, last_code = -1;
    for (int i = 70; i < 291; ++i) {  // 55 degrees to both sides, where the wall is in range
      const auto beam = static_cast<std::size_t>(i);
      const double angle = scan.angle_min + i * scan.angle_increment;
      if (scan.codes[beam] != kNoCode) {
        ++failed;
        first_code = std::min(first_code, i);
        last_code = i;
      } else if (scan.ranges[beam] < 8.0 / std::cos(angle) - 0.1) {
        ++solid;
        const double y = 4.0 * std::tan(angle);
        if (last_beam < 0) first = y;
        last = y;
        first_beam = std::min(first_beam, i);
        last_beam = i;
      }
    }
    ASSERT_GT(last_beam, first_beam) << time;
    // Failures stand right beside the stripe, never inside or apart from it.
    EXPECT_GE(first_code, first_beam - 6) << time;
    EXPECT_LE(last_code, last_beam + 6) << time;
    const double y = 0.5 * (first + last);
    count += 1;
    t_sum += time;
    y_sum += y;
    tt_sum += time * time;
    ty_sum += time * y;
  }
  const double slope = (count * ty_sum - t_sum * y_sum) / (count * tt_sum - t_sum * t_sum);
  EXPECT_NEAR(slope, 0.5, 0.025);
  EXPECT_GT(solid, 0.6 * (solid + failed));
}

}  // namespace
}  // namespace rubble::sensors
