// SPDX-License-Identifier: Apache-2.0
// The output of `rubble signal`, `rubble signal-fit` and `rubble validate radio`.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/support.h"
#include "rubble/radio/coverage_picture.h"
#include "rubble/radio/links.h"
#include "rubble/report/chart.h"
#include "rubble/validation/radio_experiment.h"

namespace rubble::apps {
namespace {

using Json = nlohmann::json;

template <class Command>
std::pair<int, Json> answer_of(const Command& command) {
  testing::internal::CaptureStdout();
  const int code = command();
  const std::string text = testing::internal::GetCapturedStdout();
  return {code, Json::parse(text, nullptr, false)};
}

std::pair<int, Json> ask(SignalOptions options) {
  options.json = true;
  return answer_of([&] { return signal_strength(options); });
}

Json told(double distance, int walls, const std::string& preset) {
  return ask({.distance = distance, .walls = walls, .preset = preset}).second;
}

TEST(Signal, SeedPresetIsEquation2) {
  const double expected[][3] = {{2, 0, -50.000},  {1, 0, -46.990},  {10, 0, -56.990},
                                {20, 1, -67.000}, {50, 2, -77.979}, {50, 4, -91.979},
                                {50, 5, -91.979}, {100, 3, -87.990}};
  for (const auto& [distance, walls, dbm] : expected)
    EXPECT_NEAR(told(distance, static_cast<int>(walls), "seed")["dbm"].get<double>(), dbm, 0.001);
  EXPECT_TRUE(told(50.2, 4, "seed")["up"].get<bool>());
  EXPECT_FALSE(told(50.3, 4, "seed")["up"].get<bool>());
  EXPECT_TRUE(told(251, 3, "seed")["up"].get<bool>());
  EXPECT_FALSE(told(252, 3, "seed")["up"].get<bool>());
}

TEST(Signal, WssPresetIsNotCapped) {
  const Json json = told(50, 5, "wss");
  EXPECT_NEAR(json["dbm"].get<double>(), -95.274, 0.001);
  EXPECT_FALSE(json["up"].get<bool>());
  EXPECT_EQ(json["sensitivity"].get<double>(), -93.0);
}

TEST(Signal, ReportsMaterialsOfWalls) {
  const auto [code, json] =
      ask({.distance = 10.0, .walls = 1, .material = "concrete", .thickness = 0.2});
  ASSERT_EQ(code, kDone);
  EXPECT_EQ(json["preset"], "multiwall");
  ASSERT_EQ(json["wall_list"].size(), 1U);
  EXPECT_EQ(json["wall_list"][0]["material"], "concrete");
  EXPECT_NEAR(json["wall_list"][0]["loss"].get<double>(), 11.15, 0.05);
  EXPECT_NEAR(json["dbm"].get<double>(), 15.0 - 40.2 - 20.0 - 11.15, 0.1);
  EXPECT_NEAR(json["loss"].get<double>(), 0.0, 1e-6);
  EXPECT_EQ(json["rate"].get<double>(), 54.0);
}

TEST(Signal, PacketsFollowTheSensitivity) {
  const auto [code, json] =
      ask({.distance = 2.0, .walls = 0, .preset = "seed", .sensitivity = -50.0});
  EXPECT_EQ(code, kDone);
  EXPECT_NEAR(json["loss"].get<double>(), 0.1, 1e-9);
  EXPECT_FALSE(json["up"].get<bool>());  // at the sensitivity is not above it
}

TEST(Signal, LinkInAWorldIsSymmetric) {
  SignalOptions there{.world = "worlds/radio_floor.sdf", .from = "2 3 1", .to = "27 11 1"};
  SignalOptions back = there;
  std::swap(back.from, back.to);
  for (const char* preset : {"seed", "wss", "multiwall", ""}) {
    there.preset = back.preset = preset;
    const auto [code, json] = ask(there);
    const auto [back_code, back_json] = ask(back);
    ASSERT_EQ(code, kDone);
    ASSERT_EQ(back_code, kDone);
    EXPECT_EQ(json["dbm"], back_json["dbm"]);
    EXPECT_GT(json["walls"].get<int>(), 1);
    EXPECT_NEAR(json["distance"].get<double>(), std::hypot(25.0, 8.0), 1e-9);
  }
}

// The paper's building has three fixed base stations; each covers its own corridor.
TEST(Signal, StationsOfTheWorldCanBeNamed) {
  const std::string floor = "worlds/radio_floor.sdf";
  const auto [code, json] =
      ask({.world = floor, .from = "BaseStation1", .to = "BaseStation3", .preset = "seed"});
  ASSERT_EQ(code, kDone);
  EXPECT_NEAR(json["distance"].get<double>(), 30.0, 1e-9);
  EXPECT_EQ(json["walls"], 0) << "they hang in one corridor";
  testing::internal::CaptureStderr();
  EXPECT_EQ(ask({.world = floor, .from = "BaseStation4", .to = "1 1 1"}).first, kWrongUsage);
  const std::string error = testing::internal::GetCapturedStderr();
  EXPECT_NE(error.find("BaseStation1, BaseStation2, BaseStation3, RobotStart1"), std::string::npos)
      << error;
}

TEST(Signal, WallsInAWorldAreEquation2sWalls) {
  const auto [code, json] =
      ask({.world = "worlds/radio_floor.sdf", .from = "2 3 1", .to = "27 11 1", .preset = "seed"});
  ASSERT_EQ(code, kDone);
  const double distance = json["distance"].get<double>();
  const int walls = json["walls"].get<int>();
  EXPECT_NEAR(json["dbm"].get<double>(),
              -50.0 - 10.0 * std::log10(distance / 2.0) - 7.0 * std::min(walls, 4), 1e-9);
}

TEST(Signal, InvalidOptionsAreRejected) {
  const std::string floor = "worlds/radio_floor.sdf";
  testing::internal::CaptureStderr();
  EXPECT_EQ(ask({}).first, kWrongUsage);
  EXPECT_EQ(ask({.world = floor}).first, kWrongUsage);
  EXPECT_EQ(ask({.world = floor, .from = "1 1 1"}).first, kWrongUsage);
  EXPECT_EQ(ask({.world = floor, .from = "1 nan 1", .to = "2 2 2"}).first, kWrongUsage);
  EXPECT_EQ(ask({.world = floor, .from = "1 1", .to = "2 2 2"}).first, kWrongUsage);
  EXPECT_EQ(ask({.world = floor, .from = "1e9 1 1", .to = "2 2 2"}).first, kWrongUsage);
  EXPECT_EQ(ask({.world = floor, .from = "Nowhere", .to = "2 2 2"}).first, kWrongUsage);
  EXPECT_EQ(ask({.world = "none.sdf", .from = "1 1 1", .to = "2 2 2"}).first, kBadInput);
  EXPECT_EQ(ask({.world = floor, .from = "1 1 1", .to = "2 2 2", .distance = 3.0}).first,
            kWrongUsage);
  EXPECT_EQ(ask({.from = "1 1 1", .distance = 3.0}).first, kWrongUsage);
  EXPECT_EQ(ask({.distance = 3.0, .walls = 1, .material = "cheese"}).first, kWrongUsage);
  EXPECT_EQ(ask({.distance = 3.0, .preset = "seed", .exponent = 3.0}).first, kWrongUsage);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("there is no material 'cheese'"),
            std::string::npos);
}

TEST(Signal, FarOutsideIsFreeSpace) {
  const auto [code, json] =
      ask({.world = "worlds/radio_floor.sdf", .from = "-100 500 1", .to = "-100 510 1"});
  ASSERT_EQ(code, kDone);
  EXPECT_EQ(json["walls"], 0);
  EXPECT_NEAR(json["dbm"].get<double>(), 15.0 - 40.2 - 20.0, 0.01);
  const auto [same_code, same] =
      ask({.world = "worlds/radio_floor.sdf", .from = "3 3 1", .to = "3 3 1"});
  EXPECT_EQ(same_code, kDone);
  EXPECT_EQ(same["distance"], 0.0);
}

TEST(Signal, DrawsACoverageMap) {
  const TemporaryFolder folder("rubble_signal");
  const std::string file = folder.path() + "/map.png";
  const auto [code, json] = ask({.world = "worlds/radio_floor.sdf",
                                 .from = "2 3 1",
                                 .preset = "seed",
                                 .map = file,
                                 .cell = 0.5});
  ASSERT_EQ(code, kDone);
  EXPECT_TRUE(std::filesystem::exists(file));
  EXPECT_GT(json["map"]["covered"].get<double>(), 0.5);
  EXPECT_EQ(json["map"]["cell"], 0.5);
  testing::internal::CaptureStderr();
  EXPECT_EQ(
      ask({.world = "worlds/radio_floor.sdf", .from = "2 3 1", .map = file, .cell = 0.005}).first,
      kRunFailed);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("take larger ones"), std::string::npos);
}

