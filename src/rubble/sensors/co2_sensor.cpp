// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/co2_sensor.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "rubble/sensors/emitter.h"
#include "rubble/sensors/setting_reader.h"
#include "rubble/sensors/sight.h"

namespace rubble::sensors {
namespace {

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

}  // namespace rubble::sensors
