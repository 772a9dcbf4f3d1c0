// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/range_camera.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/sensors/normal_noise.h"
#include "rubble/sensors/setting_reader.h"

namespace rubble::sensors {
namespace {

constexpr std::size_t kPixelsAtATime = 1024;

std::vector<rays::Vec3f> pixel_directions(const RangeCameraSettings& settings) {
  const double focal = 0.5 * settings.width / std::tan(0.5 * settings.horizontal_field_of_view);
  std::vector<rays::Vec3f> directions;
  for (int row = 0; row < settings.height; ++row)
    for (int column = 0; column < settings.width; ++column) {
      const Vec3 pixel(focal, 0.5 * settings.width - (column + 0.5),
                       0.5 * settings.height - (row + 0.5));
      directions.push_back(pixel.normalized().cast<float>());
    }
  return directions;
}

// To the corner of the picture: what is at max_range along the axis is that far away there.
double longest_ray(const RangeCameraSettings& settings) {
  const double half_width = std::tan(0.5 * settings.horizontal_field_of_view);
  const double half_height = half_width * settings.height / settings.width;
  return settings.max_range * Vec3(1.0, half_width, half_height).norm();
}

}  // namespace

RangeCamera::RangeCamera(const RangeCameraSettings& settings, const Mount& mount)
    : settings_(settings),
      mount_(mount),
      directions_(pixel_directions(settings)),
      beams_(settings.echo, 0.0, longest_ray(settings), false),
      rays_(std::min(directions_.size(), kPixelsAtATime)),
      echoes_(rays_.size()) {}

ReadingData RangeCamera::sample(const SampleContext& now, Random noise) {
  const Pose pose = mount_.world_from_sensor(now.state);
  RangeImage image{settings_.width, settings_.height, settings_.horizontal_field_of_view,
                   settings_.max_range, std::vector<float>(directions_.size())};
  const Eigen::Matrix3f rotation = pose.rotation.toRotationMatrix().cast<float>();
  const rays::Vec3f origin = pose.position.cast<float>();
  const BeamMedium medium{now.scene, now.smoke_field, self_occlusion_.filter(now, mount_)};
  const NormalNoise normals(noise.bits());
  for (std::size_t first = 0; first < directions_.size(); first += kPixelsAtATime) {
    const std::size_t count = std::min(kPixelsAtATime, directions_.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      const rays::Vec3f& direction = directions_[first + i];
      rays_[i] = {origin, 0.0F, rotation * direction,
                  static_cast<float>(settings_.max_range) / direction.x()};
    }
    beams_.shoot(medium, {rays_.data(), count}, {echoes_.data(), count});
    for (std::size_t i = 0; i < count; ++i)
      image.depths[first + i] = depth_of(echoes_[i], directions_[first + i].x(),
                                         settings_.noise.is_on ? normals.at(first + i) : 0.0);
  }
  return image;
}

float RangeCamera::depth_of(const Echo& echo, float cosine, double normal) const {
  if (echo.kind == EchoKind::Nothing || echo.kind == EchoKind::Lost ||
      echo.kind == EchoKind::Maximum)
    return 0.0F;
  double depth = static_cast<double>(echo.range * cosine);
  if (depth < settings_.min_range) return 0.0F;
  if (settings_.noise.is_on)
    depth += settings_.noise.mean +
             normal * settings_.noise.sigma(depth) * static_cast<double>(echo.noise_factor);
  return static_cast<float>(std::clamp(depth, settings_.min_range, settings_.max_range));
}

Result<RangeCameraSettings> range_camera_settings(const SensorSpec& spec) {
  RangeCameraSettings settings;
  SettingReader reader(spec);
  reader.read("camera/image/width", settings.width, {1.0, 10000.0});
  reader.read("camera/image/height", settings.height, {1.0, 10000.0});
  reader.read("camera/horizontal_fov", settings.horizontal_field_of_view, {1e-3, 3.1});
  reader.read("camera/clip/near", settings.min_range, {0.0, 1e6});
  reader.read("camera/clip/far", settings.max_range, {1e-9, 1e6});
  read_range_noise(reader, "camera/noise", settings.noise);
  if (static_cast<double>(settings.width) * settings.height > kMaxBeams)
    reader.refuse(fmt::format("{} x {} pixels are more than {:g}", settings.width, settings.height,
                              kMaxBeams));
  if (settings.max_range <= settings.min_range)
    reader.refuse(fmt::format("camera/clip/far {:g} is not above near {:g}", settings.max_range,
                              settings.min_range));
  settings.echo.white_range = kWhiteRangeOverMaxRange * settings.max_range;
  LaserElement laser{settings.echo};
  read_laser_element(reader, laser);
  settings.echo = laser.echo;
  settings.noise.is_on = settings.noise.is_on && laser.has_noise;
  if (laser.is_rolling) reader.refuse("a range camera takes its picture at once, not rolling");
  if (const auto read = reader.result(); !read) return read.error();
  return settings;
}

Result<std::unique_ptr<Sensor>> make_range_camera(const SensorSpec& spec,
                                                  const SensorBuildContext& context) {
  const auto settings = range_camera_settings(spec);
  if (!settings) return settings.error();
  return std::unique_ptr<Sensor>(std::make_unique<RangeCamera>(*settings, context.mount));
}

}  // namespace rubble::sensors
