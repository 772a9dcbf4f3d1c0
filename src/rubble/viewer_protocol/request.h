// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose.h"

namespace rubble::viewer_protocol {

// Requests of a page; see viewer/src/protocol.ts, "from the page".

struct WatchStream {
  int id = 0;
  double rate = 0.0;  // Hz; 0 = no limit
};

struct Watch {
  double poses = 0.0;  // Hz; 0 = none
  bool smoke = false;
  std::vector<WatchStream> streams;
  std::string lines;   // robot; empty: none
  double radio = 0.0;  // Hz, of links; 0 = none
};

// All values -1..1 of the maximum.
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

// Has either an angle or a speed.
struct MoveJointRequest {
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

struct SpawnPlace {
  double x = 0.0;
  double y = 0.0;
  std::optional<double> z;  // of the surface to stand on; nothing: a floor near 0
  double yaw = 0.0;
};

struct Spawn {
  std::string robot_class;
  std::string name;   // may be empty
  std::string start;  // may be empty
  std::optional<SpawnPlace> place;
};

// Asks for the pose a robot of this class would have.
struct PreviewSpawn {
  std::string robot_class;
  SpawnPlace place;
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

struct PlaceSmokeRequest {
  std::string name;  // may be empty
  Vec3 middle = Vec3::Zero();
  double radius = 1.0;
  double density = 0.0;
};

struct DropRelayRequest {
  std::string robot;
};

struct RouteRequest {
  std::string from;
  std::string to;
};

// Coverage of a station, or of a transmitter at a point.
struct CoverageRequest {
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

using RequestBody =
    std::variant<Watch, Drive, GoTo, StopRobot, MoveJointRequest, Light, Upright, Spawn,
                 PreviewSpawn, Remove, AddObstacle, PlaceSmokeRequest, DropRelayRequest,
                 RouteRequest, CoverageRequest, Pause, Resume, Step, SetPace, Seek, Record,
                 ListRecordings, OpenRecording, ShowLive>;

struct Request {
  std::optional<int> id;  // requests with an id are answered
  RequestBody body;
};

// Unknown types, missing or wrong values, and numbers that are not finite or out of range are
// errors with sentences that can be shown to a person. id_of() extracts a valid id also from an
// invalid request, so that the error can be sent to the requester.
Result<Request> parse_request(std::string_view text);
std::optional<int> id_of(std::string_view text);

}  // namespace rubble::viewer_protocol
