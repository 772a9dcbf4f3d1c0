// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/commands.h"
#include "apps/name_list.h"
#include "apps/support.h"
#include "rubble/base/log.h"
#include "rubble/base/text.h"
#include "rubble/evaluation/distance_field.h"
#include "rubble/groundtruth/true_map.h"

namespace rubble::apps {
namespace {

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

}  // namespace

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

}  // namespace rubble::apps
