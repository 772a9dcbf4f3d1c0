// SPDX-License-Identifier: Apache-2.0
#include "rubble/recording/recorder.h"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "rubble/base/log.h"
#include "rubble/base/text.h"
#include "rubble/mcap/writer.h"
#include "rubble/recording/file_names.h"
#include "rubble/recording/topics.h"
#include "rubble/ros2/ros_messages.h"
#include "rubble/sdf/load.h"
#include "rubble/serialization/message_json.h"

namespace rubble::recording {
namespace {

constexpr std::size_t kChunkBytes = 1UL << 20;
// A chunk is ended within a tick only if a tick has very much to say.
constexpr std::size_t kMaxChunkBytes = 16UL << 20;
constexpr std::uintmax_t kMaxAttachmentBytes = 256UL << 20;

// Names of robots and sensors come from outside; in a topic they are plain words.
std::string topic_word(const std::string& name) {
  std::string word;
  for (const char c : name) {
    const bool is_plain = c > ' ' && c < '\x7f' && c != '/';
    word += is_plain ? c : '_';
  }
  return word.empty() ? "_" : word;
}

std::string joined_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

std::string media_type_of(const std::string& name) {
  const std::string ending = std::filesystem::path(name).extension().string();
  if (ending == ".sdf" || ending == ".urdf" || ending == ".config" || ending == ".dae")
    return "application/xml";
  if (ending == ".png") return "image/png";
  if (ending == ".jpg" || ending == ".jpeg") return "image/jpeg";
  return "application/octet-stream";
}

std::optional<std::string> bytes_of(const std::string& path) {
  std::error_code code;
  const std::uintmax_t size = std::filesystem::file_size(path, code);
  if (code || size > kMaxAttachmentBytes) return std::nullopt;
  std::ifstream stream(path, std::ios::binary);
  std::string bytes(size, '\0');
  if (!stream.read(bytes.data(), static_cast<std::streamsize>(size))) return std::nullopt;
  return bytes;
}

}  // namespace

double RunFacts::smoke() const {
  const auto found = settings.find(kSmokeSetting);
  return found == settings.end() ? 0.0 : parse_number(found->second).value_or(0.0);
}

class Recorder::File {
 public:
  File(std::unique_ptr<mcap::McapWriter> mcap, FileNames names)
      : mcap_(std::move(mcap)), names_(std::move(names)) {}

  void keep_facts(const RunFacts& facts) {
    std::map<std::string, std::string> entries{
        {kVersionKey, std::to_string(kRecordingVersion)},
        {kProgramKey, facts.program},
        {kSeedKey, std::to_string(facts.seed)},
        {kLevelKey, facts.level},
        {kWorldKey, names_.world()},
        {kResourcesKey, joined_lines(names_.resource_folders())}};
    for (const auto& [key, value] : facts.settings) entries[kSettingKey + key] = value;
    mcap_->add_metadata(kRunName, entries);
  }

  void attach(const std::string& path, Tick tick) {
    if (!attached_.insert(path).second) return;
    const auto name = names_.name_of(path);
    if (!name) {
      log_warning(
          "{} is not kept in the recording: it lies outside the folders of the world and of the "
          "models, where a repeat would not find it",
          path);
      return;
    }
    if (!attached_names_.insert(*name).second) return;
    const auto bytes = bytes_of(path);
    if (bytes)
      mcap_->attach(*name, media_type_of(*name), *bytes, ros2::nanoseconds_at(tick));
    else
      log_warning("{} cannot be read and is not kept in the recording", path);
  }

  void keep_json(const std::string& topic, const MessageSchema& schema, Tick tick,
                 const std::string& json) {
    put(
        topic, "json", schema.name,
        [&] {
          return std::pair{"jsonschema", schema.json};
        },
        tick, json);
  }
  // Schemas of readings are made only once for each channel.
  void keep_reading(const Reading& reading) {
    const std::string topic = "/" + topic_word(reading.robot) + "/" + topic_word(reading.sensor);
    if (const auto* image = std::get_if<Image>(&reading.data)) {
      const std::string cdr = ros2::compressed_image_cdr(reading, *image);
      if (!cdr.empty())
        keep_cdr(topic + "/image", ros2::compressed_image_schema, reading.tick, cdr);
      return;
    }
    const std::string json = to_json(reading);
    put(
        topic, "json", std::to_string(reading.data.index()),
        [&] {
          return std::pair{"jsonschema", schema_of(reading.data).json};
        },
        reading.tick, json, [&] { return schema_of(reading.data).name; });
    const auto* scan = std::get_if<RangeScan>(&reading.data);
    if (scan != nullptr && scan->row_angles.size() == 1)
      keep_cdr(topic + "/scan", ros2::laser_scan_schema, reading.tick,
               ros2::laser_scan_cdr(reading, *scan));
  }

  void keep_cdr(const std::string& topic, ros2::RosSchema (*schema)(), Tick tick,
                const std::string& cdr) {
    put(
        topic, "cdr", topic,
        [&] {
          return std::pair{"ros2msg", schema().definition};
        },
        tick, cdr, [&] { return schema().name; });
  }

  mcap::McapWriter& mcap() { return *mcap_; }
  Tick now = 0;
  Tick chunk_began = 0;
  bool is_told = false;  // the error

 private:
  using ChannelKey = std::pair<std::string, std::string>;

