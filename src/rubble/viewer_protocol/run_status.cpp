// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/run_status.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

#include "rubble/serialization/message_json.h"
#include "rubble/smoke/smoke_field.h"
#include "rubble/viewer_protocol/json_text.h"
#include "rubble/viewer_protocol/world_bounds.h"

namespace rubble::viewer_protocol {
namespace {

JsonText begin_message(const char* type) {
  JsonText text;
  text.open_object().field("type", type);
  return text;
}

Frame end_message(JsonText& text) { return text_frame(text.close_object().take()); }

void put_strings(JsonText& text, const char* key, const std::vector<std::string>& words) {
  text.key(key).open_list();
  for (const std::string& word : words) text.put(word);
  text.close_list();
}

void put_abilities(JsonText& text, const HelloInfo& greeting) {
  text.key("can").open_object();
  text.field("drive", greeting.can_drive).field("change", greeting.can_change);
  text.field("pace", greeting.can_pace).field("record", greeting.can_record).close_object();
  text.key("ports").open_object();
  for (const auto& [name, port] : greeting.ports) text.field(name, port);
  text.close_object();
}

void put_robot(JsonText& text, const RobotStatusEntry& robot) {
  text.open_object().field("name", robot.name).field("pose", robot.pose);
  text.field("speed", robot.speed).field("turn", robot.turn).field("battery", robot.battery);
  text.field("light", robot.light_is_on).key("joints").open_list();
  for (const double joint : robot.joints) text.put(joint);
  text.close_list().field("driver", robot.driver).key("target");
  if (robot.target)
    text.put(*robot.target);
  else
    text.put_null();
  text.close_object();
}

void put_client(JsonText& text, const ClientStatusEntry& client) {
  text.open_object().field("id", client.id).field("peer", client.peer).field("robot", client.robot);
  text.field("lines_in", client.lines_in).field("bytes_waiting", client.bytes_waiting);
  text.close_object();
}

// A sentence about an event. Of a kind without a sentence of its own it says subject and kind.
struct Sentence {
  const std::string& subject;

  std::string operator()(const RobotEntered& event) const {
    return subject + " entered the world" +
           (event.robot_class.empty() ? "" : " (" + event.robot_class + ")");
  }
  std::string operator()(const RobotLeft&) const { return subject + " left the world"; }
  std::string operator()(const RobotMoved& event) const { return subject + " " + event.remark; }
  std::string operator()(const CommandRefused& event) const {
    return "an order to " + subject + " was refused: " + event.reason;
  }
  std::string operator()(const BatteryEmpty&) const {
    return "the battery of " + subject + " is empty";
  }
  std::string operator()(const Bumped& event) const {
    return subject + " bumped into " + event.other;
  }
  std::string operator()(const JointBroken& event) const {
    return "the joint " + event.joint + " of " + subject + " broke";
  }
  std::string operator()(const ObjectCreated&) const { return subject + " was put into the world"; }
  std::string operator()(const ObjectRemoved&) const {
    return subject + " was taken out of the world";
  }
  std::string operator()(const TagDropped& event) const {
    return subject + " dropped the tag " + std::to_string(event.id);
  }
  template <class Kind>
  std::string operator()(const Kind&) const {
    std::string words = Kind::kKind;
    std::replace(words.begin(), words.end(), '_', ' ');
    return subject + ": " + words;
  }
};

const char* verdict_of(const Event& event) {
  if (event.is<BatteryEmpty>() || event.is<JointBroken>()) return "harm";
  if (event.is<Bumped>() || event.is<CommandRefused>() || event.is<RobotMoved>()) return "careful";
  return "fine";
}

// ISO 8601, UTC.
std::string date_text(std::int64_t seconds) {
  using namespace std::chrono;
  constexpr std::int64_t kMaxSeconds = 253402300799;  // the last second of the year 9999
  const sys_seconds moment{std::chrono::seconds(std::clamp<std::int64_t>(seconds, 0, kMaxSeconds))};
  const auto day = floor<days>(moment);
  const year_month_day date(day);
  const hh_mm_ss time(moment - day);
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ",
                static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
                static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()));
  return text.data();
}

}  // namespace

