// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/usarsim_sensor_decoder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rubble/base/text.h"
#include "rubble/logs/logged_message.h"
#include "rubble/serialization/number_limits.h"
#include "rubble/usarsim/protocol/frames.h"
#include "rubble/usarsim/protocol/type_words.h"

namespace rubble::logs {
namespace {

constexpr double kMaxMountDistance = 100.0;  // m; no sensor sits further from its robot
constexpr double kSameRunSeconds = 5.0;
constexpr std::size_t kMaxLasers = 64;
constexpr std::size_t kMaxMountings = 1024;
constexpr std::size_t kMaxBeams = 100'000;
constexpr double kRangeDigits = 0.006;  // m; the coarsest dialect rounds to 2 digits
constexpr double kMaxRange = 1000.0;

std::optional<Vec3> vector_in(std::string_view text) {
  std::string blanks(text);
  std::replace(blanks.begin(), blanks.end(), ',', ' ');
  const auto numbers = parse_numbers(blanks, 3);
  if (!numbers) return std::nullopt;
  const Vec3 vector((*numbers)[0], (*numbers)[1], (*numbers)[2]);
  if (!is_position(vector)) return std::nullopt;
  return vector;
}

RollPitchYaw angles_from_wire(const Vec3& wire) {
  const RollPitchYaw angles = usarsim::flipped(RollPitchYaw{wire.x(), wire.y(), wire.z()});
  return {wrap_angle(angles.roll), wrap_angle(angles.pitch), wrap_angle(angles.yaw)};
}

// x and y in m, heading in rad.
Pose2 planar_from_wire(const Vec3& wire) {
  const Vec3 pose = usarsim::flipped(wire);
  return {pose.x(), pose.y(), wrap_angle(pose.z())};
}

std::optional<Pose> pose_in(const LoggedMessage& message) {
  const auto location = vector_in(message.value("Location"));
  const auto orientation = vector_in(message.value("Orientation"));
  if (!location || !orientation) return std::nullopt;
  return Pose{usarsim::flipped(*location), quat_from(angles_from_wire(*orientation))};
}

// Ranges between commas; what is no number is no range. One comma may stand at the end.
std::vector<float> ranges_in(std::string_view list) {
  std::vector<float> ranges;
  while (!list.empty() && ranges.size() <= kMaxBeams) {
    const std::size_t comma = std::min(list.find(','), list.size());
    std::string_view word = list.substr(0, comma);
    while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
    while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
    list.remove_prefix(std::min(comma + 1, list.size()));
    ranges.push_back(
        static_cast<float>(parse_number(word).value_or(std::numeric_limits<double>::quiet_NaN())));
  }
  return ranges;
}

// USARSim sends the maximum range for no return, and 0 for an error of the laser.
void drop_no_returns(std::vector<float>& ranges, double max_range) {
  const double limit = max_range > 0.0 ? max_range - kRangeDigits : kMaxRange;
  for (float& range : ranges)
    if (!(range > 0.0F && static_cast<double>(range) < limit))
      range = std::numeric_limits<float>::quiet_NaN();
}

bool is_laser_type(std::string_view type) {
  return usarsim::sensor_kind_of(type) == SensorKind::RangeScanner;
}

std::string mounting_key(std::string_view type, std::string_view name) {
  return std::string(type) + " " + std::string(name);
}

// Name of what the following segments, or words of the same segment, speak of.
std::string_view leading_word(std::string_view text) { return text.substr(0, text.find(' ')); }

std::string_view value_after(const std::vector<std::string_view>& words, std::string_view key) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == key) return words[i + 1];
  return {};
}

}  // namespace

std::vector<SensorSample> UsarsimSensorDecoder::decode(std::string_view line,
                                                       std::optional<double> when) {
  const auto message = find_message(line);
  if (!message) return {};
  if (message->keyword == "CONF") parse_configuration(*message);
  if (message->keyword == "GEO") parse_geometry(*message);
  if (message->keyword != "SEN" && message->keyword != "STA") return {};
  const double stamp = time_of(*message, when);
  return message->keyword == "SEN" ? samples_in(*message, stamp) : std::vector<SensorSample>{};
}

double UsarsimSensorDecoder::time_of(const Message& message, std::optional<double> when) {
  const auto named = message.number("Time");
  if (named && message.keyword == "SEN") has_time_ = true;
  const auto time = named ? named : when;
  if (!time || !is_stamp(*time)) return now_;
  if (*time + offset_ < now_ - kSameRunSeconds) {
    offset_ = now_ - *time;
    ++restarts_;
  }
  now_ = *time + offset_;
  return now_;
}

void UsarsimSensorDecoder::set_max_range(const std::string& laser, double max_range) {
  const int index = laser_index(laser);
  if (index >= 0) lasers_[static_cast<std::size_t>(index)].max_range = max_range;
}

int UsarsimSensorDecoder::laser_index(const std::string& name) {
  for (std::size_t i = 0; i < lasers_.size(); ++i)
    if (lasers_[i].name == name) return static_cast<int>(i);
  if (lasers_.size() == kMaxLasers) return -1;
  lasers_.push_back({name, Pose{}, 0.0});
  return static_cast<int>(lasers_.size()) - 1;
}

void UsarsimSensorDecoder::parse_configuration(const Message& message) {
  if (!is_laser_type(message.value("Type"))) return;
  std::string name;
  for (const usarsim::Segment& segment : message.segments) {
    if (segment.name == "Name") name = leading_word(segment.value);
    const auto range = parse_number(segment.value);
    if (segment.name == "MaxRange" && !name.empty() && range && *range > 0.0)
      set_max_range(name, *range);
  }
}

