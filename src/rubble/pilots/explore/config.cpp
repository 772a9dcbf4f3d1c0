// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <optional>

#include "rubble/pilots/explore/explore.h"

namespace rubble::pilots {
namespace {

struct CarriedSensor {
  const SensorSpec* spec = nullptr;
  Pose model_from_sensor;
};

bool has_preset(const SensorSpec& spec, const std::string& preset) { return spec.preset == preset; }

bool is_level_laser(const SensorSpec& spec, const Pose& model_from_sensor) {
  const bool is_laser = spec.type == "gpu_lidar" || spec.type == "lidar";
  const Vec3 up = model_from_sensor.rotation * Vec3::UnitZ();
  return is_laser && up.z() > std::cos(radians(5.0));
}

// The first sensor for which a claim holds.
template <class Claim>
std::optional<CarriedSensor> find_sensor(const Model& model, Claim claim) {
  for (const Link& link : model.links)
    for (const SensorSpec& spec : link.sensors)
      if (const Pose place = link.model_from_link * spec.link_from_sensor; claim(spec, place))
        return CarriedSensor{&spec, place};
  return std::nullopt;
}

std::optional<CarriedSensor> find_preset(const Model& model, const std::string& preset) {
  return find_sensor(model,
                     [&](const SensorSpec& spec, const Pose&) { return has_preset(spec, preset); });
}

bool turns_on_the_spot(DriveKind drive) {
  return drive == DriveKind::Skid || drive == DriveKind::Differential ||
         drive == DriveKind::Tracks || drive == DriveKind::Flippers;
}

}  // namespace

Result<std::unique_ptr<Explore>> make_explorer(const Model& model, const std::string& name,
                                               const robots::Measures& measures, std::uint64_t seed,
                                               const ExploreSettings& settings) {
  const auto refused = [&](const std::string& why) {
    return Error{model.at, "'" + name + "' (" + model.name + ") cannot explore: " + why};
  };
  if (!model.robot || !turns_on_the_spot(model.robot->drive))
    return refused(
        "explore needs a robot that turns on the spot, with wheels or tracks on two "
        "sides");
  const auto scanner = find_sensor(model, is_level_laser);
  if (!scanner) return refused("explore needs a laser scanner that is mounted level");
  ExplorerConfig config{.robot = name,
                        .scanner = scanner->spec->name,
                        .base_from_scanner = scanner->model_from_sensor,
                        .spec = *model.robot,
                        .measures = measures};
  if (const auto ins = find_preset(model, "ins")) {
    config.position = ins->spec->name;
  } else {
    const auto odometry = find_preset(model, "odometry");
    const auto imu =
        find_sensor(model, [](const SensorSpec& spec, const Pose&) { return spec.type == "imu"; });
    if (!odometry || !imu)
      return refused("explore needs an INS, or odometry and an IMU, to reckon its way");
    config.position = odometry->spec->name;
    config.attitude = imu->spec->name;
  }
  return std::make_unique<Explore>(std::move(config), seed, settings);
}

}  // namespace rubble::pilots
