// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/doctor/log_streams.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "rubble/logs/doctor/log_faults.h"

namespace rubble::logs {
namespace {

constexpr double kBurst = 1e-3;        // s
constexpr double kMinGap = 0.5;        // s
constexpr double kGapIntervals = 5.0;  // of the usual
constexpr double kDaySeconds = 86400.0;
constexpr double kTopSpeed = 3.0;     // m/s; no robot of these logs is faster
constexpr double kMinJump = 0.3;      // m
constexpr double kTopTurn = 10.0;     // rad/s
constexpr double kMinJumpTurn = 0.5;  // rad

double middle_of(std::vector<double> values) {
  if (values.empty()) return 0.0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::vector<double> intervals_of(const std::vector<double>& sorted) {
  std::vector<double> intervals;
  for (std::size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i] > sorted[i - 1]) intervals.push_back(sorted[i] - sorted[i - 1]);
  return intervals;
}

bool are_even(const std::vector<double>& intervals, double usual) {
  return intervals.size() > 20 && std::all_of(intervals.begin(), intervals.end(), [&](double one) {
           return std::abs(one / usual - std::round(one / usual)) < 1e-5;
         });
}

void note(std::vector<Finding>& findings, Severity severity, std::string text) {
  findings.push_back({severity, std::move(text)});
}

// Where the middle of the stamps is, for those that are far from it.
std::size_t strays_of(const std::vector<double>& stamps, double middle) {
  return static_cast<std::size_t>(std::count_if(stamps.begin(), stamps.end(), [&](double stamp) {
    return std::abs(stamp - middle) > kDaySeconds;
  }));
}

}  // namespace

StreamStatistics StampStream::facts() const {
  StreamStatistics facts;
  facts.name = name_;
  facts.count = stamps_.size();
  if (stamps_.empty()) return facts;
  for (std::size_t i = 1; i < stamps_.size(); ++i) {
    const double step = stamps_[i] - stamps_[i - 1];
    if (step < 0.0) ++facts.backward;
    if (step > 0.0 && step < kBurst) ++facts.bursts;
  }
  std::vector<double> sorted = stamps_;
  std::sort(sorted.begin(), sorted.end());
  facts.first = sorted.front();
  facts.last = sorted.back();
  const std::vector<double> intervals = intervals_of(sorted);
  facts.interval = middle_of(intervals);
  facts.is_even = are_even(intervals, facts.interval);
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const double step = sorted[i] - sorted[i - 1];
    if (step == 0.0) ++facts.duplicates;
    if (step > std::max(kMinGap, kGapIntervals * facts.interval)) ++facts.gaps;
    if (step > facts.longest_gap) {
      facts.longest_gap = step;
      facts.gap_at = sorted[i - 1];
    }
  }
  return facts;
}

void StampStream::judge(bool is_of_simulator, std::vector<Finding>& findings) const {
  if (stamps_.size() < 2) return;
  std::vector<double> sorted = stamps_;
  std::sort(sorted.begin(), sorted.end());
  const StreamStatistics seen = facts();
  if (trajectory::mixed_stamps(sorted))
    note(findings, Severity::Problem,
         fmt::format("Stamps of {} have different units; write all of them in seconds.", name_));
  const trajectory::StampUnit unit = trajectory::stamp_unit(sorted);
  if (unit.per_second > 1.0)
    note(findings, Severity::Problem,
         fmt::format("Stamps of {} are in {}, not in seconds; divide them by {:.0f}.", name_,
                     unit.name, unit.per_second));
  if (sorted.front() == sorted.back())
    note(findings, Severity::Warning,
         fmt::format("All stamps of {} are {}: the clock stands still.", name_, sorted.front()));
  else if (const std::size_t strays = strays_of(sorted, sorted[sorted.size() / 2]);
           strays > 0 && unit.per_second == 1.0)
    note(findings, Severity::Warning,
         fmt::format("{} stamps of {} are more than a day from the others; readers give them that "
                     "of the line before.",
                     strays, name_));
  if (seen.backward > 0)
    note(
        findings, Severity::Note,
        fmt::format("Stamps of {} go back {} times; our readers sort them.", name_, seen.backward));
  const std::string shared =
      trajectory::shared_stamps_remark(sorted, facts_, (name_ + " messages").c_str());
  if (!shared.empty() && sorted.front() != sorted.back())
    note(findings, seen.duplicates > seen.count / 100 ? Severity::Warning : Severity::Note, shared);
  if (seen.is_even && !is_of_simulator)
    note(findings, Severity::Note,
         fmt::format("Stamps of {} are all exact multiples of {:.6g} s, as if made up; speeds may "
                     "be wrong.",
                     name_, seen.interval));
}

OdometryStatistics odometry_facts(const std::vector<StampedOdometry>& moments) {
  OdometryStatistics facts;
  facts.count = moments.size();
  constexpr double kMinInterval = 0.05;  // s; stamps of one burst say little about speed
  double way = 0.0, since = moments.empty() ? 0.0 : moments.front().stamp;
  for (std::size_t i = 1; i < moments.size(); ++i) {
    const StampedOdometry &before = moments[i - 1], &after = moments[i];
    const double step = (after.pose.position() - before.pose.position()).norm();
    const double turn = std::abs(wrap_angle(after.pose.theta - before.pose.theta));
    const double seconds = std::max(after.stamp - before.stamp, kMinInterval);
    const bool is_jump = (step > kMinJump && step > kTopSpeed * seconds) ||
                         (turn > kMinJumpTurn && turn > kTopTurn * seconds);
    facts.length += step;
    way = is_jump ? 0.0 : way + step;
    if (is_jump || after.stamp - since >= kMinInterval) {
      if (!is_jump) facts.fastest = std::max(facts.fastest, way / (after.stamp - since));
      way = 0.0;
      since = after.stamp;
    }
    if (!is_jump) continue;
    if (facts.jumps++ == 0) facts.first_jump_at = after.stamp;
    facts.longest_jump = std::max(facts.longest_jump, step);
  }
  return facts;
}

