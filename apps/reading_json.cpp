// SPDX-License-Identifier: Apache-2.0
#include "apps/reading_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace rubble::apps {
namespace {

using Json = nlohmann::ordered_json;

// Short decimals instead of all digits of a float.
double rounded(double value, double step) {
  return std::isfinite(value) ? std::round(value / step) * step : value;
}

Json decimal(double value, int digits) {
  if (!std::isfinite(value)) return nullptr;
  const double scale = std::pow(10.0, digits);
  return std::round(value * scale) / scale;
}

Json vector_json(const Vec3& v) {
  return {decimal(v.x(), 6), decimal(v.y(), 6), decimal(v.z(), 6)};
}

Json angles_json(const RollPitchYaw& a) {
  return {decimal(a.roll, 6), decimal(a.pitch, 6), decimal(a.yaw, 6)};
}

struct ToJson {
  Json operator()(const RangeScan& scan) const {
    Json json{{"angle_min", rounded(scan.angle_min, 1e-12)},
              {"angle_increment", rounded(scan.angle_increment, 1e-12)},
              {"min_range", scan.min_range},
              {"max_range", scan.max_range}};
    if (scan.row_angles.size() > 1) {
      json["columns"] = scan.columns;
      json["row_motion"] = scan.row_motion == RowMotion::Roll ? "roll" : "elevation";
      for (const double angle : scan.row_angles) json["row_angles"].push_back(decimal(angle, 9));
    }
    Json ranges = Json::array(), codes = Json::array(), integrals = Json::array();
    for (std::size_t i = 0; i < scan.ranges.size(); ++i) {
      const bool has_code = scan.codes[i] != kNoCode;
      ranges.push_back(has_code ? Json(nullptr) : decimal(static_cast<double>(scan.ranges[i]), 6));
      codes.push_back(has_code ? Json(scan.codes[i]) : Json(nullptr));
      integrals.push_back(scan.density_integral.empty()
                              ? Json(0.0)
                              : decimal(static_cast<double>(scan.density_integral[i]), 9));
    }
    json["ranges"] = std::move(ranges);
    json["codes"] = std::move(codes);
    json["density_integral"] = std::move(integrals);
    return json;
  }
  Json operator()(const RangeReading& r) const {
    return {{"range", decimal(r.range, 6)}, {"min_range", r.min_range}, {"max_range", r.max_range}};
  }
  Json operator()(const RangeImage& image) const {
    Json json{{"width", image.width},
              {"height", image.height},
              {"horizontal_field_of_view", image.horizontal_field_of_view},
              {"max_range", image.max_range}};
    Json depths = Json::array();
    for (const float depth : image.depths) depths.push_back(decimal(static_cast<double>(depth), 4));
    json["depths"] = std::move(depths);
    return json;
  }
  Json operator()(const Image& image) const {
    return {{"width", image.width},
            {"height", image.height},
            {"horizontal_field_of_view", image.horizontal_field_of_view}};
  }
  Json operator()(const ImuReading& imu) const {
    return {{"angular_velocity", vector_json(imu.angular_velocity)},
            {"specific_force", vector_json(imu.specific_force)},
            {"acceleration", vector_json(imu.acceleration)},
            {"roll_pitch_yaw", angles_json(imu.attitude)}};
  }
  Json operator()(const InsReading& ins) const {
    return {{"position", vector_json(ins.position)}, {"roll_pitch_yaw", angles_json(ins.attitude)}};
  }
  Json operator()(const OdometryReading& odometry) const {
    return {{"x", decimal(odometry.x, 6)},
            {"y", decimal(odometry.y, 6)},
            {"theta", decimal(odometry.theta, 6)}};
  }
  Json operator()(const EncoderReading& encoder) const {
    return {
        {"joints", encoder.joints}, {"ticks", encoder.ticks}, {"resolution", encoder.resolution}};
  }
  Json operator()(const TachometerReading& r) const {
    return {{"joints", r.joints}, {"speeds", r.speeds}, {"angles", r.angles}};
  }
  Json operator()(const GpsReading& gps) const {
    Json json{{"fix", gps.has_fix}, {"satellites", gps.satellites}};
    if (!gps.has_fix) return json;
    json["latitude"] = decimal(gps.latitude_deg, 9);
    json["longitude"] = decimal(gps.longitude_deg, 9);
    json["altitude"] = decimal(gps.altitude, 3);
    json["position"] = vector_json(gps.position);
    return json;
  }
  Json operator()(const CompassReading& r) const { return {{"heading", decimal(r.heading, 6)}}; }
  Json operator()(const AltitudeReading& r) const { return {{"altitude", decimal(r.altitude, 4)}}; }
  Json operator()(const TouchReading& r) const { return {{"touched", r.is_touched}}; }
  Json operator()(const GroundTruthReading& truth) const {
    return {{"position", vector_json(truth.pose.position)},
            {"roll_pitch_yaw", angles_json(roll_pitch_yaw_of(truth.pose.rotation))},
            {"velocity", vector_json(truth.velocity)},
            {"angular_velocity", vector_json(truth.angular_velocity)}};
  }
  Json operator()(const RfidReading& rfid) const {
    Json tags = Json::array();
    for (const TagSighting& tag : rfid.tags)
      tags.push_back(
          {{"id", tag.id}, {"memory", tag.memory}, {"position", vector_json(tag.position_sensor)}});
    return {{"tags", tags}};
  }
  Json operator()(const VictimReading& reading) const {
    Json parts = Json::array();
    for (const VictimPartSighting& part : reading.parts)
      parts.push_back({{"part", part.part},
                       {"victim", part.victim},
                       {"status", part.status},
                       {"position", vector_json(part.position_sensor)}});
    return {{"parts", parts}};
  }
  Json operator()(const ObjectReading& reading) const {
    Json objects = Json::array();
    for (const ObjectSighting& object : reading.objects)
      objects.push_back({{"name", object.name},
                         {"label", object.label},
                         {"material", object.material},
                         {"position", vector_json(object.position_sensor)},
                         {"roll_pitch_yaw", angles_json(object.rotation_sensor)}});
    return {{"objects", objects}};
  }
  Json operator()(const GasReading& r) const { return {{"co2", decimal(r.co2, 2)}}; }
  Json operator()(const HeatReading& r) const {
    return {{"temperature", decimal(r.temperature, 3)}};
  }
  Json operator()(const SoundReading& r) const {
    return {
        {"level_db", decimal(r.level_db, 2)}, {"bearing", decimal(r.bearing, 6)}, {"kind", r.kind}};
  }
  Json operator()(const BatteryReading& r) const {
    return {{"seconds_left", r.seconds_left}, {"seconds_full", r.seconds_full}};
  }
  Json operator()(const TimeReading& r) const { return {{"seconds", r.seconds}}; }
};

}  // namespace

nlohmann::ordered_json reading_json(const ReadingData& data) { return std::visit(ToJson{}, data); }

}  // namespace rubble::apps
