// SPDX-License-Identifier: Apache-2.0
// Estimates whose clock is not the truth's.
#include <fmt/format.h>

#include "rubble/base/text.h"
#include "rubble/evaluation/report/assessment.h"
#include "rubble/logs/robot_log.h"
#include "rubble/sdf/load.h"
#include "rubble/slam/2d/planar_scan.h"

namespace rubble::evaluation {
namespace {

using logs::RobotLog;
using trajectory::Trajectory;

// What has the truth's moments: the true trajectory, else the log that relations refer to.
Result<Trajectory> reference_trajectory(const AssessSettings& settings) {
  if (!settings.truth.empty()) return read_assessed(settings.truth, settings);
  const auto log = logs::read_robot_log(resolve_data_path(settings.log), {.robot = settings.robot});
  if (!log) return log.error();
  Trajectory odometry;
  odometry.path = settings.log;
  for (const logs::StampedOdometry& moment : log->odometry)
    odometry.poses.push_back({moment.stamp, spatial(moment.pose)});
  return odometry;
}

Result<std::vector<double>> reference_stamps(const AssessSettings& settings) {
  std::vector<double> stamps;
  if (!settings.truth.empty()) {
    const auto truth = read_assessed(settings.truth, settings);
    if (!truth) return truth.error();
    for (const StampedPose& pose : truth->poses) stamps.push_back(pose.stamp);
    return stamps;
  }
  const auto log = logs::read_robot_log(resolve_data_path(settings.log), {.robot = settings.robot});
  if (!log) return log.error();
  for (const slam::PlanarScan& scan : slam::planar_scans(*log)) stamps.push_back(scan.stamp);
  return stamps;
}

Result<void> associate_by_index(const AssessSettings& settings, AssessReport& report) {
  const auto stamps = reference_stamps(settings);
  if (!stamps) return stamps.error();
  const std::string& reference = settings.truth.empty() ? settings.log : settings.truth;
  for (AssessedEstimate& estimate : report.estimates) {
    auto stamped = stamped_by_index(estimate.trajectory, *stamps, reference);
    if (!stamped) return stamped.error();
    estimate.trajectory = *std::move(stamped);
    report.remarks.push_back(
        fmt::format("{}: its poses have the stamps of {}, one by one", estimate.name, reference));
  }
  return {};
}

Result<RobotLog> log_with_scans(const std::string& path, const AssessSettings& settings) {
  auto log = logs::read_robot_log(resolve_data_path(path), {.robot = settings.robot});
  if (!log)
    return Error{{path},
                 "--associate scan wants logs that carry the same scans: " + log.error().message};
  return log;
}

Result<void> associate_by_scans(const AssessSettings& settings, AssessReport& report) {
  const std::string& reference = settings.log.empty() ? settings.truth : settings.log;
  const auto right = log_with_scans(reference, settings);
  if (!right) return right.error();
  for (AssessedEstimate& estimate : report.estimates) {
    const auto own = log_with_scans(estimate.trajectory.path, settings);
    if (!own) return own.error();
    auto found = stamped_by_scans(estimate.trajectory, *own, *right);
    if (!found) return found.error();
    report.remarks.push_back(
        fmt::format("{}: {} of its {} scans are in {}; their poses have the "
                    "stamps they have there",
                    estimate.name, found->matched, found->scans, reference));
    estimate.trajectory = std::move(found->trajectory);
  }
  return {};
}

void move_stamps(AssessedEstimate& estimate, double seconds) {
  estimate.time_offset = seconds;
  for (StampedPose& pose : estimate.trajectory.poses) pose.stamp += seconds;
}

Result<void> move_clocks(const AssessSettings& settings, AssessReport& report) {
  if (const auto seconds = parse_number(settings.time_offset)) {
    for (AssessedEstimate& estimate : report.estimates) move_stamps(estimate, *seconds);
    return {};
  }
  const auto reference = reference_trajectory(settings);
  if (!reference) return reference.error();
  for (AssessedEstimate& estimate : report.estimates) {
    const auto offset = estimate_time_offset(estimate.trajectory, *reference);
    if (!offset) return offset.error();
    estimate.estimated_offset = *offset;
    move_stamps(estimate, offset->seconds);
    report.remarks.push_back(fmt::format(
        "{}: {:+.3f} s were added to its stamps: speeds and turn rates correlate by {:.2f} there, "
        "and by {:.2f} at most elsewhere (sharpness {:.2f})",
        estimate.name, offset->seconds, offset->correlation, offset->rival_correlation,
        offset->sharpness()));
  }
  return {};
}

}  // namespace

Result<void> associate_estimates(const AssessSettings& settings, AssessReport& report) {
  if (settings.associate == "index") return associate_by_index(settings, report);
  if (settings.associate == "scan") return associate_by_scans(settings, report);
  if (!settings.time_offset.empty()) return move_clocks(settings, report);
  return {};
}

}  // namespace rubble::evaluation
