// SPDX-License-Identifier: Apache-2.0
// Estimated trajectories against their ground truth: what is read, computed and found. Tables,
// figures and pages of it are in the headers beside this one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rubble/evaluation/association.h"
#include "rubble/evaluation/breakdown.h"
#include "rubble/evaluation/comparison.h"
#include "rubble/evaluation/trajectory_error.h"
#include "rubble/trajectory/trajectory.h"

namespace rubble::evaluation {

constexpr double kLongGap = 1.0;  // s between poses; interpolated poses are less certain there

// What an estimate may miss at most; empty: not checked.
struct AssessThresholds {
  std::optional<double> translation;  // m, means
  std::optional<double> rotation;     // deg
  std::optional<double> neighbour_translation;
  std::optional<double> neighbour_rotation;
  std::optional<double> loop_translation;
  std::optional<double> loop_rotation;
  std::optional<double> unmatched;  // share of the relations
  std::optional<double> ate;        // m, RMSE
  std::optional<double> rpe;        // m, RMSE
};

// Files may be named as 'rubble assess' names them: below Rubble's own folder, too.
struct AssessSettings {
  std::vector<std::string> trajectories;     // estimates: FILE, NAME=FILE, either with :FORMAT
  std::string relations;                     // .relations, constraints as JSON, or a recording
  std::string truth;                         // a trajectory, a log or a recording
  std::string times;                         // file with the time stamps of KITTI poses
  std::string robot;                         // of recordings with several; empty: the first
  std::vector<std::string> left_out_makers;  // constraints that these proposed are not used
  double tolerance = 1e-3;                   // s
  double max_gap = 0.0;                      // s; 0 = any
  std::string weights;                       // "x y z roll pitch yaw"; empty: 1 1 1 1 1 1
  std::string dimensions = "auto";           // or 2, 3
  std::string align = "rigid";               // or none, origin, similarity
  std::string associate = "time";            // or index, scan
  std::string time_offset;                   // s, or "estimate"; empty: none
  double association = 0.01;                 // s
  double delta = 1.0;
  std::string delta_unit = "frames";  // or metres, seconds
  bool all_pairs = false;
  double margin = 25.0;    // percent, up to where two are equivalent
  int worst = 10;          // relations listed
  std::uint64_t seed = 1;  // of the bootstrap
  std::string map;         // background of overlays
  std::string log;         // or drawn from its scans
  AssessThresholds most;
};

// One estimate and its errors.
struct AssessedEstimate {
  std::string name;
  trajectory::Trajectory trajectory;
  std::optional<RelationAssessment> relations;
  MeanEstimates means;
  RelationCoverage coverage;
  std::optional<TrajectoryAssessment> against_truth;
  double time_offset = 0.0;  // s, added to its stamps
  std::optional<TimeOffset> estimated_offset;
};

struct AssessReport {
  std::vector<AssessedEstimate> estimates;
  std::vector<Comparison> comparisons;
  ComparisonSettings comparison_settings;
  std::string relations;  // names of files; empty: not given
  std::string truth;
  std::size_t relation_count = 0;
  std::size_t loop_count = 0;
  std::string rpe_delta;  // "1 frame"
  std::string align;
  std::string associate;             // time, index or scan
  std::vector<std::string> remarks;  // corrections of files, gaps, sparse data
  std::vector<std::string> missed;   // thresholds, as sentences
  std::size_t worst = 10;
};

// Reads FILE or NAME=FILE, either with :FORMAT.
Result<trajectory::Trajectory> read_assessed(const std::string& word,
                                             const AssessSettings& settings);

// Reads and assesses everything the settings name. Deterministic; no output.
Result<AssessReport> assess(const AssessSettings& settings);

// The steps of assess() that are of use alone.
std::vector<std::string> missed_thresholds(const AssessReport& report,
                                           const AssessThresholds& most);
// Gives the estimates the stamps of the truth, if `associate` or `time_offset` asks for it.
Result<void> associate_estimates(const AssessSettings& settings, AssessReport& report);

}  // namespace rubble::evaluation
