// SPDX-License-Identifier: Apache-2.0
#include "rubble/messages/reading.h"

#include <cmath>

#include "rubble/base/hash.h"

namespace rubble {
namespace {

// Adds whatever readings are made of to a hash.
class ReadingHash {
 public:
  template <class... Values>
  ReadingHash& operator()(const Values&... values) {
    (add(values), ...);
    return *this;
  }
  std::uint64_t value() const { return hash_.value(); }

 private:
  void add(double value) { hash_.add(value); }
  void add(float value) { hash_.add(static_cast<double>(value)); }
  void add(int value) { hash_.add(static_cast<std::uint64_t>(value)); }
  void add(std::int64_t value) { hash_.add(static_cast<std::uint64_t>(value)); }
  void add(const std::string& value) { hash_.add(std::string_view(value)); }
  void add(const Vec3& v) { (*this)(v.x(), v.y(), v.z()); }
  void add(const RollPitchYaw& a) { (*this)(a.roll, a.pitch, a.yaw); }
  void add(const Pose& pose) {
    const auto& q = pose.rotation.coeffs();
    (*this)(pose.position, q.x(), q.y(), q.z(), q.w());
  }
  template <class Item>
  void add(const std::vector<Item>& items) {
    hash_.add(static_cast<std::uint64_t>(items.size()));
    for (const Item item : items) add(item);
  }
  void add(const std::vector<std::string>& items) {
    for (const std::string& item : items) add(item);
  }
  void add(const std::vector<std::uint8_t>& bytes) {
    for (const std::uint8_t byte : bytes) hash_.add(static_cast<std::uint64_t>(byte));
  }
  void add(const std::vector<std::uint16_t>& words) {
    for (const std::uint16_t word : words) hash_.add(static_cast<std::uint64_t>(word));
  }
  void add(const std::vector<std::int16_t>& words) {
    for (const std::int16_t word : words) add(static_cast<int>(word));
  }
  void add(const std::vector<bool>& flags) {
    for (const bool flag : flags) add(flag ? 1 : 0);
  }

  Hash hash_;
};

struct HashData {
  ReadingHash& hash;

  void operator()(const RangeScan& r) const {
    hash(r.columns, r.angle_min, r.angle_increment, r.row_angles, r.ranges, r.codes,
         r.density_integral);
  }
  void operator()(const RangeReading& r) const { hash(r.range); }
  void operator()(const RangeImage& r) const { hash(r.width, r.height, r.depths); }
  void operator()(const Image& r) const { hash(r.width, r.height, r.rgb, r.depths, r.labels); }
  void operator()(const ImuReading& r) const {
    hash(r.angular_velocity, r.specific_force, r.acceleration, r.attitude);
  }
  void operator()(const InsReading& r) const { hash(r.position, r.attitude); }
  void operator()(const OdometryReading& r) const { hash(r.x, r.y, r.theta); }
  void operator()(const EncoderReading& r) const { hash(r.joints, r.ticks); }
  void operator()(const TachometerReading& r) const { hash(r.joints, r.speeds, r.angles); }
  void operator()(const GpsReading& r) const {
    hash(r.satellites, r.latitude_deg, r.longitude_deg, r.altitude);
  }
  void operator()(const CompassReading& r) const { hash(r.heading); }
  void operator()(const AltitudeReading& r) const { hash(r.altitude); }
  void operator()(const TouchReading& r) const { hash(r.is_touched); }
  void operator()(const GroundTruthReading& r) const {
    hash(r.pose, r.velocity, r.angular_velocity);
  }
  void operator()(const RfidReading& r) const {
    for (const TagSighting& tag : r.tags) hash(tag.id, tag.memory, tag.position_sensor);
  }
  void operator()(const VictimReading& r) const {
    for (const VictimPartSighting& part : r.parts)
      hash(part.part, part.victim, part.status, part.position_sensor);
  }
  void operator()(const ObjectReading& r) const {
    for (const ObjectSighting& object : r.objects)
      hash(object.name, object.label, object.position_sensor, object.rotation_sensor);
  }
  void operator()(const GasReading& r) const { hash(r.co2); }
  void operator()(const HeatReading& r) const { hash(r.temperature); }
  void operator()(const SoundReading& r) const { hash(r.level_db, r.bearing, r.kind); }
  void operator()(const BatteryReading& r) const { hash(r.seconds_left); }
  void operator()(const TimeReading& r) const { hash(r.seconds); }
  void operator()(const TransmissionReading& r) const { hash(r.transmission, r.voltage, r.path); }
};

}  // namespace

std::uint64_t hash_of(const Reading& reading) {
  ReadingHash hash;
  hash(static_cast<std::int64_t>(reading.tick), reading.robot, reading.sensor,
       static_cast<int>(reading.data.index()));
  std::visit(HashData{hash}, reading.data);
  return hash.value();
}

Vec3 beam_direction(const RangeScan& scan, int row, int column) {
  const double angle = scan.angle_min + column * scan.angle_increment;
  const double row_angle = scan.row_angles[static_cast<std::size_t>(row)];
  if (scan.row_motion == RowMotion::Elevation)
    return {std::cos(row_angle) * std::cos(angle), std::cos(row_angle) * std::sin(angle),
            std::sin(row_angle)};
  return {std::cos(angle), std::sin(angle) * std::cos(row_angle),
          std::sin(angle) * std::sin(row_angle)};
}

}  // namespace rubble
