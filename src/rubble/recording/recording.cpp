// SPDX-License-Identifier: Apache-2.0
#include "rubble/recording/recording.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <set>

#include "rubble/recording/file_names.h"
#include "rubble/recording/topics.h"
#include "rubble/ros2/ros_messages.h"
#include "rubble/serialization/message_json.h"

namespace rubble::recording {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxCommands = 50'000'000;
constexpr std::size_t kMaxFiles = 20'000;
constexpr std::uint64_t kMaxUnpackedBytes = 4UL << 30;
constexpr Tick kMaxRun = Tick{1} << 40;

std::string entry(const mcap::McapMetadata& metadata, const std::string& key) {
  const auto found = metadata.entries.find(key);
  return found != metadata.entries.end() ? found->second : "";
}

std::optional<std::uint64_t> whole_number(const std::string& text, int base) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, base);
  if (text.empty() || error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

Result<std::string> make_folder(const std::string& path) {
  std::error_code code;
  std::string folder = (fs::temp_directory_path(code) / "rubble_world_XXXXXX").string();
  if (code || ::mkdtemp(folder.data()) == nullptr)
    return Error{{path}, "there is no folder to unpack its world into"};
  return folder;
}

Result<void> write_attachment(const fs::path& file, const std::string& data) {
  std::error_code code;
  fs::create_directories(file.parent_path(), code);
  if (fs::exists(file, code)) return Error{{}, "the name is there twice"};
  std::ofstream stream(file, std::ios::binary);
  stream.write(data.data(), static_cast<std::streamsize>(data.size()));
  stream.close();
  if (!stream) return Error{{}, "it cannot be written; is the disk full?"};
  return {};
}

// Counts what is unpacked and refuses what is too much or would land elsewhere.
class Unpacker {
 public:
  Unpacker(std::string path, fs::path folder)
      : path_(std::move(path)), folder_(std::move(folder)) {}

  Result<void> unpack(const mcap::McapAttachment& attachment) {
    bytes_ += attachment.data.size();
    if (++files_ > kMaxFiles || bytes_ > kMaxUnpackedBytes)
      return Error{{path_}, "its world has more than 20000 files or 4 GiB"};
    if (!is_safe_name(attachment.name))
      return Error{{path_}, "a file of its world has a name that leads elsewhere"};
    if (const auto written = write_attachment(folder_ / attachment.name, attachment.data); !written)
      return Error{
          {path_},
          "its file '" + attachment.name + "' cannot be unpacked: " + written.error().message};
    return {};
  }

 private:
  std::string path_;
  fs::path folder_;
  std::size_t files_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace

bool is_reading(const mcap::McapMessage& message) {
  static constexpr std::array kOthers{"rubble.Command",     "rubble.Event",
                                      "rubble.Truth",       "rubble.Progress",
                                      "rubble.RobotStatus", "rubble.RobotDescription"};
  const std::string& schema = message.channel->schema_name;
  return message.channel->message_encoding == "json" && schema.starts_with("rubble.") &&
         std::find(kOthers.begin(), kOthers.end(), schema) == kOthers.end();
}

UnpackedWorld::UnpackedWorld(UnpackedWorld&& other) noexcept
    : folder_(std::exchange(other.folder_, {})),
      world_file_(std::move(other.world_file_)),
      resource_folders_(std::move(other.resource_folders_)) {}

UnpackedWorld::~UnpackedWorld() {
  std::error_code code;
  if (!folder_.empty()) fs::remove_all(folder_, code);
}

Result<Recording> Recording::open(const std::string& path) {
  auto reader = mcap::McapReader::open(path);
  if (!reader) return reader.error();
  Recording recording;
  recording.path_ = path;
  while (true) {
    const auto record = (*reader)->next();
    if (!record) return record.error();
    if (!*record) break;
    Result<void> taken;
    if (const auto* message = std::get_if<mcap::McapMessage>(&**record))
      taken = recording.take_message(*message);
    if (const auto* metadata = std::get_if<mcap::McapMetadata>(&**record))
      taken = recording.take_metadata(*metadata);
    if (!taken) return Error{{path}, taken.error().message};
  }
  if (!(*reader)->is_complete()) recording.cut_at_ = (*reader)->cut_at();
  if (recording.world_name_.empty())
    return Error{{path}, "holds no run: expected a recording of 'rubble run' or 'rubble serve'"};
  // Commands of a tick that is not whole are not part of the run.
  while (!recording.commands_.empty() && recording.commands_.back().tick >= recording.ticks_)
    recording.commands_.pop_back();
  return recording;
}

bool Recording::repeats_to_the_bit() const { return version_ == kRecordingVersion; }

Result<void> Recording::take_metadata(const mcap::McapMetadata& metadata) {
  if (metadata.name == kRunName) {
    const auto seed = whole_number(entry(metadata, kSeedKey), 10);
    if (!seed) return Error{{}, "its run has no seed"};
    const auto version = whole_number(
        metadata.entries.contains(kVersionKey) ? entry(metadata, kVersionKey) : std::string("1"),
        10);
    if (!version || *version < 1) return Error{{}, "its run has no version"};
    if (*version > kRecordingVersion)
      return Error{{},
                   fmt::format("is a recording of version {}; this program reads up to version {}",
                               *version, kRecordingVersion)};
    version_ = static_cast<int>(*version);
    facts_.program = entry(metadata, kProgramKey);
    facts_.seed = *seed;
    facts_.level = entry(metadata, kLevelKey);
    world_name_ = entry(metadata, kWorldKey);
    resource_names_ = lines_of(entry(metadata, kResourcesKey));
    for (const auto& [key, value] : metadata.entries)
      if (key.starts_with(kSettingKey))
        facts_.settings[key.substr(std::string(kSettingKey).size())] = value;
  }
  if (metadata.name == kBeginName) {
    const auto tick = whole_number(entry(metadata, kTickKey), 10);
    if (!tick || *tick > static_cast<std::uint64_t>(kMaxRun))
      return Error{{}, "its beginning says no tick"};
    begin_ = static_cast<Tick>(*tick);
    ticks_ = std::max(ticks_, begin_);
  }
  if (metadata.name == kEndName) {
    const auto ticks = whole_number(entry(metadata, kTicksKey), 10);
    state_hash_ = whole_number(entry(metadata, kHashKey), 16);
    if (!ticks || !state_hash_ || *ticks > static_cast<std::uint64_t>(kMaxRun))
      return Error{{}, "its end says no ticks or no state_hash"};
    ticks_ = static_cast<Tick>(*ticks);
  }
  return {};
}

Result<void> Recording::take_message(const mcap::McapMessage& message) {
  if (message.channel->schema_name == kProgressSchema)
    ticks_ = std::max(ticks_, ros2::tick_of_nanoseconds(message.log_time));
  if (message.channel->schema_name != kCommandSchema) return {};
  auto command = command_from_json(message.data);
  if (!command) return Error{{}, "one of its commands: " + command.error().message};
  if (!commands_.empty() && command->tick < commands_.back().tick)
    return Error{{}, "its commands are not in the order of time"};
  if (commands_.size() == kMaxCommands) return Error{{}, "it has more than 50000000 commands"};
  commands_.push_back(*std::move(command));
  return {};
}

Result<UnpackedWorld> Recording::unpack() const {
  const auto made = make_folder(path_);
  if (!made) return made.error();
  const fs::path folder = *made;
  std::vector<std::string> resource_folders;
  for (const std::string& name : resource_names_)
    if (is_safe_name(name)) resource_folders.push_back((folder / name).string());
  const fs::path world_file = folder / (is_safe_name(world_name_) ? world_name_ : "none");
  UnpackedWorld world(*made, world_file.string(), std::move(resource_folders));
  auto reader = mcap::McapReader::open(path_);
  if (!reader) return reader.error();
  Unpacker unpacker(path_, folder);
  while (true) {
    const auto record = (*reader)->next();
    if (!record) return record.error();
    if (!*record) break;
    const auto* attachment = std::get_if<mcap::McapAttachment>(&**record);
    if (attachment == nullptr || attachment->name == kSnapshotName) continue;
    if (const auto unpacked = unpacker.unpack(*attachment); !unpacked) return unpacked.error();
  }
  std::error_code code;
  if (!fs::is_regular_file(world_file, code)) return Error{{path_}, "does not hold its world"};
  return world;
}

Result<std::string> Recording::snapshot() const {
  auto reader = mcap::McapReader::open(path_);
  if (!reader) return reader.error();
  while (true) {
    auto record = (*reader)->next();
    if (!record) return record.error();
    if (!*record)
      return Error{{path_}, "holds no snapshot: expected a file of './rubble run --save'"};
    auto* attachment = std::get_if<mcap::McapAttachment>(&**record);
    if (attachment != nullptr && attachment->name == kSnapshotName)
      return std::move(attachment->data);
  }
}

Result<void> Recording::for_each(const std::function<bool(const mcap::McapMessage&)>& look) const {
  auto reader = mcap::McapReader::open(path_);
  if (!reader) return reader.error();
  while (true) {
    const auto record = (*reader)->next();
    if (!record) return record.error();
    if (!*record) return {};
    if (const auto* message = std::get_if<mcap::McapMessage>(&**record))
      if (!look(*message)) return {};
  }
}

}  // namespace rubble::recording
