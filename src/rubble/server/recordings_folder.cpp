// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/recordings_folder.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>

namespace rubble::server {
namespace {

std::int64_t unix_seconds(std::filesystem::file_time_type time) {
  const auto system = std::chrono::file_clock::to_sys(time);
  return std::chrono::duration_cast<std::chrono::seconds>(system.time_since_epoch()).count();
}

// Replaces characters that are unsafe in a file name.
std::string file_stem(std::string name) {
  constexpr std::size_t kMaxLength = 40;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name.empty() ? "run" : name.substr(0, kMaxLength);
}

}  // namespace

std::vector<viewer_protocol::RecordingFile> RecordingsFolder::list() const {
  constexpr std::size_t kMaxFiles = 500;
  std::vector<viewer_protocol::RecordingFile> files;
  std::error_code error;
  for (auto entry = std::filesystem::directory_iterator(path_, error);
       !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    std::error_code unreadable;
    if (entry->path().extension() != ".mcap" || !entry->is_regular_file(unreadable)) continue;
    files.push_back({entry->path().filename().string(),
                     static_cast<std::int64_t>(entry->file_size(unreadable)),
                     unix_seconds(entry->last_write_time(unreadable))});
  }
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return a.modified > b.modified; });
  if (files.size() > kMaxFiles) files.resize(kMaxFiles);
  return files;
}

Result<std::string> RecordingsFolder::new_name(const std::string& world) const {
  std::error_code error;
  std::filesystem::create_directories(path_, error);
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::string name = fmt::format("{}-{:%Y%m%d-%H%M%S}.mcap", file_stem(world), fmt::gmtime(now));
  if (std::filesystem::exists(path_of(name), error))
    return Error{{}, "The last recording has just begun; wait a second."};
  return name;
}

}  // namespace rubble::server
