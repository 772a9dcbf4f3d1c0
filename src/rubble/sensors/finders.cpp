// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/finders.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "rubble/sensors/self_occlusion_mask.h"
#include "rubble/sensors/setting_reader.h"
#include "rubble/sensors/sight.h"

namespace rubble::sensors {
namespace {

struct FinderSettings {
  Cone cone;
  double noise = 0.0;  // m, sigma of each coordinate of a place
};

void read_finder(SettingReader& reader, FinderSettings& settings) {
  reader.read("rubble:sense/range", settings.cone.range, {1e-3, 1e4});
  reader.read("rubble:sense/field_of_view", settings.cone.field_of_view, {1e-3, 6.2832});
  reader.read("rubble:sense/noise", settings.noise, {0.0, 100.0});
}

Vec3 blurred(const Vec3& place, double sigma, Random& noise) {
  const double x = noise.normal(), y = noise.normal(), z = noise.normal();
  return place + sigma * Vec3(x, y, z);
}

class Rfid : public Sensor {
 public:
  Rfid(const FinderSettings& settings, const Mount& mount) : settings_(settings), mount_(mount) {}
  ReadingData sample(const SampleContext& now, Random noise) override {
    const Pose sensor_from_world = mount_.world_from_sensor(now.state).inverse();
    RfidReading reading;
    for (const Tag& tag : now.state.tags) {
      if (!reaches(tag, now)) continue;
      const Vec3 place = sensor_from_world * tag.pose.position;
      reading.tags.push_back({tag.id, tag.memory, blurred(place, settings_.noise, noise)});
    }
    std::sort(reading.tags.begin(), reading.tags.end(),
              [](const TagSighting& a, const TagSighting& b) { return a.id < b.id; });
    return reading;
  }
  bool reads_tags() const override { return true; }
  bool reaches(const Tag& tag, const SampleContext& now) const override {
    const Pose world_from_sensor = mount_.world_from_sensor(now.state);
    const Vec3 place = world_from_sensor.inverse() * tag.pose.position;
    if (!settings_.cone.holds(place)) return false;
    const int walls = walls_between(now, mount_.instance, world_from_sensor.position,
                                    off_its_wall(tag, world_from_sensor.position));
    return place.norm() * std::exp2(walls) <= settings_.cone.range;
  }

 private:
  // A tag may stick in the face of a wall or lie on the floor; that does not hide it.
  static Vec3 off_its_wall(const Tag& tag, const Vec3& towards) {
    constexpr double kOff = 0.03;  // m
    const Vec3 way = towards - tag.pose.position;
    return tag.pose.position + way.normalized() * std::min(kOff, way.norm());
  }

  FinderSettings settings_;
  Mount mount_;
};

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
  VictimSensor(const FinderSettings& settings, const Mount& mount)
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
                               blurred(place, settings_.noise, noise)});
    }
    return reading;
  }
  void serialize(Archive& archive) override { archive(self_occlusion_); }

 private:
  FinderSettings settings_;
  Mount mount_;
  SelfOcclusionMask self_occlusion_{kInfinity};  // its own robot hides nothing, as in USARSim
};

// Looks with a fan of rays, so that a wall of which only an end shows is found as well.
class ObjectSensor : public Sensor {
 public:
  ObjectSensor(const FinderSettings& settings, const Mount& mount)
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
            info.label, info.optics.material, blurred(place.position, settings_.noise, noise),
            roll_pitch_yaw_of(place.rotation)};
  }

  static std::string name_of(const State& state, const Part& part) {
    const Instance& instance = state.instances[part.instance.index()];
    const Link& link = instance.model->links[static_cast<std::size_t>(part.link)];
    return link.semantic.name.empty() ? instance.name : link.semantic.name;
  }

  FinderSettings settings_;
  Mount mount_;
  SelfOcclusionMask self_occlusion_{kInfinity};  // its own robot hides nothing, as in USARSim
};

template <class Finder>
Result<std::unique_ptr<Sensor>> finish_finder(const SettingReader& reader,
                                              const FinderSettings& settings,
                                              const SensorBuildContext& context) {
  if (const Result<void> read = reader.result(); !read) return read.error();
  return std::unique_ptr<Sensor>(std::make_unique<Finder>(settings, context.mount));
}

}  // namespace

Result<std::unique_ptr<Sensor>> make_rfid(const SensorSpec& spec,
                                          const SensorBuildContext& context) {
  FinderSettings settings{{.range = 2.0, .field_of_view = 2.0 * kPi}, 0.05};
  SettingReader reader(spec);
  read_finder(reader, settings);
  return finish_finder<Rfid>(reader, settings, context);
}

Result<std::unique_ptr<Sensor>> make_victim_sensor(const SensorSpec& spec,
                                                   const SensorBuildContext& context) {
  FinderSettings settings{{.range = 6.0, .field_of_view = kPi / 2.0}, 0.02};
  SettingReader reader(spec);
  read_finder(reader, settings);
  return finish_finder<VictimSensor>(reader, settings, context);
}

Result<std::unique_ptr<Sensor>> make_object_sensor(const SensorSpec& spec,
                                                   const SensorBuildContext& context) {
  FinderSettings settings{{.range = 10.0, .field_of_view = kPi / 3.0}, 0.02};
  SettingReader reader(spec);
  reader.read("logical_camera/far", settings.cone.range, {1e-3, 1e4});
  reader.read("logical_camera/horizontal_fov", settings.cone.field_of_view, {1e-3, 6.2832});
  read_finder(reader, settings);
  return finish_finder<ObjectSensor>(reader, settings, context);
}

}  // namespace rubble::sensors