TEST(SignalMap, IsWarmNearAndGreyFar) {
  radio::RadioCoverage map{.cell = 1.0, .columns = 100, .rows = 50};
  for (int row = 0; row < map.rows; ++row)
    for (int column = 0; column < map.columns; ++column)
      map.dbm.push_back(column < 50 ? -40.0F - static_cast<float>(column) : -120.0F);
  const Image image =
      radio::coverage_picture({.title = "test", .coverage = map, .antenna = Vec3(5, 25, 1)});
  const auto pixel = [&](int x, int y) {
    const std::size_t at =
        3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
             static_cast<std::size_t>(x));
    return std::array<int, 3>{image.rgb[at], image.rgb[at + 1], image.rgb[at + 2]};
  };
  const auto near = pixel(30, 100), far = pixel(1000, 100);
  EXPECT_GT(near[0], near[2] + 60);  // red
  EXPECT_LT(std::abs(far[0] - far[2]), 20);
}

TEST(Chart, IsDrawnAsSvgAndAsPixels) {
  const report::Chart chart{.title = "a < b", .series = {{.name = "s", .x = {0, 1}, .y = {0, 1}}}};
  EXPECT_NE(report::charts_svg({chart}).find("a &lt; b"), std::string::npos);
  const Image image = report::charts_picture({chart, chart});
  EXPECT_EQ(image.width, chart.width);
  EXPECT_EQ(image.height, 2 * chart.height);
  EXPECT_EQ(image.rgb.size(), 3U * static_cast<std::size_t>(image.width * image.height));
}