  template <class Schema>
  void put(const std::string& topic, const char* encoding, const std::string& kind, Schema schema,
           Tick tick, const std::string& data) {
    put(topic, encoding, kind, schema, tick, data, [&] { return kind; });
  }
  template <class Schema, class Name>
  void put(const std::string& topic, const char* encoding, const std::string& kind, Schema schema,
           Tick tick, const std::string& data, Name name) {
    auto found = channels_.find(ChannelKey(topic, kind));
    if (found == channels_.end()) {
      const auto [schema_encoding, text] = schema();
      const auto [known, is_new] = schemas_.try_emplace(name(), 0);
      if (is_new) known->second = mcap_->add_schema(known->first, schema_encoding, text);
      const auto channel = mcap_->add_channel(topic, encoding, known->second);
      found = channels_.emplace(ChannelKey(topic, kind), channel).first;
    }
    mcap_->write(found->second, ros2::nanoseconds_at(tick), data);
    if (mcap_->chunk_bytes() >= kMaxChunkBytes) mcap_->end_chunk();
  }

  std::unique_ptr<mcap::McapWriter> mcap_;
  FileNames names_;
  std::set<std::string> attached_;
  std::set<std::string> attached_names_;
  std::map<std::string, mcap::McapWriter::SchemaId> schemas_;
  std::map<ChannelKey, mcap::McapWriter::ChannelId> channels_;
};

Recorder::Recorder(std::unique_ptr<File> file) : file_(std::move(file)) {}
Recorder::~Recorder() = default;

Result<std::unique_ptr<Recorder>> Recorder::open(const std::string& path, const RunFacts& facts,
                                                 const std::string& world_file,
                                                 std::span<const std::string> files) {
  auto mcap = mcap::McapWriter::open(path, facts.program);
  if (!mcap) return mcap.error();
  auto folders = facts.resource_folders;
  if (folders.empty()) folders = default_resource_folders();
  auto file = std::make_unique<File>(*std::move(mcap), FileNames(world_file, folders));
  file->keep_facts(facts);
  std::unique_ptr<Recorder> recorder(new Recorder(std::move(file)));
  recorder->attach(files);
  if (const auto& error = recorder->file_->mcap().error()) return *error;
  return recorder;
}

void Recorder::begin(Tick tick, std::span<const TimedCommand> so_far) {
  file_->now = file_->chunk_began = tick;
  if (tick > 0) file_->mcap().add_metadata(kBeginName, {{kTickKey, std::to_string(tick)}});
  for (const TimedCommand& timed : so_far) keep(timed.tick, {&timed.command, 1});
}

void Recorder::attach_snapshot(std::string_view snapshot) {
  file_->mcap().attach(kSnapshotName, "application/octet-stream", snapshot,
                       ros2::nanoseconds_at(file_->now));
}

void Recorder::attach(std::span<const std::string> files) {
  for (const std::string& path : files) file_->attach(path, file_->now);
}

void Recorder::keep(Tick tick, std::span<const Command> commands) {
  static const MessageSchema schema = schema_of_commands();
  for (const Command& command : commands)
    file_->keep_json(kCommandTopic, schema, tick, to_json(TimedCommand{tick, command}));
}

void Recorder::keep(const RobotDescription& robot, Tick tick) {
  static const MessageSchema schema = schema_of_descriptions();
  file_->keep_json("/" + topic_word(robot.name) + "/description", schema, tick,
                   to_json(robot, tick));
  if (!robot.sensors.empty())
    file_->keep_cdr("/tf_static", ros2::transform_schema, tick, ros2::mounts_cdr(robot, tick));
}

void Recorder::keep(const Reading& reading) { file_->keep_reading(reading); }

void Recorder::keep(const Event& event) {
  static const MessageSchema schema = schema_of_events();
  file_->keep_json(kEventTopic, schema, event.tick, to_json(event));
}

void Recorder::keep(const RobotStatus& status) {
  static const MessageSchema schema = schema_of_statuses();
  file_->keep_json("/" + topic_word(status.robot) + "/status", schema, status.tick,
                   to_json(status));
}

void Recorder::keep(const Truth& truth) {
  static const MessageSchema schema = schema_of_truths();
  file_->keep_json(kTruthTopic, schema, truth.tick, to_json(truth));
  file_->keep_cdr("/tf", ros2::transform_schema, truth.tick, ros2::transforms_cdr(truth));
}

Result<void> Recorder::end_tick(Tick tick) {
  file_->now = tick;
  mcap::McapWriter& mcap = file_->mcap();
  const bool is_due = file_->now - file_->chunk_began >= kTicksPerSecond;
  if (is_due || mcap.chunk_bytes() >= kChunkBytes) {
    file_->keep_json(kProgressTopic, {kProgressSchema, kProgressSchemaText}, file_->now,
                     fmt::format(R"({{"tick":{}}})", file_->now));
    mcap.end_chunk();
    file_->chunk_began = file_->now;
  }
  if (!mcap.error() || file_->is_told) return {};
  file_->is_told = true;
  return *mcap.error();
}

Result<void> Recorder::close(Tick end, std::uint64_t state_hash) {
  mcap::McapWriter& mcap = file_->mcap();
  mcap.end_chunk();
  mcap.add_metadata(
      kEndName, {{kTicksKey, std::to_string(end)}, {kHashKey, fmt::format("{:016x}", state_hash)}});
  return mcap.close();
}

}  // namespace rubble::recording