void UsarsimSensorDecoder::parse_geometry(const Message& message) {
  const std::string_view type = message.value("Type");
  std::string name;
  for (const usarsim::Segment& segment : message.segments) {
    std::vector<std::string_view> words = split_words(segment.value);
    if (segment.name == "Name" && !words.empty()) name = words[0];
    if (name.empty() || mountings_.size() >= kMaxMountings) continue;
    words.insert(words.begin(), segment.name);
    const auto location = vector_in(value_after(words, "Location"));
    const auto orientation = vector_in(value_after(words, "Orientation"));
    Pose& mounted = mountings_[mounting_key(type, name)];
    if (location && usarsim::flipped(*location).norm() < kMaxMountDistance)
      mounted.position = usarsim::flipped(*location);
    if (orientation) mounted.rotation = quat_from(angles_from_wire(*orientation));
    if (!is_laser_type(type)) continue;
    const int index = laser_index(name);
    if (index >= 0) lasers_[static_cast<std::size_t>(index)].base_from_laser = mounted;
  }
}

Pose UsarsimSensorDecoder::mounting(const Message& message) const {
  const auto found =
      mountings_.find(mounting_key(message.value("Type"), leading_word(message.value("Name"))));
  return found != mountings_.end() ? found->second : Pose{};
}

std::optional<LaserScan> UsarsimSensorDecoder::laser_scan_in(const Message& message, double stamp) {
  LaserScan laser_scan;
  laser_scan.stamp = stamp;
  laser_scan.ranges = ranges_in(message.value("Range"));
  const auto resolution = message.number("Resolution");
  const auto field_of_view = message.number("FOV");
  const std::size_t beams = laser_scan.ranges.size();
  if (beams < 2 || beams > kMaxBeams || !(resolution || field_of_view)) return std::nullopt;
  const double gaps = static_cast<double>(beams - 1);
  laser_scan.angle_increment = field_of_view ? *field_of_view / gaps : *resolution;
  if (!(laser_scan.angle_increment > 0.0) || laser_scan.angle_increment * gaps > 7.0)
    return std::nullopt;
  laser_scan.angle_min = -0.5 * laser_scan.angle_increment * gaps;
  laser_scan.laser = laser_index(std::string(leading_word(message.value("Name"))));
  if (laser_scan.laser < 0) return std::nullopt;
  drop_no_returns(laser_scan.ranges, lasers_[static_cast<std::size_t>(laser_scan.laser)].max_range);
  return laser_scan;
}

std::vector<SensorSample> UsarsimSensorDecoder::ins_samples(const Message& message,
                                                            double stamp) const {
  const auto pose = pose_in(message);
  if (!pose) return {};
  const Pose robot = *pose * mounting(message).inverse();
  return {StampedInsPose{stamp, robot},
          AttitudeSample{{stamp, roll_pitch_yaw_of(robot.rotation)}, AttitudeSource::Ins}};
}

std::vector<SensorSample> UsarsimSensorDecoder::samples_in(const Message& message, double stamp) {
  const auto kind = usarsim::sensor_kind_of(message.value("Type"));
  if (kind == SensorKind::RangeScanner) {
    if (auto laser_scan = laser_scan_in(message, stamp)) return {*std::move(laser_scan)};
  } else if (kind == SensorKind::Odometry) {
    if (const auto pose = vector_in(message.value("Pose")))
      return {StampedOdometry{stamp, planar_from_wire(*pose)}};
  } else if (kind == SensorKind::Ins) {
    if (auto events = ins_samples(message, stamp); !events.empty()) return events;
  } else if (kind == SensorKind::Imu) {
    if (const auto angles = vector_in(message.value("Rotation"))) {
      const Quat robot =
          quat_from(angles_from_wire(*angles)) * mounting(message).rotation.conjugate();
      return {AttitudeSample{{stamp, roll_pitch_yaw_of(robot)}, AttitudeSource::Imu}};
    }
  } else if (kind == SensorKind::GroundTruth) {
    if (const auto pose = pose_in(message))
      return {StampedPose{stamp, *pose * mounting(message).inverse()}};
  } else {
    return {};
  }
  ++broken_lines_;
  return {};
}

void RobotLogBuilder::add(const SensorSample& event) {
  if (const auto* laser_scan = std::get_if<LaserScan>(&event))
    log_.laser_scans.push_back(*laser_scan);
  if (const auto* odometry = std::get_if<StampedOdometry>(&event))
    log_.odometry.push_back(*odometry);
  if (const auto* attitude = std::get_if<AttitudeSample>(&event))
    attitudes_.add(attitude->stamped, attitude->source, log_.attitudes);
  if (const auto* ins = std::get_if<StampedInsPose>(&event))
    ins_odometry_.push_back({ins->stamp, planar(ins->pose)});
  if (const auto* truth = std::get_if<StampedPose>(&event)) log_.truth.push_back(*truth);
}

RobotLog RobotLogBuilder::finish(const UsarsimSensorDecoder& decoder) {
  log_.lasers = decoder.lasers();
  if (log_.odometry.empty()) log_.odometry = std::move(ins_odometry_);
  const auto sort = [](auto& list) {
    std::stable_sort(list.begin(), list.end(),
                     [](const auto& one, const auto& other) { return one.stamp < other.stamp; });
  };
  sort(log_.laser_scans);
  sort(log_.odometry);
  sort(log_.attitudes);
  sort(log_.truth);
  return std::move(log_);
}

}  // namespace rubble::logs
