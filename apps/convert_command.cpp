// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <optional>

#include "apps/format_commands.h"
#include "apps/support.h"
#include "rubble/base/log.h"
#include "rubble/logs/carmen_log_writer.h"
#include "rubble/logs/doctor/log_faults.h"
#include "rubble/maps/occupancy_map.h"
#include "rubble/sdf/load.h"
#include "rubble/trajectory/constraint.h"
#include "rubble/trajectory/file_format.h"
#include "rubble/trajectory/pose_graph.h"
#include "rubble/trajectory/relation.h"
#include "rubble/trajectory/trajectory.h"

namespace rubble::apps {
namespace {

using trajectory::FileFormat;
using trajectory::TrajectoryFormat;

enum class Content { Trajectory, Relations, Constraints, Graph, Map };

bool ends_with_any(const std::string& path, std::initializer_list<const char*> ends) {
  for (const char* end : ends)
    if (path.ends_with(end)) return true;
  return false;
}

bool is_graph_word(const std::string& word) { return word == "g2o" || word == "toro"; }

Result<Content> content_of_input(const ConvertOptions& options, const std::string& path) {
  if (options.from == "relations") return Content::Relations;
  if (options.from == "constraints") return Content::Constraints;
  if (is_graph_word(options.from)) return Content::Graph;
  if (!options.from.empty()) {
    if (trajectory::trajectory_format(options.from)) return Content::Trajectory;
    return Error{{},
                 "--from wants " + trajectory::trajectory_format_words() +
                     ", relations or constraints, got '" + options.from + "'"};
  }
  const auto kind = trajectory::detect_format(path);
  if (!kind) return kind.error();
  switch (*kind) {
    case FileFormat::Relations:
      return Content::Relations;
    case FileFormat::Constraints:
      return Content::Constraints;
    case FileFormat::G2o:
    case FileFormat::Toro:
      return Content::Graph;
    case FileFormat::MapDescription:
    case FileFormat::Picture:
    case FileFormat::Tiff:
      return Content::Map;
    default:
      return Content::Trajectory;
  }
}

void tell_remarks(const std::string& path, const std::vector<std::string>& remarks) {
  for (const std::string& remark : remarks) log_info("{}: {}", path, remark);
}

int done(const ConvertOptions& options, std::size_t count, const char* things) {
  fmt::print("{}: {} {}\n", options.output, count, things);
  print_written_files({options.output});
  return kDone;
}

bool wants_relations(const ConvertOptions& options) {
  return options.to == "relations" ||
         (options.to.empty() && options.output.ends_with(".relations"));
}

bool wants_graph(const ConvertOptions& options) {
  return is_graph_word(options.to) ||
         (options.to.empty() && ends_with_any(options.output, {".g2o", ".graph", ".toro"}));
}

bool wants_carmen(const ConvertOptions& options) {
  return options.to == "carmen" ||
         (options.to.empty() && ends_with_any(options.output, {".clf", ".log"}));
}

int convert_map(const ConvertOptions& options, const std::string& path) {
  const auto map = maps::read_map(path);
  if (!map) return fail(map.error());
  if (const auto named = maps::check_map_name(options.output); !named) return fail(named.error());
  if (const auto written = maps::write_map(options.output, *map); !written)
    return fail(written.error(), kRunFailed);
  fmt::print("{}: {} cells\n", options.output, map->cells.size());
  print_written_files(maps::files_of_map(options.output));
  return kDone;
}

int write_relations_to(const ConvertOptions& options,
                       const std::vector<trajectory::Relation>& relations) {
  if (const auto written = trajectory::write_relations(options.output, relations); !written)
    return fail(written.error(), kRunFailed);
  return done(options, relations.size(), "relations");
}

int write_graph_to(const ConvertOptions& options, const trajectory::GraphFile& graph) {
  std::optional<trajectory::GraphFormat> format;
  if (options.to == "g2o") format = trajectory::GraphFormat::G2o;
  if (options.to == "toro") format = trajectory::GraphFormat::Toro;
  if (const auto written = trajectory::write_graph(options.output, graph, format); !written)
    return fail(written.error(), kRunFailed);
  fmt::print("{}: {} vertices, {} edges\n", options.output, graph.ids.size(),
             graph.graph.edges.size());
  print_written_files({options.output});
  return kDone;
}

int convert_relations(const ConvertOptions& options, const std::string& path) {
  const auto file = trajectory::read_relations(path);
  if (!file) return fail(file.error());
  tell_remarks(path, file->remarks);
  if (wants_relations(options)) return write_relations_to(options, file->relations);
  if (!wants_graph(options))
    return fail(
        {{options.output},
         "relations become relations (.relations) or a graph (.g2o, .graph), nothing else"});
  if (!file->is_planar)
    log_info("{}: z, roll and pitch are left out: such a graph is on the plane", path);
  return write_graph_to(options, trajectory::graph_of(file->relations));
}

// Relations judge others, so only what somebody has verified becomes one; a graph takes all that
// was not rejected.
int convert_constraints(const ConvertOptions& options, const std::string& path) {
  const auto file = trajectory::read_constraints(path);
  if (!file) return fail(file.error());
  const std::size_t count = file->constraints.size();
  if (wants_graph(options)) return write_graph_to(options, trajectory::graph_of(*file));
  if (!wants_relations(options))
    return fail({{options.output},
                 "constraints become relations (.relations) or a graph (.g2o, .graph), nothing "
                 "else"});
  const auto relations = trajectory::verified_relations(*file);
  if (relations.empty())
    return fail({{path},
                 fmt::format("none of its {} constraints is verified, and only those become "
                             "relations; 'rubble truth LOG --constraints {}' is for that. A graph "
                             "(.g2o) takes all of them",
                             count, options.input)});
  if (relations.size() < count)
    log_info("{}: {} of {} constraints are verified; the others are left out", path,
             relations.size(), count);
  if (const auto written = trajectory::export_relations(options.output, *file); !written)
    return fail(written.error());
  return done(options, relations.size(), "relations");
}

int convert_trajectory(const ConvertOptions& options, const std::string& path) {
  const auto format = options.to.empty() ? std::nullopt : trajectory::trajectory_format(options.to);
  if (!options.to.empty() && !format)
    return fail({{},
                 "--to wants " + trajectory::trajectory_format_words() + " or relations, got '" +
                     options.to + "'"},
                kWrongUsage);
  const auto trajectory =
      trajectory::read_trajectory(path, {.format = trajectory::trajectory_format(options.from),
                                         .times = options.times,
                                         .robot = options.robot});
  if (!trajectory) return fail(trajectory.error());
  tell_remarks(path, trajectory->remarks);
  const bool is_flat = wants_carmen(options) || format == TrajectoryFormat::Planar ||
                       (!format && options.output.ends_with(".txt"));
  if (is_flat && !trajectory->is_planar)
    log_info("{}: z, roll and pitch are left out: that format is on the plane", path);
  if (wants_carmen(options) && options.log.empty())
    return fail({{options.output},
                 "a corrected CARMEN log repeats the scans of the log it came from; name it with "
                 "--log"});
  if (!wants_carmen(options))
    if (const auto named = trajectory::format_to_write(options.output, format); !named)
      return fail(named.error(), kWrongUsage);
  const auto written =
      wants_carmen(options)
          ? trajectory::write_carmen(options.output, resolve_data_path(options.log), *trajectory)
          : trajectory::write_trajectory(options.output, *trajectory, format);
  if (!written) return fail(written.error(), kRunFailed);
  return done(options, trajectory->poses.size(), "poses");
}

// Writes a log with corrected laser or odometry.
int convert_log(const ConvertOptions& options, const std::string& path) {
  const auto kind = trajectory::detect_format(path);
  if (!kind) return fail(kind.error());
  if (*kind != FileFormat::Carmen || !wants_carmen(options))
    return fail(
        {{path},
         "--laser and --odometry correct a CARMEN log into another one (.clf); other logs are "
         "corrected while they are mapped: 'rubble slam' has the same options"},
        kWrongUsage);
  const logs::LogFault fault{
      logs::laser_fault(options.laser).value_or(logs::LaserFault::None),
      logs::odometry_fault(options.odometry).value_or(logs::OdometryFault::None)};
  if (const auto written = logs::write_corrected_carmen(options.output, path, fault); !written)
    return fail(written.error(), kRunFailed);
  fmt::print("{}: corrected\n", options.output);
  print_written_files({options.output});
  return kDone;
}

// Scans and odometry of a run, for the SLAM of others.
int convert_scans(const ConvertOptions& options, const std::string& path) {
  const auto log = logs::read_robot_log(path, {.robot = options.robot});
  if (!log) return fail(log.error());
  const auto written = logs::write_carmen_log(options.output, *log);
  if (!written) return fail(written.error(), kRunFailed);
  tell_remarks(path, written->remarks);
  fmt::print("{}: {} scans, {} odometry readings\n", options.output, written->scans,
             written->odometry);
  print_written_files({options.output});
  return kDone;
}

// Recordings and USARSim logs have scans of their own.
bool carries_scans(const std::string& path) {
  const auto kind = trajectory::detect_format(path);
  return kind && (*kind == FileFormat::Recording || *kind == FileFormat::Usarsim);
}

int convert_graph(const ConvertOptions& options, const std::string& path) {
  if (!wants_graph(options) && !wants_relations(options)) return convert_trajectory(options, path);
  const auto graph = trajectory::read_graph(path, options.times);
  if (!graph) return fail(graph.error());
  tell_remarks(path, graph->remarks);
  if (wants_graph(options)) return write_graph_to(options, *graph);
  const auto relations = trajectory::relations_of(*graph);
  if (!relations) return fail(relations.error());
  return write_relations_to(options, *relations);
}

}  // namespace

int convert(const ConvertOptions& options) {
  const std::string path = resolve_data_path(options.input);
  if (const auto kept = check_inputs_are_kept({options.output}, {path, options.log}); !kept)
    return fail(kept.error(), kWrongUsage);
  if (const auto fine = check_writable({options.output}); !fine)
    return fail(fine.error(), kRunFailed);
  if (!options.laser.empty() || !options.odometry.empty()) return convert_log(options, path);
  if (wants_carmen(options) && options.log.empty() && options.from.empty() && carries_scans(path))
    return convert_scans(options, path);
  const auto content = content_of_input(options, path);
  if (!content) return fail(content.error());
  switch (*content) {
    case Content::Map:
      return convert_map(options, path);
    case Content::Relations:
      return convert_relations(options, path);
    case Content::Constraints:
      return convert_constraints(options, path);
    case Content::Graph:
      return convert_graph(options, path);
    case Content::Trajectory:
      break;
  }
  if (wants_relations(options))
    return fail({{options.output},
                 "a trajectory has no relations; 'rubble truth' makes them with a person's help"});
  return convert_trajectory(options, path);
}

}  // namespace rubble::apps
