// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/robot_log.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>

#include "rubble/logs/attitude_selector.h"
#include "rubble/logs/log.h"
#include "rubble/logs/usarsim_robot_log.h"
#include "rubble/recording/recording.h"
#include "rubble/serialization/message_json.h"

namespace rubble::logs {
namespace {

const SensorDescription* sensor_of(const RobotDescription& robot, const std::string& name) {
  for (const SensorDescription& sensor : robot.sensors)
    if (sensor.name == name) return &sensor;
  return nullptr;
}

bool has_laser(const RobotDescription& robot) {
  return std::any_of(robot.sensors.begin(), robot.sensors.end(),
                     [](const auto& sensor) { return sensor.kind == SensorKind::RangeScanner; });
}

Result<int> chosen_robot(const Log& log, const std::string& path, const std::string& name) {
  std::string names;
  for (std::size_t i = 0; i < log.robots().size(); ++i) {
    const RobotDescription& robot = log.robots()[i];
    if (name.empty() ? has_laser(robot) : robot.name == name) return static_cast<int>(i);
    names += (names.empty() ? "" : ", ") + robot.name;
  }
  if (name.empty()) return Error{{path, 0}, "no robot in this log has a laser; nothing to map"};
  return Error{{path, 0},
               fmt::format("there is no robot '{}' in this log; it has {}", name,
                           names.empty() ? "none" : names)};
}

// Adds the readings of one robot to the lists of its log.
class ReadingCollector {
 public:
  ReadingCollector(RobotLog& log, const RobotDescription& robot) : log_(log), robot_(robot) {}

  void add(const LogEntry& moment) {
    const auto* reading = std::get_if<Reading>(&moment.what);
    if (reading == nullptr) return;
    if (const auto* scan = std::get_if<RangeScan>(&reading->data)) add_scan(moment, *scan);
    if (const auto* odometry = std::get_if<OdometryReading>(&reading->data))
      log_.odometry.push_back({moment.stamp, {odometry->x, odometry->y, odometry->theta}});
    if (const auto* imu = std::get_if<ImuReading>(&reading->data))
      add_attitude(moment.stamp, reading->sensor, imu->attitude, AttitudeSource::Imu);
    if (const auto* ins = std::get_if<InsReading>(&reading->data))
      add_attitude(moment.stamp, reading->sensor, ins->attitude, AttitudeSource::Ins);
  }

  // Odometry of the scans is used only if every scan has it.
  void finish() {
    if (log_.scan_odometry.size() != log_.laser_scans.size()) log_.scan_odometry.clear();
    if (log_.odometry.empty())
      for (std::size_t i = 0; i < log_.scan_odometry.size(); ++i)
        log_.odometry.push_back({log_.laser_scans[i].stamp, log_.scan_odometry[i]});
  }

 private:
  // Scanners with several rows are not used for 2-D mapping.
  void add_scan(const LogEntry& moment, const RangeScan& scan) {
    if (scan.row_angles.size() != 1 || scan.ranges.empty()) return;
    LaserScan laser_scan;
    laser_scan.stamp = moment.stamp;
    laser_scan.laser = laser_index(std::get<Reading>(moment.what).sensor, scan);
    laser_scan.angle_min = scan.angle_min;
    laser_scan.angle_increment = scan.angle_increment;
    laser_scan.ranges = scan.ranges;
    log_.laser_scans.push_back(std::move(laser_scan));
    if (const auto& odometry = moment.odometry)
      log_.scan_odometry.push_back({odometry->x, odometry->y, odometry->theta});
  }

  int laser_index(const std::string& name, const RangeScan& scan) {
    for (std::size_t i = 0; i < log_.lasers.size(); ++i)
      if (log_.lasers[i].name == name) return static_cast<int>(i);
    const SensorDescription* sensor = sensor_of(robot_, name);
    const Pose mounting = sensor != nullptr ? sensor->base_from_sensor : Pose{};
    log_.lasers.push_back({name, mounting, scan.max_range});
    return static_cast<int>(log_.lasers.size()) - 1;
  }

  // Attitude of the robot from that of the sensor and its mounting.
  void add_attitude(double stamp, const std::string& name, const RollPitchYaw& attitude,
                    AttitudeSource source) {
    const SensorDescription* sensor = sensor_of(robot_, name);
    const Quat mounting = sensor != nullptr ? sensor->base_from_sensor.rotation : Quat::Identity();
    const RollPitchYaw robot = roll_pitch_yaw_of(quat_from(attitude) * mounting.conjugate());
    attitudes_.add({stamp, robot}, source, log_.attitudes);
  }

  RobotLog& log_;
  const RobotDescription& robot_;
  AttitudeSelector attitudes_;
};

void add_readings(const Log& source, int index, RobotLog& log) {
  ReadingCollector builder(log, source.robots()[static_cast<std::size_t>(index)]);
  const auto cursor = source.begin();
  while (const auto moment = cursor->next())
    if (moment->robot == index) builder.add(*moment);
  builder.finish();
}

// Ground truth of a recording.
Result<void> read_truth(const std::string& path, const std::string& robot,
                        std::vector<StampedPose>& truth) {
  const auto recording = recording::Recording::open(path);
  if (!recording) return recording.error();
  return recording->for_each([&](const mcap::McapMessage& message) {
    if (message.channel->schema_name != "rubble.Truth") return true;
    const auto moment = truth_from_json(message.data);
    if (!moment) return false;
    for (const TruePose& pose : moment->poses)
      if (pose.name == robot) truth.push_back({seconds_at(moment->tick), pose.world_from_model});
    return true;
  });
}

}  // namespace

Result<RobotLog> read_robot_log(const std::string& path, const RobotLogReading& how) {
  const auto opened = open_log(path);
  if (!opened) return opened.error();
  const Log& source = **opened;
  const auto index = chosen_robot(source, path, how.robot);
  if (!index) return index.error();
  const RobotDescription& robot = source.robots()[static_cast<std::size_t>(*index)];
  RobotLog log;
  if (has_protocol_lines(source)) {
    log = robot_log_from_lines(source, robot);
  } else {
    add_readings(source, *index, log);
  }
  log.path = path;
  log.robot = robot.name;
  if (log.laser_scans.empty())
    return Error{{path, 0},
                 fmt::format("'{}' has no laser scans in this log; nothing to map", robot.name)};
  if (source.keeps_truth())
    if (const auto read = read_truth(path, robot.name, log.truth); !read) return read.error();
  return log;
}

Pose2 odometry_at(const RobotLog& log, double stamp) { return odometry_at(log.odometry, stamp); }

Pose2 odometry_at(const std::vector<StampedOdometry>& moments, double stamp) {
  if (moments.empty()) return {};
  const auto after =
      std::lower_bound(moments.begin(), moments.end(), stamp,
                       [](const StampedOdometry& moment, double at) { return moment.stamp < at; });
  if (after == moments.begin()) return after->pose;
  const auto before = after - 1;
  if (after == moments.end()) return before->pose;
  const double span = after->stamp - before->stamp;
  const double share = span > 0.0 ? (stamp - before->stamp) / span : 1.0;
  const Pose2 &a = before->pose, &b = after->pose;
  return {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y),
          wrap_angle(a.theta + share * wrap_angle(b.theta - a.theta))};
}

}  // namespace rubble::logs
