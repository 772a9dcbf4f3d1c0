// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/radio_frames.h"

#include <gtest/gtest.h>

#include "rubble/viewer_protocol/test_frames.h"

namespace rubble::viewer_protocol {
namespace {

radio::Links some_links(std::size_t count) {
  radio::Links links;
  links.time = 12.5;
  links.sensitivity = -80.0;
  for (std::size_t i = 0; i < count; ++i) {
    radio::Station station;
    station.name = std::string(1, static_cast<char>('A' + i % 26)) + std::to_string(i);
    station.position = station.antenna = Vec3(static_cast<double>(i), 2.0, 0.5);
    station.is_relay = i == 1;
    links.stations.push_back(station);
  }
  links.links.resize(count * (count - 1) / 2);
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = a + 1; b < count; ++b) {
      radio::Link& link = links.between(static_cast<int>(a), static_cast<int>(b));
      link.distance = static_cast<double>(b - a);
      link.dbm = -40.25 - 10.0 * static_cast<double>(b - a);
      link.walls = static_cast<int>(a + 2 * b);
      link.is_up = link.dbm >= links.sensitivity;
      link.loss = link.is_up ? 0.25 : 1.0;
      link.rate = link.is_up ? 5.5 : 0.0;
    }
  return links;
}

TEST(RadioFrames, ContainEveryPairOfTheLinks) {
  radio::Links links = some_links(3);
  links.preset = RadioPreset::Seed;
  links.stations[2].name = "<b>\"z\xff";
  const Frame frame = links_frame(links);
  ByteReader bytes(frame);
  EXPECT_EQ(bytes.u8(), 7);
  EXPECT_EQ(bytes.u8(), 0);
  EXPECT_EQ(bytes.u16(), 3);
  const std::uint32_t length = bytes.u32();
  EXPECT_DOUBLE_EQ(bytes.f64(), 12.5);
  EXPECT_DOUBLE_EQ(bytes.f32(), -80.0);
  bytes.f32();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(bytes.place(), Vec3(i, 2.0, 0.5));
    EXPECT_EQ(bytes.u32(), i == 1 ? 1U : 0U);
  }
  const Json names = Json::parse(bytes.text(length));
  EXPECT_EQ(names, Json::parse(R"(["A0", "B1", "<b>\"z\ufffd"])"));
  bytes.text((4 - length % 4) % 4);
  for (int a = 0; a < 3; ++a)
    for (int b = a + 1; b < 3; ++b) {
      EXPECT_EQ(bytes.i16(), -4025 - 1000 * (b - a));
      EXPECT_EQ(bytes.u8(), a + 2 * b);
      EXPECT_EQ(bytes.u8(), 1);
      EXPECT_EQ(bytes.u16(), 16384);
      EXPECT_EQ(bytes.u16(), 550);
    }
  EXPECT_EQ(bytes.left(), 0U);
}

TEST(RadioFrames, HundredStationsAtFiveHertzStayBelowThreeHundredKilobytes) {
  const Frame frame = links_frame(some_links(100));
  EXPECT_LT(5 * frame.bytes->size(), 300'000U);
  EXPECT_GE(frame.bytes->size(), 4950U * 8U);
}

TEST(RadioFrames, SupportZeroAndOneStationAndLimitTheNumber) {
  EXPECT_EQ(links_frame(some_links(1)).bytes->size(), 24U + 16U + 8U);
  EXPECT_EQ(links_frame(radio::Links{}).bytes->size(), 24U + 4U);
  const Frame many = links_frame(some_links(kMaxStations + 5));
  ByteReader bytes(many);
  bytes.u16();
  EXPECT_EQ(bytes.u16(), static_cast<int>(kMaxStations));
}

TEST(RadioFrames, NanAndLargeNumbersAreClamped) {
  radio::Links links = some_links(2);
  links.between(0, 1) = {1.0, 5000, 0.0, -1e9, false, std::nan(""), 1e9};
  links.between(0, 1).loss = 7.0;
  const Frame frame = links_frame(links);
  ByteReader bytes(frame);
  bytes.text(frame.bytes->size() - 8);
  EXPECT_EQ(bytes.i16(), -32700);
  EXPECT_EQ(bytes.u8(), 255);
  EXPECT_EQ(bytes.u8(), 0);
  EXPECT_EQ(bytes.u16(), 65535);
  EXPECT_EQ(bytes.u16(), 65500);
}

// A to C directly is out of range; over the relay B it works.
TEST(RadioFrames, RouteMessageListsEveryHop) {
  radio::Links links = some_links(3);
  links.sensitivity = -55.0;
  links.between(0, 2) = {.distance = 2.0, .dbm = -99.0, .is_up = false, .loss = 1.0, .rate = 0.0};
  for (const int end : {0, 2})
    links.between(1, end) = {
        .distance = 1.0, .walls = 2, .dbm = -50.5, .is_up = true, .loss = 0.1, .rate = 11.0};
  const Json route = Json::parse(*route_message(links, 0, 2).bytes);
  EXPECT_EQ(route["type"], "route");
  EXPECT_EQ(route["from"], "A0");
  EXPECT_EQ(route["to"], "C2");
  EXPECT_EQ(route["is_up"], true);
  EXPECT_NEAR(route["success"].get<double>(), 0.81, 1e-6);
  ASSERT_EQ(route["hops"].size(), 2U);
  EXPECT_EQ(route["hops"][0]["to"], "B1");
  EXPECT_EQ(route["hops"][1]["from"], "B1");
  EXPECT_EQ(route["hops"][1]["walls"], 2);
  EXPECT_DOUBLE_EQ(route["hops"][1]["dbm"].get<double>(), -50.5);
  EXPECT_DOUBLE_EQ(route["hops"][0]["distance"].get<double>(), 1.0);
}

TEST(RadioFrames, CoverageFrameContainsGridAndCells) {
  CoverageGrid coverage;
  coverage.time = 3.5;
  coverage.station = "odd";
  coverage.antenna = {1.0, 2.0, 0.25};
  coverage.first = {-4.0, -2.5};
  coverage.height = 0.25;
  coverage.cell = 0.5;
  coverage.columns = 3;
  coverage.rows = 2;
  coverage.dbm = {-40, -50.5, -60, -70, -1e6, std::nan("")};
  const Frame frame = coverage_frame(coverage);
  ByteReader bytes(frame);
  EXPECT_EQ(bytes.u8(), 8);
  bytes.u8();
  EXPECT_EQ(bytes.u16(), 3);
  EXPECT_EQ(bytes.u16(), 2);
  EXPECT_EQ(bytes.u16(), 3);
  EXPECT_DOUBLE_EQ(bytes.f64(), 3.5);
  EXPECT_EQ(bytes.place(), Vec3(1.0, 2.0, 0.25));
  EXPECT_DOUBLE_EQ(bytes.f32(), -4.0);
  EXPECT_DOUBLE_EQ(bytes.f32(), -2.5);
  EXPECT_DOUBLE_EQ(bytes.f32(), 0.25);
  EXPECT_DOUBLE_EQ(bytes.f32(), 0.5);
  EXPECT_DOUBLE_EQ(bytes.f32(), -92.0);
  EXPECT_EQ(bytes.text(3), "odd");
  bytes.u8();
  for (const int wanted : {-4000, -5050, -6000, -7000, -32700, -32700})
    EXPECT_EQ(bytes.i16(), wanted);
  EXPECT_EQ(bytes.left(), 0U);
}

}  // namespace
}  // namespace rubble::viewer_protocol