Frame hello_message(const HelloInfo& greeting, const World& world) {
  JsonText text = begin_message("hello");
  text.field("program", greeting.program).field("run", greeting.run);
  text.field("mode", greeting.is_playback ? "playback" : "live");
  text.field("tour", greeting.is_demo ? "demo" : "");
  text.key("world").open_object().field("name", world.name).field("seed", greeting.seed);
  text.close_object().field("recording", greeting.recording);
  text.time_field("begin", greeting.begin);
  text.time_field("duration", greeting.duration);
  const Bounds bounds = bounds_of(world);
  text.key("bounds").open_object().field("low", bounds.low).field("high", bounds.high);
  text.close_object();
  text.field("background", world.scene.background).field("ambient", world.scene.ambient);
  text.key("starts").open_list();
  for (const Start& start : world.starts)
    text.open_object().field("name", start.name).field("pose", start.pose).close_object();
  text.close_list();
  put_strings(text, "classes", greeting.classes);
  put_abilities(text, greeting);
  text.field("extinction", smoke::kExtinction);
  return end_message(text);
}

Frame status_message(const RunStatus& status) {
  JsonText text = begin_message("status");
  text.time_field("time", status.time);
  text.field("is_paused", status.is_paused).field("is_over", status.is_over);
  text.field("pace", status.pace).field("real_time_factor", status.real_time_factor);
  text.key("recording");
  if (status.recording)
    text.open_object()
        .field("name", status.recording->name)
        .time_field("seconds", status.recording->seconds)
        .close_object();
  else
    text.put_null();
  text.key("spent").open_list();
  for (const ProfileEntry& spent : status.spent)
    text.open_object().field("name", spent.name).field("seconds", spent.seconds).close_object();
  text.close_list().key("robots").open_list();
  for (const RobotStatusEntry& robot : status.robots) put_robot(text, robot);
  text.close_list().key("clients").open_list();
  for (const ClientStatusEntry& client : status.clients) put_client(text, client);
  text.close_list().field("pages", status.pages);
  text.field("bytes_per_second", status.bytes_per_second);
  return end_message(text);
}

Frame events_message(std::span<const Event> events) {
  JsonText text = begin_message("events");
  text.key("events").open_list();
  for (const Event& event : events) {
    text.open_object().time_field("time", seconds_at(event.tick));
    text.field("kind", kind_of(event.data)).field("subject", event.subject);
    text.key("data").put_word(data_to_json(event.data));
    text.field("sentence", std::visit(Sentence{event.subject}, event.data));
    text.field("verdict", verdict_of(event)).close_object();
  }
  text.close_list();
  return end_message(text);
}

Frame lines_message(const std::string& robot, std::span<const ProtocolLine> lines) {
  JsonText text = begin_message("lines");
  text.field("robot", robot).key("lines").open_list();
  for (const ProtocolLine& line : lines)
    text.open_object()
        .time_field("time", line.time)
        .field("from", line.is_from_client ? "client" : "server")
        .field("text", line.text)
        .close_object();
  text.close_list();
  return end_message(text);
}

Frame answer_message(int id, bool is_ok, const std::string& reason) {
  JsonText text = begin_message("answer");
  text.field("id", id).field("ok", is_ok).field("text", reason);
  return end_message(text);
}

Frame alive_message() {
  JsonText text = begin_message("alive");
  return end_message(text);
}

Frame spawn_preview_message(const SpawnPreview& preview) {
  JsonText text = begin_message("spawn_preview");
  text.field("class", preview.robot_class).field("model", preview.model);
  text.field("pose", preview.world_from_model);
  text.field("low", preview.bounds.low).field("high", preview.bounds.high);
  text.key("links").open_list();
  for (const Pose& link : preview.model_from_links) text.put(link);
  text.close_list();
  return end_message(text);
}

Frame recordings_message(std::span<const RecordingFile> files) {
  std::vector<RecordingFile> sorted(files.begin(), files.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.modified > b.modified; });
  JsonText text = begin_message("recordings");
  text.key("files").open_list();
  for (const RecordingFile& file : sorted)
    text.open_object()
        .field("name", file.name)
        .field("bytes", file.bytes)
        .field("modified", date_text(file.modified))
        .close_object();
  text.close_list();
  return end_message(text);
}

}  // namespace rubble::viewer_protocol
