// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "rubble/serialization/message_archive.h"
#include "rubble/serialization/message_json.h"

namespace rubble {
namespace {

using Json = nlohmann::json;

// One of each kind, with numbers that have no short decimal form.
std::vector<Event> one_of_each() {
  const Vec3 point(1.0 / 3.0, -0.1, 2e-17);
  return {{1, "R1", RobotEntered{"P3AT", point}},
          {2, "R1", RobotLeft{}},
          {3, "R1", CommandRefused{"no such \"joint\"\xff"}},
          {4, "R1", BatteryEmpty{}},
          {5, "R1", Bumped{"wall", "base", "link", point, Vec3::UnitX(), 0.1 + 0.2, 1.0 / 7.0}},
          {6, "R1", JointBroken{"flipper", LoadKind::Force, 200.1, 200.0}},
          {7, "box", ObjectCreated{"box", point}},
          {8, "box", ObjectRemoved{}},
          {9, "R1", TagDropped{119, point}},
          {10, "R1", RobotMoved{"stands 0.3 m away", point}}};
}

Event read(const std::string& line) {
  const auto event = event_from_json(line);
  EXPECT_TRUE(event.ok()) << line << ": " << event.error().message;
  return event.ok() ? *event : Event{};
}

TEST(EventJson, EveryKindComesBackToTheBit) {
  std::set<std::size_t> kinds;
  for (const Event& event : one_of_each()) {
    kinds.insert(event.data.index());
    const std::string line = to_json(event);
    const Event again = read(line);
    EXPECT_EQ(again.data.index(), event.data.index()) << line;
    EXPECT_EQ(again.subject, event.subject);
    EXPECT_EQ(to_json(again), line);
  }
  EXPECT_EQ(kinds.size(), std::variant_size_v<EventData>);
  EXPECT_EQ(read(to_json(one_of_each()[4])).as<Bumped>()->approach_speed, 0.1 + 0.2);
}

TEST(EventJson, MembersStandBesideTheKind) {
  EXPECT_EQ(Json::parse(to_json({5, "R1", Bumped{.other = "wall", .subject_part = "base"}})),
            (Json{{"tick", 5},
                  {"t", 5.0 / 240.0},
                  {"kind", "bumped"},
                  {"subject", "R1"},
                  {"object", "wall"},
                  {"subject_part", "base"},
                  {"object_part", ""},
                  {"position", {0, 0, 0}},
                  {"normal", {0, 0, 0}},
                  {"approach_speed", 0},
                  {"impulse", 0}}));
  EXPECT_EQ(data_to_json(EventData(JointBroken{"j", LoadKind::Torque, 5.5, 5.0})),
            R"({"object":"j","load_kind":"torque","load":5.5,"limit":5})");
  EXPECT_EQ(data_to_json(EventData(BatteryEmpty{})), "{}");
}

TEST(EventJson, BytesOfASnapshotComeBackToTheBit) {
  for (Event event : one_of_each()) {
    Archive writing;
    writing(event);
    Archive reading(writing.take_bytes());
    Event again;
    reading(again);
    EXPECT_TRUE(reading.finish().ok());
    EXPECT_EQ(to_json(again), to_json(event));
  }
}

// Lines of a recording that was made before kinds had members of their own.
TEST(EventJson, EventsOfOlderRecordingsAreRead) {
  const auto entered =
      read(R"({"tick":0,"t":0,"kind":"robot_entered","subject":"R1","text":"P3AT"})");
  ASSERT_TRUE(entered.is<RobotEntered>());
  EXPECT_EQ(entered.as<RobotEntered>()->robot_class, "P3AT");
  const auto bumped =
      read(R"({"tick":412,"t":1.7166666666666666,"kind":"bumped","subject":"R1","text":"wall_3"})");
  EXPECT_EQ(bumped.tick, 412);
  ASSERT_TRUE(bumped.is<Bumped>());
  EXPECT_EQ(bumped.as<Bumped>()->other, "wall_3");
  EXPECT_EQ(read(R"({"tick":1,"kind":"joint_broken","subject":"R1","text":"hinge"})")
                .as<JointBroken>()
                ->joint,
            "hinge");
  EXPECT_EQ(
      read(R"({"tick":1,"kind":"tag_dropped","subject":"R1","text":"119"})").as<TagDropped>()->id,
      119);
  EXPECT_EQ(
      read(R"({"tick":1,"kind":"tag_dropped","subject":"R1","text":"?"})").as<TagDropped>()->id, 0);
  EXPECT_EQ(read(R"({"tick":1,"kind":"command_refused","subject":"R1","text":"no"})")
                .as<CommandRefused>()
                ->reason,
            "no");
  EXPECT_EQ(read(R"({"tick":1,"kind":"robot_moved","subject":"R1","text":"stands aside"})")
                .as<RobotMoved>()
                ->remark,
            "stands aside");
  EXPECT_EQ(read(R"({"tick":1,"kind":"thing_made","subject":"Cloud","text":"smoke"})")
                .as<ObjectCreated>()
                ->object_class,
            "smoke");
  EXPECT_TRUE(
      read(R"({"tick":1,"kind":"thing_left","subject":"Cloud","text":""})").is<ObjectRemoved>());
  EXPECT_TRUE(read(R"({"tick":1,"kind":"robot_left","subject":"R1","text":""})").is<RobotLeft>());
  EXPECT_TRUE(
      read(R"({"tick":1,"kind":"battery_empty","subject":"R1","text":""})").is<BatteryEmpty>());
}

TEST(EventJson, TextsOfAllKindsCanBeLimited) {
  const std::string text(1000, 'x');
  Event bumped{1, text, Bumped{.other = text, .subject_part = text, .other_part = "base"}};
  limit_texts(bumped, 500);
  EXPECT_EQ(bumped.subject.size(), 500U);
  EXPECT_EQ(bumped.as<Bumped>()->other.size(), 500U);
  EXPECT_EQ(bumped.as<Bumped>()->subject_part.size(), 500U);
  EXPECT_EQ(bumped.as<Bumped>()->other_part, "base");
}

TEST(EventJson, WhatIsNoEventIsRejected) {
  for (const char* const line :
       {"", "[]", "{}", R"({"tick":1,"kind":"nothing","subject":"R1"})",
        R"({"tick":1,"kind":7,"subject":"R1"})", R"({"tick":"x","kind":"robot_left"})",
        R"({"tick":1,"kind":"bumped","subject":"R1","position":[1,2]})",
        R"({"tick":1,"kind":"bumped","subject":"R1","object":7})",
        R"({"tick":1,"kind":"joint_broken","subject":"R1","load_kind":"heat"})"})
    EXPECT_FALSE(event_from_json(line).ok()) << line;
}

TEST(EventJson, TheSchemaHasTheMembersOfAllKinds) {
  const Json schema = Json::parse(schema_of_events().json);
  EXPECT_EQ(schema["properties"]["kind"]["enum"].size(), std::variant_size_v<EventData>);
  EXPECT_EQ(schema["required"], Json({"tick", "kind", "subject"}));
  for (const Event& event : one_of_each()) {
    const Json line = Json::parse(to_json(event));
    for (const auto& [key, value] : line.items())
      EXPECT_TRUE(schema["properties"].contains(key)) << key;
  }
}

}  // namespace
}  // namespace rubble
