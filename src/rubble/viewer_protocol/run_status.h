// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/messages/description.h"
#include "rubble/messages/event.h"
#include "rubble/viewer_protocol/frame.h"
#include "rubble/world/world.h"

namespace rubble::viewer_protocol {

// Text messages about a run; each corresponds to the message type in viewer/src/protocol.ts.

struct HelloInfo {
  std::string program;
  std::string run;
  bool is_playback = false;
  bool is_demo = false;
  std::uint64_t seed = 1;
  std::string recording;
  double begin = 0.0;     // s, playback: time of the first sample
  double duration = 0.0;  // s, playback
  std::vector<std::string> classes;
  bool can_drive = false;
  bool can_change = false;
  bool can_pace = false;
  bool can_record = false;
  std::map<std::string, int> ports;
};
Frame hello_message(const HelloInfo& greeting, const World& world);

struct RecordingStatus {
  std::string name;
  double seconds = 0.0;
};

struct ProfileEntry {
  std::string name;
  double seconds = 0.0;
};

struct RobotStatusEntry {
  std::string name;
  Pose pose;
  double speed = 0.0;  // m/s, forward
  double turn = 0.0;   // rad/s
  double battery = 0.0;
  bool light_is_on = false;
  std::vector<double> joints;
  std::string driver;  // client, pilot, page, go_to or empty
  std::optional<Vec2> target;
};

struct ClientStatusEntry {
  std::uint64_t id = 0;
  std::string peer;
  std::string robot;
  std::int64_t lines_in = 0;
  std::size_t bytes_waiting = 0;
};

struct RunStatus {
  double time = 0.0;  // s
  bool is_paused = false;
  bool is_over = false;
  double pace = 1.0;  // 0: as fast as possible, -1: lockstep
  double real_time_factor = 0.0;
  std::optional<RecordingStatus> recording;
  std::vector<ProfileEntry> spent;
  std::vector<RobotStatusEntry> robots;
  std::vector<ClientStatusEntry> clients;
  int pages = 0;
  double bytes_per_second = 0.0;
};
Frame status_message(const RunStatus& status);

// Each with a sentence and a verdict.
Frame events_message(std::span<const Event> events);

struct ProtocolLine {
  double time = 0.0;
  bool is_from_client = false;
  std::string text;
};
Frame lines_message(const std::string& robot, std::span<const ProtocolLine> lines);

Frame answer_message(int id, bool is_ok, const std::string& text);

// Heartbeat while a recording is being opened.
Frame alive_message();

// A robot that may be spawned: its model and the pose it would have.
struct SpawnPreview {
  std::string robot_class;
  int model = -1;  // -1: nothing to draw
  Pose world_from_model;
  Bounds bounds;                       // of its collisions, model frame
  std::vector<Pose> model_from_links;  // one per link
};
Frame spawn_preview_message(const SpawnPreview& preview);

struct RecordingFile {
  std::string name;
  std::int64_t bytes = 0;
  std::int64_t modified = 0;  // s since 1970, UTC
};
Frame recordings_message(std::span<const RecordingFile> files);

}  // namespace rubble::viewer_protocol
