// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/request.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "rubble/base/text.h"

namespace rubble::viewer_protocol {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxRequestBytes = 16 << 10;
constexpr int kMaxDepth = 8;                    // nesting of objects and lists
constexpr std::size_t kMaxNameCharacters = 64;  // characters
constexpr std::size_t kMaxStreams = 256;

struct Limits {
  double low;
  double high;
};

constexpr Limits kShare{-1.0, 1.0};
constexpr Limits kPlaces{-1e5, 1e5};  // m
constexpr Limits kAngles{-1e3, 1e3};  // rad
constexpr Limits kSizes{0.01, 100.0};
constexpr Limits kDensities{0.0, 1.0};
constexpr Limits kCells{0.05, 100.0};
constexpr Limits kRates{0.0, 240.0};  // Hz
constexpr Limits kPaces{0.0, 100.0};
constexpr Limits kSteps{-24000.0, 24000.0};
constexpr Limits kTimes{0.0, 1e9};  // s
constexpr Limits kStreamIds{0.0, 65535.0};
constexpr Limits kIds{std::numeric_limits<int>::min(), std::numeric_limits<int>::max()};

std::size_t character_count(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

// A value for messages, shortened.
std::string shown(const Json& value) {
  constexpr std::size_t kMaxShownBytes = 40;
  std::string text = value.is_string() ? value.get<std::string>()
                                       : value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > kMaxShownBytes) {
    std::size_t end = kMaxShownBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    text = text.substr(0, end) + "...";
  }
  return "'" + text + "'";
}

// Reads the fields of an object. Keeps the first error; values read after it are invalid.
class FieldReader {
 public:
  FieldReader(const Json& object, std::string where) : object_(object), where_(std::move(where)) {}

  double number(const char* key, const Limits& limits) {
    const Json* value = find(key);
    if (value == nullptr) return 0.0;
    const double read = value->is_number() ? value->get<double>() : std::nan("");
    if (std::isfinite(read) && read >= limits.low && read <= limits.high) return read;
    fail(key, "a number from " + number_text(limits.low) + " to " + number_text(limits.high),
         *value);
    return 0.0;
  }
  int whole(const char* key, const Limits& limits) {
    const Json* value = find(key);
    if (value == nullptr) return 0;
    const double read = value->is_number() ? value->get<double>() : std::nan("");
    if (std::floor(read) == read && read >= limits.low && read <= limits.high)
      return static_cast<int>(read);
    fail(key, "a whole number from " + number_text(limits.low) + " to " + number_text(limits.high),
         *value);
    return 0;
  }
  bool truth(const char* key) {
    const Json* value = find(key);
    if (value == nullptr) return false;
    if (!value->is_boolean()) fail(key, "true or false", *value);
    return value->is_boolean() && value->get<bool>();
  }
  // May be empty.
  std::string text(const char* key) {
    const Json* value = find(key);
    if (value == nullptr) return {};
    if (!value->is_string() ||
        character_count(value->get_ref<const std::string&>()) > kMaxNameCharacters) {
      fail(key, "text of at most " + std::to_string(kMaxNameCharacters) + " characters", *value);
      return {};
    }
    return value->get<std::string>();
  }
  std::string name(const char* key) {
    std::string read = text(key);
    if (read.empty() && ok()) complain(in_place(key) + " must not be empty");
    return read;
  }
  Vec3 numbers(const char* key, const Limits& limits) {
    const Json* value = find(key);
    if (value == nullptr) return Vec3::Zero();
    Vec3 read = Vec3::Zero();
    bool is_good = value->is_array() && value->size() == 3;
    for (std::size_t i = 0; is_good && i < 3; ++i) {
      const double x = (*value)[i].is_number() ? (*value)[i].get<double>() : std::nan("");
      is_good = x >= limits.low && x <= limits.high;
      read[static_cast<Eigen::Index>(i)] = x;
    }
    if (!is_good)
      fail(key, "three numbers from " + number_text(limits.low) + " to " + number_text(limits.high),
           *value);
    return is_good ? read : Vec3(Vec3::Zero());
  }
  bool has(const char* key) const {
    const auto found = object_.find(key);
    return found != object_.end() && !found->is_null();
  }
  // The value if it has that type; else null, and an error is recorded.
  const Json* child(const char* key, Json::value_t type, const char* wanted) {
    const Json* value = find(key);
    if (value == nullptr) return nullptr;
    if (value->type() == type) return value;
    fail(key, wanted, *value);
    return nullptr;
  }

