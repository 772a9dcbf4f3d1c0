// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/fit/survey.h"

#include <gtest/gtest.h>

#include <set>

#include "rubble/radio/fit/transmitter_name.h"

namespace rubble::radio {
namespace {

std::vector<Survey> surveys_of(const std::string& text) {
  auto surveys = parse_surveys(text, "data.csv");
  EXPECT_TRUE(surveys.ok()) << (surveys ? "" : surveys.error().to_string());
  return surveys ? *surveys : std::vector<Survey>(1);
}

std::string refusal_of(const std::string& text) {
  const auto surveys = parse_surveys(text, "data.csv");
  return surveys ? "" : surveys.error().to_string();
}

TEST(Survey, ReadingsOfOnePositionAreAveraged) {
  const Survey survey =
      surveys_of("# measured\r\ndistance,rssi,walls\r\n2,-50,0\r\n2,-52,0\r\n\r\n4,-60,1\r\n")[0];
  ASSERT_EQ(survey.strengths.size(), 2U);
  EXPECT_DOUBLE_EQ(survey.strengths[0].dbm, -51.0);
  EXPECT_DOUBLE_EQ(survey.strengths[0].stddev, 1.0);
  EXPECT_EQ(survey.strengths[0].readings, 2);
  EXPECT_EQ(survey.strengths[1].walls, 1.0);
  EXPECT_EQ(survey.strengths[1].distance, 4.0);
}

TEST(Survey, DistancesAreComputedFromPositions) {
  const Survey survey = surveys_of("x;y;z;ap_x;ap_y;ap_z;dbm\n1;2;2;0;0;0;-40\n")[0];
  EXPECT_EQ(survey.strengths.at(0).distance, 3.0);
}

TEST(Survey, UnreceivedReadingsAreSkipped) {
  const Survey survey = surveys_of("distance,rssi\n1,-40\n2,-200\n3,\n4,-999\n")[0];
  EXPECT_EQ(survey.strengths.size(), 1U);
}

TEST(Survey, WideLayoutIsReadWithRangesAndLineOfSight) {
  const Survey survey = surveys_of(
      "X,Y,AP2 RTT(mm),AP10 RTT(mm),AP10 RSS(dBm),AP2 RSS(dBm),LOS APs\n"
      "0,1,3500,100000,-70,-50,2\n")[0];
  EXPECT_EQ(survey.transmitters, (std::vector<std::string>{"AP2", "AP10"}));
  ASSERT_EQ(survey.strengths.size(), 2U);
  EXPECT_EQ(survey.strengths[0].dbm, -50.0);
  EXPECT_EQ(survey.strengths[0].range, 3.5);
  EXPECT_EQ(survey.strengths[0].is_in_sight, true);
  EXPECT_EQ(survey.strengths[1].dbm, -70.0);
  EXPECT_FALSE(survey.strengths[1].range.has_value());
  EXPECT_EQ(survey.strengths[1].is_in_sight, false);
}

TEST(Survey, SitesAreSeparateSurveys) {
  const auto surveys = surveys_of(
      "scenario,tech,distance_m,sample,rssi_dbm\n1,WiFi,1,0,-36\n1,BLE,1,0,-60\n2,WiFi,1,0,-35\n");
  ASSERT_EQ(surveys.size(), 3U);
  EXPECT_EQ(surveys[0].site, "1 WiFi");
  EXPECT_EQ(surveys[1].site, "1 BLE");
  EXPECT_EQ(surveys[2].strengths.at(0).dbm, -35.0);
}

TEST(Survey, InvalidInputIsReportedWithFileAndLine) {
  EXPECT_EQ(refusal_of("distance,rssi\n1,-40\n2,loud\n"),
            "data.csv:3: 'rssi' wants a number from -1000 to 60, got 'loud'");
  EXPECT_EQ(refusal_of("distance,rssi\n1,-40\nnan,-50\n"),
            "data.csv:3: 'distance' wants a number from 0 to 1000000, got 'nan'");
  EXPECT_EQ(refusal_of("distance,rssi\n1,-40,3\n"),
            "data.csv:2: this line has 3 values where line 1 names 2 columns");
  EXPECT_EQ(refusal_of("distance,power\n1,-40\n"),
            "data.csv:1: there is no column 'rssi' (or dbm, rss, 'AP1 RSS(dBm)', ...) with "
            "strengths");
  EXPECT_EQ(refusal_of("rssi\n-40\n"),
            "data.csv:1: there is neither a column 'distance' nor 'x' and 'y'");
  EXPECT_EQ(refusal_of("distance,rssi,split\n1,-40,later\n"),
            "data.csv:2: 'split' wants test or train");
  EXPECT_EQ(refusal_of(""), "data.csv: this file is empty; a line of column names was expected");
  EXPECT_EQ(refusal_of("distance,rssi\n"),
            "data.csv:1: there are no values below the column names");
  EXPECT_EQ(refusal_of("distance,rssi\n1,-200\n"),
            "data.csv: nothing was received anywhere: every strength is -200");
  EXPECT_NE(refusal_of(std::string(1000, ',') + "\n1"), "");
  EXPECT_NE(refusal_of(std::string("\0\x01\xff,\n\xfe", 6)), "");
  EXPECT_FALSE(read_surveys("/nowhere/data.csv").ok());
}

// Two transmitters at the ends of a corridor, received as AP2 and AP3; ranges are the true
// distances.
Survey corridor(bool has_ranges) {
  Survey survey{.file = "corridor_train.csv", .site = "corridor", .transmitters = {"AP2", "AP3"}};
  for (int transmitter = 0; transmitter < 2; ++transmitter)
    for (int x = 0; x <= 10; ++x) {
      Strength strength{.transmitter = transmitter, .position = Vec3(x, 0, 0), .dbm = -50.0 - x};
      if (has_ranges) strength.range = 2.0 + std::abs(x - 10.0 * transmitter);
      survey.strengths.push_back(strength);
    }
  return survey;
}

const std::vector<TransmitterPosition> kCountedAnew{{"corridor", "1", Vec3(0, 0, 0)},
                                                    {"corridor", "2", Vec3(10, 0, 0)},
                                                    {"hall", "1", Vec3(5, 5, 0)}};

TEST(Survey, RenumberedListIsMatchedByOrder) {
  for (const bool has_ranges : {true, false}) {
    const PositionMatch match = match_positions(corridor(has_ranges), kCountedAnew);
    EXPECT_EQ(match.matching, Matching::ByOrder);
    EXPECT_EQ(match.positions.at("AP3"), Vec3(10, 0, 0));
    EXPECT_EQ(match.correlation_by_order.has_value(), has_ranges);
    if (has_ranges) {
      EXPECT_NEAR(*match.correlation_by_order, 1.0, 1e-9);
      EXPECT_NEAR(*match.correlation_by_name, -1.0, 1e-9);
    }
    EXPECT_FALSE(match.note.empty());
  }
}

TEST(Survey, NamesAreUsedWhereRangesConfirmThem) {
  const std::vector<TransmitterPosition> places{{"corridor", "2", Vec3(0, 0, 0)},
                                                {"corridor", "4", Vec3(-30, 1, 0)}};
  std::vector<TransmitterPosition> turned = places;
  std::swap(turned[0], turned[1]);
  const PositionMatch match = match_positions(corridor(true), turned);
  EXPECT_EQ(match.matching, Matching::ByName);
  EXPECT_EQ(match.positions.size(), 1U);
  EXPECT_FALSE(match.note.empty());
  const PositionMatch forced = match_positions(corridor(true), turned, Matching::ByOrder);
  EXPECT_EQ(forced.positions.size(), 2U);
}

TEST(Survey, TransmittersWithoutAPositionAreDropped) {
  Survey survey = corridor(false);
  set_transmitter_positions(survey, {{"AP3", Vec3(10, 0, 0)}});
  EXPECT_EQ(survey.transmitters, std::vector<std::string>{"AP3"});
  ASSERT_EQ(survey.strengths.size(), 11U);
  EXPECT_EQ(survey.strengths[4].distance, 6.0);
}

TEST(Survey, SplitKeepsAllTransmittersOfAPositionTogether) {
  const SplitSurvey parts = split_survey(corridor(false), 0.3, 1);
  EXPECT_EQ(parts.test.strengths.size(), 6U);
  EXPECT_EQ(parts.train.strengths.size(), 16U);
  std::set<double> tested;
  for (const Strength& strength : parts.test.strengths) tested.insert(strength.position->x());
  EXPECT_EQ(tested.size(), 3U);
  for (const Strength& strength : parts.train.strengths)
    EXPECT_FALSE(tested.contains(strength.position->x()));
}

TEST(Survey, FileMayMarkTestData) {
  const Survey survey =
      surveys_of("distance,rssi,split\n1,-40,train\n2,-50,test\n3,-50,train\n")[0];
  const SplitSurvey parts = split_survey(survey, 0.3, 1);
  EXPECT_EQ(parts.train.strengths.size(), 2U);
  EXPECT_EQ(parts.test.strengths.at(0).distance, 2.0);
}

TEST(Survey, SitesAreFoundByFileNames) {
  EXPECT_EQ(site_by_file_name("data/corridor_test.csv.gz", kCountedAnew), "corridor");
  EXPECT_EQ(site_by_file_name("garden.csv", kCountedAnew), "");
  EXPECT_TRUE(comes_before("AP2", "AP10"));
  EXPECT_EQ(short_name("AP 7"), short_name("7"));
}

}  // namespace
}  // namespace rubble::radio
