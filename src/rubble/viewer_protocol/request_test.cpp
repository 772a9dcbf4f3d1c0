// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/request.h"

#include <gtest/gtest.h>

#include "rubble/base/random.h"

namespace rubble::viewer_protocol {
namespace {

const std::vector<std::string>& good_requests() {
  static const std::vector<std::string> requests{
      R"({"type":"watch","poses":20,"smoke":true,"streams":[{"id":3,"rate":10},{"id":4,"rate":0}],"lines":"R1"})",
      R"({"type":"drive","robot":"R1","forward":1,"turn":-0.5,"left":0,"up":0.25})",
      R"({"type":"go_to","robot":"R1","x":3.5,"y":-2})",
      R"({"type":"stop","robot":"R1","id":7})",
      R"({"type":"joint","robot":"R1","joint":"front_left","angle":1.5})",
      R"({"type":"joint","robot":"R1","joint":"front_left","speed":-1})",
      R"({"type":"light","robot":"R1","on":true})",
      R"({"type":"upright","robot":"R1"})",
      R"({"type":"spawn","class":"P3AT","name":"","start":"door"})",
      R"({"type":"spawn","class":"P3AT","name":"Zoë","place":{"x":1,"y":2,"yaw":3}})",
      R"({"type":"remove","name":"box_1"})",
      R"({"type":"obstacle","shape":"box","x":1,"y":2,"z":0,"yaw":0.1,"size":[0.5,0.6,0.7],"is_fixed":true})",
      R"({"type":"place_smoke","name":"","x":1,"y":2,"z":3,"radius":1.5,"density":0.01})",
      R"({"type":"pause"})",
      R"({"type":"resume"})",
      R"({"type":"step","ticks":-24})",
      R"({"type":"pace","rate":0})",
      R"({"type":"seek","time":12.5})",
      R"({"type":"record","on":false})",
      R"({"type":"recordings"})",
      R"({"type":"open","name":"run 1.mcap"})",
      R"({"type":"live"})",
      R"({"type":"watch","poses":0,"smoke":false,"streams":[],"lines":"","radio":5})",
      R"({"type":"drop_relay","robot":"R1"})",
      R"({"type":"route","from":"R1","to":"base"})",
      R"({"type":"coverage","station":"R1","height":0.3,"cell":0.25})",
      R"({"type":"coverage","point":[1,2,3],"height":-1,"cell":1})",
      R"({"type":"spawn","class":"P3AT","name":"","place":{"x":1,"y":2,"z":0.75,"yaw":3}})",
      R"({"type":"preview_spawn","class":"P3AT","place":{"x":1,"y":2,"z":-2.5,"yaw":0}})",
  };
  return requests;
}

template <class Kind>
Kind body_in(std::size_t index) {
  const auto request = parse_request(good_requests()[index]);
  EXPECT_TRUE(request.ok()) << (request.ok() ? "" : request.error().message);
  const Kind* body = request.ok() ? std::get_if<Kind>(&request->body) : nullptr;
  EXPECT_NE(body, nullptr) << good_requests()[index];
  return body == nullptr ? Kind{} : *body;
}

TEST(Request, EveryKindIsParsed) {
  for (const std::string& text : good_requests()) {
    const auto request = parse_request(text);
    EXPECT_TRUE(request.ok()) << text << (request.ok() ? "" : request.error().message);
  }
}

TEST(Request, FieldsAreParsed) {
  const auto watch = body_in<Watch>(0);
  EXPECT_EQ(watch.poses, 20.0);
  EXPECT_TRUE(watch.smoke);
  ASSERT_EQ(watch.streams.size(), 2U);
  EXPECT_EQ(watch.streams[0].id, 3);
  EXPECT_EQ(watch.streams[0].rate, 10.0);
  EXPECT_EQ(watch.streams[1].rate, 0.0);
  EXPECT_EQ(watch.lines, "R1");
  const auto drive = body_in<Drive>(1);
  EXPECT_EQ(drive.robot, "R1");
  EXPECT_EQ(drive.forward, 1.0);
  EXPECT_EQ(drive.turn, -0.5);
  EXPECT_EQ(drive.left, 0.0);
  EXPECT_EQ(drive.up, 0.25);
  EXPECT_EQ(body_in<GoTo>(2).target, Vec2(3.5, -2));
  EXPECT_EQ(*body_in<MoveJointRequest>(4).angle, 1.5);
  EXPECT_FALSE(body_in<MoveJointRequest>(4).speed.has_value());
  EXPECT_EQ(*body_in<MoveJointRequest>(5).speed, -1.0);
  EXPECT_TRUE(body_in<Light>(6).on);
  EXPECT_EQ(body_in<Spawn>(8).start, "door");
  EXPECT_EQ(body_in<Spawn>(9).name, "Zoë");
  EXPECT_EQ(body_in<Spawn>(9).place->yaw, 3.0);
  EXPECT_FALSE(body_in<Spawn>(9).place->z.has_value());
  EXPECT_EQ(body_in<Spawn>(27).place->z, 0.75);
  EXPECT_EQ(body_in<PreviewSpawn>(28).robot_class, "P3AT");
  EXPECT_EQ(body_in<PreviewSpawn>(28).place.z, -2.5);
  EXPECT_EQ(body_in<AddObstacle>(11).ground, Vec3(1, 2, 0));
  EXPECT_EQ(body_in<AddObstacle>(11).size, Vec3(0.5, 0.6, 0.7));
  EXPECT_EQ(body_in<PlaceSmokeRequest>(12).middle, Vec3(1, 2, 3));
  EXPECT_EQ(body_in<PlaceSmokeRequest>(12).density, 0.01);
  EXPECT_EQ(body_in<Watch>(0).radio, 0.0);
  EXPECT_EQ(body_in<Watch>(22).radio, 5.0);
  EXPECT_EQ(body_in<DropRelayRequest>(23).robot, "R1");
  EXPECT_EQ(body_in<RouteRequest>(24).to, "base");
  EXPECT_EQ(body_in<CoverageRequest>(25).station, "R1");
  EXPECT_EQ(body_in<CoverageRequest>(25).cell, 0.25);
  EXPECT_EQ(body_in<CoverageRequest>(26).point, Vec3(1, 2, 3));
  EXPECT_EQ(body_in<Step>(15).ticks, -24);
  EXPECT_EQ(body_in<OpenRecording>(20).name, "run 1.mcap");
}

TEST(Request, IdIsOptional) {
  EXPECT_EQ(parse_request(good_requests()[3])->id, 7);
  EXPECT_FALSE(parse_request(good_requests()[2])->id.has_value());
  EXPECT_EQ(id_of(good_requests()[3]), 7);
  EXPECT_EQ(id_of(R"({"type":"nonsense","id":12})"), 12);
  EXPECT_FALSE(id_of(R"({"id":"12"})").has_value());
  EXPECT_FALSE(id_of(R"({"id":1.5})").has_value());
  EXPECT_FALSE(id_of(R"({"id":1e300})").has_value());
  EXPECT_FALSE(id_of("[1]").has_value());
  EXPECT_FALSE(id_of("").has_value());
}

struct Wrong {
  std::string text;
  std::string message_part;  // contained in the message
};

std::vector<Wrong> wrong_requests() {
  const std::string long_name(65, 'x');
  return {
      {"", "must be a JSON object"},
      {"{", "must be a JSON object"},
      {"[]", "must be a JSON object"},
      {"null", "must be a JSON object"},
      {"42", "must be a JSON object"},
      {"{\"type\":\"pause\"} x", "must be a JSON object"},
      {"{\"type\":\"stop\",\"robot\":\"\xff\"}", "must be a JSON object"},
      {std::string(17000, ' '), "at most 16384 bytes, got 17000"},
      {R"({"type":"light","on":true,"robot":)" + std::string(8000, '[') + std::string(8000, ']') +
           "}",
       "must not be nested that deep"},
      {"{}", "'type' is missing"},
      {R"({"type":7})", "'type' must be text of at most 64 characters, got '7'"},
      {R"({"type":""})", "'type' must not be empty"},
      {R"({"type":"drvie"})", "nothing is called 'drvie'; did you mean 'drive'?"},
      {R"({"type":"make_coffee"})", "nothing is called 'make_coffee'"},
      {R"({"type":"pause","id":"a"})", "'id' must be a whole number"},
      {R"({"type":"pause","id":1.5})", "'id' must be a whole number"},
      {R"({"type":"pause","speed":1})", "pause has no field 'speed'"},
      {R"({"type":"stop"})", "'robot' is missing"},
      {R"({"type":"stop","robot":""})", "'robot' must not be empty"},
      {R"({"type":"stop","robot":null})", "'robot' must be text"},
      {R"({"type":"stop","robot":["R1"]})", "'robot' must be text"},
      {R"({"type":"stop","robot":")" + long_name + "\"}", "at most 64 characters"},
      {R"({"type":"drive","robot":"R1","forward":"x","turn":0,"left":0,"up":0})",
       "'forward' must be a number from -1 to 1, got 'x'"},
      {R"({"type":"drive","robot":"R1","forward":1.01,"turn":0,"left":0,"up":0})",
       "'forward' must be a number from -1 to 1, got '1.01'"},
      {R"({"type":"drive","robot":"R1","forward":1,"turn":-2,"left":0,"up":0})", "'turn'"},
      {R"({"type":"drive","robot":"R1","forward":1,"turn":0,"left":0})", "'up' is missing"},
      {R"({"type":"drive","robot":"R1","forward":1e999,"turn":0,"left":0,"up":0})", "must be"},
      {R"({"type":"drive","robot":"R1","forward":null,"turn":0,"left":0,"up":0})", "got 'null'"},
      {R"({"type":"drive","robot":"R1","forward":true,"turn":0,"left":0,"up":0})", "got 'true'"},
      {R"({"type":"go_to","robot":"R1","x":1e6,"y":0})", "'x' must be a number from -100000"},
      {R"({"type":"go_to","robot":"R1","x":0})", "'y' is missing"},
      {R"({"type":"joint","robot":"R1","joint":"a"})", "either 'angle' or 'speed'"},
      {R"({"type":"joint","robot":"R1","joint":"a","angle":1,"speed":1})", "either"},
      {R"({"type":"joint","robot":"R1","joint":"a","speed":1.5})", "'speed' must be"},
      {R"({"type":"joint","robot":"R1","joint":"","angle":1})", "'joint' must not be empty"},
      {R"({"type":"light","robot":"R1","on":1})", "'on' must be true or false, got '1'"},
      {R"({"type":"light","robot":"R1","on":"yes"})", "'on' must be true or false, got 'yes'"},
      {R"({"type":"spawn","name":"R1"})", "'class' is missing"},
      {R"({"type":"spawn","class":"P3AT"})", "'name' is missing"},
      {R"({"type":"spawn","class":"P3AT","name":"","place":[1,2,3]})", "'place' must be an object"},
      {R"({"type":"preview_spawn","class":"P3AT"})", "'place' is missing"},
      {R"({"type":"preview_spawn","class":"P3AT","place":{"x":1,"y":2,"z":"up","yaw":0}})",
       "'place.z'"},
      {R"({"type":"spawn","class":"P3AT","name":"","place":{"x":1,"y":2}})",
       "'place.yaw' is missing"},
      {R"({"type":"spawn","class":"P3AT","name":"","start":"a","place":{"x":1,"y":2,"yaw":0}})",
       "not both"},
      {R"({"type":"remove","name":""})", "'name' must not be empty"},
      {R"({"type":"obstacle","shape":"cone","x":1,"y":2,"z":0,"yaw":0,"size":[1,1,1],"is_fixed":true})",
       "'shape' must be box, sphere or cylinder, got 'cone'"},
      {R"({"type":"obstacle","shape":"box","x":1,"y":2,"z":0,"yaw":0,"size":[1,1],"is_fixed":true})",
       "'size' must be three numbers"},
      {R"({"type":"obstacle","shape":"box","x":1,"y":2,"z":0,"yaw":0,"size":[1,1,0],"is_fixed":true})",
       "'size' must be three numbers from 0.01 to 100"},
      {R"({"type":"obstacle","shape":"box","x":1,"y":2,"z":0,"yaw":0,"size":[1,1,"1"],"is_fixed":true})",
       "'size'"},
      {R"({"type":"obstacle","shape":"box","x":1,"y":2,"z":0,"yaw":0,"size":[1,1,101],"is_fixed":true})",
       "'size' must be three numbers from 0.01 to 100"},
      {R"({"type":"place_smoke","name":"","x":1,"y":2,"z":3,"radius":0,"density":0.1})",
       "'radius'"},
      {R"({"type":"place_smoke","name":"","x":1,"y":2,"z":3,"radius":1,"density":2})", "'density'"},
      {R"({"type":"watch","poses":0,"smoke":false,"streams":[],"lines":"","radio":-1})", "'radio'"},
      {R"({"type":"route","from":"R1","to":""})", "'to'"},
      {R"({"type":"coverage","height":0,"cell":1})", "either"},
      {R"({"type":"coverage","station":"R1","point":[0,0,0],"height":0,"cell":1})", "either"},
      {R"({"type":"coverage","station":"R1","height":0,"cell":0})", "'cell'"},
      {R"({"type":"coverage","point":[0,0],"height":0,"cell":1})", "'point'"},
      {R"({"type":"step","ticks":1.5})", "'ticks' must be a whole number from -24000 to 24000"},
      {R"({"type":"step","ticks":24001})", "'ticks'"},
      {R"({"type":"pace","rate":-1})", "'rate' must be a number from 0 to 100, got '-1'"},
      {R"({"type":"pace","rate":101})", "'rate'"},
      {R"({"type":"seek","time":-1})", "'time'"},
      {R"({"type":"record"})", "'on' is missing"},
      {R"({"type":"open","name":"../secret"})", "not a path"},
      {R"({"type":"open","name":"a/b.mcap"})", "not a path"},
      {R"({"type":"open","name":".hidden"})", "not a path"},
      {R"({"type":"open","name":"a..b"})", "not a path"},
      {R"({"type":"open","name":"a\u0000b"})", "not a path"},
      {R"({"type":"watch","poses":241,"smoke":true,"streams":[],"lines":""})", "'poses'"},
      {R"({"type":"watch","poses":20,"smoke":true,"streams":{},"lines":""})", "must be a list"},
      {R"({"type":"watch","poses":20,"smoke":true,"streams":[5],"lines":""})", "list of objects"},
      {R"({"type":"watch","poses":20,"smoke":true,"streams":[{"id":1}],"lines":""})",
       "'streams[0].rate' is missing"},
      {R"({"type":"watch","poses":20,"smoke":true,"streams":[{"id":-1,"rate":1}],"lines":""})",
       "'streams[0].id' must be a whole number"},
      {R"({"type":"watch","poses":20,"smoke":1,"streams":[],"lines":""})", "'smoke'"},
  };
}

TEST(Request, InvalidRequestIsRejectedWithMessage) {
  EXPECT_GE(wrong_requests().size(), 40U);
  for (const Wrong& wrong : wrong_requests()) {
    const auto request = parse_request(wrong.text);
    ASSERT_FALSE(request.ok()) << wrong.text;
    EXPECT_NE(request.error().message.find(wrong.message_part), std::string::npos)
        << wrong.text << "\n  led to: " << request.error().message;
  }
}

TEST(Request, NamesMayContainAnyCharacters) {
  const auto is_good = [](const std::string& name) {
    return parse_request(R"({"type":"stop","robot":")" + name + "\"}").ok();
  };
  EXPECT_TRUE(is_good("<img src=x onerror=alert(1)>"));
  std::string wide;
  for (int i = 0; i < 64; ++i) wide += "\xF0\x9F\xA4\x96";  // a robot's face, four bytes
  EXPECT_TRUE(is_good(wide));
  EXPECT_FALSE(is_good(wide + "x"));
}

