// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/traces.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "rubble/sensors/self_occlusion_mask.h"
#include "rubble/sensors/setting_reader.h"
#include "rubble/sensors/sight.h"

namespace rubble::sensors {
namespace {

// Something that gives off gas, heat or sound.
struct Emitter {
  Vec3 place = Vec3::Zero();
  double level = 0.0;
  int victim = -1;
  std::string kind;
};

void add_sources(const World& world, SourceKind kind, std::vector<Emitter>& emitters) {
  for (const Source& source : world.sources)
    if (source.kind == kind) emitters.push_back({source.pose.position, source.level, -1, ""});
}

constexpr double kAmbientCo2 = 400.0;  // ppm

struct Co2Settings {
  double noise = 15.0;         // ppm
  double response_time = 3.0;  // s, one pole
};

// Gas spreads from where it is breathed out and is carried off as it goes: the steady state of
// diffusion with loss, falling with 1/d and exp(-d / length). Behind a wall a tenth is left.
double co2_share(double distance, int walls) {
  constexpr double kLength = 2.0;  // m
  constexpr double kWallShare = 0.1;
  const double d = std::max(distance, kSourceRadius);
  return kSourceRadius / d * std::exp(-(d - kSourceRadius) / kLength) * std::pow(kWallShare, walls);
}

class Co2Sensor : public Sensor {
 public:
  Co2Sensor(const Co2Settings& settings, const Mount& mount) : settings_(settings), mount_(mount) {}
  ReadingData sample(const SampleContext& now, Random noise) override {
    const double here = density(now);
    const double dt = seen_ ? static_cast<double>(now.state.tick - tick_) * kTickSeconds : 0.0;
    const double kept = seen_ ? std::exp(-dt / settings_.response_time) : 0.0;
    seen_ = kept * seen_.value_or(0.0) + (1.0 - kept) * here;
    tick_ = now.state.tick;
    return GasReading{std::max(0.0, *seen_ + settings_.noise * noise.normal())};
  }
  void serialize(Archive& archive) override { archive(seen_, tick_); }

 private:
  double density(const SampleContext& now) const {
    const Vec3 place = mount_.world_from_sensor(now.state).position;
    std::vector<Emitter> emitters;
    add_sources(now.world, SourceKind::Co2, emitters);
    for (std::size_t i = 0; i < now.world.victims.size(); ++i) {
      const Victim& victim = now.world.victims[i];
      if (victim.state == VictimState::Dead) continue;
      emitters.push_back({head_of(victim), victim.co2, static_cast<int>(i), ""});
    }
    double sum = kAmbientCo2;
    for (const Emitter& emitter : emitters) {
      const int walls = walls_between(now, mount_.instance, place, emitter.place, emitter.victim);
      sum += std::max(0.0, emitter.level - kAmbientCo2) *
             co2_share((emitter.place - place).norm(), walls);
    }
    return sum;
  }

  Co2Settings settings_;
  Mount mount_;
  std::optional<double> seen_;  // ppm, behind the sensor's own lag
  Tick tick_ = 0;
};

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

Result<std::unique_ptr<Sensor>> make_co2_sensor(const SensorSpec& spec,
                                                const SensorBuildContext& context) {
  SettingReader reader(spec);
  Co2Settings settings;
  reader.read("rubble:sense/noise", settings.noise, {0.0, 1e5});
  reader.read("rubble:sense/response_time", settings.response_time, {1e-3, 1e4});
  if (const Result<void> read = reader.result(); !read) return read.error();
  return std::unique_ptr<Sensor>(std::make_unique<Co2Sensor>(settings, context.mount));
}

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

Result<std::unique_ptr<Sensor>> make_sound_sensor(const SensorSpec& spec,
                                                  const SensorBuildContext& context) {
  SettingReader reader(spec);
  SoundSettings settings;
  reader.read("rubble:sense/noise", settings.bearing_noise, {0.0, kPi});
  if (const Result<void> read = reader.result(); !read) return read.error();
  return std::unique_ptr<Sensor>(std::make_unique<SoundSensor>(settings, context.mount));
}

}  // namespace rubble::sensors
