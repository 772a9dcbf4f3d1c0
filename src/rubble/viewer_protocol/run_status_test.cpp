// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/run_status.h"

#include "rubble/smoke/smoke_field.h"
#include "rubble/viewer_protocol/json_text.h"
#include "rubble/viewer_protocol/test_frames.h"
#include "rubble/viewer_protocol/world_bounds.h"

namespace rubble::viewer_protocol {
namespace {

constexpr const char* kEvilName = "<img src=x onerror=alert(1)>";

std::shared_ptr<const Model> model_of(const Geometry& geometry, const Vec3& place) {
  auto model = model_with_box("thing");
  model->links[0].visuals[0].geometry = geometry;
  model->world_from_model.position = place;
  return model;
}

TEST(JsonText, WritesSixDigitsAndValidJsonOnly) {
  JsonText text;
  text.open_list().put(1.0 / 3.0).put(100000.0).put(0.1F).put(std::nan("")).put(kInfinity);
  text.put(-kInfinity).put(1e-15).put(-3).put(true).put("a\"\\\n\x01").close_list();
  EXPECT_EQ(text.take(),
            R"([0.333333,100000,0.1,null,1e+09,-1e+09,0,-3,true,"a\"\\\u000a\u0001"])");
}

TEST(JsonText, OutputIsValidUtf8ForAnyInput) {
  for (const std::string bad :
       {"\xff", "a\xc3", "\xed\xa0\x80", "\xc0\xaf", "\xf5\x80\x80\x80", "\xe2\x82", "\x80z"}) {
    JsonText text;
    text.put(bad);
    const Json json = Json::parse(text.take(), nullptr, false);
    ASSERT_TRUE(json.is_string()) << bad;
    EXPECT_NE(json.get<std::string>().find("\xEF\xBF\xBD"), std::string::npos);
  }
  for (const std::string good : {"é", "€", "\xF0\x9F\xA4\x96", kEvilName, "日本"}) {
    JsonText text;
    text.put(good);
    EXPECT_EQ(Json::parse(text.take()).get<std::string>(), good);
  }
}

TEST(Hello, ContainsItsFields) {
  World world;
  world.name = kEvilName;
  world.models = {model_of(Box{Vec3(2, 4, 6)}, Vec3(10, 0, 3))};
  world.starts = {{"door\xff", make_pose(1, 2, 0, 0, 0, 0)}};
  HelloInfo greeting;
  greeting.program = "rubble";
  greeting.run = "7";
  greeting.is_demo = true;
  greeting.seed = 42;
  greeting.classes = {"P3AT", "Kenaf"};
  greeting.can_drive = greeting.can_record = true;
  greeting.ports = {{"usarsim", 3000}};
  const Json json = json_of(hello_message(greeting, world));
  EXPECT_EQ(json["type"], "hello");
  EXPECT_EQ(json["mode"], "live");
  EXPECT_EQ(json["tour"], "demo");
  EXPECT_EQ(json["world"], (Json{{"name", kEvilName}, {"seed", 42}}));
  EXPECT_EQ(json["recording"], "");
  EXPECT_EQ(json["duration"], 0);
  EXPECT_EQ(json["bounds"]["low"], Json({1, -2, 0}));
  EXPECT_EQ(json["bounds"]["high"], Json({11, 2, 6}));
  EXPECT_EQ(json["background"].size(), 3U);
  EXPECT_EQ(json["ambient"].size(), 3U);
  EXPECT_EQ(json["starts"][0]["name"], "door\xEF\xBF\xBD");
  EXPECT_EQ(json["starts"][0]["pose"], Json({1, 2, 0, 0, 0, 0, 1}));
  EXPECT_EQ(json["classes"], Json({"P3AT", "Kenaf"}));
  EXPECT_EQ(json["can"],
            (Json{{"drive", true}, {"change", false}, {"pace", false}, {"record", true}}));
  EXPECT_EQ(json["ports"], (Json{{"usarsim", 3000}}));
  EXPECT_NEAR(json["extinction"].get<double>(), smoke::kExtinction, 1e-3);
}

TEST(WorldBounds, IgnoreAVastGroundPlane) {
  World world;
  world.models = {model_of(Box{Vec3(2, 4, 6)}, Vec3(10, 0, 3)),
                  model_of(Plane{.size = Vec2(1000, 1000)}, Vec3::Zero()),
                  model_of(Box{Vec3(5000, 5000, 1)}, Vec3(0, 0, -0.5))};
  const Bounds bounds = bounds_of(world);
  EXPECT_GT(bounds.low.x(), 5.0);
  EXPECT_LE(bounds.low.x(), 9.0);
  EXPECT_LT(bounds.high.x(), 15.0);
  EXPECT_DOUBLE_EQ(bounds.high.z(), 6.0);
  EXPECT_GE(bounds.low.z(), -2.0);
}

TEST(WorldBounds, AreNotEmptyForAnEmptyWorld) {
  const Bounds bounds = bounds_of(World{});
  EXPECT_FALSE(bounds.is_empty());
  EXPECT_LT(bounds.high.x() - bounds.low.x(), 100.0);
}

TEST(Status, ContainsTheStateOfTheRun) {
  RunStatus run;
  run.time = 3600.12504;
  run.is_paused = true;
  run.pace = -1.0;
  run.real_time_factor = 0.98;
  run.spent = {{"physics", 0.25}};
  run.robots = {
      {"R1", make_pose(1, 2, 3, 0, 0, 0), 0.5, -0.25, 900, true, {0.1, 0.2}, "go_to", Vec2(5, 6)},
      {"R\xfe", {}, 0, 0, 0, false, {}, "", std::nullopt}};
  run.clients = {{12, "127.0.0.1:5000", "R1", 99, 7}};
  run.pages = 2;
  const Json json = json_of(status_message(run));
  EXPECT_EQ(json["type"], "status");
  EXPECT_DOUBLE_EQ(json["time"].get<double>(), 3600.125);
  EXPECT_EQ(json["is_paused"], true);
  EXPECT_EQ(json["is_over"], false);
  EXPECT_EQ(json["pace"], -1);
  EXPECT_TRUE(json["recording"].is_null());
  EXPECT_EQ(json["spent"][0], (Json{{"name", "physics"}, {"seconds", 0.25}}));
  const Json& robot = json["robots"][0];
  EXPECT_EQ(robot["pose"], Json({1, 2, 3, 0, 0, 0, 1}));
  EXPECT_EQ(robot["joints"], Json({0.1, 0.2}));
  EXPECT_EQ(robot["driver"], "go_to");
  EXPECT_EQ(robot["target"], Json({5, 6}));
  EXPECT_EQ(robot["light"], true);
  EXPECT_TRUE(json["robots"][1]["target"].is_null());
  EXPECT_EQ(json["clients"][0]["lines_in"], 99);
  EXPECT_EQ(json["pages"], 2);
  run.recording = RecordingStatus{"a.mcap", 12.0};
  EXPECT_EQ(json_of(status_message(run))["recording"], (Json{{"name", "a.mcap"}, {"seconds", 12}}));
}

TEST(Events, HaveASentenceAndAVerdict) {
  const std::vector<Event> happened{{240, "R1", Bumped{.other = "wall_3", .approach_speed = 0.5}},
                                    {241, "R1", JointBroken{.joint = "flipper", .load = 55.0}},
                                    {242, "R2", BatteryEmpty{}},
                                    {243, kEvilName, RobotEntered{"P3AT", Vec3(1, 2, 0)}},
                                    {244, "R1", CommandRefused{"no such joint"}}};
  const Json json = json_of(events_message(happened))["events"];
  ASSERT_EQ(json.size(), happened.size());
  EXPECT_EQ(json[0]["time"], 1);
  EXPECT_EQ(json[0]["kind"], "bumped");
  EXPECT_EQ(json[0]["sentence"], "R1 bumped into wall_3");
  EXPECT_EQ(json[0]["verdict"], "careful");
  EXPECT_EQ(json[0]["data"]["object"], "wall_3");
  EXPECT_EQ(json[0]["data"]["approach_speed"], 0.5);
  EXPECT_EQ(json[1]["sentence"], "the joint flipper of R1 broke");
  EXPECT_EQ(json[1]["verdict"], "harm");
  EXPECT_EQ(json[2]["verdict"], "harm");
  EXPECT_EQ(json[3]["verdict"], "fine");
  EXPECT_EQ(json[3]["subject"], kEvilName);
  EXPECT_EQ(json[3]["data"]["position"], Json({1, 2, 0}));
  EXPECT_EQ(json[4]["verdict"], "careful");
}

TEST(OtherMessages, ContainTheirFields) {
  const std::vector<ProtocolLine> said{{1.5, true, "DRIVE {Left 1}\xff"}, {1.6, false, "STA {}"}};
  const Json told = json_of(lines_message("R1", said));
  EXPECT_EQ(told["robot"], "R1");
  EXPECT_EQ(told["lines"][0]["from"], "client");
  EXPECT_EQ(told["lines"][1]["from"], "server");
  EXPECT_EQ(told["lines"][1]["text"], "STA {}");
  EXPECT_EQ(json_of(answer_message(5, false, "no \"robot\"")),
            (Json{{"type", "answer"}, {"id", 5}, {"ok", false}, {"text", "no \"robot\""}}));
}

TEST(Recordings, AreListedNewestFirst) {
  const std::vector<RecordingFile> files{{"old", 10, 0}, {"new", 20, 1700000000}};
  const Json json = json_of(recordings_message(files))["files"];
  EXPECT_EQ(json[0], (Json{{"name", "new"}, {"bytes", 20}, {"modified", "2023-11-14T22:13:20Z"}}));
  EXPECT_EQ(json[1]["modified"], "1970-01-01T00:00:00Z");
}

}  // namespace
}  // namespace rubble::viewer_protocol
