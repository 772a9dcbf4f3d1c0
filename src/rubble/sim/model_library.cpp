// SPDX-License-Identifier: Apache-2.0
#include "rubble/sim/model_library.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>

#include "rubble/base/text.h"
#include "rubble/robots/measures.h"
#include "rubble/sensors/sensor_factory.h"

namespace rubble::sim {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxModelNameLength = 100;
constexpr double kAboveRoof = 0.06;  // m, of a sensor put on a robot that has no laser

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool is_path(const std::string& name) {
  return name.find_first_of("/\\") != std::string::npos || name.starts_with(".");
}

// The name under which a file or folder stands for a model, or nothing.
std::string model_name_of(const fs::directory_entry& entry) {
  std::error_code code;
  if (entry.is_directory(code)) return entry.path().filename().string();
  const std::string ending = entry.path().extension().string();
  return ending == ".sdf" || ending == ".urdf" ? entry.path().stem().string() : std::string();
}

bool is_robot_folder(const fs::path& folder) {
  std::ifstream file(folder / "model.sdf");
  for (std::string line; std::getline(file, line);)
    if (line.find("<rubble:robot ") != std::string::npos) return true;
  return false;
}

}  // namespace

ModelLibrary::ModelLibrary(const LoadSettings& settings, bool allows_paths)
    : settings_(settings), allows_paths_(allows_paths) {
  if (settings_.resource_folders.empty()) settings_.resource_folders = default_resource_folders();
}

// The first folder that has it wins; sorted, since folders list their files in any order.
Result<std::string> ModelLibrary::path_of(const std::string& name) const {
  if (allows_paths_ && is_path(name)) return name;
  if (name.empty() || name.size() > kMaxModelNameLength || is_path(name))
    return Error{{}, "'" + name.substr(0, kMaxModelNameLength) + "' cannot be the name of a model"};
  std::map<std::string, std::string> alike;  // name -> path
  std::vector<std::string> known;
  for (const std::string& folder : settings_.resource_folders) {
    std::error_code code;
    std::set<fs::path> entries;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, code)) {
      const std::string model = model_name_of(entry);
      if (lower_case(model) == lower_case(name)) entries.insert(entry.path());
      if (!model.empty()) known.push_back(model);
    }
    for (const fs::path& path : entries)
      alike.try_emplace(model_name_of(fs::directory_entry(path, code)), path.string());
  }
  if (const auto exact = alike.find(name); exact != alike.end()) return exact->second;
  if (alike.size() == 1) return alike.begin()->second;
  std::string message = "there is no model '" + name + "'";
  if (alike.size() > 1)
    message += ", but several that differ from it in upper and lower case";
  else if (std::sort(known.begin(), known.end()); const auto meant = closest_word(name, known))
    message += "; did you mean '" + *meant + "'?";
  return Error{{}, message};
}

// A look at the text is enough; reading all models would take long.
std::vector<std::string> ModelLibrary::robot_names() const {
  std::set<std::string> names;
  std::error_code code;
  for (const std::string& folder : settings_.resource_folders)
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, code))
      if (is_robot_folder(entry.path())) names.insert(entry.path().filename().string());
  return {names.begin(), names.end()};
}

Result<std::shared_ptr<const Model>> ModelLibrary::find(const std::string& name) {
  if (const auto known = models_.find(name); known != models_.end()) return known->second;
  const auto path = path_of(name);
  if (!path) return path.error();
  if (const auto known = models_.find(*path); known != models_.end())
    return models_[name] = known->second;
  auto model = load_model(*path, settings_, warnings_);
  if (!model) return model;
  if (const auto checked = sensors::check_sensors(**model, warnings_); !checked)
    return checked.error();
  return models_[*path] = models_[name] = *std::move(model);
}

Result<std::shared_ptr<const Model>> ModelLibrary::find(const std::string& name,
                                                        const std::vector<std::string>& presets) {
  auto plain = find(name);
  if (!plain || presets.empty()) return plain;
  std::string key = name;
  for (const std::string& preset : presets) key += "\n" + preset;
  if (const auto known = models_.find(key); known != models_.end()) return known->second;
  auto model = std::make_shared<Model>(**plain);
  const SensorPlace place = place_for_sensor(*model);
  for (const std::string& preset : presets) {
    auto spec = sensors::spec_of_preset(preset);
    if (!spec) return spec.error();
    spec->link_from_sensor = place.link_from_sensor;
    model->links[static_cast<std::size_t>(place.link)].sensors.push_back(*std::move(spec));
  }
  std::vector<Warning> known_already;
  if (const auto checked = sensors::check_sensors(*model, known_already); !checked)
    return checked.error();
  return models_[key] = std::move(model);
}

// A model that was found by its name is known by its path, too.
std::vector<std::string> ModelLibrary::words_for(const Model& model) const {
  std::vector<std::string> words;
  for (const auto& [key, known] : models_) {
    if (known.get() != &model || (!words.empty() && is_path(key))) continue;
    words.clear();
    for (std::size_t start = 0; start <= key.size();) {
      const std::size_t end = std::min(key.find('\n', start), key.size());
      words.push_back(key.substr(start, end - start));
      start = end + 1;
    }
  }
  return words;
}

SensorPlace place_for_sensor(const Model& model) {
  for (std::size_t link = 0; link < model.links.size(); ++link)
    for (const SensorSpec& other : model.links[link].sensors)
      if (other.type.find("lidar") != std::string::npos)
        return {static_cast<int>(link), other.link_from_sensor};
  const Bounds bounds = robots::measure(model).bounds;
  const Pose model_from_sensor{Vec3((bounds.low.x() + bounds.high.x()) / 2,
                                    (bounds.low.y() + bounds.high.y()) / 2,
                                    bounds.high.z() + kAboveRoof)};
  return {0, model.links[0].model_from_link.inverse() * model_from_sensor};
}

}  // namespace rubble::sim