// --- signal-fit
// -----------------------------------------------------------------------------------

std::pair<int, Json> fit(const std::string& text, SignalFitOptions options = {}) {
  const TemporaryFolder folder("rubble_fit");
  options.data = folder.path() + "/data.csv";
  EXPECT_TRUE(write_file(options.data, text).ok());
  if (!options.plot.empty()) options.plot = folder.path() + "/" + options.plot;
  options.json = true;
  auto answer = answer_of([&] { return signal_fit(options); });
  if (!options.plot.empty()) {
    EXPECT_EQ(std::filesystem::exists(options.plot), answer.first == kDone);
  }
  return answer;
}

std::string lawful_data() {
  std::string text = "distance,rssi,site\n";
  for (int i = 1; i <= 40; ++i)
    for (const auto& [site, p1] : {std::pair("hall", -40.0), std::pair("yard", -30.0)})
      text += fmt::format("{},{},{}\n", i, p1 - 25.0 * std::log10(i), site);
  return text;
}

TEST(SignalFitCommand, FitsOneSiteOrAll) {
  const auto [code, json] = fit(lawful_data(), {.site = "yard", .plot = "plot.png"});
  ASSERT_EQ(code, kDone);
  EXPECT_EQ(json["chosen"], "slope");
  EXPECT_EQ(json["test_count"], 12);
  EXPECT_NEAR(json["models"][1]["parameters"]["p1"].get<double>(), -30.0, 1e-3);
  EXPECT_NEAR(json["models"][1]["parameters"]["n"].get<double>(), 2.5, 1e-3);
  EXPECT_LT(json["models"][1]["test"]["rmse"].get<double>(), 1e-3);
  const auto [all_code, all] = fit(lawful_data(), {.plot = "plot.svg"});
  ASSERT_EQ(all_code, kDone);
  ASSERT_EQ(all["sites"].size(), 2U);
  EXPECT_EQ(all["sites"][0]["site"], "hall");
}

