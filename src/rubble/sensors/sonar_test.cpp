// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/sonar.h"

#include <gtest/gtest.h>

#include "rubble/sensors/test_lab.h"

namespace rubble::sensors {
namespace {

const Settings kQuietSonar = {{"sonar/noise/type", "none"}};

double sonar_range(Lab& lab) {
  return lab.sample<RangeReading>(*lab.sensor("sonar", kQuietSonar)).range;
}

TEST(Sonar, HearsAWallItFaces) {
  Lab lab;
  lab.put_wall(2.0);
  EXPECT_NEAR(sonar_range(lab), 2.0, 1e-4);
}

TEST(Sonar, HearsASlightlyTurnedWallAtItsNearestPoint) {
  Lab lab;
  lab.put_wall(2.0, radians(8));
  // The ray nearest to the wall's normal is shorter than the one ahead.
  EXPECT_NEAR(sonar_range(lab), 2.0 * std::cos(radians(8)), 0.002);
}

TEST(Sonar, DoesNotHearAWallThatIsTurnedAway) {
  Lab lab;
  lab.put_wall(2.0, radians(30));
  EXPECT_EQ(sonar_range(lab), 5.0);
}

TEST(Sonar, HearsTheFacingSideOfACorner) {
  Lab lab;
  lab.put_wall(2.0);
  lab.put(Box{{10, 0.1, 10}}, {Vec3(0, 0.6, 0)});  // a wall along the way, parallel to the axis
  EXPECT_NEAR(sonar_range(lab), 2.0, 1e-4);
  Lab diagonal;  // two walls at 45 degrees: each turns the sound away
  diagonal.put_wall(2.0, radians(45));
  diagonal.put_wall(2.0, radians(-45));
  EXPECT_EQ(sonar_range(diagonal), 5.0);
}

TEST(Sonar, HearsAPoleAnywhereInItsConeAndNotBeside) {
  for (const double bearing : {0.0, 0.08, 0.15}) {
    Lab lab;
    lab.put(Sphere{0.2}, {Vec3(2.0 * std::cos(bearing), 2.0 * std::sin(bearing), 0)});
    EXPECT_NEAR(sonar_range(lab), 1.8, 0.006) << bearing;
  }
  Lab lab;
  lab.put(Sphere{0.2}, {Vec3(2.0 * std::cos(0.35), 2.0 * std::sin(0.35), 0)});
  EXPECT_EQ(sonar_range(lab), 5.0);
}

TEST(Sonar, HearsTheNearestOfTwo) {
  Lab lab;
  lab.put_wall(3.0);
  lab.put(Sphere{0.1}, {Vec3(1.5, 0.05, 0)});
  EXPECT_NEAR(sonar_range(lab), 1.4, 0.01);
}

TEST(Sonar, SmokeDoesNotMatter) {
  Lab lab;
  lab.put_wall(2.0);
  lab.fill_with_smoke(10.0);
  EXPECT_NEAR(sonar_range(lab), 2.0, 1e-4);
}

TEST(Sonar, StaysWithinItsLimits) {
  Lab lab;
  EXPECT_EQ(sonar_range(lab), 5.0);
  lab.put_wall(0.03);
  EXPECT_EQ(sonar_range(lab), 0.1);
}

TEST(Sonar, TheConeIsAsWideAsItsRadiusAtTheFarEnd) {
  SensorSpec spec;
  spec.type = "sonar";
  spec.settings = {{"sonar/geometry", "cone"},
                   {"sonar/min", "0.1"},
                   {"sonar/max", "5"},
                   {"sonar/radius", "0.881723"}};
  const auto settings = sonar_settings(spec);
  ASSERT_TRUE(settings.ok());
  EXPECT_NEAR(settings->half_angle, 0.17455, 1e-4);
}

TEST(Infrared, GivesOneDistanceWithinItsLimits) {
  Lab lab;
  EXPECT_EQ(lab.sample<RangeReading>(*lab.sensor("ir")).range, 1.5);
  lab.put_wall(1.2);
  EXPECT_NEAR(lab.sample<RangeReading>(*lab.sensor("ir")).range, 1.2, 1e-6);
  lab.put_wall(0.05);
  EXPECT_NEAR(lab.sample<RangeReading>(*lab.sensor("ir")).range, 0.2, 1e-6);
}

}  // namespace
}  // namespace rubble::sensors
