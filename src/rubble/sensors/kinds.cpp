// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/kinds.h"

#include "rubble/sensors/other_kinds.h"

namespace rubble::sensors {

const std::vector<Preset>& presets() {
  static const std::vector<Preset> all = [] {
    std::vector<Preset> list;
    for (const OtherPreset& row : other_presets()) list.push_back(row.preset);
    return list;
  }();
  return all;
}

Result<std::unique_ptr<Sensor>> make_sensor(const SensorSpec& spec, const Birth& birth) {
  std::string type = spec.type;
  for (const OtherPreset& row : other_presets())
    if (row.preset.name == spec.preset)
      type = row.preset.type == "custom" ? row.preset.name : row.preset.type;
  for (const OtherKind& kind : other_kinds())
    if (type == kind.word) return kind.make(spec, birth);
  return std::unique_ptr<Sensor>();
}

Result<SensorSpec> spec_of_preset(const std::string& name) {
  for (const OtherPreset& row : other_presets()) {
    if (row.preset.name != name) continue;
    SensorSpec spec;
    spec.name = spec.preset = name;
    spec.type = row.preset.type;
    spec.update_rate = row.update_rate;
    return spec;
  }
  return Error{{}, "unknown sensor preset '" + name + "'"};
}

SensorSpec without_noise(SensorSpec spec) {
  for (const auto& setting : other_quiet_settings()) spec.settings[setting.path] = setting.value;
  return spec;
}

Result<void> check_sensors(const Model&, std::vector<Warning>&) { return {}; }

}  // namespace rubble::sensors
