// SPDX-License-Identifier: Apache-2.0
#include "rubble/challenge/drive_record.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <fstream>

#include "rubble/challenge/robot.h"
#include "rubble/serialization/write_text_file.h"

namespace rubble::challenge {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kWayOut = "; choose another folder with -o, or drive anew without --keep";

std::string word_of(const Json& value) {
  if (value.is_null()) return "none";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// The first setting in which a kept drive is another one.
Result<void> check_same(const std::string& path, const Json& kept, const Json& wanted) {
  for (const auto& [key, value] : wanted.items())
    if (!kept.contains(key) || kept[key] != value)
      return Error{{path},
                   fmt::format("was driven with {} {}, but {} is requested{}", key,
                               kept.contains(key) ? word_of(kept[key]) : "unknown", word_of(value),
                               kWayOut)};
  return {};
}

// Throws what the JSON library throws if something is missing.
ChallengeDrive drive_of(const Json& json) {
  ChallengeDrive drive;
  drive.robot = json.at("robot");
  drive.ticks = json.at("ticks");
  drive.distance = json.at("distance");
  drive.cpu_seconds = json.at("cpu_seconds");
  drive.max_tilt = radians(json.at("max_tilt_deg").get<double>());
  drive.stuck_count = json.at("stuck_count");
  drive.cells = json.at("cells");
  drive.cells_driven = json.at("cells_driven");
  drive.cells_seen = json.at("cells_seen");
  drive.stops_missed = json.at("stops_missed");
  const std::string hash = json.at("state_hash");
  std::from_chars(hash.data(), hash.data() + hash.size(), drive.state_hash, 16);
  return drive;
}

// The settings make one world only.
Result<void> check_world(const std::string& path, const PlaceSettings& settings) {
  const auto place = make_place(settings);
  if (!place) return place.error();
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (text == place->sdf) return {};
  return Error{{path}, std::string("is not the world that these settings make") + kWayOut};
}

Result<ChallengeDrive> read_drive(const std::string& path, const PlaceSettings& settings) {
  std::ifstream file(path);
  if (!file)
    return Error{{path},
                 std::string("is missing: it is unknown how the recording beside it was "
                             "driven, or whether it was to its end") +
                     kWayOut};
  try {
    const Json json = Json::parse(file);
    if (const auto same = check_same(path, json.at("settings"), json_of(settings)); !same)
      return same.error();
    return drive_of(json.at("drive"));
  } catch (const nlohmann::json::exception&) {
    return Error{{path}, std::string("cannot be read") + kWayOut};
  }
}

}  // namespace

std::string drive_record_file(const std::string& folder) { return folder + "/drive.json"; }

nlohmann::ordered_json json_of(const PlaceSettings& settings) {
  Json json{{"condition", settings.condition.word}, {"seed", settings.seed},
            {"width", settings.effective_width()},  {"height", settings.effective_height()},
            {"smoke", settings.effective_smoke()},  {"laser_range", nullptr}};
  if (settings.laser_range) json["laser_range"] = *settings.laser_range;
  return json;
}

nlohmann::ordered_json json_of(const ChallengeDrive& drive, std::uint64_t seed) {
  return {{"seconds", seconds_at(drive.ticks)},
          {"distance", drive.distance},
          {"max_tilt_deg", degrees(drive.max_tilt)},
          {"cells", drive.cells},
          {"cells_driven", drive.cells_driven},
          {"cells_seen", drive.cells_seen},
          {"stuck_count", drive.stuck_count},
          {"stops_missed", drive.stops_missed},
          {"cpu_seconds", drive.cpu_seconds},
          {"ticks", drive.ticks},
          {"robot", drive.robot},
          {"state_hash", fmt::format("{:016x}", drive.state_hash)},
          {"repeat_command", repeat_command(drive, seed)}};
}

Result<void> write_drive_record(const std::string& folder, const PlaceSettings& settings,
                                const ChallengeDrive& drive) {
  const Json json{{"settings", json_of(settings)}, {"drive", json_of(drive, settings.seed)}};
  return write_text_file(drive_record_file(folder), json.dump(1) + "\n");
}

Result<std::optional<ChallengeDrive>> load_recorded_drive(const std::string& folder,
                                                          const PlaceSettings& settings) {
  const DriveFiles files = drive_files(folder, settings.condition);
  std::error_code code;
  if (!std::filesystem::exists(files.recording, code)) return std::optional<ChallengeDrive>();
  auto drive = read_drive(drive_record_file(folder), settings);
  if (!drive) return drive.error();
  if (const auto same = check_world(files.world, settings); !same) return same.error();
  const auto robot = challenge_robot(folder, settings.laser_range);
  if (!robot) return robot.error();
  drive->robot = *robot;
  drive->files = files;
  return std::optional(*std::move(drive));
}

}  // namespace rubble::challenge
