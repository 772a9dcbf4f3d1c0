// SPDX-License-Identifier: Apache-2.0
#include "rubble/sdf/resources.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "rubble/base/text.h"
#include "rubble/sdf/load.h"
#include "rubble/sdf/xml.h"

namespace rubble {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxConfigBytes = 1UL << 20;
constexpr double kNewestSdf = 1.9;

std::string environment_text(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

void add_folders(const std::string& colon_separated, std::vector<std::string>& folders) {
  std::size_t start = 0;
  while (start <= colon_separated.size()) {
    const std::size_t end = std::min(colon_separated.find(':', start), colon_separated.size());
    if (end > start) folders.push_back(colon_separated.substr(start, end - start));
    start = end + 1;
  }
}

std::string without_scheme(const std::string& uri) {
  const std::size_t colon = uri.find("://");
  return colon == std::string::npos ? uri : uri.substr(colon + 3);
}

bool path_exists(const fs::path& path) {
  std::error_code code;
  return fs::exists(path, code);
}

// The newest SDF file that a model.config offers and we can read.
std::optional<std::string> configured_model(const fs::path& folder) {
  const std::string config = (folder / "model.config").string();
  const auto text = read_text_file(config, kMaxConfigBytes);
  if (!text) return std::nullopt;
  const auto root = parse_xml(*text, config);
  if (!root) return std::nullopt;
  double best_version = -1.0;
  std::optional<std::string> best;
  for (const XmlNode* sdf : root->all("sdf")) {
    const double version = parse_number(sdf->attribute_or("version", "0")).value_or(0.0);
    const fs::path file = folder / sdf->text;
    if (version > kNewestSdf || version <= best_version || !path_exists(file)) continue;
    best_version = version;
    best = file.string();
  }
  return best;
}

std::optional<std::string> model_file_in(const fs::path& folder) {
  if (auto configured = configured_model(folder)) return configured;
  const fs::path name = folder.filename();
  for (const fs::path& file : {folder / "model.sdf", folder / (name.string() + ".sdf"),
                               folder / "model.urdf", folder / (name.string() + ".urdf")})
    if (path_exists(file)) return file.string();
  return std::nullopt;
}

}  // namespace

bool is_online(const std::string& uri) {
  return uri.starts_with("http://") || uri.starts_with("https://");
}

std::optional<std::string> ResourceFinder::find(const std::string& uri,
                                                const std::string& from_file) const {
  if (uri.empty() || is_online(uri)) return std::nullopt;
  const fs::path name = without_scheme(uri);
  if (name.empty()) return std::nullopt;
  if (name.is_absolute()) {
    if (path_exists(name)) return name.lexically_normal().string();
    return std::nullopt;
  }
  const fs::path own = fs::path(from_file).parent_path();
  std::vector<fs::path> places{own, own / ".."};
  places.insert(places.end(), folders_.begin(), folders_.end());
  for (const fs::path& place : places)
    if (path_exists(place / name)) return (place / name).lexically_normal().string();
  return std::nullopt;
}

std::optional<std::string> ResourceFinder::find_model(const std::string& uri,
                                                      const std::string& from_file) const {
  std::error_code code;
  const auto found = find(uri, from_file);
  if (!found) return std::nullopt;
  if (fs::is_regular_file(*found, code)) return found;
  fs::path folder(*found);
  if (!folder.has_filename()) folder = folder.parent_path();
  return model_file_in(folder);
}

Result<std::string> read_text_file(const std::string& path, std::size_t max_bytes) {
  std::error_code code;
  if (!fs::is_regular_file(path, code)) return Error{{path}, "no such file"};
  const std::uintmax_t bytes = fs::file_size(path, code);
  if (code) return Error{{path}, "the file cannot be read"};
  if (bytes > max_bytes)
    return Error{{path},
                 "the file has " + std::to_string(bytes) + " bytes, at most " +
                     std::to_string(max_bytes) + " are read"};
  std::ifstream stream(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream) return Error{{path}, "the file cannot be read"};
  return text;
}

std::string data_folder() {
  const std::string home = environment_text("RUBBLE_HOME");
  if (!home.empty()) return home;
  std::error_code code;
  const fs::path program = fs::read_symlink("/proc/self/exe", code);
  const fs::path installed = program.parent_path().parent_path() / "share/rubble";
  return fs::is_directory(installed, code) ? installed.string() : RUBBLE_DATA_FOLDER;
}

std::string resolve_data_path(const std::string& path) {
  std::error_code ignored;
  const std::string installed = data_folder() + "/" + path;
  return !fs::exists(path, ignored) && fs::exists(installed, ignored) ? installed : path;
}

std::vector<std::string> default_resource_folders() {
  std::vector<std::string> folders;
  add_folders(environment_text("RUBBLE_RESOURCE_PATH"), folders);
  add_folders(environment_text("GZ_SIM_RESOURCE_PATH"), folders);
  add_folders(environment_text("GAZEBO_MODEL_PATH"), folders);
  folders.push_back(data_folder() + "/models");
  folders.push_back(data_folder() + "/worlds");
  return folders;
}

}  // namespace rubble
