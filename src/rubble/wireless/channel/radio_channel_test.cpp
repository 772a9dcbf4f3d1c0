// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/channel/radio_channel.h"

#include <gtest/gtest.h>

#include "rubble/wireless/channel/test_links.h"

namespace rubble::wireless {
namespace {

TEST(RadioChannel, KnowsNoStationBeforeTheFirstLinks) {
  RadioChannel channel(1);
  EXPECT_EQ(channel.links(), nullptr);
  EXPECT_FALSE(channel.is_station("R1"));
  EXPECT_FALSE(channel.is_up("R1", "R2"));
  EXPECT_FALSE(channel.route("R1", "R2").exists());
  EXPECT_FALSE(channel.send_datagram("R1", "R2", 100));
  EXPECT_FALSE(channel.send_segment("R1", "R2", 100));
}

TEST(RadioChannel, HasNoRouteToUnknownStationsNorToItself) {
  RadioChannel channel(1);
  channel.set_links(links_among({"R1", "R2"}));
  EXPECT_TRUE(channel.is_station("R1"));
  EXPECT_TRUE(channel.is_up("R1", "R2"));
  EXPECT_FALSE(channel.is_up("R1", "R1"));
  EXPECT_FALSE(channel.send_datagram("R1", "R1", 100));
  EXPECT_FALSE(channel.send_segment("R1", "R9", 100));
}

TEST(RadioChannel, UsesTheLatestLinks) {
  RadioChannel channel(1);
  auto links = links_among({"R1", "R2"});
  channel.set_links(links);
  EXPECT_TRUE(channel.is_up("R1", "R2"));
  auto later = std::make_shared<radio::Links>(*links);
  set_strength(*later, "R1", "R2", kDeadLinkDbm);
  channel.set_links(later);
  EXPECT_FALSE(channel.is_up("R1", "R2"));
  EXPECT_FALSE(channel.send_segment("R1", "R2", 100));
  channel.set_links(links);
  EXPECT_TRUE(channel.send_segment("R1", "R2", 100));
}

// The measured loss rate of this many packets on a fast link.
double lost_share(double margin, std::size_t bytes, int packets) {
  RadioChannel channel(7);
  auto links = links_among({"R1", "R2"});
  set_strength(*links, "R1", "R2", links->sensitivity + margin);
  links->links.front().rate = 1e6;  // no queueing
  channel.set_links(links);
  int lost = 0;
  for (int i = 0; i < packets; ++i) lost += channel.send_datagram("R1", "R2", bytes) ? 0 : 1;
  return static_cast<double>(lost) / packets;
}

TEST(RadioChannel, LossRateFollowsThePacketErrorCurve) {
  const double sensitivity = radio::Links().sensitivity;
  for (const double margin : {-2.0, -1.0, 0.0, 1.0})
    for (const std::size_t bytes : {100u, 1000u, 1400u})
      EXPECT_NEAR(
          lost_share(margin, bytes, 20000),
          radio::packet_error_rate(sensitivity + margin, sensitivity, static_cast<double>(bytes)),
          0.02)
          << margin << " dB, " << bytes << " bytes";
}

TEST(RadioChannel, DeliveryProbabilityIsTheProductOverHops) {
  for (const bool is_last_weak : {false, true}) {
    RadioChannel channel(5);
    auto links = links_among({"R1", "R2", "R3"});
    links->stations[1].is_relay = true;
    set_strength(*links, "R1", "R3", kDeadLinkDbm);
    set_strength(*links, is_last_weak ? "R2" : "R1", is_last_weak ? "R3" : "R2",
                 links->sensitivity);
    for (radio::Link& link : links->links) link.rate = 1e6;  // no queueing
    channel.set_links(links);
    ASSERT_EQ(channel.route("R1", "R3").stations.size(), 3u);
    int lost = 0;
    constexpr int kPackets = 5000;
    for (int i = 0; i < kPackets; ++i) lost += channel.send_datagram("R1", "R3", 1000) ? 0 : 1;
    EXPECT_NEAR(static_cast<double>(lost) / kPackets, 0.1, 0.02) << is_last_weak;
  }
}

// The medium was occupied, whether the packet was received or not.
TEST(RadioChannel, LostPacketsOccupyTheMedium) {
  for (const double margin : {30.0, -1.0}) {
    RadioChannel channel(5);
    auto links = links_among({"R1", "R2"});
    set_strength(*links, "R1", "R2", links->sensitivity + margin);
    channel.set_links(links);
    const double before = *channel.send_segment("R1", "R2", 10);
    constexpr int kPackets = 60;  // of 16 ms each
    for (int i = 0; i < kPackets; ++i) (void)channel.send_datagram("R1", "R2", 1000);
    EXPECT_GT(*channel.send_segment("R1", "R2", 10) - before, 0.95 * kPackets * 0.016) << margin;
  }
}

TEST(RadioChannel, DatagramsBeyondTheQueueLimitAreDropped) {
  RadioChannel channel(1);
  channel.set_links(links_among({"R1", "R2"}, 1.0));  // 62.5 packets of 1000 bytes a second
  int arrived = 0;
  for (int i = 0; i < 1000; ++i) arrived += channel.send_datagram("R1", "R2", 1000) ? 1 : 0;
  EXPECT_GE(arrived, 125);
  EXPECT_LE(arrived, 200);
}

TEST(RadioChannel, SegmentsTakeTheTimeOfTheirRetransmissions) {
  // 1 Mb/s, half of it for payload; no other traffic.
  const auto time_of = [](double margin, std::size_t bytes) {
    RadioChannel channel(1);
    auto links = links_among({"R1", "R2"});
    set_strength(*links, "R1", "R2", links->sensitivity + margin);
    channel.set_links(links);
    const double first = *channel.send_segment("R1", "R2", bytes);
    return *channel.send_segment("R1", "R2", bytes) - first;  // queued behind the first
  };
  const double sensitivity = radio::Links().sensitivity;
  const auto tries = [&](double margin, double bytes) {
    return 1.0 / (1.0 - radio::packet_error_rate(sensitivity + margin, sensitivity, bytes));
  };
  EXPECT_NEAR(time_of(30.0, 1000) / 0.016, 1.0, 0.05);
  EXPECT_NEAR(time_of(0.5, 1000) / time_of(30.0, 1000), tries(0.5, 1000), 0.01);
  // Ten packets take ten times as long, rather than count as one packet that is almost never
  // delivered.
  EXPECT_NEAR(time_of(0.5, 10 * kMaxSegmentBytes) / time_of(30.0, 10 * kMaxSegmentBytes),
              tries(0.5, static_cast<double>(kMaxSegmentBytes)), 0.01);
}

TEST(RadioChannel, SameSeedLosesTheSamePackets) {
  const auto fates = [](std::uint64_t seed) {
    RadioChannel channel(seed);
    auto links = links_among({"R1", "R2"});
    set_strength(*links, "R1", "R2", links->sensitivity - 1.5);
    channel.set_links(links);
    std::vector<bool> arrived;
    for (int i = 0; i < 100; ++i)
      arrived.push_back(channel.send_datagram("R1", "R2", 1000).has_value());
    return arrived;
  };
  EXPECT_EQ(fates(3), fates(3));
  EXPECT_NE(fates(3), fates(4));
}

TEST(RadioChannel, ListenersMayBeAddedAndRemovedDuringACallback) {
  RadioChannel channel(1);
  std::string heard;
  std::uint64_t second = 0;
  const std::uint64_t first = channel.add_listener([&] {
    heard += 'a';
    channel.remove_listener(second);
  });
  second = channel.add_listener([&] { heard += 'b'; });
  std::uint64_t third = 0;
  third = channel.add_listener([&] {
    heard += 'c';
    channel.remove_listener(third);
    channel.add_listener([&] { heard += 'd'; });
  });
  channel.set_links(links_among({"R1", "R2"}));
  EXPECT_EQ(heard, "ac");
  channel.set_links(links_among({"R1"}));
  EXPECT_EQ(heard, "acad");
  channel.remove_listener(first);
  channel.set_links(nullptr);
  EXPECT_EQ(heard, "acadd");
  EXPECT_FALSE(channel.is_station("R1"));
}

}  // namespace
}  // namespace rubble::wireless
