// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/name_list.h"
#include "apps/option_checks.h"
#include "apps/support.h"
#include "rubble/base/log.h"
#include "rubble/base/text.h"
#include "rubble/evaluation/distance_field.h"
#include "rubble/groundtruth/true_map.h"

namespace rubble::apps {
namespace {

struct WorldMapOptions {
  std::string world;
  LoadOptions load;
  std::string output;
  std::string from;          // "x y z" or the name of a start; empty: all starts
  double height = 0.3;       // m above the floor
  double resolution = 0.05;  // m
  bool json = false;
};

// Where it is looked from: one place, or all starts.
Result<std::vector<Vec3>> places_of(const WorldMapOptions& options, const World& world) {
  if (options.from.empty()) {
    std::vector<Vec3> places = groundtruth::places_of_starts(world);
    if (!places.empty()) return places;
    return Error{{world.file},
                 "has no start; say with --from \"x y z\" where a robot would stand, as free space "
                 "is what can be reached from there"};
  }
  constexpr double kMaxCoordinate = 1e6;  // m
  for (const Start& start : world.starts)
    if (start.name == options.from) return std::vector<Vec3>{start.pose.position};
  std::string blanks = options.from;
  std::replace(blanks.begin(), blanks.end(), ',', ' ');
  const auto numbers = parse_numbers(blanks, 3);
  if (!numbers || std::any_of(numbers->begin(), numbers->end(),
                              [](double number) { return !(std::abs(number) <= kMaxCoordinate); }))
    return Error{
        {},
        fmt::format(
            "--from wants three numbers \"x y z\" (m) or the name of a start ({}), got '{}'",
            listed_starts(options.from, world), options.from)};
  return std::vector<Vec3>{Vec3((*numbers)[0], (*numbers)[1], (*numbers)[2])};
}

void report(const WorldMapOptions& options, const groundtruth::TrueMap& truth) {
  const maps::OccupancyMap& map = truth.map;
  const std::size_t walls = evaluation::wall_points(map).size();
  if (options.json) {
    fmt::print("{}\n", nlohmann::ordered_json{{"file", options.output},
                                              {"width", map.width},
                                              {"height", map.height},
                                              {"resolution", map.resolution},
                                              {"origin", {map.origin.x, map.origin.y}},
                                              {"level", truth.level},
                                              {"free_area", truth.free_area},
                                              {"wall_cells", walls}}
                           .dump());
    return;
  }
  fmt::print("{}: {} x {} cells of {:g} m, cut at z = {:.2f} m: {:.1f} m2 free, {} cells of wall\n",
             options.output, map.width, map.height, map.resolution, truth.level, truth.free_area,
             walls);
}

int world_map(const WorldMapOptions& options) {
  if (const auto named = maps::check_map_name(options.output); !named)
    return fail(named.error(), kWrongUsage);
  const auto world = open_world(options.world, options.load);
  if (!world) return fail(world.error());
  if (const auto kept = check_inputs_are_kept({options.output}, world->files); !kept)
    return fail(kept.error(), kWrongUsage);
  const auto places = places_of(options, *world);
  if (!places) return fail(places.error(), kWrongUsage);
  const auto truth = groundtruth::true_map_of(
      *world, *places, {.height = options.height, .resolution = options.resolution});
  if (!truth) return fail(truth.error());
  if (const auto written = maps::write_map(options.output, truth->map); !written)
    return fail(written.error(), kRunFailed);
  constexpr double kHardlyAny = 1.0;  // m^2
  if (truth->free_area < kHardlyAny)
    log_warning("only {:.2f} m2 can be reached from there; is the place inside of something?",
                truth->free_area);
  report(options, *truth);
  print_written_files(maps::files_of_map(options.output));
  return kDone;
}

CLI::App* declare_world_map(CLI::App& world, WorldMapOptions& options) {
  CLI::App* map =
      world.add_subcommand("map", "Write its true occupancy map, for scoring maps of robots");
  map->add_option("WORLD", options.world, "World or model file")->required();
  map->add_option("-o,--output", options.output,
                  "File to write: .yaml (a .pgm comes beside it), .pgm or .png (a .yaml comes "
                  "beside it), .tif (GeoTIFF)")
      ->required();
  map->add_option("--height", options.height, "Height of the horizontal section above the floor, m")
      ->check(number_from(0.0, 100.0))
      ->capture_default_str();
  map->add_option("--resolution", options.resolution, "m a cell")
      ->check(number_from(0.005, 5.0))
      ->capture_default_str();
  map->add_option("--from", options.from,
                  "\"x y z\" of a robot, or the name of a start: free is what can be reached from "
                  "there; else from any start");
  map->add_flag("--json", options.json, "Print one JSON object");
  add_load_options(*map, options.load);
  map->footer(
      "Examples:\n"
      "  ./rubble world map worlds/maze.sdf -o truth.yaml\n"
      "  ./rubble run worlds/maze.sdf --robot Element --drive explore --sensor ScannerH --sensor "
      "ScannerV --sensor IMU --sensor Odometry --duration 20 --record drive.mcap\n"
      "  ./rubble slam drive.mcap --map drive.pgm\n"
      "  ./rubble assess --map-estimate drive.yaml --map-truth truth.yaml\n"
      "  ./rubble world map worlds/office.sdf -o office.tif --height 0.6 --resolution 0.1");
  return map;
}

}  // namespace

void add_world_map(CLI::App& app, Action& chosen) {
  add_command(app, chosen, declare_world_map, world_map);
}

}  // namespace rubble::apps
