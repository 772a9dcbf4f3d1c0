// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/reading_frames.h"

#include <cmath>
#include <limits>

#include "rubble/viewer_protocol/channels.h"
#include "rubble/viewer_protocol/subscription.h"
#include "rubble/viewer_protocol/test_frames.h"

namespace rubble::viewer_protocol {
namespace {

struct ToldScan {
  int motion = 0;
  int stream = 0;
  std::uint32_t columns = 0;
  double time = 0.0;
  std::uint32_t rows = 0;
  Pose pose;
  double angle_min = 0.0, angle_increment = 0.0, min_range = 0.0, max_range = 0.0, unit = 0.0;
  struct Code {
    int code = 0;
    bool is_error = false;
  };
  std::vector<Code> codes;
  std::vector<double> row_angles;
  std::vector<int> values;

  // Of a beam that has no range.
  Code code_of(std::size_t beam) const {
    return codes.at(static_cast<std::size_t>(values.at(beam) - 0xFF00));
  }
};

ToldScan scan_in(const Frame& frame) {
  ByteReader reader(frame);
  ToldScan scan;
  EXPECT_EQ(reader.u8(), 3);
  scan.motion = reader.u8();
  scan.stream = reader.u16();
  scan.columns = reader.u32();
  scan.time = reader.f64();
  scan.rows = reader.u32();
  scan.pose = reader.pose();
  scan.angle_min = reader.f32();
  scan.angle_increment = reader.f32();
  scan.min_range = reader.f32();
  scan.max_range = reader.f32();
  scan.unit = reader.f32();
  for (std::uint32_t left = reader.u32(); left > 0; --left) {
    const int code = static_cast<std::int16_t>(reader.u16());
    scan.codes.push_back({code, reader.u16() == 1});
  }
  for (std::uint32_t i = 0; i < scan.rows; ++i) scan.row_angles.push_back(reader.f32());
  for (std::uint32_t i = 0; i < scan.rows * scan.columns; ++i) scan.values.push_back(reader.u16());
  EXPECT_EQ(reader.left(), 0U);
  return scan;
}

RangeScan scan_of(int columns, int rows, double max_range) {
  RangeScan scan;
  scan.columns = columns;
  scan.angle_min = -1.0;
  scan.angle_increment = 0.01;
  scan.min_range = 0.1;
  scan.max_range = max_range;
  scan.row_angles.clear();
  for (int i = 0; i < rows; ++i) scan.row_angles.push_back(0.02 * i);
  const auto count = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  for (std::size_t i = 0; i < count; ++i)
    scan.ranges.push_back(
        static_cast<float>(max_range * static_cast<double>(i + 1) / static_cast<double>(count)));
  scan.codes.assign(count, kNoCode);
  return scan;
}

TEST(ScanFrame, HasEveryFieldInItsPlace) {
  RangeScan scan = scan_of(3, 2, 20.0);
  scan.row_motion = RowMotion::Roll;
  scan.codes[1] = 7;
  scan.ranges[1] = std::nanf("");
  const Pose pose = make_pose(1, 2, 3, 0.1, 0.2, 0.3);
  const ToldScan told = scan_in(scan_frame(513, 12.5, pose, scan));
  EXPECT_EQ(told.motion, 1);
  EXPECT_EQ(told.stream, 513);
  EXPECT_EQ(told.columns, 3U);
  EXPECT_EQ(told.rows, 2U);
  EXPECT_EQ(told.time, 12.5);
  EXPECT_LT((told.pose.position - pose.position).norm(), 1e-6);
  EXPECT_LT((told.pose.rotation.coeffs() - pose.rotation.coeffs()).norm(), 1e-6);
  EXPECT_NEAR(told.angle_min, -1.0, 1e-6);
  EXPECT_NEAR(told.angle_increment, 0.01, 1e-6);
  EXPECT_NEAR(told.min_range, 0.1, 1e-6);
  EXPECT_NEAR(told.max_range, 20.0, 1e-6);
  EXPECT_NEAR(told.row_angles[1], 0.02, 1e-6);
  EXPECT_EQ(told.code_of(1).code, 7);
  EXPECT_TRUE(told.code_of(1).is_error);
  ASSERT_EQ(told.codes.size(), 1U);
  for (const std::size_t i : {0U, 2U, 3U, 4U, 5U})
    EXPECT_NEAR(told.values[i] * told.unit, static_cast<double>(scan.ranges[i]), 0.0006) << i;
}

// A beam without a return is not an error; its code depends on the sensor.
TEST(ScanFrame, KeepsCodesAndMarksErrors) {
  for (const int no_return : {0, 1, 8183, kNoCode}) {
    RangeScan scan = scan_of(8, 1, 20.0);
    scan.codes = {kNoCode, 0, 1, 8183, 8187, 8191, 8187, kNoCode};
    for (std::size_t i = 1; i < 8; ++i) scan.ranges[i] = std::nanf("");  // the last: no code either
    const ToldScan told = scan_in(scan_frame(0, 0, {}, scan, no_return));
    EXPECT_LT(told.values[0], 0xFF00);
    for (std::size_t i = 1; i < 8; ++i) {
      EXPECT_EQ(told.code_of(i).code, scan.codes[i]);
      EXPECT_EQ(told.code_of(i).is_error, scan.codes[i] != no_return && i < 7) << i;
    }
    EXPECT_EQ(told.codes.size(), 6U) << "each once";
  }
}

TEST(ScanFrame, TooManyCodesStillGiveAValidFrame) {
  RangeScan scan = scan_of(1000, 1, 20.0);
  for (std::size_t i = 0; i < 1000; ++i) scan.codes[i] = static_cast<std::int16_t>(i);
  const ToldScan told = scan_in(scan_frame(0, 0, {}, scan));
  EXPECT_EQ(told.codes.size(), 256U);
  for (std::size_t i = 0; i < 1000; ++i) EXPECT_TRUE(told.code_of(i).is_error);
}

TEST(ScanFrame, EncodesFarRanges) {
  for (const double max_range : {5.0, 65.0, 80.0, 300.0, 10000.0}) {
    const RangeScan scan = scan_of(100, 1, max_range);
    const ToldScan told = scan_in(scan_frame(0, 0, {}, scan));
    for (std::size_t i = 0; i < 100; ++i) {
      EXPECT_LT(told.values[i], 0xFF00);
      EXPECT_NEAR(told.values[i] * told.unit, static_cast<double>(scan.ranges[i]),
                  0.51 * told.unit + 1e-5 * max_range);
    }
  }
}

// A range beyond the maximum is a long range, never a no-return code.
TEST(ScanFrame, RangesBeyondTheLimitAreNotCodes) {
  RangeScan scan = scan_of(4, 1, 20.0);
  scan.ranges = {100.0F, 1e30F, std::numeric_limits<float>::infinity(), 20.0F};
  const ToldScan told = scan_in(scan_frame(0, 0, {}, scan));
  for (std::size_t i = 0; i < 4; ++i) EXPECT_LT(told.values[i], 0xFF00) << i;
  for (std::size_t i = 0; i < 3; ++i) EXPECT_GE(told.values[i], told.values[3]) << i;
}

TEST(ScanFrame, TooManyBeamsAreSubsampled) {
  const RangeScan scan = scan_of(2048, 128, 100.0);
  const ToldScan told = scan_in(scan_frame(0, 0, {}, scan));
  EXPECT_LE(told.values.size(), 60000U);
  EXPECT_GT(told.values.size(), 30000U);
  const auto every_column = static_cast<std::size_t>(std::lround(told.angle_increment / 0.01));
  const auto every_row = static_cast<std::size_t>(std::lround(told.row_angles[1] / 0.02));
  EXPECT_EQ(told.columns, (2048 + every_column - 1) / every_column);
  EXPECT_EQ(told.rows, (128 + every_row - 1) / every_row);
  const std::size_t row = told.rows - 1, column = told.columns - 1;
  EXPECT_NEAR(told.values[row * told.columns + column] * told.unit,
              static_cast<double>(scan.ranges[row * every_row * 2048 + column * every_column]),
              0.002);
}

TEST(ScanFrame, ScanWithoutBeamsGivesAValidFrame) {
  const ToldScan told = scan_in(scan_frame(0, 0, {}, RangeScan{}));
  EXPECT_EQ(told.columns, 0U);
}

struct ToldDepths {
  int width = 0, height = 0;
  double field_of_view = 0.0, unit = 0.0;
  std::vector<int> values;
};

ToldDepths depths_in(const Frame& frame) {
  ByteReader reader(frame);
  ToldDepths told;
  EXPECT_EQ(reader.u8(), 4);
  EXPECT_EQ(reader.u8(), 0);
  EXPECT_EQ(reader.u16(), 9);
  told.width = reader.u16();
  told.height = reader.u16();
  EXPECT_EQ(reader.f64(), 2.5);
  EXPECT_LT((reader.pose().position - Vec3(1, 2, 3)).norm(), 1e-6);
  told.field_of_view = reader.f32();
  told.unit = reader.f32();
  for (int i = 0; i < told.width * told.height; ++i) told.values.push_back(reader.u16());
  EXPECT_EQ(reader.left(), 0U);
  return told;
}

// Depth is column + 1 cm.
RangeImage image_of(int width, int height) {
  RangeImage image{width, height, 1.0, 10.0, {}};
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column)
      image.depths.push_back(0.01F * static_cast<float>(column + 1));
  return image;
}

TEST(DepthFrame, HasEveryFieldInItsPlace) {
  RangeImage image = image_of(4, 3);
  image.depths[0] = 0.0F;
  const ToldDepths told = depths_in(depth_frame(9, 2.5, {Vec3(1, 2, 3)}, image));
  EXPECT_EQ(told.width, 4);
  EXPECT_EQ(told.height, 3);
  EXPECT_NEAR(told.field_of_view, 1.0, 1e-6);
  EXPECT_EQ(told.values[0], 0);
  for (const std::size_t i : {1U, 2U, 3U, 7U, 11U})
    EXPECT_NEAR(told.values[i] * told.unit, static_cast<double>(image.depths[i]), 0.0006);
}

TEST(DepthFrame, LargeImageIsSubsampledWithTheSameAxis) {
  const RangeImage image = image_of(641, 480);
  const ToldDepths told = depths_in(depth_frame(9, 2.5, {Vec3(1, 2, 3)}, image));
  EXPECT_LE(told.width, 320);
  EXPECT_LE(told.height, 240);
  EXPECT_GE(told.width, 200);
  // Directions of pixels are those of the large image.
  const double large = std::tan(0.5) / (641 / 2.0), small = std::tan(told.field_of_view / 2);
  for (const int column : {0, told.width / 2, told.width - 1}) {
    const double told_slope = small * ((column + 0.5) / (told.width / 2.0) - 1.0);
    const double pixel = told.values[static_cast<std::size_t>(column)] * told.unit * 100.0 - 1.0;
    EXPECT_NEAR(told_slope, large * (pixel + 0.5 - 641 / 2.0), 1.5 * large);
  }
}

TEST(PictureFrame, IsAJpegWithAHeader) {
  Image image;
  image.width = 16;
  image.height = 8;
  image.horizontal_field_of_view = 1.2;
  image.rgb.assign(16 * 8 * 3, 200);
  Stream stream;
  stream.id = 5;
  ByteReader reader(picture_frame(stream, 3.5, {Vec3(1, 2, 3)}, image));
  EXPECT_EQ(reader.u8(), 5);
  EXPECT_EQ(reader.u8(), 0);
  EXPECT_EQ(reader.u16(), 5);
  const std::uint32_t length = reader.u32();
  EXPECT_EQ(reader.f64(), 3.5);
  EXPECT_EQ(reader.u16(), 16);
  EXPECT_EQ(reader.u16(), 8);
  EXPECT_NEAR(reader.f32(), 1.2, 1e-6);
  EXPECT_EQ(reader.pose().position, Vec3(1, 2, 3));
  EXPECT_EQ(reader.left(), length);
  EXPECT_EQ(reader.text(3), "\xFF\xD8\xFF");
}

TEST(Values, HaveOneValuePerChannel) {
  const std::vector<std::pair<SensorKind, ReadingData>> kinds{
      {SensorKind::Sonar, RangeReading{1.5}},
      {SensorKind::Infrared, RangeReading{}},
      {SensorKind::Imu, ImuReading{}},
      {SensorKind::Ins, InsReading{}},
      {SensorKind::Odometry, OdometryReading{}},
      {SensorKind::Gps, GpsReading{.has_fix = true}},
      {SensorKind::Gps, GpsReading{}},
      {SensorKind::Compass, CompassReading{}},
      {SensorKind::Altitude, AltitudeReading{}},
      {SensorKind::GroundTruth, GroundTruthReading{}},
      {SensorKind::Rfid, RfidReading{}},
      {SensorKind::Victim, VictimReading{}},
      {SensorKind::Object, ObjectReading{}},
      {SensorKind::Co2, GasReading{}},
      {SensorKind::Heat, HeatReading{}},
      {SensorKind::Sound, SoundReading{}},
      {SensorKind::Battery, BatteryReading{}},
      {SensorKind::MissionTime, TimeReading{}},
      {SensorKind::Transmissometer, TransmissionReading{}},
  };
  for (const auto& [kind, data] : kinds) {
    EXPECT_EQ(values_of(data).values.size(), channels_of(kind).size()) << name_of(kind);
    EXPECT_STREQ(encoding_of(kind), "values");
    EXPECT_FALSE(has_own_channels(kind));
  }
  const std::vector<std::pair<SensorKind, ReadingData>> own{
      {SensorKind::Encoder, EncoderReading{{"a", "b"}, {1, 2}, 0.1}},
      {SensorKind::Tachometer, TachometerReading{{"a"}, {1.0}, {2.0}}},
      {SensorKind::Touch, TouchReading{{true}}},
      {SensorKind::Bumper, TouchReading{{true, false, true}}}};
  for (const auto& [kind, data] : own) {
    EXPECT_TRUE(has_own_channels(kind));
    EXPECT_EQ(values_of(data).values.size(), channels_of(data).size()) << name_of(kind);
  }
  EXPECT_EQ(values_of(TouchReading{{true, false}}).values, (std::vector<double>{1, 0}));
}

TEST(Values, UseTextForNonNumericContent) {
  RfidReading tags;
  tags.tags = {{118, "", {}}, {119, "", {}}};
  Json json = json_of(values_message(3, 1.25, tags));
  EXPECT_EQ(json["stream"], 3);
  EXPECT_EQ(json["time"], 1.25);
  EXPECT_EQ(json["values"], Json({2}));
  EXPECT_EQ(json["text"], "tag 118, tag 119");
  VictimReading victims;
  victims.parts = {{"head", "V1\xff", "conscious", {}}};
  EXPECT_EQ(json_of(values_message(3, 0, victims))["text"], "head of V1\xEF\xBF\xBD (conscious)");
  SoundReading sound{60.0, 0.5, "tap"};
  EXPECT_EQ(json_of(values_message(3, 0, sound))["text"], "tap");
  GpsReading gps{.has_fix = true, .satellites = 7, .latitude_deg = 47.1234567};
  EXPECT_EQ(json_of(values_message(3, 0, gps))["values"][3], 47.1234567);
  for (int i = 0; i < 1000; ++i) tags.tags.push_back({i, "", {}});
  EXPECT_LT(values_of(tags).text.size(), 500U);
}

}  // namespace
}  // namespace rubble::viewer_protocol
