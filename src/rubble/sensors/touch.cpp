// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/touch.h"

#include <algorithm>
#include <cmath>

#include "rubble/sensors/setting_reader.h"

namespace rubble::sensors {
namespace {

// The points at which a link is touched by others, in world coordinates.
std::vector<Vec3> touched_points(const SampleContext& now, const Mount& mount) {
  const Part own{mount.instance, mount.link};
  std::vector<Vec3> points;
  for (const physics::Contact& contact : now.contacts) {
    const bool is_own = contact.first == own || contact.second == own;
    if (is_own && contact.phase != physics::ContactPhase::End)
      points.push_back(contact.point_world);
  }
  return points;
}

// Physics says which links meet and where, not which shapes: a shape counts as touched if the point
// lies in the box around it, a little enlarged.
bool lies_on(const Collision& collision, const Vec3& point_link) {
  constexpr double kNear = 0.01;  // m
  const Bounds bounds = bounds_of(collision.geometry);
  const Vec3 point = collision.link_from_shape.inverse() * point_link;
  return ((point - bounds.low).array() > -kNear).all() &&
         ((bounds.high - point).array() > -kNear).all();
}

class Touch : public Sensor {
 public:
  Touch(const Mount& mount, std::vector<Collision> collisions)
      : mount_(mount), collisions_(std::move(collisions)) {}
  bool needs_scene() const override { return false; }
  bool updates_every_tick() const override { return true; }
  void update(const SampleContext& now) override {
    const Pose link_from_world = now.state.world_from_link(mount_.instance, mount_.link).inverse();
    for (const Vec3& point : touched_points(now, mount_))
      is_touched_ = is_touched_ || is_ours(link_from_world * point);
  }
  ReadingData sample(const SampleContext& now, Random) override {
    update(now);
    return TouchReading{{std::exchange(is_touched_, false)}};
  }
  void serialize(Archive& archive) override { archive(is_touched_); }

 private:
  bool is_ours(const Vec3& point_link) const {
    return collisions_.empty() ||
           std::any_of(collisions_.begin(), collisions_.end(),
                       [&](const Collision& shape) { return lies_on(shape, point_link); });
  }

  Mount mount_;
  std::vector<Collision> collisions_;  // empty = the whole link
  bool is_touched_ = false;
};

// USARSim's bumper array.
struct BumperSettings {
  int zones = 20;
  double arc = kPi;      // rad
  double radius = 0.17;  // m, of the arc
  double reach = 0.02;   // m, beyond it
};

class Bumper : public Sensor {
 public:
  Bumper(const BumperSettings& settings, const Mount& mount)
      : settings_(settings),
        mount_(mount),
        is_touched_(static_cast<std::size_t>(settings.zones), false) {}
  bool needs_scene() const override { return false; }
  bool updates_every_tick() const override { return true; }
  void update(const SampleContext& now) override {
    const Pose sensor_from_world = mount_.world_from_sensor(now.state).inverse();
    for (const Vec3& point : touched_points(now, mount_)) press(sensor_from_world * point);
  }
  ReadingData sample(const SampleContext& now, Random) override {
    update(now);
    TouchReading reading{is_touched_};
    is_touched_.assign(is_touched_.size(), false);
    return reading;
  }
  void serialize(Archive& archive) override { archive(is_touched_); }

 private:
  void press(const Vec3& point) {
    const double bearing = std::atan2(point.y(), point.x());
    const double inner = settings_.radius - settings_.reach;
    if (point.head<2>().norm() < inner || std::abs(bearing) > settings_.arc / 2.0) return;
    const double share = (settings_.arc / 2.0 - bearing) / settings_.arc;
    const int zone = std::min(static_cast<int>(share * settings_.zones), settings_.zones - 1);
    is_touched_[static_cast<std::size_t>(zone)] = true;
  }

  BumperSettings settings_;
  Mount mount_;
  std::vector<bool> is_touched_;
};

}  // namespace

Result<std::unique_ptr<Sensor>> make_touch(const SensorSpec& spec,
                                           const SensorBuildContext& context) {
  SettingReader reader(spec);
  const Link& link = context.model.links[static_cast<std::size_t>(context.mount.link)];
  std::vector<Collision> collisions;
  for (const auto& [path, name] : spec.settings) {
    if (!path.starts_with("contact/collision")) continue;
    const auto found =
        std::find_if(link.collisions.begin(), link.collisions.end(),
                     [&, &wanted = name](const Collision& c) { return c.name == wanted; });
    if (found != link.collisions.end())
      collisions.push_back(*found);
    else if (name != "__default__")
      reader.refuse("link '" + link.name + "' has no collision '" + name + "'");
  }
  if (const Result<void> read = reader.result(); !read) return read.error();
  return std::unique_ptr<Sensor>(std::make_unique<Touch>(context.mount, std::move(collisions)));
}

Result<std::unique_ptr<Sensor>> make_bumper(const SensorSpec& spec,
                                            const SensorBuildContext& context) {
  SettingReader reader(spec);
  BumperSettings settings;
  reader.read("rubble:bumper/zones", settings.zones, {1, 1000});
  reader.read("rubble:bumper/arc", settings.arc, {1e-3, 6.2832});
  reader.read("rubble:bumper/radius", settings.radius, {0.0, 10.0});
  reader.read("rubble:bumper/reach", settings.reach, {0.0, 1.0});
  if (const Result<void> read = reader.result(); !read) return read.error();
  return std::unique_ptr<Sensor>(std::make_unique<Bumper>(settings, context.mount));
}

}  // namespace rubble::sensors
