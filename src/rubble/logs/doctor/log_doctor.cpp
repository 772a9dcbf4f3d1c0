// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/doctor/log_doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/logs/doctor/log_streams.h"
#include "rubble/maps/occupancy_map.h"
#include "rubble/trajectory/file_format.h"
#include "rubble/trajectory/pose_graph.h"
#include "rubble/trajectory/relation.h"
#include "rubble/trajectory/trajectory.h"

namespace rubble::logs {
namespace {

void add_remarks(const std::vector<std::string>& remarks, LogDiagnosis& diagnosis) {
  for (const std::string& remark : remarks)
    diagnosis.findings.push_back({Severity::Warning, remark});
}

Result<LogDiagnosis> examine_trajectory(const std::string& path) {
  const auto trajectory = trajectory::read_trajectory(path);
  if (!trajectory) return trajectory.error();
  LogDiagnosis diagnosis;
  StampStream poses("poses");
  std::vector<StampedOdometry> moments;
  for (const StampedPose& pose : trajectory->poses) {
    poses.add(pose.stamp);
    moments.push_back({pose.stamp, planar(pose.pose)});
  }
  diagnosis.streams.push_back(poses.facts());
  diagnosis.odometry = odometry_facts(moments);
  diagnosis.facts.emplace_back("space", trajectory->is_planar ? "on the plane" : "3-D");
  if (!trajectory->has_stamps) diagnosis.facts.emplace_back("stamps", "none");
  add_remarks(trajectory->remarks, diagnosis);
  if (diagnosis.odometry.jumps > 0 && trajectory->has_stamps)
    diagnosis.findings.push_back(
        {Severity::Warning,
         fmt::format("It jumps {} times, up to {:.2f} m at once, first at {:.3f} s.",
                     diagnosis.odometry.jumps, diagnosis.odometry.longest_jump,
                     diagnosis.odometry.first_jump_at)});
  return diagnosis;
}

template <class Value>
void keep_one_of_each(std::vector<Value>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

Result<LogDiagnosis> examine_relations(const std::string& path) {
  const auto file = trajectory::read_relations(path);
  if (!file) return file.error();
  LogDiagnosis diagnosis;
  StampStream stamps("ends");
  std::vector<double> distinct;
  std::vector<std::pair<double, double>> pairs;
  std::size_t loops = 0, backward = 0;
  double longest = 0.0, sum = 0.0;
  for (const trajectory::Relation& relation : file->relations) {
    const trajectory::Relation ordered = trajectory::earlier_first(relation);
    distinct.insert(distinct.end(), {relation.stamp_i, relation.stamp_j});
    pairs.emplace_back(ordered.stamp_i, ordered.stamp_j);
    loops += trajectory::is_loop(relation) ? 1 : 0;
    backward += relation.stamp_j < relation.stamp_i ? 1 : 0;
    longest = std::max(longest, relation.i_from_j.position.norm());
    sum += relation.i_from_j.position.norm();
  }
  keep_one_of_each(distinct);
  keep_one_of_each(pairs);
  const std::size_t repeated = file->relations.size() - pairs.size();
  const auto count = static_cast<double>(file->relations.size());
  for (const double stamp : distinct) stamps.add(stamp);
  diagnosis.streams.push_back(stamps.facts());
  diagnosis.facts = {
      {"relations", std::to_string(file->relations.size())},
      {"loops", fmt::format("{} ({:.0f} %; ends more than {:.0f} s apart)", loops,
                            100.0 * static_cast<double>(loops) / count, trajectory::kLoopSeconds)},
      {"length", fmt::format("{:.2f} m on average, {:.2f} m at most", sum / count, longest)},
      {"space", file->is_planar ? "on the plane" : "3-D"}};
  if (backward > 0)
    diagnosis.facts.emplace_back("later end first",
                                 fmt::format("{}; they are turned round before scoring", backward));
  add_remarks(file->remarks, diagnosis);
  if (repeated > 0)
    diagnosis.findings.push_back(
        {Severity::Note, fmt::format("{} relations link two stamps that another links already; "
                                     "they count twice.",
                                     repeated)});
  if (loops == 0)
    diagnosis.findings.push_back({Severity::Warning,
                                  "No relation links places visited again: it cannot tell whether "
                                  "loops are closed."});
  return diagnosis;
}

// How many parts a graph falls into.
std::size_t parts_of(const trajectory::PoseGraph& graph) {
  std::vector<std::size_t> root(graph.poses.size());
  for (std::size_t i = 0; i < root.size(); ++i) root[i] = i;
  const auto find = [&](std::size_t i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  std::size_t parts = root.size();
  for (const trajectory::GraphEdge& edge : graph.edges) {
    const std::size_t i = find(static_cast<std::size_t>(edge.i));
    const std::size_t j = find(static_cast<std::size_t>(edge.j));
    if (i == j) continue;
    root[i] = j;
    --parts;
  }
  return parts;
}

Result<LogDiagnosis> examine_graph(const std::string& path) {
  const auto file = trajectory::read_graph(path);
  // Graphs in space are trajectories to us.
  if (!file)
    return trajectory::read_trajectory(path).ok() ? examine_trajectory(path) : file.error();
  LogDiagnosis diagnosis;
  const std::size_t parts = parts_of(file->graph);
  const auto neighbours = std::count_if(
      file->graph.edges.begin(), file->graph.edges.end(),
      [&](const trajectory::GraphEdge& edge) { return std::abs(edge.i - edge.j) == 1; });
  diagnosis.facts = {{"vertices", std::to_string(file->ids.size())},
                     {"edges", fmt::format("{}, {} of them between neighbours",
                                           file->graph.edges.size(), neighbours)},
                     {"stamps", file->stamps.empty() ? "none" : "one a vertex"}};
  add_remarks(file->remarks, diagnosis);
  if (parts > 1)
    diagnosis.findings.push_back(
        {Severity::Warning,
         fmt::format("The graph falls into {} parts that no edge links.", parts)});
  return diagnosis;
}

Result<LogDiagnosis> examine_map(const std::string& path) {
  const auto map = maps::read_map(path);
  if (!map) return map.error();
  std::size_t free = 0, occupied = 0;
  for (const std::uint8_t cell : map->cells) {
    if (cell == maps::kUnknownCell) continue;
    if (cell > 65) ++occupied;
    if (cell < 20) ++free;
  }
  const auto share = [&](std::size_t count) {
    return 100.0 * static_cast<double>(count) / static_cast<double>(map->cells.size());
  };
  LogDiagnosis diagnosis;
  diagnosis.facts = {
      {"size",
       fmt::format("{} x {} cells of {:.4g} m: {:.1f} x {:.1f} m", map->width, map->height,
                   map->resolution, map->width * map->resolution, map->height * map->resolution)},
      {"origin", fmt::format("{:.3f} {:.3f} m, turned {:.2f} degrees", map->origin.x, map->origin.y,
                             degrees(map->origin.theta))},
      {"cells", fmt::format("{:.1f} % free, {:.1f} % occupied, {:.1f} % unknown", share(free),
                            share(occupied), 100.0 - share(free) - share(occupied))}};
  if (occupied == 0)
    diagnosis.findings.push_back(
        {Severity::Warning, "Nothing is occupied; is 'negate' wrong, or the threshold too high?"});
  if (occupied > free)
    diagnosis.findings.push_back(
        {Severity::Warning, "More is occupied than free; is 'negate' the wrong way round?"});
  return diagnosis;
}

Result<LogDiagnosis> examine_as(trajectory::FileFormat kind, const std::string& path) {
  switch (kind) {
    case trajectory::FileFormat::Carmen:
      return diagnose_carmen(path);
    case trajectory::FileFormat::Usarsim:
      return diagnose_messages(path);
    case trajectory::FileFormat::Recording:
      return diagnose_recording(path);
    case trajectory::FileFormat::Relations:
      return examine_relations(path);
    case trajectory::FileFormat::G2o:
    case trajectory::FileFormat::Toro:
      return examine_graph(path);
    case trajectory::FileFormat::MapDescription:
    case trajectory::FileFormat::Picture:
    case trajectory::FileFormat::Tiff:
      return examine_map(path);
    case trajectory::FileFormat::Constraints:
      return Error{{path}, "this is a file of constraints; 'rubble truth' shows what is in it"};
    default:
      return examine_trajectory(path);
  }
}

}  // namespace

bool LogDiagnosis::has_problem() const {
  return std::any_of(findings.begin(), findings.end(),
                     [](const Finding& finding) { return finding.severity == Severity::Problem; });
}

Result<LogDiagnosis> diagnose(const std::string& path) {
  const auto kind = trajectory::detect_format(path);
  if (!kind) return kind.error();
  auto diagnosis = examine_as(*kind, path);
  if (!diagnosis) return diagnosis.error();
  diagnosis->path = path;
  diagnosis->kind = trajectory::name_of(*kind);
  std::stable_sort(
      diagnosis->findings.begin(), diagnosis->findings.end(),
      [](const Finding& one, const Finding& other) { return one.severity > other.severity; });
  return diagnosis;
}

}  // namespace rubble::logs
