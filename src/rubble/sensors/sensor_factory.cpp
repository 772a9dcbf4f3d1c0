// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/sensor_factory.h"

#include <fmt/format.h>

#include <algorithm>

#include "rubble/base/text.h"
#include "rubble/sensors/camera.h"
#include "rubble/sensors/infrared.h"
#include "rubble/sensors/range_camera.h"
#include "rubble/sensors/range_presets.h"
#include "rubble/sensors/range_scanner.h"
#include "rubble/sensors/sensor_registry.h"
#include "rubble/sensors/sonar.h"

namespace rubble::sensors {
namespace {

struct FactoryRow {
  const char* word;  // SDF's type, or a preset that is made in a way of its own
  MakeSensor make;
};

constexpr FactoryRow kSensorKinds[] = {
    {"lidar", make_range_scanner},
    {"gpu_lidar", make_range_scanner},
    {"range_camera", make_range_camera},
    {"sonar", make_sonar},
    {"ir", make_infrared},
    {"camera", make_camera},
    {"depth_camera", make_camera},
    {"rgbd_camera", make_camera},
    {"segmentation_camera", make_camera},
};

// Settings that switch the noise of any sensor off; each kind reads its own.
struct NoiseOff {
  const char* path;
  const char* value;
};

constexpr NoiseOff kNoiseOff[] = {
    {"rubble:laser/noise", "false"},
    {"sonar/noise/type", "none"},
    {"rubble:camera/noise", "0"},
};

constexpr double kCameraRate = 15.0;  // Hz

// A preset, and how often it measures unless its file says otherwise.
struct PresetRow {
  Preset preset;
  double update_rate = 0.0;  // Hz
};

std::vector<PresetRow> make_preset_rows() {
  std::vector<PresetRow> rows;
  for (const RangePreset& row : range_presets()) rows.push_back({row.preset, row.update_rate});
  for (const Preset& preset : camera_presets()) rows.push_back({preset, kCameraRate});
  for (const RegisteredPreset& row : registered_presets())
    rows.push_back({row.preset, row.update_rate});
  return rows;
}

const std::vector<PresetRow>& preset_rows() {
  static const std::vector<PresetRow> rows = make_preset_rows();
  return rows;
}

MakeSensor maker_of(const std::string& word) {
  for (const FactoryRow& kind : kSensorKinds)
    if (kind.word == word) return kind.make;
  for (const RegisteredSensor& kind : registered_sensors())
    if (kind.word == word) return kind.make;
  return nullptr;
}

const PresetRow* find_preset(const std::string& name) {
  for (const PresetRow& row : preset_rows())
    if (row.preset.name == name) return &row;
  return nullptr;
}

// The likely one, or else those that begin alike, or else all.
std::string nearest_names(const std::string& name) {
  std::vector<std::string> all;
  for (const PresetRow& row : preset_rows()) all.push_back(row.preset.name);
  std::vector<std::string> alike;
  for (const std::string& each : all)
    if (!name.empty() && each.starts_with(name)) alike.push_back(each);
  if (!alike.empty()) return fmt::format("there are {}", fmt::join(alike, ", "));
  if (const auto meant = closest_word(name, all)) return "did you mean '" + *meant + "'?";
  for (const std::string& each : all)
    if (name.size() >= 2 && each.starts_with(name.substr(0, 2))) alike.push_back(each);
  return fmt::format("there are {}", fmt::join(alike.empty() ? all : alike, ", "));
}

Error unknown_preset(const std::string& name, const SourceLine& at) {
  return {at, "unknown sensor preset '" + name + "'; " + nearest_names(name)};
}

MakeSensor maker_of(const Preset& preset) {
  const MakeSensor own = maker_of(preset.name);
  return own != nullptr ? own : maker_of(preset.type);
}

// A lidar's data sheet on a camera is a mistake.
bool fits(const Preset& preset, const std::string& type) {
  return type.empty() || type == "custom" || type == preset.type ||
         maker_of(type) == maker_of(preset);
}

}  // namespace

const std::vector<Preset>& presets() {
  static const std::vector<Preset> all = [] {
    std::vector<Preset> list;
    for (const PresetRow& row : preset_rows()) list.push_back(row.preset);
    return list;
  }();
  return all;
}

Result<std::unique_ptr<Sensor>> make_sensor(const SensorSpec& spec,
                                            const SensorBuildContext& context) {
  RUBBLE_ASSERT(context.mount.link >= 0 &&
                static_cast<std::size_t>(context.mount.link) < context.model.links.size());
  MakeSensor make = maker_of(spec.type);
  if (!spec.preset.empty()) {
    const PresetRow* row = find_preset(spec.preset);
    if (row == nullptr) return unknown_preset(spec.preset, spec.at);
    if (!fits(row->preset, spec.type))
      return Error{spec.at, "sensor '" + spec.name + "' is a " + spec.type + ", its preset '" +
                                spec.preset + "' a " + row->preset.type};
    make = maker_of(row->preset);
  }
  if (make == nullptr) return std::unique_ptr<Sensor>();
  return make(spec, context);
}

Result<SensorSpec> spec_of_preset(const std::string& name) {
  const PresetRow* row = find_preset(name);
  if (row == nullptr) return unknown_preset(name, {});
  SensorSpec spec;
  spec.name = name;
  spec.type = row->preset.type;
  spec.preset = name;
  spec.update_rate = row->update_rate;
  return spec;
}

SensorSpec without_noise(SensorSpec spec) {
  for (const NoiseOff& setting : kNoiseOff) spec.settings[setting.path] = setting.value;
  for (const NoiseOffSetting& setting : noise_off_settings())
    spec.settings[setting.path] = setting.value;
  return spec;
}

double update_rate_of(const SensorSpec& spec) {
  const PresetRow* row = find_preset(spec.preset);
  return spec.update_rate > 0.0 || row == nullptr ? spec.update_rate : row->update_rate;
}

Result<void> check_sensors(const Model& model, std::vector<Warning>& warnings) {
  State state;
  const InstanceId instance =
      state.add(std::make_shared<const Model>(model), model.name, model.world_from_model);
  for (std::size_t link = 0; link < model.links.size(); ++link) {
    for (const SensorSpec& spec : model.links[link].sensors) {
      const Mount mount{instance, static_cast<int>(link), spec.link_from_sensor};
      const auto made = make_sensor(spec, {mount, model, state, 0});
      if (!made) return made.error();
      if (*made == nullptr)
        warnings.push_back(
            {spec.at, "sensor not simulated",
             "sensor '" + spec.name + "' of type '" + spec.type + "' is not simulated"});
    }
  }
  return {};
}

}  // namespace rubble::sensors
