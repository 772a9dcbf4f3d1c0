// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rubble/mapping/robot_log.h"

namespace rubble::recording {
struct LoggedMessage;
}

namespace rubble::mapping {

// Where a robot's INS believes it is.
struct StampedInsPose {
  double stamp = 0.0;
  Pose pose;
};

enum class AttitudeSource { Imu, Ins };
struct AttitudeSample {
  StampedAttitude moment;
  AttitudeSource source = AttitudeSource::Imu;
};

using SensorSample =
    std::variant<LaserScan, StampedOdometry, AttitudeSample, StampedInsPose, StampedPose>;

// Understands what a robot says in the protocol of USARSim, as far as it is good for mapping: its
// axes (x forward, y right, z down) become ours, what nothing came back from becomes NaN.
class UsarsimSensorDecoder {
 public:
  // What a line without its end says; mostly nothing. A line that says no time is of the moment of
  // the one before, unless it is told when it was.
  std::vector<SensorSample> decode(std::string_view line, std::optional<double> when = {});

  // Those whose sweeps were heard, or of which CONF or GEO told.
  const std::vector<LaserMount>& lasers() const { return lasers_; }
  // From which range on nothing was seen, for a laser of which no CONF tells.
  void set_max_range(const std::string& laser, double max_range);

  bool has_time() const { return has_time_; }
  std::size_t broken_lines() const { return broken_lines_; }
  // How often the time went back by more than a moment; then it goes on from where it was.
  std::size_t restarts() const { return restarts_; }

 private:
  using Message = recording::LoggedMessage;

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

// Collects what was heard. An IMU's attitudes count before an INS's; where there is no odometry the
// INS stands for it.
class RobotLogBuilder {
 public:
  void add(const SensorSample& event);
  // In the order of stamps.
  RobotLog finish(const UsarsimSensorDecoder& listener);

 private:
  RobotLog log_;
  std::vector<StampedAttitude> imu_attitudes_;
  std::vector<StampedAttitude> ins_attitudes_;
  std::vector<StampedOdometry> ins_odometry_;
};

}  // namespace rubble::mapping
