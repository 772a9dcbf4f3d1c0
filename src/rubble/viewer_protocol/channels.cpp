// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/channels.h"

#include <limits>

namespace rubble::viewer_protocol {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct SensorRow {
  SensorKind kind;
  const char* name;
  const char* encoding;
  std::vector<std::string> channels;
};

const std::vector<SensorRow>& sensor_rows() {
  static const std::vector<SensorRow> rows{
      {SensorKind::RangeScanner, "range_scanner", "scan", {}},
      {SensorKind::RangeImager, "range_imager", "depth", {}},
      {SensorKind::Sonar, "sonar", "values", {"range (m)"}},
      {SensorKind::Infrared, "infrared", "values", {"range (m)"}},
      {SensorKind::Camera, "camera", "picture", {}},
      {SensorKind::Imu,
       "imu",
       "values",
       {"turn x (rad/s)", "turn y (rad/s)", "turn z (rad/s)", "force x (m/s²)", "force y (m/s²)",
        "force z (m/s²)", "roll (rad)", "pitch (rad)", "yaw (rad)"}},
      {SensorKind::Ins,
       "ins",
       "values",
       {"x (m)", "y (m)", "z (m)", "roll (rad)", "pitch (rad)", "yaw (rad)"}},
      {SensorKind::Odometry, "odometry", "values", {"x (m)", "y (m)", "theta (rad)"}},
      {SensorKind::Encoder, "encoder", "values", {}},
      {SensorKind::Tachometer, "tachometer", "values", {}},
      {SensorKind::Gps,
       "gps",
       "values",
       {"x (m)", "y (m)", "z (m)", "latitude (°)", "longitude (°)", "satellites"}},
      {SensorKind::Compass, "compass", "values", {"heading (rad)"}},
      {SensorKind::Altitude, "altitude", "values", {"altitude (m)"}},
      {SensorKind::Touch, "touch", "values", {}},
      {SensorKind::Bumper, "bumper", "values", {}},
      {SensorKind::GroundTruth,
       "ground_truth",
       "values",
       {"x (m)", "y (m)", "z (m)", "roll (rad)", "pitch (rad)", "yaw (rad)", "speed (m/s)",
        "turn (rad/s)"}},
      {SensorKind::Rfid, "rfid", "values", {"tags"}},
      {SensorKind::Victim, "victim", "values", {"parts"}},
      {SensorKind::Object, "object", "values", {"objects"}},
      {SensorKind::Co2, "co2", "values", {"CO2 (ppm)"}},
      {SensorKind::Heat, "heat", "values", {"temperature (°C)"}},
      {SensorKind::Sound, "sound", "values", {"level (dB)", "bearing (rad)"}},
      {SensorKind::Battery, "battery", "values", {"left (s)"}},
      {SensorKind::MissionTime, "mission_time", "values", {"time (s)"}},
      {SensorKind::Transmissometer, "transmissometer", "values", {"transmission", "voltage (V)"}},
  };
  return rows;
}

const SensorRow& row_of(SensorKind kind) {
  for (const SensorRow& row : sensor_rows())
    if (row.kind == kind) return row;
  static const SensorRow other{kind, "sensor", "values", {}};
  return other;
}

std::vector<std::string> with_unit(const std::vector<std::string>& names, const char* unit) {
  std::vector<std::string> channels;
  for (const std::string& name : names) channels.push_back(name + unit);
  return channels;
}

void append_words(std::string& text, const std::string& words) {
  constexpr std::size_t kMaxTextBytes = 400;
  if (text.size() > kMaxTextBytes) return;
  if (!text.empty()) text += ", ";
  text += words;
}

ChannelValues with_angles(const Vec3& first, const RollPitchYaw& angles) {
  return {{first.x(), first.y(), first.z(), angles.roll, angles.pitch, angles.yaw}, ""};
}

struct ToValues {
  ChannelValues operator()(const RangeReading& r) const { return {{r.range}, ""}; }
  ChannelValues operator()(const ImuReading& r) const {
    const Vec3 &w = r.angular_velocity, &f = r.specific_force;
    return {{w.x(), w.y(), w.z(), f.x(), f.y(), f.z(), r.attitude.roll, r.attitude.pitch,
             r.attitude.yaw},
            ""};
  }
  ChannelValues operator()(const InsReading& r) const {
    return with_angles(r.position, r.attitude);
  }
  ChannelValues operator()(const OdometryReading& r) const { return {{r.x, r.y, r.theta}, ""}; }
  ChannelValues operator()(const EncoderReading& r) const {
    return {std::vector<double>(r.ticks.begin(), r.ticks.end()), ""};
  }
  ChannelValues operator()(const TachometerReading& r) const { return {r.speeds, ""}; }
  ChannelValues operator()(const GpsReading& r) const {
    const auto satellites = static_cast<double>(r.satellites);
    if (!r.has_fix) return {{kNone, kNone, kNone, kNone, kNone, satellites}, "no fix"};
    return {{r.position.x(), r.position.y(), r.position.z(), r.latitude_deg, r.longitude_deg,
             satellites},
            ""};
  }
  ChannelValues operator()(const CompassReading& r) const { return {{r.heading}, ""}; }
  ChannelValues operator()(const AltitudeReading& r) const { return {{r.altitude}, ""}; }
  ChannelValues operator()(const TouchReading& r) const {
    return {std::vector<double>(r.is_touched.begin(), r.is_touched.end()), ""};
  }
  ChannelValues operator()(const GroundTruthReading& r) const {
    ChannelValues values = with_angles(r.pose.position, roll_pitch_yaw_of(r.pose.rotation));
    values.values.push_back((r.pose.rotation.conjugate() * r.velocity).x());
    values.values.push_back(r.angular_velocity.z());
    return values;
  }
  ChannelValues operator()(const RfidReading& r) const {
    ChannelValues values{{static_cast<double>(r.tags.size())}, ""};
    for (const TagSighting& tag : r.tags)
      append_words(values.text, "tag " + std::to_string(tag.id));
    return values;
  }
  ChannelValues operator()(const VictimReading& r) const {
    ChannelValues values{{static_cast<double>(r.parts.size())}, ""};
    for (const VictimPartSighting& part : r.parts)
      append_words(values.text, part.part + " of " + part.victim +
                                    (part.status.empty() ? "" : " (" + part.status + ")"));
    return values;
  }
  ChannelValues operator()(const ObjectReading& r) const {
    ChannelValues values{{static_cast<double>(r.objects.size())}, ""};
    for (const ObjectSighting& object : r.objects)
      append_words(values.text,
                   object.name + (object.label.empty() ? "" : " (" + object.label + ")"));
    return values;
  }
  ChannelValues operator()(const GasReading& r) const { return {{r.co2}, ""}; }
  ChannelValues operator()(const HeatReading& r) const { return {{r.temperature}, ""}; }
  ChannelValues operator()(const SoundReading& r) const {
    return {{r.level_db, r.bearing}, r.kind};
  }
  ChannelValues operator()(const BatteryReading& r) const { return {{r.seconds_left}, ""}; }
  ChannelValues operator()(const TimeReading& r) const { return {{r.seconds}, ""}; }
  ChannelValues operator()(const TransmissionReading& r) const {
    return {{r.transmission, r.voltage}, ""};
  }
  template <class Other>
  ChannelValues operator()(const Other&) const {
    return {};
  }
};

}  // namespace

const char* name_of(SensorKind kind) { return row_of(kind).name; }
const char* encoding_of(SensorKind kind) { return row_of(kind).encoding; }
std::vector<std::string> channels_of(SensorKind kind) { return row_of(kind).channels; }

bool has_own_channels(SensorKind kind) {
  return kind == SensorKind::Encoder || kind == SensorKind::Tachometer ||
         kind == SensorKind::Touch || kind == SensorKind::Bumper;
}

std::vector<std::string> channels_of(const ReadingData& data) {
  if (const auto* encoder = std::get_if<EncoderReading>(&data))
    return with_unit(encoder->joints, " (ticks)");
  if (const auto* tachometer = std::get_if<TachometerReading>(&data))
    return with_unit(tachometer->joints, " (rad/s)");
  const auto* touch = std::get_if<TouchReading>(&data);
  if (touch == nullptr) return {};
  if (touch->is_touched.size() == 1) return {"touched"};
  std::vector<std::string> channels;
  for (std::size_t i = 0; i < touch->is_touched.size(); ++i)
    channels.push_back("zone " + std::to_string(i + 1));
  return channels;
}

ChannelValues values_of(const ReadingData& data) { return std::visit(ToValues{}, data); }

}  // namespace rubble::viewer_protocol