void judge_odometry(const OdometryStatistics& odometry, std::vector<Finding>& findings) {
  if (odometry.count == 0)
    note(findings, Severity::Warning,
         "There is no odometry: mapping must do with the scans alone.");
  else if (odometry.length == 0.0)
    note(findings, Severity::Warning,
         "Odometry never changes; the robot stood still, or odometry was not recorded.");
  constexpr double kStandsStill = 0.01;  // m/s
  if (odometry.jumps > 0 && odometry.fastest < kStandsStill)
    note(findings, Severity::Warning,
         fmt::format("Odometry stands still but for {} jumps: most of the way is missing from it. "
                     "Mapping must do with the scans alone.",
                     odometry.jumps));
  else if (odometry.jumps > 0)
    note(findings, Severity::Warning,
         fmt::format("Odometry jumps {} times, up to {:.2f} m at once, first at {:.3f} s: faster "
                     "than a robot drives. The robot was lifted or restarted, or stamps are wrong.",
                     odometry.jumps, odometry.longest_jump, odometry.first_jump_at));
}

std::vector<LaserStatistics> laser_facts(const RobotLog& log) {
  std::vector<LaserStatistics> lasers(log.lasers.size());
  std::vector<std::size_t> beams(log.lasers.size(), 0), missing(log.lasers.size(), 0);
  for (const LaserScan& laser_scan : log.laser_scans) {
    const auto index = static_cast<std::size_t>(laser_scan.laser);
    LaserStatistics& laser = lasers[index];
    const std::size_t count = laser_scan.ranges.size();
    if (laser.laser_scans++ == 0) {
      const double yaw = yaw_of(log.lasers[index].base_from_laser.rotation);
      laser.name = log.lasers[index].name;
      laser.step = laser_scan.angle_increment;
      laser.first = yaw + laser_scan.angle_min;
      laser.last = laser.first + laser_scan.angle_increment * static_cast<double>(count - 1);
      laser.min_beams = count;
      laser.nearest = std::numeric_limits<double>::infinity();
    }
    laser.min_beams = std::min(laser.min_beams, count);
    laser.max_beams = std::max(laser.max_beams, count);
    beams[index] += count;
    for (const float range : laser_scan.ranges) {
      if (std::isnan(range)) {
        ++missing[index];
        continue;
      }
      laser.nearest = std::min(laser.nearest, static_cast<double>(range));
      laser.farthest = std::max(laser.farthest, static_cast<double>(range));
    }
  }
  for (std::size_t i = 0; i < lasers.size(); ++i)
    if (beams[i] > 0)
      lasers[i].no_return_share = static_cast<double>(missing[i]) / static_cast<double>(beams[i]);
  std::erase_if(lasers, [](const LaserStatistics& laser) { return laser.laser_scans == 0; });
  return lasers;
}

void judge_lasers(const std::vector<LaserStatistics>& lasers, std::vector<Finding>& findings) {
  for (const LaserStatistics& laser : lasers) {
    if (laser.min_beams != laser.max_beams)
      note(findings, Severity::Warning,
           fmt::format("{} has scans of {} to {} beams; scans of one laser should be alike.",
                       laser.name, laser.min_beams, laser.max_beams));
    if (laser.no_return_share > 0.8)
      note(findings, Severity::Warning,
           fmt::format("{:.0f} % of the beams of {} met nothing: little to map.",
                       100.0 * laser.no_return_share, laser.name));
    if (laser.farthest > 200.0)
      note(findings, Severity::Problem,
           fmt::format("{} sees up to {:.0f}: are its ranges in millimetres or centimetres? They "
                       "should be metres.",
                       laser.name, laser.farthest));
  }
}

void diagnose_robot_log(const std::string& path, LogDiagnosis& diagnosis) {
  const auto log = read_robot_log(path);
  if (!log) {
    note(diagnosis.findings, Severity::Warning,
         "It cannot be mapped: " + log.error().message + ".");
    return;
  }
  diagnosis.lasers = laser_facts(*log);
  diagnosis.odometry = odometry_facts(log->odometry);
  judge_lasers(diagnosis.lasers, diagnosis.findings);
  judge_odometry(diagnosis.odometry, diagnosis.findings);
  const FaultDetection detection = detect_faults(*log);
  diagnosis.tried_pairs = detection.pairs;
  for (const FaultScore& score : detection.scores) diagnosis.fault_scores.push_back(score);
  if (detection.verdict)
    note(diagnosis.findings, Severity::Problem, sentence_for(*detection.verdict));
  if (!log->attitudes.empty())
    diagnosis.facts.emplace_back("attitude", fmt::format("{} moments", log->attitudes.size()));
  if (!log->truth.empty())
    diagnosis.facts.emplace_back("truth", fmt::format("{} poses", log->truth.size()));
}

}  // namespace rubble::logs
