// SPDX-License-Identifier: Apache-2.0
// 'rubble slam' of a pose graph.
#include <fmt/core.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/slam_command.h"
#include "apps/support.h"
#include "rubble/base/log.h"
#include "rubble/slam/2d/graph_optimum.h"

namespace rubble::apps {
namespace {

// What a graph has no answer to.
std::string graph_trouble(const SlamOptions& options) {
  if (!options.map.empty()) return "a pose graph has no scans, so that no map can be drawn of it";
  if (!options.constraints.empty())
    return "a pose graph becomes no constraints; its edges stay as they are";
  if (options.poses != "scans") return "a pose graph has no odometry besides its edges";
  if (options.method != "graph") return "a pose graph has no scans to match; leave --method out";
  if (options.output.ends_with(".log") || options.output.ends_with(".clf") ||
      options.format == "carmen")
    return "a pose graph has no scans that a CARMEN log could repeat";
  return {};
}

trajectory::Trajectory vertices_of(const trajectory::GraphFile& file) {
  trajectory::Trajectory trajectory;
  trajectory.is_planar = true;
  trajectory.has_stamps = !file.stamps.empty();
  for (std::size_t k = 0; k < file.ids.size(); ++k)
    trajectory.poses.push_back(
        {file.stamps.empty() ? static_cast<double>(file.ids[k]) : file.stamps[k],
         spatial(file.graph.poses[k])});
  std::stable_sort(trajectory.poses.begin(), trajectory.poses.end(),
                   [](const auto& one, const auto& other) { return one.stamp < other.stamp; });
  return trajectory;
}

Result<void> write_optimum(const SlamOptions& options, const trajectory::GraphFile& file) {
  const std::string& path = options.output;
  const bool is_toro = options.format.empty() ? path.ends_with(".graph") || path.ends_with(".toro")
                                              : options.format == "toro";
  const bool is_g2o = options.format.empty() ? path.ends_with(".g2o") : options.format == "g2o";
  if (is_toro && !file.graph.fixed.empty())
    log_warning("{}: TORO has no FIX; it is left out", path);
  if (is_toro || is_g2o)
    return trajectory::write_graph(
        path, file, is_toro ? trajectory::GraphFormat::Toro : trajectory::GraphFormat::G2o);
  const auto format =
      options.format.empty() ? std::nullopt : trajectory::trajectory_format(options.format);
  return trajectory::write_trajectory(path, vertices_of(file), format);
}

void report_optimum(const SlamOptions& options, const trajectory::GraphFile& file,
                    const slam::GraphOptimum& optimum, double cpu) {
  if (options.json) {
    nlohmann::ordered_json json{{"source", options.log},
                                {"vertices", file.ids.size()},
                                {"edges", file.graph.edges.size()},
                                {"parts", optimum.parts},
                                {"robust", options.is_robust},
                                {"chi2_before", optimum.chi2_before},
                                {"chi2_after", optimum.chi2_after},
                                {"iterations", optimum.iterations},
                                {"has_converged", optimum.has_converged},
                                {"start", optimum.starts_from_edges ? "edges" : "vertices"},
                                {"cpu_seconds", cpu}};
    if (options.is_robust) {
      json["rejected"] = optimum.rejected.size();
      json["chi2_kept"] = optimum.chi2_kept;
    }
    fmt::print("{}\n", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    return;
  }
  fmt::print("{} vertices, {} edges: chi2 {:.6g} before, {:.6g} after ({} iterations{})\n",
             file.ids.size(), file.graph.edges.size(), optimum.chi2_before, optimum.chi2_after,
             optimum.iterations,
             optimum.starts_from_edges ? ", started from the edges: the poses of the file ended "
                                         "worse"
                                       : "");
  if (optimum.parts > 1)
    fmt::print("the graph has {} connected components; each is optimised on its own\n",
               optimum.parts);
  if (options.is_robust)
    fmt::print("{} edges rejected as outliers; chi2 {:.6g} of the others\n",
               optimum.rejected.size(), optimum.chi2_kept);
  if (!optimum.has_converged) fmt::print("not converged\n");
  fmt::print("{:.2f} CPU-seconds\n", cpu);
}

}  // namespace

int optimise_graph(const SlamOptions& options) {
  if (const std::string trouble = graph_trouble(options); !trouble.empty())
    return fail({{options.log, 0}, trouble}, kWrongUsage);
  auto file = trajectory::read_graph(options.log);
  if (!file) return fail(file.error());
  for (const std::string& remark : file->remarks) log_info("{}: {}", options.log, remark);
  const double begin = cpu_seconds();
  const auto optimum = slam::find_optimum(*file, {.is_robust = options.is_robust});
  if (!optimum) return fail(optimum.error());
  const double cpu = cpu_seconds() - begin;
  if (!options.output.empty())
    if (const auto written = write_optimum(options, *file); !written)
      return fail(written.error(), kRunFailed);
  report_optimum(options, *file, *optimum, cpu);
  print_written_files({options.output});
  return kDone;
}

}  // namespace rubble::apps
