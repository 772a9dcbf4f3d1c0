// SPDX-License-Identifier: Apache-2.0
#include "apps/world_options.h"

#include "apps/option_checks.h"

namespace rubble::apps {

CLI::App* add_world_map(CLI::App& world, WorldMapOptions& options) {
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

}  // namespace rubble::apps
