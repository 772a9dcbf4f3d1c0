// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/air.h"

#include <gtest/gtest.h>

#include "rubble/wireless/test_air.h"

namespace rubble::wireless {
namespace {

TEST(Air, KnowsNobodyBeforeTheFirstWord) {
  Air air(1);
  EXPECT_EQ(air.links(), nullptr);
  EXPECT_FALSE(air.is_station("R1"));
  EXPECT_FALSE(air.is_up("R1", "R2"));
  EXPECT_FALSE(air.route("R1", "R2").exists());
  EXPECT_FALSE(air.send_once("R1", "R2", 100));
  EXPECT_FALSE(air.send_until_arrived("R1", "R2", 100));
}

TEST(Air, HasNoWayToUnknownStationsNorToOneself) {
  Air air(1);
  air.set_links(links_among({"R1", "R2"}));
  EXPECT_TRUE(air.is_station("R1"));
  EXPECT_TRUE(air.is_up("R1", "R2"));
  EXPECT_FALSE(air.is_up("R1", "R1"));
  EXPECT_FALSE(air.send_once("R1", "R1", 100));
  EXPECT_FALSE(air.send_until_arrived("R1", "R9", 100));
}

TEST(Air, FollowsTheLastWord) {
  Air air(1);
  auto links = links_among({"R1", "R2"});
  air.set_links(links);
  EXPECT_TRUE(air.is_up("R1", "R2"));
  auto later = std::make_shared<radio::Links>(*links);
  weaken(*later, "R1", "R2", kDead);
  air.set_links(later);
  EXPECT_FALSE(air.is_up("R1", "R2"));
  EXPECT_FALSE(air.send_until_arrived("R1", "R2", 100));
  air.set_links(links);
  EXPECT_TRUE(air.send_until_arrived("R1", "R2", 100));
}

// The share that is lost of so many packets on a fast link.
double lost_share(double margin, std::size_t bytes, int packets) {
  Air air(7);
  auto links = links_among({"R1", "R2"});
  weaken(*links, "R1", "R2", links->sensitivity + margin);
  links->links.front().rate = 1e6;  // so that none has to wait
  air.set_links(links);
  int lost = 0;
  for (int i = 0; i < packets; ++i) lost += air.send_once("R1", "R2", bytes) ? 0 : 1;
  return static_cast<double>(lost) / packets;
}

TEST(Air, PacketsAreLostAsTheCurveSaysForTheirSize) {
  const double sensitivity = radio::Links().sensitivity;
  for (const double margin : {-2.0, -1.0, 0.0, 1.0})
    for (const std::size_t bytes : {100u, 1000u, 1400u})
      EXPECT_NEAR(
          lost_share(margin, bytes, 20000),
          radio::packet_error(sensitivity + margin, sensitivity, static_cast<double>(bytes)), 0.02)
          << margin << " dB, " << bytes << " bytes";
}

TEST(Air, APacketMustSurviveEveryHopOfItsWay) {
  for (const bool is_last_weak : {false, true}) {
    Air air(5);
    auto links = links_among({"R1", "R2", "R3"});
    links->stations[1].is_relay = true;
    weaken(*links, "R1", "R3", kDead);
    weaken(*links, is_last_weak ? "R2" : "R1", is_last_weak ? "R3" : "R2", links->sensitivity);
    for (radio::Link& link : links->links) link.rate = 1e6;  // so that none has to wait
    air.set_links(links);
    ASSERT_EQ(air.route("R1", "R3").stations.size(), 3u);
    int lost = 0;
    constexpr int kPackets = 5000;
    for (int i = 0; i < kPackets; ++i) lost += air.send_once("R1", "R3", 1000) ? 0 : 1;
    EXPECT_NEAR(static_cast<double>(lost) / kPackets, 0.1, 0.02) << is_last_weak;
  }
}

// Whether anybody understands it or not, the air was taken.
TEST(Air, WhatIsLostTakesTheAirAsLongAsWhatArrives) {
  for (const double margin : {30.0, -1.0}) {
    Air air(5);
    auto links = links_among({"R1", "R2"});
    weaken(*links, "R1", "R2", links->sensitivity + margin);
    air.set_links(links);
    const double before = *air.send_until_arrived("R1", "R2", 10);
    constexpr int kPackets = 60;  // of 16 ms each
    for (int i = 0; i < kPackets; ++i) (void)air.send_once("R1", "R2", 1000);
    EXPECT_GT(*air.send_until_arrived("R1", "R2", 10) - before, 0.95 * kPackets * 0.016) << margin;
  }
}

TEST(Air, WhoSendsFasterThanTheAirCarriesLosesTheRest) {
  Air air(1);
  air.set_links(links_among({"R1", "R2"}, 1.0));  // 62.5 packets of 1000 bytes a second
  int arrived = 0;
  for (int i = 0; i < 1000; ++i) arrived += air.send_once("R1", "R2", 1000) ? 1 : 0;
  EXPECT_GE(arrived, 125);
  EXPECT_LE(arrived, 200);
}

TEST(Air, WhatIsSentUntilItArrivesTakesTheTimeOfItsTries) {
  // One Mb/s, half of it for what is sent; alone on the air.
  const auto time_of = [](double margin, std::size_t bytes) {
    Air air(1);
    auto links = links_among({"R1", "R2"});
    weaken(*links, "R1", "R2", links->sensitivity + margin);
    air.set_links(links);
    const double first = *air.send_until_arrived("R1", "R2", bytes);
    return *air.send_until_arrived("R1", "R2", bytes) - first;  // which waits for the first
  };
  const double sensitivity = radio::Links().sensitivity;
  const auto tries = [&](double margin, double bytes) {
    return 1.0 / (1.0 - radio::packet_error(sensitivity + margin, sensitivity, bytes));
  };
  EXPECT_NEAR(time_of(30.0, 1000) / 0.016, 1.0, 0.05);
  EXPECT_NEAR(time_of(0.5, 1000) / time_of(30.0, 1000), tries(0.5, 1000), 0.01);
  // Ten packets are ten times as much work, not one packet that hardly ever arrives.
  EXPECT_NEAR(time_of(0.5, 10 * kLargestPacket) / time_of(30.0, 10 * kLargestPacket),
              tries(0.5, static_cast<double>(kLargestPacket)), 0.01);
}

TEST(Air, SameSeedLosesTheSamePackets) {
  const auto fates = [](std::uint64_t seed) {
    Air air(seed);
    auto links = links_among({"R1", "R2"});
    weaken(*links, "R1", "R2", links->sensitivity - 1.5);
    air.set_links(links);
    std::vector<bool> arrived;
    for (int i = 0; i < 100; ++i) arrived.push_back(air.send_once("R1", "R2", 1000).has_value());
    return arrived;
  };
  EXPECT_EQ(fates(3), fates(3));
  EXPECT_NE(fates(3), fates(4));
}

TEST(Air, ListenersMayComeAndGoWhileTheyAreTold) {
  Air air(1);
  std::string heard;
  std::uint64_t second = 0;
  const std::uint64_t first = air.add_listener([&] {
    heard += 'a';
    air.remove_listener(second);
  });
  second = air.add_listener([&] { heard += 'b'; });
  std::uint64_t third = 0;
  third = air.add_listener([&] {
    heard += 'c';
    air.remove_listener(third);
    air.add_listener([&] { heard += 'd'; });
  });
  air.set_links(links_among({"R1", "R2"}));
  EXPECT_EQ(heard, "ac");
  air.set_links(links_among({"R1"}));
  EXPECT_EQ(heard, "acad");
  air.remove_listener(first);
  air.set_links(nullptr);
  EXPECT_EQ(heard, "acadd");
  EXPECT_FALSE(air.is_station("R1"));
}

}  // namespace
}  // namespace rubble::wireless
