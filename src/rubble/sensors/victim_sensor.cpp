// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/victim_sensor.h"

#include "rubble/sensors/detector_settings.h"
#include "rubble/sensors/self_occlusion_mask.h"

namespace rubble::sensors {
namespace {

const char* state_word(VictimState state) {
  switch (state) {
    case VictimState::Conscious:
      return "conscious";
    case VictimState::Semiconscious:
      return "semiconscious";
    case VictimState::Unconscious:
      return "unconscious";
    case VictimState::Dead:
      break;
  }
  return "dead";
}

class VictimSensor : public Sensor {
 public:
  VictimSensor(const DetectorSettings& settings, const Mount& mount)
      : settings_(settings), mount_(mount) {}
  ReadingData sample(const SampleContext& now, Random noise) override {
    const Pose world_from_sensor = mount_.world_from_sensor(now.state);
    const Pose sensor_from_world = world_from_sensor.inverse();
    const rays::RayFilter filter = self_occlusion_.filter(now, mount_);
    VictimReading reading;
    const auto surfaces = now.scene.victim_surfaces();
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
      const int surface = static_cast<int>(i);
      const Vec3 place = sensor_from_world * middle_of(now, surface);
      if (!settings_.cone.holds(place)) continue;
      if (!is_in_sight(now, filter, world_from_sensor.position, surface)) continue;
      const Victim& victim = now.world.victims[static_cast<std::size_t>(surfaces[i].victim)];
      reading.parts.push_back({surfaces[i].name, victim.name, state_word(victim.state),
                               with_noise(place, settings_.noise, noise)});
    }
    return reading;
  }
  void serialize(Archive& archive) override { archive(self_occlusion_); }

 private:
  DetectorSettings settings_;
  Mount mount_;
  SelfOcclusionMask self_occlusion_{kInfinity};  // its own robot hides nothing, as in USARSim
};

}  // namespace

Result<std::unique_ptr<Sensor>> make_victim_sensor(const SensorSpec& spec,
                                                   const SensorBuildContext& context) {
  DetectorSettings settings{{.range = 6.0, .field_of_view = kPi / 2.0}, 0.02};
  SettingReader reader(spec);
  read_detector_settings(reader, settings);
  if (const Result<void> read = reader.result(); !read) return read.error();
  return std::unique_ptr<Sensor>(std::make_unique<VictimSensor>(settings, context.mount));
}

}  // namespace rubble::sensors