TEST(SignalFitCommand, InvalidInputGivesMessageAndCode3) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(fit("distance,rssi\n1,-40\n").first, kBadInput);
  EXPECT_EQ(fit("x,y,rssi\n1,2,-40\n2,2,-50\n3,4,-60\n").first, kBadInput);
  EXPECT_EQ(fit("\x1f\x8b junk").first, kBadInput);
  EXPECT_EQ(fit(lawful_data(), {.test = "none.csv"}).first, kBadInput);
  EXPECT_EQ(fit(lawful_data(), {.places = "none.csv"}).first, kBadInput);
  EXPECT_EQ(fit(lawful_data(), {.site = "garden"}).first, kBadInput);
  EXPECT_EQ(fit(lawful_data(), {.site = "yard", .plot = "plot.gif"}).first, kRunFailed);
  EXPECT_NE(testing::internal::GetCapturedStderr().find(
                "there is no site 'garden'; there are 'hall', 'yard'"),
            std::string::npos);
}

// --- validate radio
// -------------------------------------------------------------------------------

TEST(ValidateRadio, RepeatsTheTables) {
  const TemporaryFolder folder("rubble_validate");
  const auto section = validation::radio_experiment(folder.path(), [](double) {});
  ASSERT_TRUE(section.ok());
  EXPECT_EQ(section->findings.at(0).paper, "equation 2.24 dB, USARSim 5.55 dB");
  EXPECT_EQ(section->findings.at(0).rubble, "2.24 dB");
  EXPECT_EQ(section->findings.at(1).paper, "equation 3.37 dB, USARSim 6.52 dB");
  EXPECT_EQ(section->findings.at(2).paper, "equation 2.41 dB, USARSim 5.76 dB");
  const report::ReportTable& runs = section->tables.at(0);
  const char* const distances[] = {"55.47 m", "104.96 m", "92.48 m", "56.11 m"};
  ASSERT_EQ(runs.rows.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(runs.rows[i].at(1), runs.rows[i].at(2));  // walls by rays
    EXPECT_EQ(runs.rows[i].at(3), distances[i]);
    EXPECT_EQ(runs.rows[i].at(4), runs.rows[i].at(5));  // the equation and Rubble
  }
  const report::ReportTable& wall = section->tables.at(1);
  EXPECT_EQ(wall.rows[0].back(), "the right count");
  EXPECT_EQ(wall.rows[1].back(), "one wall more");
  EXPECT_EQ(wall.rows[2].back(), "one wall more");
  EXPECT_EQ(wall.rows[3].back(), "the right count");
  for (const validation::FigureFile& figure : section->figures) {
    EXPECT_TRUE(std::filesystem::exists(folder.path() + "/" + figure.file)) << figure.file;
    ASSERT_EQ(figure.files.size(), 1U) << figure.file << " has its numbers beside it";
    EXPECT_TRUE(std::filesystem::exists(folder.path() + "/" + figure.files.front().path));
  }
}

}  // namespace
}  // namespace rubble::apps
