// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/sensors/beam_bundle.h"
#include "rubble/sensors/codes.h"
#include "rubble/sensors/scanner_settings.h"
#include "rubble/sensors/self_occlusion_mask.h"
#include "rubble/sensors/sensor.h"
#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Laser scanner with one or several rows of beams.
class RangeScanner final : public Sensor {
 public:
  RangeScanner(const RangeScannerSettings& settings, const Mount& mount);

  ReadingData sample(const SampleContext& now, Random noise) override;
  const RangeScannerSettings& settings() const { return settings_; }
  void serialize(Archive& archive) override { archive(coder_, self_occlusion_); }

 private:
  struct Motion;

  RangeScan empty_scan() const;
  void aim(std::size_t first, std::span<rays::Ray> rays, const Motion& motion) const;
  void mark_unmeasurable(std::size_t first, std::span<Echo> echoes) const;
  void write_ranges(std::span<const Echo> echoes, std::uint64_t noise_key, RangeScan& scan) const;
  float measured(const Echo& echo, double normal) const;

  RangeScannerSettings settings_;
  Mount mount_;
  RangeScan blank_;                         // template of a reading, without beams
  std::vector<rays::Vec3f> directions_;     // sensor frame, one per beam
  std::vector<std::uint8_t> unmeasurable_;  // one per column; empty if all can be measured
  BeamBundle beams_;
  Coder coder_;
  SelfOcclusionMask self_occlusion_;
  std::vector<rays::Ray> rays_;
  std::vector<Echo> echoes_;
};

Result<std::unique_ptr<Sensor>> make_range_scanner(const SensorSpec& spec,
                                                   const SensorBuildContext& context);

}  // namespace rubble::sensors
