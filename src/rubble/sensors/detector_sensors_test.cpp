// SPDX-License-Identifier: Apache-2.0
// What a robot finds around it: satellites, tags, people, things, gas, heat and sound.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "rubble/sensors/test_hall.h"

namespace rubble::sensors {
namespace {

const std::map<std::string, std::string> kExact{{"rubble:sense/noise", "0"}};

BodyState standing(const Vec3& position, double yaw = 0.0) {
  BodyState body;
  body.pose = {position, quat_from({0, 0, yaw})};
  return body;
}

TEST(Gps, SeesAllSatellitesInTheOpenAndNoneUnderARoof) {
  Hall open;
  const auto gps = open.sensor("gps");
  const auto reading = open.sample<GpsReading>(*gps);
  EXPECT_TRUE(reading.has_fix);
  EXPECT_EQ(reading.satellites, 10);
  EXPECT_LT(reading.position.head<2>().norm(), 10.0);
  EXPECT_NEAR(reading.latitude_deg, 39.1338, 1e-3);
  EXPECT_NEAR(reading.longitude_deg, -77.2166, 1e-3);
  Hall roofed;
  roofed.put(Box{{100, 100, 0.1}}, {Vec3(0, 0, 3)});
  const auto inside = roofed.sensor("gps");
  EXPECT_FALSE(roofed.sample<GpsReading>(*inside).has_fix);
  EXPECT_EQ(roofed.sample<GpsReading>(*inside).satellites, 0);
}

// From under the middle of a roof to beside it: four unknowns, so four satellites.
TEST(Gps, HasAFixExactlyWhereFourSatellitesAreInView) {
  Hall hall;
  hall.put(Box{{100, 100, 0.1}}, {Vec3(0, 0, 3)});
  const auto gps = hall.sensor("gps");
  std::set<int> seen;
  for (double x = 30.0; x < 70.0; x += 0.1) {
    hall.body() = standing({x, 0.3 * x, 0});
    const auto reading = hall.sample<GpsReading>(*gps);
    EXPECT_EQ(reading.has_fix, reading.satellites >= 4) << reading.satellites;
    seen.insert(reading.satellites);
  }
  EXPECT_TRUE(seen.contains(3) && seen.contains(4));
}

TEST(Gps, XIsNorthAndEastLiesToTheRight) {
  Hall hall;
  const auto gps = hall.sensor("gps", {{"rubble:gps/noise", "false"}});
  const auto here = hall.sample<GpsReading>(*gps);
  hall.body() = standing({111.2, -71.67, 5});
  const auto there = hall.sample<GpsReading>(*gps);
  EXPECT_NEAR(there.latitude_deg - here.latitude_deg, 0.001, 1e-9);
  EXPECT_NEAR(there.longitude_deg - here.longitude_deg, 0.001, 1e-9);
  EXPECT_NEAR(there.altitude, 5.0, 1e-9);
}

TEST(Gps, ErrsSlowlyAndMoreBesideAWall) {
  const auto spread_of = [](bool has_wall, double& step) {
    double square = 0.0, steps = 0.0;
    constexpr int kSeeds = 200;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      Hall hall;
      if (has_wall) hall.put(Box{{0.1, 200, 100}}, {Vec3(2, 0, 0)});
      const auto gps = hall.sensor("gps", {}, {}, seed);
      const auto first = hall.sample<GpsReading>(*gps);
      EXPECT_TRUE(first.has_fix);
      square += first.position.x() * first.position.x() / kSeeds;
      hall.state.tick += 48;
      steps +=
          std::pow(hall.sample<GpsReading>(*gps).position.x() - first.position.x(), 2) / kSeeds;
    }
    step = std::sqrt(steps);
    return std::sqrt(square);
  };
  double step = 0.0, step_at_wall = 0.0;
  const double open = spread_of(false, step), beside = spread_of(true, step_at_wall);
  EXPECT_NEAR(open, std::hypot(2.0, 0.3), 0.3);
  EXPECT_LT(step, 0.8);  // 0.2 s later it is nearly where it was
  EXPECT_GT(beside, open + 1.0);
}

TEST(Gps, InUsarsimModeErrsByTheLadder) {
  double square = 0.0;
  Hall hall;
  const auto gps = hall.sensor("gps", {{"rubble:gps/mode", "usarsim"}});
  constexpr int kCount = 4000;
  for (int i = 0; i < kCount; ++i) {
    ++hall.state.tick;
    square += std::pow(hall.sample<GpsReading>(*gps).position.y(), 2) / kCount;
  }
  EXPECT_NEAR(std::sqrt(square), (2.5 - 0.75 * 1.75) / 3.0, 0.03);
}

TEST(Rfid, ReadsTagsInReachAndLessFarThroughWalls) {
  Hall hall;
  hall.state.tags = {
      {7, "seven", {Vec3(1.9, 0, 0)}}, {3, "0", {Vec3(0, 0.8, 0)}}, {9, "0", {Vec3(0, -2.1, 0)}}};
  const auto rfid = hall.sensor("rfid", kExact);
  const auto ids = [&] {
    std::vector<int> found;
    for (const TagSighting& tag : hall.sample<RfidReading>(*rfid).tags) found.push_back(tag.id);
    return found;
  };
  EXPECT_EQ(ids(), (std::vector<int>{3, 7}));
  const auto reading = hall.sample<RfidReading>(*rfid);
  EXPECT_EQ(reading.tags[1].memory, "seven");
  EXPECT_NEAR((reading.tags[1].position_sensor - Vec3(1.9, 0, 0)).norm(), 0.0, 1e-9);
  hall.put_wall(0.5);
  hall.put(Box{{2, 0.1, 2}}, {Vec3(0, 0.4, 0)});
  EXPECT_EQ(ids(), (std::vector<int>{3}));  // 0.8 m counts as 1.6 m, 1.9 m as 3.8 m
}

TEST(Rfid, ATagOnAWallIsNotHiddenByIt) {
  Hall hall;
  hall.put_wall(1.5);
  hall.state.tags = {{1, "0", {Vec3(1.501, 0, 0)}}};
  const auto rfid = hall.sensor("rfid");
  EXPECT_EQ(hall.sample<RfidReading>(*rfid).tags.size(), 1U);
}

std::set<std::string> part_names(const VictimReading& reading) {
  std::set<std::string> names;
  for (const VictimPartSighting& part : reading.parts) names.insert(part.part);
  return names;
}

TEST(VictimSensor, SeesTheWholeVictimInTheOpen) {
  Hall hall;
  hall.world.victims = {{.name = "Ann", .pose = {Vec3(3, 0, -0.3), quat_from({0, 0, kPi})}}};
  const auto eye = hall.sensor("victim", kExact);
  const auto reading = hall.sample<VictimReading>(*eye);
  const auto names = part_names(reading);
  for (const char* part : {"head", "chest", "arm", "hand", "leg", "foot"})
    EXPECT_TRUE(names.count(part)) << part;
  for (const VictimPartSighting& part : reading.parts) {
    EXPECT_EQ(part.victim, "Ann");
    EXPECT_EQ(part.status, "conscious");
    EXPECT_NEAR(part.position_sensor.x(), 3.0, 0.6);
  }
}

TEST(VictimSensor, SeesNothingBehindAWallBehindItOrTooFarAway) {
  for (const double x : {3.0, -3.0, 8.0}) {
    Hall hall;
    if (x == 3.0) hall.put_wall(1.5);
    hall.world.victims = {{.name = "Ann", .pose = {Vec3(x, 0, -0.3)}}};
    const auto eye = hall.sensor("victim");
    EXPECT_TRUE(hall.sample<VictimReading>(*eye).parts.empty()) << x;
  }
}

TEST(VictimSensor, SeesWhatStandsOutBehindALowWall) {
  Hall hall;
  hall.put(Box{{0.1, 20, 0.6}}, {Vec3(2.5, 0, -0.3)});  // up to the eye's height
  hall.world.victims = {{.name = "Ann", .pose = {Vec3(3, 0, -0.3), quat_from({0, 0, kPi})}}};
  const auto eye = hall.sensor("victim");
  const auto names = part_names(hall.sample<VictimReading>(*eye));
  EXPECT_TRUE(names.count("head"));
  EXPECT_FALSE(names.count("foot"));
}

TEST(ObjectSensor, NamesLabelledThingsInViewNearestFirst) {
  Hall hall;
  hall.put(Box{{1, 1, 1}}, {Vec3(6, 1.5, 0)}, "Door");
  hall.put(Box{{1, 1, 1}}, {Vec3(3, -1, 0)}, "Stair");
  hall.put(Box{{1, 1, 1}}, {Vec3(4, 0.5, 0)});  // no class
  hall.put(Box{{1, 1, 1}}, {Vec3(-3, 0, 0)}, "Wall");
  const auto eye = hall.sensor("object", kExact);
  const auto reading = hall.sample<ObjectReading>(*eye);
  ASSERT_EQ(reading.objects.size(), 2U);
  EXPECT_EQ(reading.objects[0].label, "Stair");
  EXPECT_NEAR((reading.objects[0].position_sensor - Vec3(3, -1, 0)).norm(), 0.0, 1e-9);
  EXPECT_EQ(reading.objects[1].label, "Door");
}

double gas_at(Hall& hall, double x) {
  hall.body() = standing({x, 0, 0});
  const auto sensor = hall.sensor("co2", kExact);
  return hall.sample<GasReading>(*sensor).co2;
}

TEST(Co2, FallsWithDistanceToTheAmbientLevel) {
  Hall hall;
  hall.world.sources = {{SourceKind::Co2, 2000.0, {}}};
  EXPECT_NEAR(gas_at(hall, -0.2), 2000.0, 1e-6);
  double before = 3000.0;
  for (double x = -0.35; x > -12.0; x -= 0.2) {
    const double here = gas_at(hall, x);
    EXPECT_LT(here, before) << x;
    EXPECT_GT(here, 400.0);
    before = here;
  }
  EXPECT_LT(before, 401.0);
}

TEST(Co2, AWallKeepsMostOfItBackAndTheDeadDoNotBreathe) {
  Hall hall;
  hall.world.victims = {{.name = "Ann", .pose = {Vec3(2, 0, -0.6)}}};
  const double open = gas_at(hall, 0.0);
  EXPECT_GT(open, 440.0);
  hall.put_wall(1.0);
  EXPECT_NEAR(gas_at(hall, 0.0) - 400.0, 0.1 * (open - 400.0), 1e-6);
  hall.world.victims[0].state = VictimState::Dead;
  EXPECT_EQ(gas_at(hall, 0.0), 400.0);
}

TEST(Co2, LagsBehind) {
  Hall hall;
  hall.world.sources = {{SourceKind::Co2, 2000.0, {}}};
  hall.body() = standing({-20, 0, 0});
  const auto sensor = hall.sensor("co2", kExact);
  EXPECT_NEAR(hall.sample<GasReading>(*sensor).co2, 400.0, 1.0);
  hall.body() = standing({0, 0, 0});
  hall.state.tick += 3 * 240;
  EXPECT_NEAR(hall.sample<GasReading>(*sensor).co2, 2000.0 - 1600.0 / std::exp(1.0), 1.0);
}

TEST(Heat, FindsAWarmBodyInViewOnly) {
  const auto seen = [](double yaw, bool has_wall, double distance) {
    Hall hall;
    hall.world.victims = {{.name = "Ann", .pose = {Vec3(distance, 0, -0.6)}}};
    if (has_wall) hall.put_wall(distance / 2);
    hall.body() = standing({0, 0, 0}, yaw);
    const auto sensor = hall.sensor("heat", kExact);
    return hall.sample<HeatReading>(*sensor).temperature;
  };
  EXPECT_NEAR(seen(0.0, false, 0.9), 37.0, 0.5);
  EXPECT_NEAR(seen(0.0, false, 2.0), 20.0 + 17.0 / (1.93 * 1.93), 0.3);
  EXPECT_GT(seen(0.0, false, 2.0), seen(0.0, false, 4.0));
  EXPECT_EQ(seen(kPi, false, 2.0), 20.0);
  EXPECT_EQ(seen(0.0, true, 2.0), 20.0);
}

TEST(Heat, FeelsHotPlumes) {
  Hall hall;
  hall.world.plumes = {{.name = "fire", .pose = {Vec3(1.5, 0, -0.5)}, .heat = 2.0}};
  const auto sensor = hall.sensor("heat", kExact);
  hall.state.tick = 10 * 240;
  EXPECT_GT(hall.sample<HeatReading>(*sensor).temperature, 40.0);
}

TEST(Sound, TellsLevelBearingAndKindOfTheLoudest) {
  Hall hall;
  hall.world.victims = {{.name = "Ann", .pose = {Vec3(0, 2, -0.6)}, .sound = VictimSound::Tap},
                        {.name = "Bob", .pose = {Vec3(4, 0, -0.6)}, .sound = VictimSound::Moan}};
  const auto ear = hall.sensor("sound", kExact);
  const auto reading = hall.sample<SoundReading>(*ear);
  EXPECT_EQ(reading.kind, "tap");
  EXPECT_NEAR(reading.bearing, kPi / 2, 0.1);
  EXPECT_NEAR(reading.level_db, 65.0 - 6.0, 0.6);
  hall.body() = standing({0, 0, 0}, kPi / 2);
  EXPECT_NEAR(hall.sample<SoundReading>(*ear).bearing, 0.0, 0.1);
}

TEST(Sound, WallsAndDistanceMakeItFainter) {
  const auto level = [](double distance, bool has_wall) {
    Hall hall;
    hall.world.sources = {{SourceKind::Sound, 90.0, {Vec3(distance, 0, 0)}}};
    if (has_wall) hall.put_wall(distance / 2);
    const auto ear = hall.sensor("sound");
    return hall.sample<SoundReading>(*ear).level_db;
  };
  EXPECT_NEAR(level(1.0, false), 90.0, 0.01);
  EXPECT_NEAR(level(2.0, false) - level(4.0, false), 6.02, 0.01);
  EXPECT_NEAR(level(4.0, false) - level(4.0, true), 15.0, 0.05);
  Hall quiet;
  const auto ear = quiet.sensor("sound");
  EXPECT_NEAR(quiet.sample<SoundReading>(*ear).level_db, 35.0, 1e-9);
  EXPECT_EQ(quiet.sample<SoundReading>(*ear).kind, "");
}

}  // namespace
}  // namespace rubble::sensors
