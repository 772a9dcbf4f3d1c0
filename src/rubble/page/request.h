// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose.h"

namespace rubble::page {

// What a page asks for; see viewer/src/protocol.ts, from the page.

struct WatchStream {
  int id = 0;
  double rate = 0.0;  // Hz; 0 = as often as there is something
};

struct Watch {
  double poses = 0.0;  // Hz; 0 = none
  bool smoke = false;
  std::vector<WatchStream> streams;
  std::string lines;   // robot; empty: none
  double radio = 0.0;  // Hz, links; 0 = none
};

// All -1..1.
struct Drive {
  std::string robot;
  double forward = 0.0;
  double turn = 0.0;
  double left = 0.0;
  double up = 0.0;
};

struct GoTo {
  std::string robot;
  Vec2 target = Vec2::Zero();
};

struct StopRobot {
  std::string robot;
};

// One of the two.
struct TurnJoint {
  std::string robot;
  std::string joint;
  std::optional<double> angle;
  std::optional<double> speed;  // -1..1
};

struct Light {
  std::string robot;
  bool on = false;
};

struct Upright {
  std::string robot;
};

struct Place {
  double x = 0.0;
  double y = 0.0;
  std::optional<double> z;  // of the surface it is to stand on; nothing: of any near 0
  double yaw = 0.0;
};

struct Spawn {
  std::string robot_class;
  std::string name;   // may be empty
  std::string start;  // may be empty
  std::optional<Place> place;
};

// Where a robot of a class would stand.
struct PreviewSpawn {
  std::string robot_class;
  Place place;
};

struct Remove {
  std::string name;
};

struct AddObstacle {
  std::string shape;  // box, sphere, cylinder
  Vec3 ground = Vec3::Zero();
  double yaw = 0.0;
  Vec3 size = Vec3::Ones();
  bool is_fixed = false;
};

struct PlaceSmokeBall {
  std::string name;  // may be empty
  Vec3 middle = Vec3::Zero();
  double radius = 1.0;
  double density = 0.0;
};

struct DropARelay {
  std::string robot;
};

struct AskRoute {
  std::string from;
  std::string to;
};

// Of a station, or of one that would stand at a point.
struct AskCoverage {
  std::string station;
  std::optional<Vec3> point;
  double height = 0.0;  // m
  double cell = 0.5;    // m
};

struct Pause {};
struct Resume {};
struct Step {
  int ticks = 1;
};
struct SetPace {
  double rate = 1.0;  // 0: as fast as possible
};
struct Seek {
  double time = 0.0;
};

struct Record {
  bool on = false;
};
struct ListRecordings {};
struct OpenRecording {
  std::string name;
};
struct ShowLive {};

using Wish =
    std::variant<Watch, Drive, GoTo, StopRobot, TurnJoint, Light, Upright, Spawn, PreviewSpawn,
                 Remove, AddObstacle, PlaceSmokeBall, DropARelay, AskRoute, AskCoverage, Pause,
                 Resume, Step, SetPace, Seek, Record, ListRecordings, OpenRecording, ShowLive>;

struct Request {
  std::optional<int> id;  // with one it is answered
  Wish wish;
};

// Unknown words, missing or wrong values, numbers that are not finite or beyond all reason are
// errors in sentences that can be shown to a person. If the text is an object with a good id,
// id_of(text) finds it, so that an error can be told to who asked.
Result<Request> parse_request(std::string_view text);
std::optional<int> id_of(std::string_view text);

}  // namespace rubble::page
