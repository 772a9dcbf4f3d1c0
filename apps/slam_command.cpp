// SPDX-License-Identifier: Apache-2.0
#include "apps/slam_command.h"

#include <fmt/core.h>

#include <Eigen/LU>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "apps/interrupt.h"
#include "apps/support.h"
#include "rubble/base/log.h"
#include "rubble/logs/doctor/log_faults.h"
#include "rubble/logs/robot_log.h"
#include "rubble/maps/occupancy_map.h"
#include "rubble/sdf/load.h"
#include "rubble/slam/2d/leveling.h"
#include "rubble/slam/2d/live_mapper.h"
#include "rubble/slam/2d/occupancy_mapping.h"
#include "rubble/slam/2d/odometry_poses.h"
#include "rubble/trajectory/file_format.h"
#include "rubble/usarsim/client/robot_session.h"

namespace rubble::apps {
namespace {

using slam::GraphSlam;

struct Mapped : slam::MappedRun {
  std::string source;
};

slam::SlamMethod method_of(const std::string& word) {
  if (word == "odometry") return slam::SlamMethod::Odometry;
  if (word == "matching") return slam::SlamMethod::Matching;
  return slam::SlamMethod::Graph;
}

slam::PlanarScanSettings scan_settings(const SlamOptions& options) {
  return {.handles_ramps = !options.is_without_ramps};
}

logs::LogFault fault_of(const SlamOptions& options) {
  return {logs::laser_fault(options.laser).value_or(logs::LaserFault::None),
          logs::odometry_fault(options.odometry).value_or(logs::OdometryFault::None)};
}

Error no_odometry(const std::string& source) {
  return {{source, 0}, "has no odometry; only the poses of scans can be written (--poses scans)"};
}

Result<Mapped> map_log(const SlamOptions& options) {
  auto log = logs::read_robot_log(options.log, {.robot = options.robot});
  if (!log) return log.error();
  logs::correct(*log, fault_of(options));
  if (const auto detection = logs::detect_faults(*log); detection.verdict)
    log_warning("{}: {}", options.log, logs::sentence_for(*detection.verdict));
  Mapped mapped;
  mapped.source = options.log;
  mapped.scans = slam::planar_scans(*log, scan_settings(options));
  if (mapped.scans.empty())
    return Error{{options.log, 0},
                 "this log has no laser scans; 'rubble log-doctor' lists what it has"};
  mapped.odometry = slam::inertial_odometry(*log);
  if (options.poses != "scans" && mapped.odometry.empty()) return no_odometry(options.log);
  log->laser_scans.clear();
  mapped.slam = std::make_unique<GraphSlam>(slam::SlamSettings{method_of(options.method)});
  Progress progress("mapping");
  for (std::size_t i = 0; i < mapped.scans.size(); ++i) {
    mapped.slam->add_scan(mapped.scans[i]);
    progress.show(static_cast<double>(i + 1) / static_cast<double>(mapped.scans.size()));
  }
  mapped.slam->finish();
  mapped.seconds = mapped.scans.back().stamp - mapped.scans.front().stamp;
  return mapped;
}

Result<Mapped> map_robot(const SlamOptions& options) {
  auto address = usarsim::robot_address(options.connect);
  if (!address) return address.error();
  address->name = options.robot;
  address->robot_class = options.robot_class;
  address->start = options.start;
  slam::LiveMapper mapper({.slam = {method_of(options.method)},
                           .scans = scan_settings(options),
                           .fault = fault_of(options)});
  stop_when_interrupted();
  const auto begin = std::chrono::steady_clock::now();
  const auto is_over = [&] {
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return is_interrupted || (options.duration > 0.0 && seconds >= options.duration);
  };
  const auto end = usarsim::listen_to_robot(
      *address,
      [&](const auto& event, const auto& decoder) {
        mapper.add(event, decoder.lasers());
        return !is_over();
      },
      is_over);
  if (!end) return end.error();
  Mapped mapped{mapper.finish(), options.connect};
  if (mapped.scans.empty())
    return Error{{options.connect, 0}, "the robot sent no scans of a level laser; nothing to map"};
  if (options.poses != "scans" && mapped.odometry.empty()) return no_odometry(options.connect);
  return mapped;
}

std::vector<slam::StampedPose2> scan_moments(const Mapped& mapped) {
  std::vector<slam::StampedPose2> moments;
  for (std::size_t i = 0; i < mapped.scans.size(); ++i)
    moments.push_back({mapped.scans[i].stamp, mapped.slam->poses()[i]});
  return moments;
}

trajectory::Trajectory trajectory_of(const SlamOptions& options, const Mapped& mapped) {
  std::vector<slam::StampedPose2> moments = scan_moments(mapped);
  if (options.poses != "scans") {
    std::vector<logs::StampedOdometry> odometry = mapped.odometry;
    const auto is_before = [](const auto& one, const auto& other) {
      return one.stamp < other.stamp;
    };
    // The clock of a live robot may be set back.
    std::stable_sort(moments.begin(), moments.end(), is_before);
    std::stable_sort(odometry.begin(), odometry.end(), is_before);
    moments = options.poses == "all" ? slam::poses_of_all(odometry, moments)
                                     : slam::poses_at_odometry(odometry, moments);
  }
  trajectory::Trajectory trajectory;
  trajectory.is_planar = true;
  for (const slam::StampedPose2& moment : moments)
    trajectory.poses.push_back({moment.stamp, spatial(moment.pose)});
  return trajectory;
}

bool is_for_carmen(const SlamOptions& options) {
  const std::string end = std::filesystem::path(options.output).extension();
  return options.format.empty() ? end == ".log" || end == ".clf" : options.format == "carmen";
}

bool is_for_graph(const SlamOptions& options) {
  const std::string end = std::filesystem::path(options.output).extension();
  if (!options.format.empty()) return options.format == "g2o" || options.format == "toro";
  return end == ".g2o" || end == ".graph" || end == ".toro";
}

// Refuses to overwrite constraints that a person has verified.
Result<void> keep_decisions(const std::string& path) {
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) return {};
  const auto file = trajectory::read_constraints(path);
  if (!file) return Error{{path, 0}, "exists and is not a constraint file; choose another name"};
  const auto decided =
      std::count_if(file->constraints.begin(), file->constraints.end(), trajectory::is_verified);
  if (decided == 0) return {};
  return Error{
      {path, 0},
      fmt::format("holds {} constraints verified by a person; choose another name", decided)};
}

std::vector<std::string> outputs_of(const SlamOptions& options) {
  std::vector<std::string> outputs = maps::files_of_map(options.map);
  outputs.insert(outputs.begin(), options.output);
  outputs.push_back(options.constraints);
  return outputs;
}

// Checks the names of the output files before anything runs.
Result<void> check_outputs(const SlamOptions& options) {
  if (const auto kept = check_inputs_are_kept(outputs_of(options), {options.log}); !kept)
    return kept;
  if (const auto kept = keep_decisions(options.constraints); !kept) return kept;
  if (options.output.empty()) return {};
  if (is_for_carmen(options) && options.log.empty())
    return Error{{options.output, 0},
                 "a CARMEN log repeats the lines of the log that was mapped, and a live robot has "
                 "none; choose another ending, such as .tum"};
  const std::string end = std::filesystem::path(options.output).extension();
  const bool is_known = end == ".tum" || end == ".txt" || end == ".kitti" || end == ".csv" ||
                        end == ".g2o" || end == ".graph" || end == ".toro" ||
                        is_for_carmen(options);
  if (options.format.empty() && !is_known)
    return Error{{options.output, 0},
                 "its name does not tell the format: .tum, .txt (2-D), .csv (EuRoC), .kitti, .g2o, "
                 ".graph (TORO) or .log (CARMEN); or say it with --format"};
  if (options.poses != "scans" && (is_for_graph(options) || is_for_carmen(options)))
    return Error{{options.output, 0},
                 "graphs and CARMEN logs have the poses of scans only; choose --poses scans, or "
                 "another ending, such as .tum"};
  return {};
}

// A file that is not a graph is read as a log, which reports what is wrong with it.
bool is_graph_file(const std::string& path) {
  std::error_code ignored;
  if (path.empty() || !std::filesystem::is_regular_file(path, ignored)) return false;
  const auto kind = trajectory::detect_format(path);
  return kind && (*kind == trajectory::FileFormat::G2o || *kind == trajectory::FileFormat::Toro);
}

// One vertex per scan; edges are the constraints that were not rejected.
trajectory::GraphFile graph_of_slam(const Mapped& mapped) {
  trajectory::GraphFile file;
  std::map<double, int> at;
  for (std::size_t i = 0; i < mapped.scans.size(); ++i) {
    file.ids.push_back(static_cast<long long>(i));
    file.stamps.push_back(mapped.scans[i].stamp);
    file.graph.poses.push_back(mapped.slam->poses()[i]);
    at[mapped.scans[i].stamp] = static_cast<int>(i);
  }
  for (const trajectory::Constraint& found : mapped.slam->constraints())
    if (found.state != trajectory::ConstraintState::Rejected)
      file.graph.edges.push_back({at[found.stamp_i], at[found.stamp_j], found.i_from_j,
                                  found.covariance.inverse(), false});
  return file;
}

Result<void> write_poses(const SlamOptions& options, const Mapped& mapped) {
  if (is_for_graph(options)) {
    std::optional<trajectory::GraphFormat> graph_format;
    if (options.format == "g2o") graph_format = trajectory::GraphFormat::G2o;
    if (options.format == "toro") graph_format = trajectory::GraphFormat::Toro;
    return trajectory::write_graph(options.output, graph_of_slam(mapped), graph_format);
  }
  const auto format =
      options.format.empty() ? std::nullopt : trajectory::trajectory_format(options.format);
  if (!is_for_carmen(options))
    return trajectory::write_trajectory(options.output, trajectory_of(options, mapped), format);
  return trajectory::write_carmen(options.output, options.log, trajectory_of(options, mapped));
}

Result<void> write_results(const SlamOptions& options, const Mapped& mapped) {
  if (!options.output.empty())
    if (const auto written = write_poses(options, mapped); !written) return written;
  if (!options.map.empty()) {
    const auto map =
        slam::draw_map(mapped.scans, mapped.slam->poses(), {.resolution = options.resolution});
    if (!map) return Error{{options.map, 0}, map.error().message};
    if (const auto written = maps::write_map(options.map, *map, mapped.slam->poses()); !written)
      return written;
  }
  if (!options.constraints.empty()) {
    const std::string name = std::filesystem::path(mapped.source).filename();
    return trajectory::write_constraints(options.constraints, {name, mapped.slam->constraints()});
  }
  return {};
}

std::string counted(int count, const std::string& word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

double path_length_of(const std::vector<Pose2>& poses) {
  double length = 0.0;
  for (std::size_t i = 1; i < poses.size(); ++i)
    length += (poses[i].position() - poses[i - 1].position()).norm();
  return length;
}

// A robot that stands still now and then repeats its odometry; that is not worth a line.
void report_missing_odometry(const slam::SlamReport& facts) {
  constexpr double kTooOften = 0.1;  // of the scans
  if (facts.scans_without_odometry > kTooOften * facts.scans)
    fmt::print(
        "odometry is missing or implausible before {} of {} scans; their poses come from scan "
        "matching alone\n",
        facts.scans_without_odometry, facts.scans);
  if (facts.ambiguous_stamps.empty()) return;
  fmt::print("{} scans match nearly as well at another pose; check the map there: at",
             facts.ambiguous_stamps.size());
  constexpr std::size_t kMaxListed = 8;
  for (std::size_t i = 0; i < std::min(kMaxListed, facts.ambiguous_stamps.size()); ++i)
    fmt::print("{} {:.1f} s", i == 0 ? "" : ",", facts.ambiguous_stamps[i]);
  fmt::print("{}\n", facts.ambiguous_stamps.size() > kMaxListed ? " and later" : "");
}

void report(const SlamOptions& options, const Mapped& mapped, double cpu) {
  const slam::SlamReport& facts = mapped.slam->report();
  const double path_length = path_length_of(mapped.slam->poses());
  if (options.json) {
    nlohmann::ordered_json json;
    json["source"] = mapped.source;
    json["method"] = options.method;
    json["scans"] = facts.scans;
    json["unmatched_scans"] = facts.unmatched_scans;
    json["scans_without_odometry"] = facts.scans_without_odometry;
    json["ambiguous_stamps"] = facts.ambiguous_stamps;
    json["submaps"] = facts.submaps;
    json["loop_closures"] = {{"candidates", facts.loop_candidates},
                             {"detected", facts.loop_closures},
                             {"rejected", facts.rejected_loop_closures}};
    json["seconds"] = mapped.seconds;
    json["path_length_m"] = path_length;
    json["cpu_seconds"] = cpu;
    fmt::print("{}\n", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    return;
  }
  fmt::print("{} over {:.0f} s and {:.1f} m: {}, {} ({} rejected as outliers); {} unmatched\n",
             counted(facts.scans, "scan"), mapped.seconds, path_length,
             counted(facts.submaps, "submap"), counted(facts.loop_closures, "loop closure"),
             facts.rejected_loop_closures, counted(facts.unmatched_scans, "scan"));
  report_missing_odometry(facts);
  if (options.log.empty())
    fmt::print("{:.1f} CPU-seconds\n", cpu);
  else
    fmt::print("{:.1f} CPU-seconds, {:.0f} times real time\n", cpu,
               mapped.seconds / std::max(cpu, 1e-3));
}

}  // namespace

int slam(const SlamOptions& given) {
  SlamOptions options = given;
  if (!options.log.empty()) options.log = resolve_data_path(options.log);
  if (options.log.empty() == options.connect.empty())
    return fail({{}, "slam wants a LOG, or --connect HOST:PORT"}, kWrongUsage);
  if (const auto checked = check_outputs(options); !checked)
    return fail(checked.error(), kWrongUsage);
  if (const auto fine = check_writable(outputs_of(options)); !fine)
    return fail(fine.error(), kRunFailed);
  if (is_graph_file(options.log)) return optimise_graph(options);
  if (options.is_robust)
    return fail({{options.log, 0},
                 "--robust is for pose graphs (g2o, TORO); loop closures of logs always use the "
                 "robust loss"},
                kWrongUsage);
  const double begin = cpu_seconds();
  const auto mapped = options.log.empty() ? map_robot(options) : map_log(options);
  if (!mapped) return fail(mapped.error());
  const double cpu = cpu_seconds() - begin;
  if (const auto written = write_results(options, *mapped); !written)
    return fail(written.error(), kRunFailed);
  report(options, *mapped, cpu);
  print_written_files(outputs_of(options));
  return kDone;
}

}  // namespace rubble::apps
