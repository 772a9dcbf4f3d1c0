// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/links.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rubble/base/random.h"
#include "rubble/radio/link_log.h"
#include "rubble/radio/medium.h"
#include "rubble/radio/test_site.h"

namespace rubble::radio {
namespace {

RadioSettings settings_of(RadioPreset which) {
  RadioSettings settings;
  settings.preset = which;
  return settings;
}

TEST(Links, ContainEveryPairOfActiveRobots) {
  TestSite site;
  site.build({{5, 0, 1}, {0.2, 8, 2}});
  site.put_robot("B", {10, 0, 0.2});
  site.put_robot("A", {0, 0, 0.2});
  site.put_robot("C", {0, 3, 0.2});
  site.put_robot("empty", {1, 1, 0.2});
  site.state.robots.back().battery = 0.0;
  LinkTracker tracker(settings_of(RadioPreset::Seed), site.state, 1);
  const auto links = tracker.update(site.state);
  ASSERT_EQ(links->stations.size(), 3U);
  EXPECT_EQ(links->find("empty"), -1);
  EXPECT_EQ(links->find("B"), 1);
  const Link& ab = links->between(0, 1);
  EXPECT_EQ(&ab, &links->between(1, 0));
  EXPECT_EQ(ab.walls, 1);
  EXPECT_NEAR(ab.distance, 10.0, 1e-9);
  EXPECT_NEAR(ab.dbm, -56.990 - 7.0, 0.001);
  EXPECT_EQ(links->between(0, 2).walls, 0);
}

TEST(Links, AreStableUnderSmallMovements) {
  TestSite site;
  site.build({{5, 1, 1}, {0.2, 2, 2}});  // its edge blocks the path
  site.put_robot("A", {0, 0, 0.2});
  const InstanceId robot = site.put_robot("B", {10, 0, 0.2});
  LinkTracker tracker(settings_of(RadioPreset::Multiwall), site.state, 1);
  Random random(3, "tremble");
  const int walls = tracker.update(site.state)->between(0, 1).walls;
  for (int i = 0; i < 500; ++i) {
    site.move(robot, {10, random.uniform(-0.001, 0.001), 0.2});
    EXPECT_EQ(tracker.update(site.state)->between(0, 1).walls, walls);
  }
}

TEST(Links, WallsAreRecountedAfterADoorOrRobotMoved) {
  TestSite site;
  const InstanceId door =
      site.build({.middle = {2, 0, 1}, .size = {0.04, 1, 2}, .is_static = false});
  site.put_robot("A", {0, 0, 0.2});
  const InstanceId robot = site.put_robot("B", {4, 0, 0.2});
  LinkTracker tracker(settings_of(RadioPreset::Multiwall), site.state, 1);
  EXPECT_EQ(tracker.update(site.state)->between(0, 1).walls, 1);
  site.move(door, {2, 2, 1});
  EXPECT_EQ(tracker.update(site.state)->between(0, 1).walls, 0);
  site.move(robot, {4, 4, 0.2});  // the path crosses the door's new position
  EXPECT_EQ(tracker.update(site.state)->between(0, 1).walls, 1);
}

TEST(Links, WssUpdatesOncePerSecondAndRecountsWallsAfterAMetre) {
  TestSite site;
  site.build({{2, 0, 1}, {0.2, 1, 2}});
  site.put_robot("A", {0, 0, 0.2});
  const InstanceId robot = site.put_robot("B", {4, 0, 0.2});
  LinkTracker tracker(settings_of(RadioPreset::Wss), site.state, 1);
  EXPECT_EQ(tracker.period(), kTicksPerSecond);
  EXPECT_EQ(tracker.update(site.state)->between(0, 1).walls, 1);
  site.move(robot, {4, 0.9, 0.2});
  EXPECT_EQ(tracker.update(site.state)->between(0, 1).walls, 1);
  site.move(robot, {4, 2.1, 0.2});
  EXPECT_EQ(tracker.update(site.state)->between(0, 1).walls, 0);
}

TEST(Links, AreTheSameForTheSameSeed) {
  TestSite site;
  for (int i = 0; i < 6; ++i) site.put_robot("R" + std::to_string(i), {3.0 * i, 0.7 * i * i, 0.2});
  RadioSettings settings;
  settings.shadowing_sigma_db = 4.0;
  settings.fading = Fading::Rice;
  const auto dbm = [&](std::uint64_t seed) {
    std::vector<double> values;
    for (const Link& link : LinkTracker(settings, site.state, seed).update(site.state)->links)
      values.push_back(link.dbm);
    return values;
  };
  EXPECT_EQ(dbm(5), dbm(5));
  EXPECT_NE(dbm(5), dbm(6));
}

TEST(Links, AreWrittenAsATable) {
  TestSite site;
  site.put_robot("A,\"1\"", {0, 0, 0.2});
  site.put_robot("B", {10, 0, 0.2});
  const std::string path = testing::TempDir() + "links.csv";
  {
    auto log = LinkLog::open(path);
    ASSERT_TRUE(log) << log.error().message;
    LinkTracker tracker(settings_of(RadioPreset::Seed), site.state, 1);
    EXPECT_TRUE(log->write(*tracker.update(site.state)));
  }
  std::ifstream file(path);
  std::string header, line, rest;
  std::getline(file, header);
  std::getline(file, line);
  EXPECT_EQ(header, "time,first,second,distance,walls,wall_loss,dbm,up,loss,rate");
  EXPECT_EQ(line, "0.000,\"A,\"\"1\"\"\",B,10.0000,0,0.000,-56.990,1,0.00000,54");
  EXPECT_FALSE(std::getline(file, rest));
  EXPECT_FALSE(LinkLog::open("/no/such/folder/links.csv"));
}

// --- routes ------------------------------------------------------------------------------------

// Stations in a row; the strength of a pair depends on their distance.
Links row_of(int count, const std::vector<double>& dbm_by_hops, bool with_relays) {
  Links links;
  for (int i = 0; i < count; ++i)
    links.stations.push_back(
        {.name = "S" + std::to_string(i), .is_relay = with_relays && i > 0 && i < count - 1});
  for (int a = 0; a < count; ++a)
    for (int b = a + 1; b < count; ++b) {
      const double dbm = dbm_by_hops[static_cast<std::size_t>(b - a - 1)];
      links.links.push_back({.dbm = dbm,
                             .is_up = dbm > -92.0,
                             .loss = packet_error_rate(dbm, -92.0),
                             .rate = data_rate(dbm, -92.0)});
    }
  return links;
}

TEST(Routes, UseRelaysWhereTheDirectLinkIsWorse) {
  const Links links = row_of(4, {-80, -91.5, -100}, true);
  const Route route = find_route(links, 0, 3);
  EXPECT_EQ(route.stations, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_TRUE(route.is_up);
  EXPECT_NEAR(route.success, std::pow(1.0 - packet_error_rate(-80, -92), 3), 1e-12);
  EXPECT_NEAR(route.rate, 24.0 / 3, 1e-9);
}

TEST(Routes, AreDirectWithoutRelaysOrIfAsGood) {
  EXPECT_FALSE(find_route(row_of(4, {-80, -91.5, -100}, false), 0, 3).exists());
  const Route direct = find_route(row_of(3, {-60, -62}, true), 0, 2);
  EXPECT_EQ(direct.stations, (std::vector<int>{0, 2}));
  EXPECT_EQ(direct.rate, 54.0);
  EXPECT_FALSE(find_route(row_of(3, {-60, -62}, true), 1, 1).exists());
  EXPECT_FALSE(find_route(row_of(3, {-60, -62}, true), 0, 7).exists());
}

TEST(Routes, PreferHopsThatAreUp) {
  const Route route = find_route(row_of(3, {-91.7, -92.05}, true), 0, 2);
  EXPECT_EQ(route.stations.size(), 3U);
  EXPECT_TRUE(route.is_up);
  const Route weak = find_route(row_of(2, {-93}, false), 0, 1);
  EXPECT_FALSE(weak.is_up);
  EXPECT_NEAR(weak.success, 1.0 - 0.297, 0.001);
}

// --- shared medium -------------------------------------------------------------------------------

TEST(Medium, SaturatedSendersShareTheChannelFairly) {
  auto links = std::make_shared<Links>(row_of(3, {-84.5, -84.5}, false));
  for (Link& link : links->links) link.rate = 11.0;
  Medium medium;
  medium.set_links(links);
  const Route from_first = find_route(*links, 0, 1), from_second = find_route(*links, 2, 1);
  constexpr std::size_t kPacket = 1500;
  double ready[2] = {0.0, 0.0}, bits[2] = {0.0, 0.0};
  while (std::min(ready[0], ready[1]) < 10.0) {
    const int sender = ready[0] <= ready[1] ? 0 : 1;
    ready[sender] = medium.send(ready[sender], sender == 0 ? from_first : from_second, kPacket);
    bits[sender] += kPacket * 8;
  }
  EXPECT_LE((bits[0] + bits[1]) / 10.0, 5.5e6 * 1.01);
  EXPECT_GE((bits[0] + bits[1]) / 10.0, 5.5e6 * 0.95);
  EXPECT_NEAR(bits[0] / bits[1], 1.0, 0.1);
}

TEST(Medium, StationsOutOfRangeDoNotShareTheChannel) {
  auto links = std::make_shared<Links>(row_of(4, {-110, -110, -110}, false));
  for (const auto& [a, b] : {std::pair(0, 1), std::pair(2, 3)})
    links->between(a, b) = {.dbm = -60, .is_up = true, .loss = 0.0, .rate = 54.0};
  Medium medium;
  medium.set_links(links);
  const double alone = medium.send(0.0, find_route(*links, 0, 1), 1000);
  EXPECT_EQ(medium.send(0.0, find_route(*links, 2, 3), 1000), alone);
  EXPECT_NEAR(alone, 8000 / 27e6, 1e-9);
  EXPECT_NEAR(medium.send(0.0, find_route(*links, 0, 1), 1000), 2 * alone, 1e-9);
}

// Stations in range of the receiver are blocked as well, also if the sender is out of their range
// (hidden node): they would interfere. They cannot receive either, since the receiver acknowledges.
TEST(Medium, NeighboursOfTheReceiverAreBlockedToo) {
  auto links = std::make_shared<Links>(row_of(4, {-60, -110, -110}, false));
  for (const auto& [from, to] : {std::pair(2, 3), std::pair(3, 2)}) {
    Medium medium;
    medium.set_links(links);
    const double alone = medium.send(0.0, find_route(*links, 0, 1), 1000);
    EXPECT_NEAR(medium.send(0.0, find_route(*links, from, to), 1000), 2 * alone, 1e-12) << from;
  }
}

TEST(Medium, HopsAreSequential) {
  auto links = std::make_shared<Links>(row_of(3, {-80, -110}, true));
  Medium medium;
  medium.set_links(links);
  EXPECT_NEAR(medium.send(1.0, find_route(*links, 0, 2), 1000), 1.0 + 2 * 8000 / 12e6, 1e-9);
}

}  // namespace
}  // namespace rubble::radio
