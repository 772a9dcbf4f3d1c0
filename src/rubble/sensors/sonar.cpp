// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/sonar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/sensors/setting_reader.h"

namespace rubble::sensors {
namespace {

constexpr int kCones = 10;
constexpr int kRaysACone = 16;

std::vector<rays::Vec3f> cone_directions(double half_angle) {
  std::vector<rays::Vec3f> directions{rays::Vec3f::UnitX()};
  for (int cone = 1; cone <= kCones; ++cone) {
    const double angle = half_angle * cone / kCones;
    for (int ray = 0; ray < kRaysACone; ++ray) {
      const double around = 2.0 * kPi * ray / kRaysACone;
      const Vec3 direction(std::cos(angle), std::sin(angle) * std::cos(around),
                           std::sin(angle) * std::sin(around));
      directions.push_back(direction.cast<float>());
    }
  }
  return directions;
}

}  // namespace

Sonar::Sonar(const SonarSettings& settings, const Mount& mount)
    : settings_(settings),
      mount_(mount),
      directions_(cone_directions(settings.half_angle)),
      rays_(directions_.size()),
      hits_(directions_.size()) {}

double Sonar::nearest_answer(const SampleContext& now) {
  const Pose pose = mount_.world_from_sensor(now.state);
  const Eigen::Matrix3f rotation = pose.rotation.toRotationMatrix().cast<float>();
  const rays::Vec3f origin = pose.position.cast<float>();
  const auto far = static_cast<float>(settings_.max_range);
  for (std::size_t i = 0; i < rays_.size(); ++i)
    rays_[i] = {origin, 0.0F, rotation * directions_[i], far};
  now.scene.cast(rays_, hits_, self_occlusion_.filter(now, mount_));
  const auto least_cosine = static_cast<float>(std::cos(settings_.incidence_limit) - 1e-6);
  double nearest = kInfinity;
  for (std::size_t i = 0; i < rays_.size(); ++i)
    if (hits_[i].is_hit() && -hits_[i].normal.dot(rays_[i].direction) >= least_cosine)
      nearest = std::min(nearest, static_cast<double>(hits_[i].distance));
  return nearest;
}

ReadingData Sonar::sample(const SampleContext& now, Random noise) {
  RangeReading reading{settings_.max_range, settings_.min_range, settings_.max_range};
  double range = nearest_answer(now);
  if (range == kInfinity) return reading;
  if (settings_.noise.is_on)
    range += settings_.noise.mean + settings_.noise.sigma(range) * noise.normal();
  reading.range = std::clamp(range, settings_.min_range, settings_.max_range);
  return reading;
}

Result<SonarSettings> sonar_settings(const SensorSpec& spec) {
  SonarSettings settings;
  SettingReader reader(spec);
  reader.word("sonar/geometry", {"cone", "sphere"});
  reader.read("sonar/min", settings.min_range, {0.0, 1e6});
  reader.read("sonar/max", settings.max_range, {1e-9, 1e6});
  if (settings.max_range <= settings.min_range)
    reader.refuse(fmt::format("sonar/max {:g} is not above min {:g}", settings.max_range,
                              settings.min_range));
  if (reader.has("sonar/radius")) {
    double radius = 0.0;
    reader.read("sonar/radius", radius, {1e-9, 1e6});
    settings.half_angle = std::atan2(radius, settings.max_range);
  }
  read_range_noise(reader, "sonar/noise", settings.noise);
  if (const auto read = reader.result(); !read) return read.error();
  return settings;
}

Result<std::unique_ptr<Sensor>> make_sonar(const SensorSpec& spec,
                                           const SensorBuildContext& context) {
  const auto settings = sonar_settings(spec);
  if (!settings) return settings.error();
  return std::unique_ptr<Sensor>(std::make_unique<Sonar>(*settings, context.mount));
}

}  // namespace rubble::sensors
