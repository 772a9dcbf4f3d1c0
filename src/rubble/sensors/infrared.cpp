// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/infrared.h"

#include "rubble/sensors/range_presets.h"

namespace rubble::sensors {

ReadingData Infrared::sample(const SampleContext& now, Random noise) {
  const auto scan = std::get<RangeScan>(beam_.sample(now, noise));
  return RangeReading{static_cast<double>(scan.ranges[0]), scan.min_range, scan.max_range};
}

Result<std::unique_ptr<Sensor>> make_infrared(const SensorSpec& spec,
                                              const SensorBuildContext& context) {
  auto settings = scanner_settings(spec, range_preset("ir").settings);
  if (!settings) return settings.error();
  settings->codes = CodePolicy::Clamp;
  if (settings->columns.count * settings->rows.count != 1)
    return Error{spec.at, "sensor '" + spec.name + "': an infrared sensor has one beam"};
  return std::unique_ptr<Sensor>(std::make_unique<Infrared>(*settings, context.mount));
}

}  // namespace rubble::sensors
