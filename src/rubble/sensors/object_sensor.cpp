// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/object_sensor.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "rubble/sensors/detector_settings.h"
#include "rubble/sensors/self_occlusion_mask.h"

namespace rubble::sensors {
namespace {

// Looks with a fan of rays, so that a wall of which only an end shows is found as well.
class ObjectSensor : public Sensor {
 public:
  ObjectSensor(const DetectorSettings& settings, const Mount& mount)
      : settings_(settings), mount_(mount) {}
  ReadingData sample(const SampleContext& now, Random noise) override {
    const Pose world_from_sensor = mount_.world_from_sensor(now.state);
    const std::vector<rays::Ray> rays = fan(world_from_sensor);
    std::vector<rays::Hit> hits(rays.size());
    now.scene.cast(rays, hits, self_occlusion_.filter(now, mount_));
    ObjectReading reading;
    for (const auto& [distance, surface] : nearest_first(now, hits))
      reading.objects.push_back(sighting(now, world_from_sensor, surface, noise));
    return reading;
  }
  void serialize(Archive& archive) override { archive(self_occlusion_); }

 private:
  static constexpr int kRaysAcross = 48;

  std::vector<rays::Ray> fan(const Pose& world_from_sensor) const {
    const double half = settings_.cone.field_of_view / 2.0;
    const auto angle = [&](int i) { return half * (2.0 * (i + 0.5) / kRaysAcross - 1.0); };
    std::vector<rays::Ray> rays;
    for (int row = 0; row < kRaysAcross; ++row)
      for (int column = 0; column < kRaysAcross; ++column) {
        const double up = std::min(angle(row), kPi / 2.0), left = angle(column);
        const Vec3 direction(std::cos(up) * std::cos(left), std::cos(up) * std::sin(left),
                             std::sin(up));
        if (!settings_.cone.holds(direction * std::min(1.0, settings_.cone.range))) continue;
        rays.push_back({.origin = world_from_sensor.position.cast<float>(),
                        .direction = (world_from_sensor.rotation * direction).cast<float>(),
                        .far = static_cast<float>(settings_.cone.range)});
      }
    return rays;
  }

  // One surface for each labelled thing, with the distance at which it was met first.
  std::vector<std::pair<float, int>> nearest_first(const SampleContext& now,
                                                   const std::vector<rays::Hit>& hits) const {
    std::map<std::pair<int, Part>, std::pair<float, int>> nearest;
    for (const rays::Hit& hit : hits) {
      if (!hit.is_hit()) continue;
      const rays::SurfaceInfo& info = now.scene.surfaces()[static_cast<std::size_t>(hit.surface)];
      const bool is_own = info.victim < 0 && info.part.instance == mount_.instance;
      if (info.label.empty() || is_own) continue;
      const std::pair<float, int> found{hit.distance, hit.surface};
      const auto [place, is_new] = nearest.try_emplace({info.victim, info.part}, found);
      if (!is_new) place->second = std::min(place->second, found);
    }
    std::vector<std::pair<float, int>> sorted;
    for (const auto& [thing, found] : nearest) sorted.push_back(found);
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }

  ObjectSighting sighting(const SampleContext& now, const Pose& world_from_sensor, int surface,
                          Random& noise) const {
    const rays::SurfaceInfo& info = now.scene.surfaces()[static_cast<std::size_t>(surface)];
    const bool is_victim = info.victim >= 0;
    const Pose world_from_object =
        is_victim ? now.world.victims[static_cast<std::size_t>(info.victim)].pose
                  : now.state.world_from_link(info.part.instance, info.part.link);
    const Pose place = world_from_sensor.inverse() * world_from_object;
    return {is_victim ? now.world.victims[static_cast<std::size_t>(info.victim)].name
                      : name_of(now.state, info.part),
            info.label, info.optics.material, with_noise(place.position, settings_.noise, noise),
            roll_pitch_yaw_of(place.rotation)};
  }

  static std::string name_of(const State& state, const Part& part) {
    const Instance& instance = state.instances[part.instance.index()];
    const Link& link = instance.model->links[static_cast<std::size_t>(part.link)];
    return link.semantic.name.empty() ? instance.name : link.semantic.name;
  }

  DetectorSettings settings_;
  Mount mount_;
  SelfOcclusionMask self_occlusion_{kInfinity};  // its own robot hides nothing, as in USARSim
};

}  // namespace

Result<std::unique_ptr<Sensor>> make_object_sensor(const SensorSpec& spec,
                                                   const SensorBuildContext& context) {
  DetectorSettings settings{{.range = 10.0, .field_of_view = kPi / 3.0}, 0.02};
  SettingReader reader(spec);
  reader.read("logical_camera/far", settings.cone.range, {1e-3, 1e4});
  reader.read("logical_camera/horizontal_fov", settings.cone.field_of_view, {1e-3, 6.2832});
  read_detector_settings(reader, settings);
  if (const Result<void> read = reader.result(); !read) return read.error();
  return std::unique_ptr<Sensor>(std::make_unique<ObjectSensor>(settings, context.mount));
}

}  // namespace rubble::sensors
