// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/propagation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rubble/base/random.h"

namespace rubble::radio {
namespace {

Propagation preset(RadioPreset which) {
  RadioSettings settings;
  settings.preset = which;
  return Propagation(settings);
}

TEST(SeedPreset, IsEquation2WithTable1) {
  const Propagation seed = preset(RadioPreset::Seed);
  struct Case {
    double distance;
    int walls;
    double dbm;
  };
  for (const Case& c :
       {Case{2, 0, -50.000}, Case{1, 0, -46.990}, Case{10, 0, -56.990}, Case{20, 1, -67.000},
        Case{50, 2, -77.979}, Case{50, 4, -91.979}, Case{50, 5, -91.979}, Case{100, 3, -87.990}})
    EXPECT_NEAR(seed.power(c.distance, c.walls), c.dbm, 0.001) << c.distance << " m " << c.walls;
}

// Friis: transmit power plus the gain of both antennas, which are equal.
TEST(MultiwallPreset, AntennasCountAtBothEnds) {
  RadioSettings settings;
  settings.preset = RadioPreset::Multiwall;
  settings.gain_dbi = 0.0;
  const Propagation plain(settings);
  const double free_space = 20.0 * std::log10(4.0 * kPi * settings.frequency / 299792458.0);
  EXPECT_NEAR(plain.power(1.0, 0), settings.transmit_power_dbm - free_space, 0.01);
  settings.gain_dbi = 5.0;
  const Propagation better(settings);
  for (const double distance : {0.5, 3.0, 40.0})
    for (const int walls : {0, 2})
      EXPECT_NEAR(better.power(distance, walls) - plain.power(distance, walls), 10.0, 1e-9);
}

TEST(SeedPreset, LinksEndAtTheSensitivity) {
  const Propagation seed = preset(RadioPreset::Seed);
  const auto is_up = [&](double distance, int walls) {
    return seed.is_up(seed.power(distance, walls));
  };
  EXPECT_TRUE(is_up(50.2, 4));
  EXPECT_FALSE(is_up(50.3, 4));
  EXPECT_TRUE(is_up(251, 3));
  EXPECT_FALSE(is_up(252, 3));
  EXPECT_FALSE(seed.is_up(-92.0));  // strictly above
  EXPECT_TRUE(is_up(31'697.0, 0));
  EXPECT_FALSE(is_up(31'699.0, 0));
}

struct PaperRun {
  double distance;  // m, implied by Table II
  int walls;
  double predicted;  // Table II, dBm
  double measured;   // Table III, dBm
};
constexpr PaperRun kRuns[] = {{55.47, 1, -71.43, -72.18},
                              {104.96, 1, -74.20, -70.85},
                              {92.48, 0, -66.65, -66.97},
                              {56.11, 2, -78.48, -73.95}};

TEST(SeedPreset, MatchesThePapersTablesWithTheRightWalls) {
  const Propagation seed = preset(RadioPreset::Seed);
  double error = 0.0;
  for (const PaperRun& run : kRuns) {
    const double dbm = seed.power(run.distance, run.walls);
    EXPECT_NEAR(dbm, run.predicted, 0.01);
    error += std::abs(dbm - run.measured) / std::size(kRuns);
  }
  EXPECT_LE(error, 2.3);
  EXPECT_NEAR(error, 2.24, 0.01);
}

TEST(SeedPreset, DistancesAreAtLeastTenCentimetres) {
  for (const RadioPreset which : {RadioPreset::Seed, RadioPreset::Wss, RadioPreset::Multiwall})
    EXPECT_EQ(preset(which).power(0.0, 0), preset(which).power(0.1, 0));
}

TEST(WssPreset, HasNoCapAndItsOwnCutOff) {
  const Propagation wss = preset(RadioPreset::Wss);
  EXPECT_NEAR(wss.power(50, 5), -95.274, 0.001);
  EXPECT_FALSE(wss.is_up(wss.power(50, 5)));
  EXPECT_NEAR(wss.power(50, 6), -95.274 - 6.325, 0.001);
  EXPECT_TRUE(wss.is_up(-93.0));  // at or above
  EXPECT_FALSE(wss.is_up(std::nextafter(-93.0, -94.0)));
  EXPECT_NEAR(wss.power(0.8427, 1), -52.2461, 0.01);  // observed at the reference server
}

TEST(Slabs, AreThoseOfP2040) {
  struct Case {
    const char* material;
    double thickness, at_2_44, at_5_2;
  };
  for (const Case& c : {Case{"concrete", 0.10, 6.19, 10.08}, Case{"concrete", 0.20, 11.15, 19.02},
                        Case{"concrete", 0.30, 15.77, 27.83}, Case{"brick", 0.10, 3.95, 4.21},
                        Case{"brick", 0.20, 7.45, 7.54}, Case{"plasterboard", 0.013, 1.30, 0.98},
                        Case{"plasterboard", 0.026, 1.21, 1.99}, Case{"wood", 0.02, 0.77, 0.67},
                        Case{"wood", 0.04, 0.61, 1.34}, Case{"glass", 0.006, 1.93, 3.31},
                        Case{"glass", 0.012, 3.30, 0.43}}) {
    const Material material = *find_material(c.material);
    EXPECT_NEAR(slab_loss(material, c.thickness, 2.44e9), c.at_2_44, 0.05)
        << c.material << c.thickness;
    EXPECT_NEAR(slab_loss(material, c.thickness, 5.2e9), c.at_5_2, 0.05)
        << c.material << c.thickness;
  }
  EXPECT_EQ(slab_loss(*find_material("metal"), 0.001, 2.44e9), 60.0);
  EXPECT_EQ(slab_loss(*find_material("brick"), 0.0, 2.44e9), 0.0);
}

TEST(Slabs, LoseMoreAtGrazingIncidence) {
  const Material concrete = *find_material("concrete");
  EXPECT_GT(slab_loss(concrete, 0.2, 2.44e9, 0.2), slab_loss(concrete, 0.2, 2.44e9, 1.0));
  EXPECT_LE(slab_loss(concrete, 0.2, 2.44e9, 0.0), kMaxSlabLoss);
}

TEST(Slabs, KnowTheAliasesOfTheWorldFormat) {
  EXPECT_EQ(find_material("plywood")->name, "wood");
  EXPECT_EQ(find_material("steel")->name, "metal");
  EXPECT_FALSE(find_material("cheese").has_value());
  EXPECT_EQ(material_or_brick("").name, "brick");
}

TEST(Multiwall, IsFreeSpaceMinusSlabs) {
  const Propagation multiwall = preset(RadioPreset::Multiwall);
  EXPECT_NEAR(multiwall.power(1.0, 0), 15.0 - 40.2, 0.01);
  EXPECT_NEAR(multiwall.power(10.0, 0), 15.0 - 60.2, 0.01);
  const Wall concrete{.material = *find_material("concrete"), .thickness = 0.2};
  const Wall glass{.material = *find_material("glass"), .thickness = 0.006};
  EXPECT_NEAR(multiwall.power({.distance = 10.0, .walls = {concrete, glass}}),
              15.0 - 60.2 - 11.15 - 1.93, 0.02);
}

TEST(Multiwall, ManyWallsAreLimitedByTheLeakagePath) {
  const Propagation multiwall = preset(RadioPreset::Multiwall);
  const Wall metal{.material = *find_material("metal"), .thickness = 0.01};
  EXPECT_LT(multiwall.wall_loss({metal, metal, metal}), kLeakageLoss + 0.01);
  EXPECT_GT(multiwall.wall_loss({metal, metal, metal}), multiwall.wall_loss({metal}));
}

TEST(Multiwall, PostsCastNoShadow) {
  const Propagation multiwall = preset(RadioPreset::Multiwall);
  Wall post{.material = *find_material("metal"), .thickness = 0.03, .breadth = 0.03};
  const double share = 0.03 * 2.44e9 / 299'792'458.0;
  EXPECT_NEAR(multiwall.wall_loss({post}), -20.0 * std::log10(1.0 - share), 0.02);
  post.breadth = 0.13;  // about a wavelength
  EXPECT_NEAR(multiwall.loss_of(post), 60.0, 1e-9);
  EXPECT_EQ(preset(RadioPreset::Seed).wall_loss({post}), 7.0);  // seed counts every wall
}

TEST(Multiwall, FloorsFollowCost231) {
  const Propagation multiwall = preset(RadioPreset::Multiwall);
  const Wall floor{.is_floor = true};
  EXPECT_NEAR(multiwall.wall_loss({floor}), 18.3, 0.01);
  EXPECT_NEAR(multiwall.wall_loss({floor, floor}), 18.3 * std::pow(2.0, 4.0 / 3.0 - 0.46), 0.2);
}

TEST(Multiwall, LayersOfOneWallCountOnce) {
  const Wall brick{.material = *find_material("brick"), .thickness = 0.1};
  Wall plaster{.material = *find_material("plasterboard"), .thickness = 0.013};
  plaster.continues = true;
  EXPECT_EQ(count_walls({brick, plaster, brick}), 2);
  EXPECT_NEAR(preset(RadioPreset::Multiwall).wall_loss({brick, plaster}), 3.95 + 1.30, 0.02);
  EXPECT_NEAR(preset(RadioPreset::Seed).wall_loss({brick, plaster}), 7.0, 1e-9);
}

TEST(Cost231, MatchesItsTable) {
  struct Case {
    double distance;
    int light, heavy;
    double loss;
  };
  for (const Case& c : {Case{5, 0, 0, 54.18}, Case{10, 1, 0, 63.60}, Case{10, 0, 1, 67.10},
                        Case{20, 2, 1, 79.92}, Case{30, 1, 3, 93.84}})
    EXPECT_NEAR(cost231_loss(c.distance, c.light, c.heavy, 0, 2.44e9), c.loss, 0.05);
}

TEST(Packets, LossFollowsTheErrorCurve) {
  struct Case {
    double above, loss;
  };
  for (const Case& c : {Case{-4, 0.958}, Case{-2, 0.615}, Case{-1, 0.297}, Case{0, 0.100},
                        Case{1, 0.029}, Case{2, 0.008}}) {
    const double loss = packet_error_rate(-92.0 + c.above, -92.0);
    EXPECT_NEAR(loss, c.loss, 0.002);
    Random random(7, "packets");
    int lost = 0;
    for (int i = 0; i < 100'000; ++i) lost += random.chance(loss) ? 1 : 0;
    EXPECT_NEAR(lost / 1e5, c.loss, 0.01);
  }
  EXPECT_NEAR(packet_error_rate(-92.0, -92.0, 2000.0), 1.0 - 0.9 * 0.9, 1e-9);
}

TEST(Rates, AreTheFastestThatWork) {
  EXPECT_EQ(data_rate(-60, -92), 54);
  EXPECT_EQ(data_rate(-72, -92), 54);
  EXPECT_EQ(data_rate(-72.1, -92), 48);
  EXPECT_EQ(data_rate(-85.5, -92), 12);
  EXPECT_EQ(data_rate(-88.5, -92), 6);
  EXPECT_EQ(data_rate(-91.9, -92), 1);
  EXPECT_EQ(data_rate(-92.1, -92), 0);
  EXPECT_EQ(data_rate(-62, -82), 54);  // a less sensitive card needs more for each rate
}

}  // namespace
}  // namespace rubble::radio