TEST(Request, WatchIsLimitedTo256Streams) {
  const auto watch_many = [](int count) {
    std::string list;
    for (int i = 0; i < count; ++i)
      list += std::string(i > 0 ? "," : "") + R"({"id":)" + std::to_string(i) + R"(,"rate":1})";
    return parse_request(R"({"type":"watch","poses":1,"smoke":false,"lines":"","streams":[)" +
                         list + "]}");
  };
  EXPECT_TRUE(watch_many(256).ok());
  ASSERT_FALSE(watch_many(257).ok());
  EXPECT_NE(watch_many(257).error().message.find("at most 256"), std::string::npos);
}

TEST(Request, DeeplyNestedRequestIsRejected) {
  const std::string deep(30000, '[');
  EXPECT_FALSE(parse_request(deep).ok());
  EXPECT_FALSE(parse_request(R"({"type":)" + deep + std::string(30000, ']') + "}").ok());
}

// Mutates a request: bytes replaced, removed, duplicated or taken from another request.
std::string mutated(std::string text, Random& random) {
  const auto below = [&](std::size_t count) {
    return static_cast<std::size_t>(random.uniform() * static_cast<double>(count));
  };
  constexpr std::string_view kPieces[] = {"\"",   "{",        "}",    "[",    "]",       ":",
                                          ",",    "1e308",    "-",    "null", "\\u0000", "\\ud800",
                                          "\xff", "\xf0\x9f", "true", "0"};
  for (std::size_t i = 0, count = 1 + below(4); i < count && !text.empty(); ++i) {
    const std::size_t at = below(text.size());
    const std::string& other = good_requests()[below(good_requests().size())];
    switch (below(5)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.erase(at, 1 + below(8));
        break;
      case 2: {
        const std::size_t length = below(20);
        text.insert(at, text.substr(below(text.size()), length));
        break;
      }
      case 3:
        text.insert(at, kPieces[below(std::size(kPieces))]);
        break;
      default:
        text = text.substr(0, at) + other.substr(below(other.size()));
    }
  }
  return text;
}

TEST(Request, ArbitraryBytesAreParsedOrRejected) {
  Random random(5, "mutations of requests");
  int good = 0, refused = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string text =
        mutated(good_requests()[static_cast<std::size_t>(i) % good_requests().size()], random);
    const auto request = parse_request(text);
    (request.ok() ? good : refused) += 1;
    if (!request.ok()) {
      EXPECT_FALSE(request.error().message.empty()) << text;
    }
    id_of(text);
  }
  EXPECT_GT(good, 100);
  EXPECT_GT(refused, 10000);
}

}  // namespace
}  // namespace rubble::viewer_protocol
