// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/report/assessment.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "rubble/base/text.h"
#include "rubble/groundtruth/proposals.h"
#include "rubble/groundtruth/true_relations.h"
#include "rubble/logs/robot_log.h"
#include "rubble/sdf/load.h"
#include "rubble/slam/2d/planar_scan.h"
#include "rubble/trajectory/constraint.h"

namespace rubble::evaluation {
namespace {

using trajectory::RelationFile;
using trajectory::Trajectory;

// NAME=FILE:FORMAT taken apart; NAME and FORMAT may be missing.
struct NamedFile {
  std::string name;
  std::string path;
  std::optional<trajectory::TrajectoryFormat> format;
};

bool is_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

NamedFile named_file(const std::string& word) {
  NamedFile file{.path = word};
  if (const auto equals = word.find('=');
      equals != std::string::npos && equals > 0 && !is_file(word)) {
    file.name = word.substr(0, equals);
    file.path = word.substr(equals + 1);
  }
  if (const auto colon = file.path.rfind(':'); colon != std::string::npos && !is_file(file.path))
    if (const auto format = trajectory::trajectory_format(file.path.substr(colon + 1))) {
      file.format = format;
      file.path.resize(colon);
    }
  file.path = resolve_data_path(file.path);
  return file;
}

std::string stem_of(const std::string& path) {
  std::string stem = std::filesystem::path(path).filename().string();
  for (const char* const end : {".xz", ".gz"})
    if (stem.ends_with(end)) stem.resize(stem.size() - 3);
  const auto dot = stem.rfind('.');
  return dot == std::string::npos || dot == 0 ? stem : stem.substr(0, dot);
}

Result<Trajectory> read_named(const NamedFile& file, const AssessSettings& settings) {
  return trajectory::read_trajectory(
      file.path, {.format = file.format, .times = settings.times, .robot = settings.robot});
}

// Constraints a person has verified, less what makers proposed that shall not judge.
Result<RelationFile> relations_of_constraints(const AssessSettings& settings) {
  auto file = trajectory::read_constraints(resolve_data_path(settings.relations));
  if (!file) return file.error();
  const std::size_t before = file->constraints.size();
  std::erase_if(file->constraints,
                [](const trajectory::Constraint& one) { return !trajectory::is_verified(one); });
  const std::size_t verified = file->constraints.size();
  for (const std::string& maker : settings.left_out_makers)
    std::erase_if(file->constraints, [&](const trajectory::Constraint& one) {
      return !trajectory::is_chosen(one, {.without_maker = maker});
    });
  RelationFile relations;
  relations.path = settings.relations;
  relations.relations = trajectory::verified_relations(*file);
  relations.remarks.push_back(
      fmt::format("{}: {} of {} constraints were verified; {} of them were left out by their maker",
                  settings.relations, verified, before, verified - file->constraints.size()));
  if (relations.relations.empty())
    return Error{{settings.relations},
                 "has no constraint left that a person accepted or adjusted; see 'rubble truth'"};
  return relations;
}

// The exact truth of a recording: between its scans, where SLAM has its poses, or, without a laser,
// between places on the way.
Result<RelationFile> relations_of_recording(const AssessSettings& settings) {
  const std::string path = resolve_data_path(settings.relations);
  const auto truth = trajectory::read_trajectory(
      path, {.format = trajectory::TrajectoryFormat::Recording, .robot = settings.robot});
  if (!truth) return truth.error();
  RelationFile file{.path = settings.relations, .remarks = truth->remarks};
  if (const auto log = logs::read_robot_log(path, {.robot = settings.robot}); log)
    file.relations = trajectory::verified_relations(
        {path, groundtruth::exact_constraints(slam::planar_scans(*log), log->truth, {})});
  const bool is_by_scans = !file.relations.empty();
  if (!is_by_scans) file.relations = groundtruth::true_relations(truth->poses);
  if (file.relations.empty())
    return Error{{settings.relations},
                 "its robot never moved on, so that there are no relations between two places"};
  file.remarks.push_back(fmt::format("{}: {} relations of its exact truth, between {}",
                                     settings.relations, file.relations.size(),
                                     is_by_scans ? "scans" : "places on its way"));
  return file;
}

Result<RelationFile> read_truth_relations(const AssessSettings& settings) {
  if (settings.relations.ends_with(".json")) return relations_of_constraints(settings);
  if (!settings.left_out_makers.empty())
    return Error{{settings.relations},
                 "does not say who made its relations; --leave-out-maker wants the JSON of 'rubble "
                 "truth'"};
  if (settings.relations.ends_with(".mcap")) return relations_of_recording(settings);
  return trajectory::read_relations(resolve_data_path(settings.relations));
}

std::optional<bool> planar_wish(const AssessSettings& settings) {
  if (settings.dimensions == "auto") return {};
  return settings.dimensions == "2";
}

MetricSettings metric_settings(const AssessSettings& settings) {
  MetricSettings metric;
  metric.lookup.tolerance = settings.tolerance;
  if (settings.max_gap > 0.0) metric.lookup.max_gap = settings.max_gap;
  metric.is_planar = planar_wish(settings);
  if (const auto weights = parse_numbers(settings.weights, 6))
    std::copy(weights->begin(), weights->end(), metric.weights.begin());
  return metric;
}

TrajectoryErrorSettings truth_settings(const AssessSettings& settings) {
  const AlignMode align = settings.align == "none"         ? AlignMode::None
                          : settings.align == "origin"     ? AlignMode::Origin
                          : settings.align == "similarity" ? AlignMode::Similarity
                                                           : AlignMode::Rigid;
  const DeltaUnit unit = settings.delta_unit == "metres"    ? DeltaUnit::Metres
                         : settings.delta_unit == "seconds" ? DeltaUnit::Seconds
                                                            : DeltaUnit::Frames;
  return {.max_difference = settings.association,
          .align = align,
          .is_planar = planar_wish(settings),
          .delta = settings.delta,
          .unit = unit,
          .all_pairs = settings.all_pairs};
}

void add_relation_remarks(const AssessedEstimate& estimate, double max_gap, AssessReport& report) {
  const auto& found = *estimate.relations;
  if (found.longest_gap > kLongGap)
    report.remarks.push_back(fmt::format(
        "{}: poses are up to {:.2f} s apart where relations fall between them; --max-gap 1 refuses "
        "such",
        estimate.name, found.longest_gap));
  if (10 * found.unmatched > report.relation_count)
    report.remarks.push_back(fmt::format(
        "{}: {} of {} relations fall outside its poses{}", estimate.name, found.unmatched,
        report.relation_count, max_gap > 0.0 ? " or into gaps longer than --max-gap" : ""));
}

Result<void> judge_by_relations(const RelationFile& truth, const AssessSettings& settings,
                                AssessReport& report) {
  report.relations = truth.path;
  report.relation_count = truth.relations.size();
  for (const auto& relation : truth.relations) report.loop_count += trajectory::is_loop(relation);
  report.remarks.insert(report.remarks.end(), truth.remarks.begin(), truth.remarks.end());
  for (AssessedEstimate& estimate : report.estimates) {
    auto found = assess_relations(estimate.trajectory, truth, metric_settings(settings));
    if (!found) return found.error();
    estimate.relations = std::move(*found);
    estimate.means = mean_estimates(*estimate.relations, report.comparison_settings.bootstrap);
    estimate.coverage = coverage_of(estimate.trajectory, estimate.relations->errors);
    add_relation_remarks(estimate, settings.max_gap, report);
  }
  return {};
}

Result<void> judge_by_truth(const AssessSettings& settings, AssessReport& report) {
  const auto truth = read_named(named_file(settings.truth), settings);
  if (!truth) return truth.error();
  report.truth = truth->path;
  report.remarks.insert(report.remarks.end(), truth->remarks.begin(), truth->remarks.end());
  for (AssessedEstimate& estimate : report.estimates) {
    auto found = assess_trajectory(estimate.trajectory, *truth, truth_settings(settings));
    if (!found) return found.error();
    if (found->rpe.count == 0)
      report.remarks.push_back(fmt::format("{}: no two of its poses are {} apart, so it has no RPE",
                                           estimate.name, report.rpe_delta));
    estimate.against_truth = std::move(*found);
  }
  return {};
}

void compare_estimates(AssessReport& report) {
  std::vector<EstimateErrors> all;
  for (const AssessedEstimate& estimate : report.estimates)
    all.push_back({.relations = estimate.relations ? &*estimate.relations : nullptr,
                   .truth = estimate.against_truth ? &*estimate.against_truth : nullptr});
  report.comparisons = compare(all, report.comparison_settings);
}

Result<void> read_estimates(const AssessSettings& settings, AssessReport& report) {
  std::set<std::string> names;
  for (const std::string& word : settings.trajectories) {
    const NamedFile file = named_file(word);
    auto trajectory = read_named(file, settings);
    if (!trajectory) return trajectory.error();
    const std::string wanted = file.name.empty() ? stem_of(file.path) : file.name;
    std::string name = wanted;
    for (int count = 2; !names.insert(name).second; ++count)
      name = fmt::format("{} ({})", wanted, count);
    for (const std::string& remark : trajectory->remarks)
      report.remarks.push_back(name + ": " + remark);
    report.estimates.push_back({.name = name, .trajectory = std::move(*trajectory)});
  }
  return {};
}

}  // namespace

Result<Trajectory> read_assessed(const std::string& word, const AssessSettings& settings) {
  return read_named(named_file(word), settings);
}

Result<AssessReport> assess(const AssessSettings& settings) {
  AssessReport report;
  report.align = settings.align;
  report.associate = settings.associate;
  report.comparison_settings.bootstrap.seed = settings.seed;
  report.comparison_settings.margin = settings.margin / 100.0;
  report.worst = static_cast<std::size_t>(settings.worst);
  report.rpe_delta = fmt::format("{:g} {}", settings.delta,
                                 settings.delta == 1.0
                                     ? settings.delta_unit.substr(0, settings.delta_unit.size() - 1)
                                     : settings.delta_unit);
  if (const auto read = read_estimates(settings, report); !read) return read.error();
  if (const auto associated = associate_estimates(settings, report); !associated)
    return associated.error();
  if (!settings.relations.empty()) {
    const auto truth = read_truth_relations(settings);
    if (!truth) return truth.error();
    if (const auto judged = judge_by_relations(*truth, settings, report); !judged)
      return judged.error();
  }
  if (!settings.truth.empty())
    if (const auto judged = judge_by_truth(settings, report); !judged) return judged.error();
  compare_estimates(report);
  report.missed = missed_thresholds(report, settings.most);
  return report;
}

}  // namespace rubble::evaluation
