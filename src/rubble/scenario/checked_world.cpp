// SPDX-License-Identifier: Apache-2.0
#include "rubble/scenario/checked_world.h"

#include <fmt/format.h>

#include <filesystem>

#include "rubble/base/text.h"
#include "rubble/generators/world_kinds.h"
#include "rubble/recording/recorder.h"
#include "rubble/sensors/sensor_factory.h"

namespace rubble::scenario {
namespace {

constexpr const char* kLenientSetting = "lenient";

Error unknown_world(const std::string& word) {
  std::vector<std::string> known;
  for (const generators::WorldKind& kind : generators::kWorldKinds) known.emplace_back(kind.name);
  const auto meant = closest_word(word, known);
  return {{},
          "there is neither a file nor a world of the name '" + word + "'" +
              (meant ? "; did you mean '" + *meant + "'?" : "; './rubble world list' has all")};
}

}  // namespace

LoadSettings load_settings(const LoadOptions& options) {
  LoadSettings settings;
  settings.resource_folders = options.resource_folders;
  for (std::string& folder : default_resource_folders())
    settings.resource_folders.push_back(std::move(folder));
  settings.is_strict = options.strict;
  settings.is_lenient = options.lenient;
  return settings;
}

Result<std::string> find_world(const std::string& path_or_name) {
  std::error_code ignored;
  const std::string& word = path_or_name;
  const std::string named = data_folder() + "/worlds/" + word + ".sdf";
  for (const std::string& path : {word, data_folder() + "/" + word, named})
    if (std::filesystem::is_regular_file(path, ignored)) return path;
  if (word.find_first_of("./") != std::string::npos) return word;
  return unknown_world(word);
}

Result<World> load_checked_world(const std::string& path_or_name, const LoadOptions& options) {
  const auto file = find_world(path_or_name);
  if (!file) return file.error();
  auto world = load_world(*file, load_settings(options));
  if (!world) return world;
  add_haze(*world, options);
  for (const auto& model : world->models)
    if (const auto checked = check_sensors(*model, options, world->warnings); !checked)
      return checked.error();
  return world;
}

void add_haze(World& world, const LoadOptions& options) {
  if (options.smoke > 0.0) world.hazes.push_back({.density = options.smoke});
}

Result<void> check_sensors(const Model& model, const LoadOptions& options,
                           std::vector<Warning>& warnings) {
  const std::size_t before = warnings.size();
  if (const auto checked = sensors::check_sensors(model, warnings); !checked) return checked;
  if (options.strict && warnings.size() > before)
    return Error{warnings[before].at, warnings[before].message};
  return {};
}

void store_load_options(const LoadOptions& options, std::map<std::string, std::string>& settings) {
  if (options.lenient) settings[kLenientSetting] = "yes";
  if (options.smoke > 0.0)
    settings[recording::kSmokeSetting] = fmt::format("{:.17g}", options.smoke);
}

LoadOptions stored_load_options(const std::map<std::string, std::string>& settings) {
  LoadOptions options;
  options.lenient = settings.contains(kLenientSetting);
  if (const auto smoke = settings.find(recording::kSmokeSetting); smoke != settings.end())
    options.smoke = parse_number(smoke->second).value_or(0.0);
  return options;
}

}  // namespace rubble::scenario
