// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rubble/logs/attitude_selector.h"
#include "rubble/logs/robot_log.h"

namespace rubble::logs {

struct LoggedMessage;

// Pose estimate of an INS.
struct StampedInsPose {
  double stamp = 0.0;
  Pose pose;
};

struct AttitudeSample {
  StampedAttitude stamped;
  AttitudeSource source = AttitudeSource::Imu;
};

using SensorSample =
    std::variant<LaserScan, StampedOdometry, AttitudeSample, StampedInsPose, StampedPose>;

// Decodes USARSim protocol lines into sensor samples for mapping. Converts axes (x forward, y
// right, z down) into ours; a range without return becomes NaN. One robot, one thread.
class UsarsimSensorDecoder {
 public:
  // Samples of one line, given without its line end; mostly none. A line without {Time} has the
  // stamp `when`, else that of the previous line.
  std::vector<SensorSample> decode(std::string_view line, std::optional<double> when = {});

  // The lasers known from SEN, CONF or GEO lines.
  const std::vector<LaserMount>& lasers() const { return lasers_; }
  // m; ranges from here on are no returns. For a laser without a CONF line.
  void set_max_range(const std::string& laser, double max_range);

  bool has_time() const { return has_time_; }
  std::size_t broken_lines() const { return broken_lines_; }
  // Number of times that {Time} went back by more than 5 s; stamps then continue without a jump.
  std::size_t restarts() const { return restarts_; }

 private:
  using Message = LoggedMessage;

  double time_of(const Message& message, std::optional<double> when);
  void parse_configuration(const Message& message);
  void parse_geometry(const Message& message);
  std::optional<LaserScan> laser_scan_in(const Message& message, double stamp);
  std::vector<SensorSample> samples_in(const Message& message, double stamp);
  std::vector<SensorSample> ins_samples(const Message& message, double stamp) const;
  int laser_index(const std::string& name);
  Pose mounting(const Message& message) const;

  std::vector<LaserMount> lasers_;
  std::map<std::string, Pose> mountings_;  // of sensors, by type and name
  double now_ = 0.0;
  double offset_ = 0.0;
  bool has_time_ = false;
  std::size_t broken_lines_ = 0;
  std::size_t restarts_ = 0;
};

// Collects samples into a log. Without odometry the INS poses are used.
class RobotLogBuilder {
 public:
  void add(const SensorSample& event);
  // The log, sorted by stamp. Call once.
  RobotLog finish(const UsarsimSensorDecoder& decoder);

 private:
  RobotLog log_;
  AttitudeSelector attitudes_;
  std::vector<StampedOdometry> ins_odometry_;
};

}  // namespace rubble::logs
