// SPDX-License-Identifier: Apache-2.0
// Building blocks of the log doctor.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rubble/logs/doctor/log_doctor.h"
#include "rubble/logs/robot_log.h"
#include "rubble/trajectory/stamps.h"

namespace rubble::logs {

// The stamps of one kind of message, in file order.
class StampStream {
 public:
  explicit StampStream(std::string name) : name_(std::move(name)) {}
  void add(double stamp) { stamps_.push_back(stamp); }
  void look_at(std::string_view word) { facts_.look_at(word); }

  const std::string& name() const { return name_; }
  const std::vector<double>& stamps() const { return stamps_; }
  StreamStatistics facts() const;
  // Adds findings about the stamps. Exactly equal intervals are normal for a simulator.
  void judge(bool is_of_simulator, std::vector<Finding>& findings) const;

 private:
  std::string name_;
  std::vector<double> stamps_;
  trajectory::StampFacts facts_;
};

OdometryStatistics odometry_facts(const std::vector<StampedOdometry>& moments);
void judge_odometry(const OdometryStatistics& odometry, std::vector<Finding>& findings);
std::vector<LaserStatistics> laser_facts(const RobotLog& log);
void judge_lasers(const std::vector<LaserStatistics>& lasers, std::vector<Finding>& findings);
// Adds laser and odometry statistics, or a finding that says why the log cannot be mapped.
void diagnose_robot_log(const std::string& path, LogDiagnosis& diagnosis);

Result<LogDiagnosis> diagnose_carmen(const std::string& path);
Result<LogDiagnosis> diagnose_messages(const std::string& path);
Result<LogDiagnosis> diagnose_recording(const std::string& path);

}  // namespace rubble::logs
