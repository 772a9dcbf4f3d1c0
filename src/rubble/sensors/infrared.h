// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "rubble/sensors/range_scanner.h"

namespace rubble::sensors {

// Infrared distance sensor: one beam along x. Reads the minimum range for closer targets and the
// maximum range without an echo.
class Infrared final : public Sensor {
 public:
  Infrared(const RangeScannerSettings& settings, const Mount& mount) : beam_(settings, mount) {}
  ReadingData sample(const SampleContext& now, Random noise) override;
  void serialize(Archive& archive) override { archive(beam_); }

 private:
  RangeScanner beam_;
};

Result<std::unique_ptr<Sensor>> make_infrared(const SensorSpec& spec,
                                              const SensorBuildContext& context);

}  // namespace rubble::sensors
