// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/fit/fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "rubble/base/random.h"

namespace rubble::radio {
namespace {

// Positions around two transmitters that follow the model exactly, except for noise.
Survey lawful(double noise) {
  Survey survey{.file = "law", .transmitters = {"A", "B"}};
  Random random(5, "noise");
  for (int transmitter = 0; transmitter < 2; ++transmitter)
    for (int x = 0; x < 12; ++x)
      for (int y = 0; y < 6; ++y) {
        const Vec3 place(x, y, 0), from(transmitter * 12 - 0.5, 2.5, 1.0);
        const double walls = (x + y) % 3;
        const double distance = (place - from).norm();
        survey.strengths.push_back({.transmitter = transmitter,
                                    .position = place,
                                    .distance = distance,
                                    .dbm = -40.0 - 5.0 * transmitter - 18.0 * std::log10(distance) -
                                           6.0 * walls + noise * random.normal(),
                                    .walls = walls});
      }
  return survey;
}

TEST(SignalFit, RecoversTheParametersOfTheData) {
  const Survey survey = lawful(0.0);
  const auto report = fit_survey(survey, nullptr);
  ASSERT_TRUE(report.ok());
  const Fit* full = report->find("full");
  ASSERT_NE(full, nullptr);
  EXPECT_NEAR(full->value("p1 A"), -40.0, 1e-9);
  EXPECT_NEAR(full->value("p1 B"), -45.0, 1e-9);
  EXPECT_NEAR(full->value("n"), 1.8, 1e-9);
  EXPECT_NEAR(full->value("wall"), 6.0, 1e-9);
  EXPECT_NEAR(full->train.rmse, 0.0, 1e-9);
  EXPECT_EQ(report->fits[report->chosen].name, "full");
}

TEST(SignalFit, StandardErrorsCoverTheTruth) {
  const auto report = fit_survey(lawful(2.0), nullptr);
  ASSERT_TRUE(report.ok());
  const Fit& full = *report->find("full");
  for (const auto& [name, truth] :
       {std::pair("p1 A", -40.0), std::pair("n", 1.8), std::pair("wall", 6.0)})
    for (const FittedParameter& parameter : full.parameters)
      if (parameter.name == name) {
        EXPECT_NEAR(parameter.value, truth, 3.0 * *parameter.error) << name;
      }
  EXPECT_NEAR(full.train.rmse, 2.0, 0.25);
}

// A residual drawn from the model: an AR(1) process along a line has the correlation
// exp(-d/length).
Survey shadowed(double sigma, double length, double nugget) {
  Survey survey{.file = "shadow", .transmitters = {"A", "B", "C", "D"}};
  Random random(11, "shadow");
  const double kept = std::exp(-0.5 / length);
  for (int transmitter = 0; transmitter < 4; ++transmitter) {
    double shadow = sigma * random.normal();
    for (int i = 0; i < 200; ++i) {
      const double x = 0.5 * i;
      const double distance = std::hypot(x - 25.0 * transmitter, 3.0);
      survey.strengths.push_back(
          {.transmitter = transmitter,
           .position = Vec3(x, 0, 0),
           .distance = distance,
           .dbm = -40.0 - 20.0 * std::log10(distance) + shadow + nugget * random.normal()});
      shadow = kept * shadow + sigma * std::sqrt(1.0 - kept * kept) * random.normal();
    }
  }
  return survey;
}

TEST(SignalFit, FindsTheCorrelationOfShadowing) {
  const SplitSurvey parts = split_survey(shadowed(4.0, 3.0, 1.0), 0.3, 1);
  const auto report = fit_survey(parts.train, &parts.test);
  ASSERT_TRUE(report.ok());
  const Fit& best = report->fits[report->chosen];
  EXPECT_EQ(best.name, "correlated");
  EXPECT_NEAR(best.value("sigma"), 4.0, 0.8);
  EXPECT_NEAR(best.value("length"), 3.0, 1.2);
  EXPECT_NEAR(best.value("nugget"), 1.0, 0.4);
  EXPECT_NEAR(best.value("n"), 2.0, 0.3);
  EXPECT_LT(best.test->rmse, 0.7 * report->find("offsets")->test->rmse);
}

TEST(SignalFit, ModelSelectionIgnoresTestData) {
  const SplitSurvey parts = split_survey(shadowed(4.0, 3.0, 1.0), 0.3, 1);
  const auto with = fit_survey(parts.train, &parts.test),
             without = fit_survey(parts.train, nullptr);
  EXPECT_EQ(with->chosen, without->chosen);
  EXPECT_EQ(*with->fits[1].cross_validation, *without->fits[1].cross_validation);
  EXPECT_FALSE(without->fits[1].test.has_value());
}

TEST(SignalFit, UnknownTransmittersUseTheMeanOffset) {
  Survey train = lawful(0.0), test = train;
  std::erase_if(test.strengths, [](const Strength& strength) { return strength.transmitter == 0; });
  test.transmitters = {"A", "C"};
  const auto report = fit_survey(train, &test);
  ASSERT_TRUE(report.ok());
  EXPECT_NEAR(report->find("full")->test->bias, 2.5, 1e-9);
}

TEST(SignalFit, TransmittersOfAnotherSiteAreDistinct) {
  const Survey train = lawful(0.0);
  Survey test = train;
  std::erase_if(test.strengths, [](const Strength& strength) { return strength.transmitter == 0; });
  const auto here = fit_survey(train, &test);
  test.site = "elsewhere";
  const auto there = fit_survey(train, &test);
  ASSERT_TRUE(here.ok() && there.ok());
  for (const char* model : {"full", "correlated"}) {
    EXPECT_NEAR(here->find(model)->test->bias, 0.0, 1e-6) << model;
    EXPECT_NEAR(std::abs(there->find(model)->test->bias), 2.5, 1e-6) << model;
    EXPECT_EQ(here->find(model)->train.rmse, there->find(model)->train.rmse) << model;
  }
}

TEST(SignalFit, TooLittleDataIsRejectedWithMessage) {
  const auto two = parse_surveys("distance,rssi\n1,-40\n2,-46\n", "two.csv");
  const auto few = fit_survey(two->at(0), nullptr);
  ASSERT_FALSE(few.ok());
  EXPECT_NE(few.error().to_string().find("too few to fit a slope"), std::string::npos);
  const auto same =
      parse_surveys("distance,walls,rssi\n3,0,-40\n3,1,-46\n3,2,-50\n3,3,-52\n", "one.csv");
  EXPECT_FALSE(fit_survey(same->at(0), nullptr).ok());
  const auto nowhere = parse_surveys("x,y,rssi\n1,1,-40\n2,2,-46\n3,3,-50\n", "x.csv");
  const auto unplaced = fit_survey(nowhere->at(0), nullptr);
  ASSERT_FALSE(unplaced.ok());
  EXPECT_NE(unplaced.error().to_string().find("positions of the transmitters are unknown"),
            std::string::npos);
  const auto short_one = parse_surveys("distance,rssi\n1,-40\n2,-46\n4,-52\n", "three.csv");
  const auto slope = fit_survey(short_one->at(0), nullptr);
  ASSERT_TRUE(slope.ok());
  EXPECT_NEAR(slope->find("slope")->value("n"), 2.0, 0.01);
  EXPECT_FALSE(slope->find("correlated")->is_fitted());
}

// --- public measurements ------------------------------------------------------------------------

const std::string kSensors = std::string(RUBBLE_SHARED_DIR) + "/data/sensors/";

#define NEEDS_DATA()                      \
  if (!std::filesystem::exists(kSensors)) \
  GTEST_SKIP() << "the measured data is not here: " << kSensors

FitReport fit_of_site(const std::string& site, std::optional<Matching> matching) {
  const std::string folder = kSensors + "wifi_rss_rtt/";
  const auto places = read_transmitter_positions(folder + "ap_positions.csv");
  Survey train = read_surveys(folder + site + "_train.csv.gz")->at(0);
  Survey test = read_surveys(folder + site + "_test.csv.gz")->at(0);
  train.site = test.site = site;
  const PositionMatch match = match_positions(train, *places, matching);
  set_transmitter_positions(train, match.positions);
  set_transmitter_positions(test, match.positions);
  return *fit_survey(train, &test);
}

TEST(SignalFitOfMeasurements, LectureTheatre) {
  NEEDS_DATA();
  const FitReport report = fit_of_site("lecture_theatre", {});
  const Fit& slope = *report.find("slope");
  EXPECT_EQ(slope.train.count, 440);
  EXPECT_NEAR(slope.value("p1"), -46.0, 0.05);
  EXPECT_NEAR(slope.value("n"), 1.53, 0.005);
  EXPECT_NEAR(slope.test->rmse, 3.63, 0.01);
  EXPECT_NEAR(report.find("seed")->test->rmse, 5.97, 0.01);
  EXPECT_LT(report.fits[report.chosen].test->rmse, 3.45);
}

// The list of positions numbers the corridor's transmitters 1 to 4, the data files AP2 to AP5.
// Matched by name, one is lost and three are in wrong positions, which costs 6 dB.
TEST(SignalFitOfMeasurements, CorridorByName) {
  NEEDS_DATA();
  const FitReport report = fit_of_site("corridor", Matching::ByName);
  const Fit& slope = *report.find("slope");
  EXPECT_EQ(slope.train.count, 255);
  EXPECT_NEAR(slope.value("p1"), -57.0, 0.05);
  EXPECT_NEAR(slope.value("n"), 1.58, 0.005);
  EXPECT_NEAR(slope.test->rmse, 9.97, 0.01);
  EXPECT_NEAR(report.find("offsets")->test->rmse, 9.61, 0.02);
  EXPECT_NEAR(report.find("seed")->test->rmse, 18.79, 0.01);
  EXPECT_LT(report.find("correlated")->test->rmse, 4.0);
}

TEST(SignalFitOfMeasurements, CorridorByRangeOrder) {
  NEEDS_DATA();
  const std::string folder = kSensors + "wifi_rss_rtt/";
  Survey train = read_surveys(folder + "corridor_train.csv.gz")->at(0);
  train.site = "corridor";
  const PositionMatch match =
      match_positions(train, *read_transmitter_positions(folder + "ap_positions.csv"));
  EXPECT_EQ(match.matching, Matching::ByOrder);
  EXPECT_GT(*match.correlation_by_order, 0.97);
  EXPECT_LT(*match.correlation_by_name, 0.95);
  const FitReport report = fit_of_site("corridor", {});
  const Fit& slope = *report.find("slope");
  EXPECT_EQ(slope.train.count, 340);
  EXPECT_NEAR(slope.value("p1"), -32.4, 0.05);
  EXPECT_NEAR(slope.value("n"), 3.47, 0.005);
  EXPECT_NEAR(slope.test->rmse, 4.12, 0.01);
  EXPECT_LT(report.fits[report.chosen].test->rmse, 3.3);
}

TEST(SignalFitOfMeasurements, ShortRanges) {
  NEEDS_DATA();
  const auto surveys = read_surveys(kSensors + "pathloss_short/pathloss_s1_s2.csv");
  ASSERT_TRUE(surveys.ok());
  const auto slope_at = [&](const std::string& site) {
    for (const Survey& survey : *surveys)
      if (survey.site == site) return *fit_survey(survey, nullptr)->find("slope");
    return Fit{};
  };
  const Fit first = slope_at("1 WiFi"), second = slope_at("2 WiFi");
  EXPECT_NEAR(first.value("p1"), -36.0, 0.05);
  EXPECT_NEAR(first.value("n"), 1.89, 0.005);
  EXPECT_NEAR(first.train.rmse, 4.8, 0.05);
  EXPECT_NEAR(second.value("p1"), -36.3, 0.05);
  EXPECT_NEAR(second.value("n"), 1.87, 0.005);
  EXPECT_NEAR(second.train.rmse, 6.1, 0.05);
}

}  // namespace
}  // namespace rubble::radio
