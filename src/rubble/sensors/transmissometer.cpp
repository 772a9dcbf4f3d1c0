// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/transmissometer.h"

#include <algorithm>
#include <cmath>

#include "rubble/sensors/self_occlusion_mask.h"
#include "rubble/sensors/setting_reader.h"

namespace rubble::sensors {
namespace {

struct TransmissometerSettings {
  double path = 1.0;                       // m from the emitter to the detector, along x
  double extinction = smoke::kExtinction;  // 1/(d·m), of its light
  double voltage = 5.0;                    // V in clear air
  double noise = 0.005;                    // share of clear air
};

class Transmissometer : public Sensor {
 public:
  Transmissometer(const TransmissometerSettings& settings, const Mount& mount)
      : settings_(settings), mount_(mount) {}
  ReadingData sample(const SampleContext& now, Random noise) override {
    const Pose world_from_sensor = mount_.world_from_sensor(now.state);
    const smoke::Line line{world_from_sensor.position, world_from_sensor.rotation * Vec3::UnitX(),
                           settings_.path};
    double q = 0.0;
    if (!now.smoke_field.is_clear()) now.smoke_field.integrals({&line, 1}, {&q, 1});
    const double arrived = share_past_things(now, line) * std::exp(-settings_.extinction * q);
    const double read = std::max(0.0, arrived + settings_.noise * noise.normal());
    return TransmissionReading{read, read * settings_.voltage, settings_.path};
  }
  void serialize(Archive& archive) override { archive(self_occlusion_); }

 private:
  // Each face of a pane lets a part through, anything else nothing.
  double share_past_things(const SampleContext& now, const smoke::Line& line) {
    const rays::Ray ray{.origin = line.origin.cast<float>(),
                        .direction = line.direction.cast<float>(),
                        .far = static_cast<float>(line.length)};
    double share = 1.0;
    for (const rays::Hit& hit : now.scene.all_hits(ray, self_occlusion_.filter(now, mount_)))
      share *= now.scene.surfaces()[static_cast<std::size_t>(hit.surface)].optics.transparency;
    return share;
  }

  TransmissometerSettings settings_;
  Mount mount_;
  SelfOcclusionMask self_occlusion_;
};

}  // namespace

Result<std::unique_ptr<Sensor>> make_transmissometer(const SensorSpec& spec,
                                                     const SensorBuildContext& context) {
  SettingReader reader(spec);
  TransmissometerSettings settings;
  reader.read("rubble:transmissometer/path", settings.path, {1e-3, 1e4});
  reader.read("rubble:transmissometer/extinction", settings.extinction, {1e-9, 1e6});
  reader.read("rubble:transmissometer/voltage", settings.voltage, {1e-9, 1e4});
  reader.read("rubble:transmissometer/noise", settings.noise, {0.0, 1.0});
  if (const Result<void> read = reader.result(); !read) return read.error();
  return std::unique_ptr<Sensor>(std::make_unique<Transmissometer>(settings, context.mount));
}

}  // namespace rubble::sensors