  void complain(const std::string& message) {
    if (error_.empty()) error_ = message;
  }
  void complain_of(const FieldReader& inner) {
    if (!inner.ok()) complain(inner.error_);
  }
  bool ok() const { return error_.empty(); }
  const std::string& error() const { return error_; }
  std::string in_place(const std::string& key) const { return "'" + where_ + key + "'"; }

 private:
  const Json* find(const char* key) {
    if (!ok()) return nullptr;
    const auto found = object_.find(key);
    if (found != object_.end()) return &*found;
    complain(in_place(key) + " is missing");
    return nullptr;
  }
  void fail(const char* key, const std::string& wanted, const Json& value) {
    complain(in_place(key) + " must be " + wanted + ", got " + shown(value));
  }

  const Json& object_;
  std::string where_;
  std::string error_;
};

RequestBody read_watch(FieldReader& fields) {
  Watch watch;
  watch.poses = fields.number("poses", kRates);
  watch.smoke = fields.truth("smoke");
  watch.lines = fields.text("lines");
  if (fields.has("radio")) watch.radio = fields.number("radio", kRates);
  const Json* streams = fields.child("streams", Json::value_t::array, "a list");
  if (streams == nullptr) return watch;
  if (streams->size() > kMaxStreams)
    fields.complain("'streams' may have at most " + std::to_string(kMaxStreams) + " entries, got " +
                    std::to_string(streams->size()));
  for (std::size_t i = 0; fields.ok() && i < streams->size(); ++i) {
    const Json& stream = (*streams)[i];
    if (!stream.is_object()) {
      fields.complain("'streams' must be a list of objects, got " + shown(stream));
      break;
    }
    FieldReader inner(stream, "streams[" + std::to_string(i) + "].");
    const int id = inner.whole("id", kStreamIds);
    watch.streams.push_back({id, inner.number("rate", kRates)});
    fields.complain_of(inner);
  }
  return watch;
}

RequestBody read_drive(FieldReader& fields) {
  Drive drive;
  drive.robot = fields.name("robot");
  drive.forward = fields.number("forward", kShare);
  drive.turn = fields.number("turn", kShare);
  drive.left = fields.number("left", kShare);
  drive.up = fields.number("up", kShare);
  return drive;
}

RequestBody read_go_to(FieldReader& fields) {
  GoTo go;
  go.robot = fields.name("robot");
  go.target.x() = fields.number("x", kPlaces);
  go.target.y() = fields.number("y", kPlaces);
  return go;
}

RequestBody read_stop(FieldReader& fields) { return StopRobot{fields.name("robot")}; }

RequestBody read_joint(FieldReader& fields) {
  MoveJointRequest joint;
  joint.robot = fields.name("robot");
  joint.joint = fields.name("joint");
  if (fields.has("angle")) joint.angle = fields.number("angle", kAngles);
  if (fields.has("speed")) joint.speed = fields.number("speed", kShare);
  if (joint.angle.has_value() == joint.speed.has_value())
    fields.complain("a joint wants either 'angle' or 'speed'");
  return joint;
}

RequestBody read_light(FieldReader& fields) {
  Light light;
  light.robot = fields.name("robot");
  light.on = fields.truth("on");
  return light;
}

RequestBody read_upright(FieldReader& fields) { return Upright{fields.name("robot")}; }

SpawnPlace read_robot_place(FieldReader& fields) {
  SpawnPlace read;
  const Json* place =
      fields.child("place", Json::value_t::object, "an object with x, y, z and yaw");
  if (place == nullptr) return read;
  FieldReader inner(*place, "place.");
  read.x = inner.number("x", kPlaces);
  read.y = inner.number("y", kPlaces);
  if (inner.has("z")) read.z = inner.number("z", kPlaces);
  read.yaw = inner.number("yaw", kAngles);
  fields.complain_of(inner);
  return read;
}

RequestBody read_spawn(FieldReader& fields) {
  Spawn spawn;
  spawn.robot_class = fields.name("class");
  spawn.name = fields.text("name");
  if (fields.has("start")) spawn.start = fields.text("start");
  if (!fields.has("place")) return spawn;
  if (!spawn.start.empty())
    fields.complain("a robot enters at a 'start' or at a 'place', not both");
  spawn.place = read_robot_place(fields);
  return spawn;
}

RequestBody read_preview_spawn(FieldReader& fields) {
  PreviewSpawn preview;
  preview.robot_class = fields.name("class");
  preview.place = read_robot_place(fields);
  return preview;
}

RequestBody read_remove(FieldReader& fields) { return Remove{fields.name("name")}; }

Vec3 read_place(FieldReader& fields) {
  const double x = fields.number("x", kPlaces), y = fields.number("y", kPlaces);
  return {x, y, fields.number("z", kPlaces)};
}

RequestBody read_obstacle(FieldReader& fields) {
  AddObstacle obstacle;
  obstacle.shape = fields.name("shape");
  if (fields.ok() && obstacle.shape != "box" && obstacle.shape != "sphere" &&
      obstacle.shape != "cylinder")
    fields.complain("'shape' must be box, sphere or cylinder, got " + shown(obstacle.shape));
  obstacle.ground = read_place(fields);
  obstacle.yaw = fields.number("yaw", kAngles);
  obstacle.size = fields.numbers("size", kSizes);
  obstacle.is_fixed = fields.truth("is_fixed");
  return obstacle;
}

RequestBody read_place_smoke(FieldReader& fields) {
  PlaceSmokeRequest ball;
  ball.name = fields.text("name");
  ball.middle = read_place(fields);
  ball.radius = fields.number("radius", kSizes);
  ball.density = fields.number("density", kDensities);
  return ball;
}

RequestBody read_drop_relay(FieldReader& fields) { return DropRelayRequest{fields.name("robot")}; }

RequestBody read_route(FieldReader& fields) {
  RouteRequest route;
  route.from = fields.name("from");
  route.to = fields.name("to");
  return route;
}

RequestBody read_coverage(FieldReader& fields) {
  CoverageRequest coverage;
  if (fields.has("station")) coverage.station = fields.name("station");
  if (fields.has("point")) coverage.point = fields.numbers("point", kPlaces);
  if (coverage.station.empty() != coverage.point.has_value())
    fields.complain("a coverage wants either a 'station' or a 'point'");
  coverage.height = fields.number("height", kPlaces);
  coverage.cell = fields.number("cell", kCells);
  return coverage;
}

RequestBody read_pause(FieldReader&) { return Pause{}; }
RequestBody read_resume(FieldReader&) { return Resume{}; }
RequestBody read_step(FieldReader& fields) { return Step{fields.whole("ticks", kSteps)}; }
RequestBody read_pace(FieldReader& fields) { return SetPace{fields.number("rate", kPaces)}; }
RequestBody read_seek(FieldReader& fields) { return Seek{fields.number("time", kTimes)}; }
RequestBody read_record(FieldReader& fields) { return Record{fields.truth("on")}; }
RequestBody read_recordings(FieldReader&) { return ListRecordings{}; }
RequestBody read_live(FieldReader&) { return ShowLive{}; }

RequestBody read_open(FieldReader& fields) {
  OpenRecording open{fields.name("name")};
  const bool is_path = open.name.find_first_of("/\\") != std::string::npos ||
                       open.name.find("..") != std::string::npos || open.name.starts_with('.') ||
                       open.name.find('\0') != std::string::npos;
  if (is_path)
    fields.complain("'name' must be the name of a recording, not a path, got " + shown(open.name));
  return open;
}

struct RequestKind {
  const char* word;
  std::vector<std::string> fields;
  RequestBody (*read)(FieldReader& fields);
};

const std::vector<RequestKind>& request_kinds() {
  static const std::vector<RequestKind> kinds{
      {"watch", {"poses", "smoke", "streams", "lines", "radio"}, read_watch},
      {"drive", {"robot", "forward", "turn", "left", "up"}, read_drive},
      {"go_to", {"robot", "x", "y"}, read_go_to},
      {"stop", {"robot"}, read_stop},
      {"joint", {"robot", "joint", "angle", "speed"}, read_joint},
      {"light", {"robot", "on"}, read_light},
      {"upright", {"robot"}, read_upright},
      {"spawn", {"class", "name", "start", "place"}, read_spawn},
      {"preview_spawn", {"class", "place"}, read_preview_spawn},
      {"remove", {"name"}, read_remove},
      {"obstacle", {"shape", "x", "y", "z", "yaw", "size", "is_fixed"}, read_obstacle},
      {"place_smoke", {"name", "x", "y", "z", "radius", "density"}, read_place_smoke},
      {"drop_relay", {"robot"}, read_drop_relay},
      {"route", {"from", "to"}, read_route},
      {"coverage", {"station", "point", "height", "cell"}, read_coverage},
      {"pause", {}, read_pause},
      {"resume", {}, read_resume},
      {"step", {"ticks"}, read_step},
      {"pace", {"rate"}, read_pace},
      {"seek", {"time"}, read_seek},
      {"record", {"on"}, read_record},
      {"recordings", {}, read_recordings},
      {"open", {"name"}, read_open},
      {"live", {}, read_live},
  };
  return kinds;
}

void refuse_unknown_fields(const Json& object, const RequestKind& kind, FieldReader& fields) {
  for (const auto& item : object.items()) {
    const std::string& key = item.key();
    const bool is_known =
        key == "type" || key == "id" ||
        std::find(kind.fields.begin(), kind.fields.end(), key) != kind.fields.end();
    if (!is_known) fields.complain(std::string(kind.word) + " has no field " + shown(key));
  }
}

const RequestKind* kind_of(const Json& object, FieldReader& fields) {
  const std::string word = fields.name("type");
  if (!fields.ok()) return nullptr;
  std::vector<std::string> known;
  for (const RequestKind& kind : request_kinds()) {
    if (kind.word == word) {
      refuse_unknown_fields(object, kind, fields);
      return &kind;
    }
    known.emplace_back(kind.word);
  }
  const auto meant = closest_word(word, known);
  fields.complain("nothing is called " + shown(word) +
                  (meant ? "; did you mean '" + *meant + "'?" : ""));
  return nullptr;
}

// Null if the text is not an object.
Json object_in(std::string_view text) {
  if (text.size() > kMaxRequestBytes || json_depth(text) > kMaxDepth) return {};
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return {};
  return json;
}

}  // namespace

Result<Request> parse_request(std::string_view text) {
  if (text.size() > kMaxRequestBytes)
    return Error{{},
                 "a request may have at most " + std::to_string(kMaxRequestBytes) + " bytes, got " +
                     std::to_string(text.size())};
  const Json object = object_in(text);
  if (object.is_null())
    return Error{{},
                 json_depth(text) > kMaxDepth ? "a request must not be nested that deep"
                                              : "a request must be a JSON object"};
  FieldReader fields(object, "");
  Request request;
  if (fields.has("id")) request.id = fields.whole("id", kIds);
  const RequestKind* kind = kind_of(object, fields);
  if (kind != nullptr) request.body = kind->read(fields);
  if (!fields.ok()) return Error{{}, fields.error()};
  return request;
}

std::optional<int> id_of(std::string_view text) {
  const Json object = object_in(text);
  if (object.is_null()) return std::nullopt;
  FieldReader fields(object, "");
  const int id = fields.whole("id", kIds);
  return fields.ok() ? std::optional(id) : std::nullopt;
}

}  // namespace rubble::viewer_protocol
