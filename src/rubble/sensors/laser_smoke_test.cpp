// SPDX-License-Identifier: Apache-2.0
// Lasers in smoke against the numbers of the model: docs/lasers.md.
#include <gtest/gtest.h>

#include <cmath>

#include "rubble/sensors/test_lab.h"
#include "rubble/world/material.h"

namespace rubble::sensors {
namespace {

SmokeArea slab(double from, double to, double density) {
  SmokeArea area{.name = "slab", .geometry = Box{{to - from, 50, 50}}, .density = density};
  area.pose.position.x() = 0.5 * (from + to);
  return area;
}

struct Expected {
  double density;
  double range;  // 0 = a code
};

void expect_ranges(const std::string& preset, double wall, std::initializer_list<Expected> rows) {
  Lab lab;
  lab.put_wall(wall);
  for (const Expected& row : rows) {
    lab.fill_with_smoke(row.density);
    const RangeScan scan = lab.scan(preset, lone_beam());
    if (row.range == 0.0)
      EXPECT_NE(scan.codes[0], kNoCode) << preset << " at " << row.density;
    else
      EXPECT_NEAR(scan.ranges[0], row.range, 0.001) << preset << " at " << row.density;
  }
}

TEST(LaserSmoke, BudgetPresetSeesThroughItsBudgetAndNoFurther) {  // L1, L2
  expect_ranges("urg04lx_formsma", 2.5, {{0.0, 2.5}, {0.001, 2.5}, {0.002, 2.5}, {0.0028, 2.5}});
  Lab lab;
  lab.put_wall(2.5);
  for (const double density : {0.00281, 0.003, 0.01}) {
    lab.fill_with_smoke(density);
    const RangeScan scan = lab.scan("urg04lx_formsma", lone_beam());
    EXPECT_EQ(scan.codes[0], 0) << density;
    EXPECT_TRUE(std::isnan(scan.ranges[0]));
  }
}

TEST(LaserSmoke, BudgetThresholdIsInverselyProportionalToDistance) {  // L3, L4
  for (const double wall : {1.0, 2.0, 3.5, 0.7, 5.1}) {
    Lab lab;
    lab.put_wall(wall);
    EXPECT_NEAR(threshold_density(lab, *lab.sensor("urg04lx_formsma", lone_beam())), 0.007 / wall,
                1e-3 * 0.007 / wall);
  }
  Lab lab;
  lab.put_wall(2.5);
  EXPECT_NEAR(threshold_density(lab, *lab.sensor("urg04lx_udk", lone_beam())), 0.0023, 2.3e-6);
}

TEST(LaserSmoke, OverlappingAreasAdd) {  // L5
  Lab lab;
  lab.put_wall(2.5);
  lab.put_smoke(slab(0.5, 1.5, 0.0035));
  lab.put_smoke(slab(1.0, 2.0, 0.0035));
  EXPECT_NEAR(lab.scan("urg04lx_formsma", lone_beam()).ranges[0], 2.5, 0.001);
  lab.world.smokes[0].density = 0.0036;
  lab.put_smoke(slab(90, 91, 0.0));
  EXPECT_EQ(lab.scan("urg04lx_formsma", lone_beam()).codes[0], 0);
}

TEST(LaserSmoke, ASensorInsideSmokePaysOnlyUntilItEnds) {  // L6
  Lab lab;
  lab.put_wall(3.0);
  lab.put_smoke(slab(-1.0, 1.0, 0.006));
  const RangeScan scan = lab.scan("urg04lx_formsma", lone_beam());
  EXPECT_NEAR(scan.ranges[0], 3.0, 0.001);
  EXPECT_NEAR(scan.density_integral[0], 0.006, 1e-7);
}

TEST(LaserSmoke, BudgetBeamsThatMeetNothingReadMaximumUntilTheBudgetIsSpent) {
  Lab lab;
  EXPECT_FLOAT_EQ(lab.scan("urg04lx_formsma", lone_beam()).ranges[0], 5.6F);
  lab.fill_with_smoke(0.007 / 5.6 * 0.999);
  EXPECT_FLOAT_EQ(lab.scan("urg04lx_formsma", lone_beam()).ranges[0], 5.6F);
  lab.fill_with_smoke(0.007 / 5.6 * 1.001);
  EXPECT_EQ(lab.scan("urg04lx_formsma", lone_beam()).codes[0], 0);
}

// A plume whose newest particle is a thin ball at the distance.
Plume thin_plume(double distance) {
  Plume plume;
  plume.name = "wisp";
  plume.pose.position = {distance, 0, 0};
  plume.rate = 1.0;
  plume.radius = 0.2;
  plume.growth = 0.0;
  plume.velocity = plume.wind = Vec3::Zero();
  plume.spread = 0.0;
  plume.density = 1e-5;
  plume.lifetime = 10.0;
  return plume;
}

TEST(LaserSmoke, ThePapersHokuyoFailsOnEachBeamThatMeetsLocalSmoke) {
  Lab lab;
  lab.put_wall(3.0);
  lab.world.plumes = {thin_plume(1.5)};
  lab.set_time(0.5);
  const RangeScan scan = lab.scan("urg04lx_formsma", quiet());
  for (std::size_t i = 0; i < scan.ranges.size(); ++i) {
    const double angle = scan.angle_min + scan.angle_increment * static_cast<double>(i);
    const double reach = std::asin(0.2 / 1.5);
    const bool sees_wall = std::abs(angle) < 1.0;  // within range
    if (std::abs(std::abs(angle) - reach) < 1e-3 || !sees_wall) continue;
    EXPECT_EQ(scan.codes[i] == 0, std::abs(angle) < reach) << angle;
    if (std::abs(angle) < reach) continue;
    EXPECT_NEAR(scan.ranges[i], 3.0 / std::cos(angle), 0.001);
  }
  EXPECT_EQ(lab.scan("urg04lx", lone_beam()).codes[0], kNoCode) << "others read through it";
}

TEST(LaserSmoke, ThePapersSickSeesLocalSmokeAsASolid) {
  Lab lab;
  lab.put_wall(3.0);
  lab.world.plumes = {thin_plume(1.5)};
  lab.set_time(0.5);
  const RangeScan scan = lab.scan("lms200_formsma", quiet());
  for (std::size_t i = 0; i < scan.ranges.size(); ++i) {
    const double angle = scan.angle_min + scan.angle_increment * static_cast<double>(i);
    if (std::abs(angle) > 1.0) continue;
    const double aside = 1.5 * std::sin(angle);
    const double expected = std::abs(aside) < 0.2
                                ? 1.5 * std::cos(angle) - std::sqrt(0.04 - aside * aside)
                                : 3.0 / std::cos(angle);
    EXPECT_NEAR(scan.ranges[i], expected, 0.001) << angle;
  }
  EXPECT_NEAR(lab.scan("urg04lx_udk", lone_beam()).ranges[0], 1.3, 0.001) << "as its source does";
  EXPECT_NEAR(lab.scan("lms200", lone_beam()).ranges[0], 3.0, 0.001) << "others read through it";
}

TEST(LaserSmoke, LocalSmokeBehindAWallIsNotMet) {
  Lab lab;
  lab.put_wall(1.0);
  lab.world.plumes = {thin_plume(1.5)};
  lab.set_time(0.5);
  for (const char* preset : {"urg04lx_formsma", "urg04lx_udk", "lms200_formsma"})
    EXPECT_NEAR(lab.scan(preset, lone_beam()).ranges[0], 1.0, 0.001) << preset;
}

TEST(LaserSmoke, LocalSmokeIsMetBehindGlassToo) {
  Lab lab;
  lab.put_wall(0.5, 0.0, {.transparency = 1.0});
  lab.put_wall(3.0);
  lab.world.plumes = {thin_plume(1.5)};
  lab.set_time(0.5);
  const Settings last = lone_beam({{"rubble:laser/return_mode", "last"}});
  EXPECT_EQ(lab.scan("urg04lx_formsma", last).codes[0], 0);
  EXPECT_NEAR(lab.scan("lms200_formsma", last).ranges[0], 1.3, 0.001);
}

TEST(LaserSmoke, AGaussianCloudIsLocalSmokeFromTwoSigmasOn) {
  Lab lab;
  lab.put_wall(4.0);
  SmokeArea cloud{.name = "cloud", .geometry = Sphere{1.0}, .density = 1e-5, .sigma = 0.3};
  cloud.profile = SmokeProfile::Gaussian;
  cloud.pose.position = {2.0, 0.0, 0.0};
  lab.put_smoke(cloud);
  EXPECT_EQ(lab.scan("urg04lx_formsma", lone_beam()).codes[0], 0);
  EXPECT_NEAR(lab.scan("lms200_formsma", lone_beam()).ranges[0], 1.4, 0.001);
  lab.world.smokes[0].pose.position.y() = 0.61;
  lab.put_smoke(slab(90, 91, 0.0));
  EXPECT_NEAR(lab.scan("urg04lx_formsma", lone_beam()).ranges[0], 4.0, 0.001);
}

TEST(LaserSmoke, AreasAndHazeAreNotLocal) {
  Lab lab;
  lab.put_wall(2.5);
  lab.put_smoke(slab(0.5, 1.5, 0.003));
  EXPECT_NEAR(lab.scan("urg04lx_formsma", lone_beam()).ranges[0], 2.5, 0.001);
  lab.fill_with_smoke(0.05);
  EXPECT_EQ(lab.scan("urg04lx_formsma", lone_beam()).codes[0], 0) << "its budget is spent";
  EXPECT_NEAR(lab.scan("lms200_formsma", lone_beam()).ranges[0], 2.5, 0.001);
}

TEST(LaserSmoke, BlackVelvetIsSeenFromNearOnly) {
  const double reach = 5.6 * std::sqrt(0.02 / 0.9);
  for (const double share : {0.99, 1.01}) {
    Lab lab;
    lab.put_wall(share * reach, 0.0, with_material({}, "black_velvet"));
    EXPECT_EQ(lab.scan("urg04lx", lone_beam()).codes[0] == kNoCode, share < 1.0) << share;
  }
}

TEST(LaserSmoke, PhysicalModelWithoutFalloffIsTheBudgetModel) {
  const Settings settings = lone_beam({{"rubble:laser/model", "physical"},
                                       {"rubble:laser/range_falloff", "0"},
                                       {"rubble:laser/penetration", "0.007"}});
  for (const double wall : {1.0, 3.1}) {
    Lab lab;
    lab.put_wall(wall);
    EXPECT_NEAR(threshold_density(lab, *lab.sensor("urg04lx", settings)), 0.007 / wall, 1e-6);
  }
}

TEST(LaserSmoke, UrgThresholdsFollowTheLidarEquation) {  // P1
  const Expected rows[] = {{0.014953, 1.0}, {0.007623, 1.5}, {0.004468, 2.0}, {0.002800, 2.5},
                           {0.001806, 3.0}, {0.001166, 3.5}, {0.000730, 4.0}};
  for (const Expected& row : rows) {
    Lab lab;
    lab.put_wall(row.range);
    EXPECT_NEAR(threshold_density(lab, *lab.sensor("urg04lx", lone_beam())), row.density,
                1e-3 * row.density);
  }
}

TEST(LaserSmoke, ThresholdsOfOtherLasersFollowTheLidarEquationToo) {
  struct Row {
    const char* preset;
    double white_range;
    double wall;
    double reflectivity;
  };
  for (const Row& row :
       {Row{"urg04lx", 5.6, 0.8, 0.5}, Row{"lms200", 30, 7, 0.9}, Row{"lms100", 54, 15, 0.3},
        Row{"lms291", 90, 40, 0.9}, Row{"utm30lx", 40, 12, 0.7}}) {
    Lab lab;
    lab.put_wall(row.wall, 0.0, {.reflectivity = row.reflectivity});
    const Settings settings = lone_beam({{"rubble:laser/soft_integral", "inf"}});
    const double expected =
        (2.0 * std::log(row.white_range / row.wall) + std::log(row.reflectivity / 0.9)) /
        (2.0 * 115.2108) / row.wall;
    EXPECT_NEAR(threshold_density(lab, *lab.sensor(row.preset, settings)), expected,
                1e-3 * expected)
        << row.preset;
  }
}

TEST(LaserSmoke, DarkSurfacesAreSeenLessFar) {  // P2
  for (const auto& [wall, is_seen] : {std::pair{1.865, true}, std::pair{1.869, false}}) {
    Lab lab;
    lab.put_wall(wall, 0.0, {.reflectivity = 0.1});
    EXPECT_EQ(lab.scan("urg04lx", lone_beam()).codes[0] == kNoCode, is_seen) << wall;
  }
  Lab lab;
  lab.put_wall(1.0, 0.0, {.reflectivity = 0.1});
  EXPECT_NEAR(threshold_density(lab, *lab.sensor("urg04lx", lone_beam())), 0.00542, 6e-6);
}

TEST(LaserSmoke, SlantedSurfacesAreSeenThroughLessSmoke) {  // P3
  Lab lab;
  lab.put_wall(2.5, kPi / 3.0);
  EXPECT_NEAR(2.5 * threshold_density(lab, *lab.sensor("urg04lx", lone_beam())), 0.003992, 4e-6);
}

TEST(LaserSmoke, ThickSmokeLooksSolidToTheThickUrg) {  // P4
  expect_ranges("urg04lx_thick", 2.5,
                {{0.0028, 2.5},
                 {0.003, 0},
                 {0.010, 0},
                 {0.0159, 0},
                 {0.0161, 0.745},
                 {0.02, 0.600},
                 {0.03, 0.400},
                 {0.05, 0.240},
                 {0.1, 0.120}});
}

TEST(LaserSmoke, TheSickGoesFromWallToSolidSmokeOverANarrowFailure) {  // P5
  expect_ranges("lms200", 2.0,
                {{0.0117, 2.0},
                 {0.0118, 0},
                 {0.0126, 0},
                 {0.0127, 1.496},
                 {0.015, 1.267},
                 {0.02, 0.950},
                 {0.05, 0.380},
                 {0.1, 0.190}});
}

TEST(LaserSmoke, ASlabInFrontOfAWallIsSeenAtItsDepth) {  // P6
  for (const Expected& row : {Expected{0.010, 8.0}, Expected{0.015, 0.0}, Expected{0.02, 3.950},
                              Expected{0.03, 3.633}, Expected{0.05, 3.380}, Expected{0.1, 3.190}}) {
    Lab lab;
    lab.put_wall(8.0);
    lab.put_smoke(slab(3.0, 4.0, row.density));
    const RangeScan scan = lab.scan("lms200", lone_beam());
    if (row.range > 0.0)
      EXPECT_NEAR(scan.ranges[0], row.range, 0.001) << row.density;
    else
      EXPECT_EQ(scan.codes[0], 8187) << row.density;
  }
}

TEST(LaserSmoke, GoldPaperReadsTenPercentLongAtMost) {  // P10
  Lab lab;
  lab.put_wall(2.5, 0.0, with_material({}, "gold_paper"));
  const auto sensor = lab.sensor("urg04lx", lone_beam());
  for (const auto& [share, factor] : {std::pair{0.5, 1.05}, std::pair{0.999, 1.10}}) {
    lab.fill_with_smoke(share * 0.0028);
    EXPECT_NEAR(lab.scan(*sensor).ranges[0], 2.5 * factor, 2.5 * 0.001) << share;
  }
  lab.fill_with_smoke(1.01 * 0.0028);
  EXPECT_NE(lab.scan(*sensor).codes[0], kNoCode);
  Lab glossy;
  glossy.put_wall(2.5, 0.0, {.gloss = 0.04});
  glossy.fill_with_smoke(0.0014);
  EXPECT_NEAR(glossy.scan("urg04lx", lone_beam()).ranges[0], 2.55, 0.001);
}

TEST(LaserSmoke, TheFailureBandOfTheUrgIsMuchWiderThanTheSicks) {  // P12
  const auto width = [](const char* preset, double solid_from) {
    Lab lab;
    lab.put_wall(2.0);
    const Settings settings = lone_beam({{"rubble:laser/soft_integral", "inf"}});
    return solid_from / threshold_density(lab, *lab.sensor(preset, settings));
  };
  EXPECT_NEAR(width("urg04lx_thick", 0.012 / 0.75), 3.58, 0.005);
  EXPECT_NEAR(width("lms200", 0.019 / 1.5), 1.08, 0.005);
}

TEST(LaserSmoke, TurbulenceMakesFailuresAsOftenAsTheFieldSays) {  // P9
  constexpr int kScans = 20000;
  const Expected rows[] = {{0.8, 0.023}, {0.9, 0.165}, {1.0, 0.477}, {1.1, 0.780}, {1.2, 0.937}};
  for (const Expected& row : rows) {
    Lab lab;
    lab.put_wall(2.5);
    SmokeArea area = slab(-1.0, 4.0, row.density * 0.0028);
    area.turbulence = 0.3;
    area.correlation_length = 0.2;
    lab.put_smoke(area);
    const auto sensor = lab.sensor("urg04lx_formsma", lone_beam());
    int failures = 0;
    for (int seed = 0; seed < kScans; ++seed) {
      lab.set_air_seed(static_cast<std::uint64_t>(seed));
      failures += lab.scan(*sensor).codes[0] == 0 ? 1 : 0;
    }
    EXPECT_NEAR(failures / static_cast<double>(kScans), row.range, 0.02) << row.density;
  }
}

TEST(LaserSmoke, ReturnModesChooseBetweenSmokeAndWall) {
  // Solid from 1 m + Q_s / rho on, and the wall still visible: a slab just over the soft integral.
  const auto range = [](const char* mode, double soft_integral) {
    Lab lab;
    lab.put_wall(2.0);
    lab.put_smoke(slab(0.5, 0.6, 0.05));
    return lab
        .scan("lms200", lone_beam({{"rubble:laser/return_mode", mode},
                                   {"rubble:laser/soft_integral", std::to_string(soft_integral)}}))
        .ranges[0];
  };
  EXPECT_NEAR(range("first", 0.002), 0.54, 0.001);
  EXPECT_NEAR(range("last", 0.002), 2.0, 0.001);
  // Margins: the wall exp(2 k (B - q)) = 225 * 0.316; the smoke at most 1 / (1 - exp(-2 k Q_s)).
  EXPECT_NEAR(range("strongest", 0.002), 2.0, 0.001);
  EXPECT_NEAR(range("strongest", 0.00001), 0.5, 0.001);
}

TEST(LaserSmoke, SmokeAndWallEquallyStrongAreAMismatchForScip) {
  Lab lab;
  lab.put_wall(3.0);
  lab.put_smoke(slab(0.5, 0.6, 0.02));
  // B(3 m) is 0.0054, so the wall has a margin of exp(2 k 0.0034) = 2.2, within 3 dB of the
  // smoke's: (1 - exp(-2 k 0.002)) / (1 - exp(-2 k 0.001)) = 1.79.
  const RangeScan scan =
      lab.scan("urg04lx_thick", lone_beam({{"rubble:laser/soft_integral", "0.001"}}));
  EXPECT_EQ(scan.codes[0], 8);
  const RangeScan other =
      lab.scan("urg04lx_thick",
               lone_beam({{"rubble:laser/soft_integral", "0.001"}, {"rubble:laser/codes", "lms"}}));
  EXPECT_EQ(other.codes[0], kNoCode);
  EXPECT_NEAR(other.ranges[0], 0.55, 0.001);
}

TEST(LaserSmoke, SmokeWidensTheNoiseTenfoldAtMost) {
  Lab lab;
  lab.put_wall(0.5);
  Settings settings = lone_beam({{"rubble:laser/white_range", "1000"}});
  settings.erase("rubble:laser/noise");
  const auto sensor = lab.sensor("urg04lx", settings);
  const auto deviation = [&](double density) {
    lab.fill_with_smoke(density);
    double sum = 0.0, squares = 0.0;
    for (std::uint64_t tick = 0; tick < 4000; ++tick) {
      const double error = lab.scan(*sensor, tick).ranges[0] - 0.5;
      sum += error;
      squares += error * error;
    }
    return std::sqrt(squares / 4000 - sum / 4000 * sum / 4000);
  };
  EXPECT_NEAR(deviation(0.0), 0.005, 0.0003);
  EXPECT_NEAR(deviation(0.02), 0.005 * std::exp(115.2108 * 0.01), 0.001);
  EXPECT_NEAR(deviation(0.045), 0.050, 0.003);
}

}  // namespace
}  // namespace rubble::sensors
