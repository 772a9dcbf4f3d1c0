// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/sound_sensor.h"

#include <algorithm>
#include <cmath>

#include "rubble/sensors/emitter.h"
#include "rubble/sensors/setting_reader.h"
#include "rubble/sensors/sight.h"

namespace rubble::sensors {
namespace {

struct SoundSettings {
  double ambient = 35.0;              // dB
  double bearing_noise = radians(5);  // rad
};

double level_of(VictimSound sound) {
  switch (sound) {
    case VictimSound::None:
      return 0.0;
    case VictimSound::Tap:
      return 65.0;
    case VictimSound::Moan:
      return 55.0;
    case VictimSound::Speech:
      return 60.0;
  }
  return 0.0;
}

const char* word_of(VictimSound sound) {
  switch (sound) {
    case VictimSound::None:
      return "";
    case VictimSound::Tap:
      return "tap";
    case VictimSound::Moan:
      return "moan";
    case VictimSound::Speech:
      return "speech";
  }
  return "";
}

class SoundSensor : public Sensor {
 public:
  SoundSensor(const SoundSettings& settings, const Mount& mount)
      : settings_(settings), mount_(mount) {}
  ReadingData sample(const SampleContext& now, Random noise) override {
    constexpr double kAudible = -6.0;  // dB against the ambience
    const Pose sensor_from_world = mount_.world_from_sensor(now.state).inverse();
    double power = std::pow(10.0, settings_.ambient / 10.0);
    double loudest = settings_.ambient + kAudible;
    SoundReading reading;
    for (const Emitter& emitter : voices(now)) {
      const double level = level_here(now, emitter);
      power += std::pow(10.0, level / 10.0);
      if (level <= loudest) continue;
      loudest = level;
      const Vec3 place = sensor_from_world * emitter.place;
      reading.kind = emitter.kind;
      reading.bearing = wrap_angle(std::atan2(place.y(), place.x()));
    }
    reading.level_db = 10.0 * std::log10(power);
    if (loudest > settings_.ambient + kAudible)
      reading.bearing = wrap_angle(reading.bearing + settings_.bearing_noise * noise.normal());
    return reading;
  }

 private:
  static std::vector<Emitter> voices(const SampleContext& now) {
    std::vector<Emitter> emitters;
    add_sources(now.world, SourceKind::Sound, emitters);
    for (std::size_t i = 0; i < now.world.victims.size(); ++i) {
      const Victim& victim = now.world.victims[i];
      if (victim.sound == VictimSound::None) continue;
      emitters.push_back(
          {head_of(victim), level_of(victim.sound), static_cast<int>(i), word_of(victim.sound)});
    }
    return emitters;
  }

  // 6 dB less for each doubling of the distance, 15 dB for each wall.
  double level_here(const SampleContext& now, const Emitter& emitter) const {
    constexpr double kWallLoss = 15.0;  // dB
    const Vec3 place = mount_.world_from_sensor(now.state).position;
    const double distance = std::max(0.1, (emitter.place - place).norm());
    return emitter.level - 20.0 * std::log10(distance) -
           kWallLoss * walls_between(now, mount_.instance, place, emitter.place, emitter.victim);
  }

  SoundSettings settings_;
  Mount mount_;
};

}  // namespace

Result<std::unique_ptr<Sensor>> make_sound_sensor(const SensorSpec& spec,
                                                  const SensorBuildContext& context) {
  SettingReader reader(spec);
  SoundSettings settings;
  reader.read("rubble:sense/noise", settings.bearing_noise, {0.0, kPi});
  if (const Result<void> read = reader.result(); !read) return read.error();
  return std::unique_ptr<Sensor>(std::make_unique<SoundSensor>(settings, context.mount));
}

}  // namespace rubble::sensors
