// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/rfid.h"

#include <algorithm>
#include <cmath>

#include "rubble/sensors/detector_settings.h"

namespace rubble::sensors {
namespace {

class Rfid : public Sensor {
 public:
  Rfid(const DetectorSettings& settings, const Mount& mount) : settings_(settings), mount_(mount) {}
  ReadingData sample(const SampleContext& now, Random noise) override {
    const Pose sensor_from_world = mount_.world_from_sensor(now.state).inverse();
    RfidReading reading;
    for (const Tag& tag : now.state.tags) {
      if (!reaches(tag, now)) continue;
      const Vec3 place = sensor_from_world * tag.pose.position;
      reading.tags.push_back({tag.id, tag.memory, with_noise(place, settings_.noise, noise)});
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

  DetectorSettings settings_;
  Mount mount_;
};

}  // namespace

Result<std::unique_ptr<Sensor>> make_rfid(const SensorSpec& spec,
                                          const SensorBuildContext& context) {
  DetectorSettings settings{{.range = 2.0, .field_of_view = 2.0 * kPi}, 0.05};
  SettingReader reader(spec);
  read_detector_settings(reader, settings);
  if (const Result<void> read = reader.result(); !read) return read.error();
  return std::unique_ptr<Sensor>(std::make_unique<Rfid>(settings, context.mount));
}

}  // namespace rubble::sensors
