// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/range_lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rubble/usarsim/protocol/line.h"
#include "rubble/usarsim/protocol/test_samples.h"

namespace rubble::usarsim {
namespace {

RangeScan fan(std::vector<float> ranges, double increment, double max_range = 20.0) {
  RangeScan scan;
  scan.columns = static_cast<int>(ranges.size());
  scan.angle_increment = increment;
  scan.angle_min = -increment * (scan.columns - 1) / 2.0;
  scan.max_range = max_range;
  scan.codes.assign(ranges.size(), kNoCode);
  scan.ranges = std::move(ranges);
  return scan;
}

SensorDescription scanner() { return plain_sensor("Scanner1", SensorKind::RangeScanner); }

std::vector<double> wire_values(const std::string& line) {
  const std::size_t begin = line.find("{Range ") + 7;
  return number_list(std::string_view(line).substr(begin, line.find('}', begin) - begin));
}

TEST(RangeLines, AScanIsWrittenAsTheServersDid) {
  const RangeScan scan = fan({2.2857F, 0.3F, 20.0F}, kPi / 2);
  EXPECT_EQ(lines_of({{scanner(), scan}}, {.dialect = Dialect::Classic}),
            "SEN {Time 3104.57} {Type RangeScanner} {Name Scanner1} {Resolution 1.5707} "
            "{FOV 3.1415} {Range 2.2857,0.3000,20.0000}\r\n");
  EXPECT_EQ(lines_of({{plain_sensor("lms200", SensorKind::RangeScanner), scan}},
                     {.dialect = Dialect::Udk}, 477.5),
            "SEN {Time 477.5000} {Type RangeScanner} {Name lms200} {Resolution 1.5707} "
            "{FOV 3.1415} {Range 2.28,0.30,20.00}\r\n");
}

TEST(RangeLines, ASicksScanHasTheResolutionAndFieldOfTheCaptures) {
  const std::string line = lines_of({{scanner(), fan(std::vector<float>(181, 1.0F), radians(1.0))}},
                                    {.dialect = Dialect::Compat});
  EXPECT_EQ(line.substr(0, line.find("{Range")),
            "SEN {Time 3104.57} {Type RangeScanner} {Name Scanner1} {Resolution 0.0174} "
            "{FOV 3.1415} ");
  EXPECT_EQ(wire_values(line).size(), 181U);
  EXPECT_EQ(std::floor(3.1415 / 0.0174) + 1, 181);
}

// Clients find the count of values or the field of view from the resolution.
TEST(RangeLines, TheCountTimesTheResolutionMeetsTheFieldOfView) {
  const auto number = [](const std::string& line, const std::string& key) {
    return std::stod(line.substr(line.find("{" + key + " ") + key.size() + 2));
  };
  const struct {
    std::size_t beams;
    double step;
  } kLasers[] = {{181, radians(1.0)}, {361, radians(0.5)},   {682, 2 * kPi / 1024},
                 {541, radians(0.5)}, {1081, radians(0.25)}, {1800, radians(0.2)},
                 {360, radians(1.0)}, {228, 0.0184087},      {101, radians(1.0)}};
  for (const auto& [beams, step] : kLasers)
    for (const Dialect dialect : {Dialect::Compat, Dialect::Classic, Dialect::Udk})
      for (const int limit : {0, 192, 290}) {
        const std::string line = lines_of({{scanner(), fan(std::vector<float>(beams, 1.0F), step)}},
                                          {.dialect = dialect, .scan_limit = limit});
        const auto count = static_cast<double>(wire_values(line).size());
        const double resolution = number(line, "Resolution"), view = number(line, "FOV");
        EXPECT_LE(std::abs(count * resolution - view), resolution / 2) << beams << " " << limit;
        EXPECT_EQ(std::floor(view / resolution) + 1, count) << beams << " " << limit;
        EXPECT_NEAR(resolution, view / (count - 1), 0.006 * resolution) << beams << " " << limit;
      }
}

// Our angles grow to the left, so the first beam is the one on the right.
TEST(RangeLines, TheFirstValueIsTheRightHandSide) {
  const RangeScan scan = fan({1.0F, 2.0F, 3.0F}, kPi / 2);
  ASSERT_LT(beam_direction(scan, 0, 0).y(), 0.0);
  const std::string line = lines_of({{scanner(), scan}}, {});
  EXPECT_EQ(wire_values(line), (std::vector<double>{1.0, 2.0, 3.0}));
}

TEST(RangeLines, ACodeIsZeroOnAUrgAndTheFarEndElsewhere) {
  RangeScan scan = fan({1.0F, std::nanf(""), std::nanf("")}, 0.1, 5.6);
  scan.codes = {kNoCode, 6, kNoCode};
  SensorDescription sensor = scanner();
  EXPECT_EQ(wire_values(lines_of({{sensor, scan}}, {})), (std::vector<double>{1.0, 5.6, 5.6}));
  sensor.has_zero_for_codes = true;
  EXPECT_EQ(wire_values(lines_of({{sensor, scan}}, {})), (std::vector<double>{1.0, 0.0, 5.6}));
}

TEST(RangeLines, NoRangeIsBeyondTheEndOrBelowZero) {
  const RangeScan scan = fan({-1.0F, 99.0F, INFINITY}, 0.1, 20.0);
  EXPECT_EQ(wire_values(lines_of({{scanner(), scan}}, {})), (std::vector<double>{0.0, 20.0, 20.0}));
}

TEST(RangeLines, OfSeveralRowsTheMiddleOneGoesOut) {
  RangeScan scan = fan({1, 1, 2, 2, 3, 3}, 0.1);
  scan.columns = 2;
  scan.row_angles = {-0.1, 0.0, 0.1};
  EXPECT_EQ(wire_values(lines_of({{scanner(), scan}}, {})), (std::vector<double>{2.0, 2.0}));
}

TEST(RangeLines, ALimitThinsEvenlyAndKeepsTheEnds) {
  std::vector<float> numbers;
  for (int i = 0; i < 682; ++i) numbers.push_back(static_cast<float>(i) / 100.0F);
  const RangeScan scan = fan(numbers, radians(0.3515625));
  for (const int limit : {2, 181, 192, 290, 681}) {
    const std::string line = lines_of({{scanner(), scan}}, {.scan_limit = limit});
    const std::vector<double> values = wire_values(line);
    ASSERT_EQ(values.size(), static_cast<std::size_t>(limit));
    EXPECT_EQ(values.front(), 0.0);
    EXPECT_EQ(values.back(), 6.81);
    const double step = 6.81 / (limit - 1);
    for (std::size_t i = 0; i < values.size(); ++i)
      ASSERT_NEAR(values[i], static_cast<double>(i) * step, 0.00501);
    const Line parsed = parse_line(line);
    EXPECT_NEAR(*parsed.number("FOV"), 681 * radians(0.3515625), 1e-4);
    const double beams = *parsed.number("FOV") / *parsed.number("Resolution");
    EXPECT_NEAR(beams, limit - 0.5, 0.51);  // of few values the true step is told
  }
  EXPECT_EQ(wire_values(lines_of({{scanner(), scan}}, {.scan_limit = 1000})).size(), 682U);
  EXPECT_EQ(wire_values(lines_of({{scanner(), scan}}, {.scan_limit = 0})).size(), 682U);
}

TEST(RangeLines, AnEmptyScanStillIsALine) {
  EXPECT_EQ(lines_of({{scanner(), RangeScan{}}}, {}).substr(0, 39),
            "SEN {Time 3104.57} {Type RangeScanner} ");
}

TEST(RangeLines, AnInfraredScannerLeavesOutItsLastBeam) {
  SensorDescription sensor = plain_sensor("IRS", SensorKind::Infrared);
  sensor.field_of_view = 0.2;
  EXPECT_EQ(lines_of({{sensor, fan({1.0F, 2.0F, 3.0F}, 0.1, 10.0)}}, {.dialect = Dialect::Compat}),
            "SEN {Time 3104.57} {Type IRScanner} {Name IRS} {Resolution 0.1000} {FOV 0.2000} "
            "{Range 1.0000,2.0000}\r\n");
}

TEST(RangeLines, ARangeImageIsTwentyFramesWithACommaAtTheirEnds) {
  SensorDescription sensor = plain_sensor("K", SensorKind::RangeImager);
  sensor.vertical_field_of_view = 0.7854;
  RangeImage image{40, 2, 1.01226, 20.0, std::vector<float>(80, 1.5F)};
  image.depths[4] = 2.0F;
  const std::string text = lines_of({{sensor, image}}, {.dialect = Dialect::Udk}, 1.0);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 20);
  const std::string head =
      "SEN {Time 1.0000} {Type RangeImager} {Name K} {Resolution 40,2} {FOV 1.0122,0.7854} "
      "{Frames 20} ";
  EXPECT_EQ(text.find(head + "{Frame 0} {Range 1.5000,1.5000,1.5000,1.5000,}\r\n"), 0U);
  EXPECT_NE(text.find(head + "{Frame 1} {Range 2.0000,1.5000,1.5000,1.5000,}\r\n"),
            std::string::npos);
  EXPECT_NE(text.find("{Frame 19} "), std::string::npos);
}

TEST(RangeLines, ADepthCameraIsARangeImagerAndIdleWithoutDepths) {
  Image image;
  image.width = 320;
  image.height = 240;
  image.horizontal_field_of_view = 1.01226;
  const SensorDescription sensor = plain_sensor("K", SensorKind::RangeImager);
  EXPECT_EQ(lines_of({{sensor, image}}, {.dialect = Dialect::Udk}, 1.0),
            "SEN {Time 1.0000} {Type RangeImager} {Name K} {Resolution 320,240} "
            "{FOV 1.0122,0.7879} {Frames 0} {Frame 0}\r\n");
  image.depths.assign(320 * 240, 0.5F);
  const std::string text = lines_of({{sensor, image}}, {});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 20);
  EXPECT_EQ(std::count(text.begin(), text.end(), ','), 320 * 240 + 2 * 20);
}

}  // namespace
}  // namespace rubble::usarsim
