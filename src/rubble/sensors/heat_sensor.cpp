// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/heat_sensor.h"

#include <algorithm>

#include "rubble/sensors/emitter.h"
#include "rubble/sensors/self_occlusion_mask.h"
#include "rubble/sensors/setting_reader.h"
#include "rubble/sensors/sight.h"

namespace rubble::sensors {
namespace {

constexpr double kAmbientTemperature = 20.0;  // degrees Celsius
constexpr double kPlumeHeating = 60.0;        // K for a dose of 1 per second

struct HeatSettings {
  Cone cone{.range = 10.0, .field_of_view = 1.0};
  double noise = 0.5;  // K
};

class HeatSensor : public Sensor {
 public:
  HeatSensor(const HeatSettings& settings, const Mount& mount)
      : settings_(settings), mount_(mount) {}
  ReadingData sample(const SampleContext& now, Random noise) override {
    double hottest = std::max(kAmbientTemperature, plume_temperature(now));
    for (const Emitter& thing : warm_things(now))
      hottest = std::max(hottest, apparent_temperature(now, thing));
    return HeatReading{hottest + settings_.noise * noise.normal()};
  }
  void serialize(Archive& archive) override { archive(self_occlusion_); }

 private:
  static std::vector<Emitter> warm_things(const SampleContext& now) {
    std::vector<Emitter> things;
    add_sources(now.world, SourceKind::Heat, things);
    for (std::size_t i = 0; i < now.world.victims.size(); ++i)
      things.push_back({head_of(now.world.victims[i]), now.world.victims[i].temperature,
                        static_cast<int>(i), ""});
    return things;
  }

  // A thing fills the field of view up to 1 m; beyond, its share falls with the distance squared.
  double apparent_temperature(const SampleContext& now, const Emitter& thing) const {
    const Pose world_from_sensor = mount_.world_from_sensor(now.state);
    const Vec3 place = world_from_sensor.inverse() * thing.place;
    if (!settings_.cone.holds(place)) return kAmbientTemperature;
    if (walls_between(now, mount_.instance, world_from_sensor.position, thing.place, thing.victim) >
        0)
      return kAmbientTemperature;
    const double share = std::min(1.0, 1.0 / place.squaredNorm());
    return kAmbientTemperature + (thing.level - kAmbientTemperature) * share;
  }

  // Hot gas on the axis, up to the first thing met.
  double plume_temperature(const SampleContext& now) {
    constexpr double kStep = 0.25;  // m
    if (now.world.plumes.empty()) return kAmbientTemperature;
    const Pose world_from_sensor = mount_.world_from_sensor(now.state);
    const Vec3 axis = world_from_sensor.rotation * Vec3::UnitX();
    const rays::Ray ray{.origin = world_from_sensor.position.cast<float>(),
                        .direction = axis.cast<float>()};
    rays::Hit hit;
    now.scene.cast({&ray, 1}, {&hit, 1}, self_occlusion_.filter(now, mount_));
    const double end = std::min<double>(hit.distance, settings_.cone.range);
    double most = 0.0;
    for (double s = 0.0; s <= end; s += kStep)
      most = std::max(most, now.smoke_field.heat_at(world_from_sensor.position + s * axis));
    return kAmbientTemperature + kPlumeHeating * most;
  }

  HeatSettings settings_;
  Mount mount_;
  SelfOcclusionMask self_occlusion_;
};

}  // namespace

Result<std::unique_ptr<Sensor>> make_heat_sensor(const SensorSpec& spec,
                                                 const SensorBuildContext& context) {
  SettingReader reader(spec);
  HeatSettings settings;
  reader.read("rubble:sense/range", settings.cone.range, {1e-3, 1e4});
  reader.read("rubble:sense/field_of_view", settings.cone.field_of_view, {1e-3, 6.2832});
  reader.read("rubble:sense/noise", settings.noise, {0.0, 1e3});
  if (const Result<void> read = reader.result(); !read) return read.error();
  return std::unique_ptr<Sensor>(std::make_unique<HeatSensor>(settings, context.mount));
}

}  // namespace rubble::sensors
