// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>

#include "rubble/base/log.h"
#include "rubble/logs/log.h"
#include "rubble/recording/recording.h"
#include "rubble/ros2/ros_messages.h"
#include "rubble/sdf/load.h"
#include "rubble/serialization/message_json.h"

namespace rubble::logs {

namespace {

bool is_description(const mcap::McapMessage& message) {
  return message.channel->schema_name == "rubble.RobotDescription";
}

bool is_status(const mcap::McapMessage& message) {
  return message.channel->schema_name == "rubble.RobotStatus";
}

class RecordingCursor : public LogCursor {
 public:
  RecordingCursor(std::unique_ptr<mcap::McapReader> reader, const recording::Recording& recording)
      : reader_(std::move(reader)), path_(recording.path()), begin_(recording.begin()) {}

  std::optional<LogEntry> next() override {
    while (reader_ != nullptr) {
      const auto record = reader_->next();
      if (!record) return stop(record.error());
      if (!*record) return std::nullopt;
      const auto* message = std::get_if<mcap::McapMessage>(&**record);
      if (message == nullptr) continue;
      if (is_description(*message)) {
        const auto robot = description_from_json(message->data);
        if (robot) robots_[robot->name] = robot_count_++;
      }
      if (auto moment = moment_of(*message)) return moment;
    }
    return std::nullopt;
  }

 private:
  std::nullopt_t stop(const Error& error) {
    log_warning("{}: {}; the log ends here", path_, error.message);
    reader_.reset();
    return std::nullopt;
  }

  std::optional<LogEntry> moment_of(const mcap::McapMessage& message) {
    if (is_status(message)) return moment_with(status_from_json(message.data));
    if (recording::is_reading(message)) return moment_with(reading_from_json(message.data));
    return std::nullopt;
  }

  // Robots without a description cannot be replayed.
  template <class Message>
  std::optional<LogEntry> moment_with(Result<Message> message) {
    if (!message) return stop(message.error());
    const auto robot = robots_.find(message->robot);
    if (robot == robots_.end()) return std::nullopt;
    time_ = std::max(time_, seconds_at(message->tick - begin_));
    const double stamp = seconds_at(message->tick);
    return LogEntry{time_, robot->second, *std::move(message), stamp};
  }

  std::unique_ptr<mcap::McapReader> reader_;
  std::string path_;
  Tick begin_;
  std::map<std::string, int> robots_;  // the latest of each name
  int robot_count_ = 0;
  double time_ = 0.0;
};

class RecordingLog : public Log {
 public:
  RecordingLog(recording::Recording recording, Arena arena, std::vector<RobotDescription> robots)
      : recording_(std::move(recording)), arena_(std::move(arena)), robots_(std::move(robots)) {}

  const Arena& arena() const override { return arena_; }
  const std::vector<RobotDescription>& robots() const override { return robots_; }
  double duration() const override { return seconds_at(recording_.ticks() - recording_.begin()); }
  bool keeps_truth() const override { return true; }
  std::unique_ptr<LogCursor> begin() const override {
    auto reader = mcap::McapReader::open(recording_.path());
    if (!reader) log_warning("{}", reader.error().to_string());
    return std::make_unique<RecordingCursor>(reader ? *std::move(reader) : nullptr, recording_);
  }

 private:
  recording::Recording recording_;
  Arena arena_;
  std::vector<RobotDescription> robots_;
};

// Starts are part of the world; the log can be replayed without them.
Arena arena_of_recording(const recording::Recording& recording) {
  Arena arena{.level = recording.facts().level};
  const auto unpacked = recording.unpack();
  if (!unpacked) return arena;
  LoadSettings settings;
  settings.resource_folders = unpacked->resource_folders();
  settings.is_lenient = true;
  const auto world = load_world(unpacked->world_file(), settings);
  if (!world) return arena;
  for (const Start& start : world->starts) arena.starts.push_back({start.name, start.pose});
  return arena;
}

}  // namespace

Result<std::unique_ptr<Log>> open_recording_log(const std::string& path) {
  auto recording = recording::Recording::open(path);
  if (!recording) return recording.error();
  std::vector<RobotDescription> robots;
  std::optional<Error> error;
  const auto looked = recording->for_each([&](const mcap::McapMessage& message) {
    if (!is_description(message)) return true;
    auto robot = description_from_json(message.data);
    if (robot)
      robots.push_back(*std::move(robot));
    else
      error = Error{{path}, robot.error().message};
    return !error;
  });
  if (!looked) return looked.error();
  if (error) return *error;
  Arena arena = arena_of_recording(*recording);
  return std::unique_ptr<Log>(
      new RecordingLog(*std::move(recording), std::move(arena), std::move(robots)));
}

}  // namespace rubble::logs
