// SPDX-License-Identifier: Apache-2.0
#include "apps/slam_options.h"

#include "apps/option_checks.h"
#include "rubble/maps/occupancy_map.h"

namespace rubble::apps {
CLI::App* add_slam(CLI::App& app, SlamOptions& options) {
  CLI::App* slam = app.add_subcommand("slam", "Map a log or a live robot; optimise a pose graph");
  auto* log = slam->add_option("LOG", options.log,
                               "Recording (.mcap), CARMEN log or log of USARSim messages; or a "
                               "pose graph (g2o, TORO), which is optimised");
  slam->add_option("--connect", options.connect,
                   "HOST:PORT of a robot, a 'rubble serve' (a robot enters there) or a 'rubble "
                   "replay' instead")
      ->excludes(log);
  slam->add_option("-o,--output", options.output,
                   "Trajectory, one robot pose per scan: .tum, .txt (2-D), .csv (EuRoC), .kitti, "
                   ".g2o, .log (CARMEN)");
  slam->add_option(
          "--poses", options.poses,
          "Stamps of the poses of -o: scans, odometry, or all; between scan poses the path "
          "follows odometry")
      ->check(CLI::IsMember({"scans", "odometry", "all"}))
      ->capture_default_str();
  slam->add_flag(
      "--robust", options.is_robust,
      "For a pose graph: robust loss (Geman-McClure) on loop closures, the edges between "
      "vertices whose ids are not consecutive; outliers are rejected");
  slam->add_option("--format", options.format, "Format of -o, whatever its name")
      ->check(CLI::IsMember({"tum", "2d", "euroc", "kitti", "g2o", "toro", "carmen"}));
  slam->add_option("--map", options.map, "Draw the map: .pgm or .png with a .yaml, .tif (GeoTIFF)")
      ->check(file_ending_in(maps::map_file_endings()));
  slam->add_option("--resolution", options.resolution, "Cell size of the map, m")
      ->check(number_from(0.005, 5.0))
      ->capture_default_str();
  slam->add_option("--constraints", options.constraints,
                   "Constraints between scans (.json), for 'rubble truth'")
      ->check(file_ending_in({".json"}));
  slam->add_option("--method", options.method,
                   "odometry: odometry alone; matching: scan matching without loop closure; graph: "
                   "scan matching, loop closure and pose graph optimisation")
      ->check(CLI::IsMember({"odometry", "matching", "graph"}))
      ->capture_default_str();
  slam->add_option("--laser", options.laser,
                   "Correct a reversed laser: mirrored (or upside-down), "
                   "backwards, mirrored-backwards; 'log-doctor' detects which")
      ->check(CLI::IsMember({"mirrored", "upside-down", "backwards", "mirrored-backwards"}));
  slam->add_option(
          "--odometry", options.odometry,
          "Correct odometry with a wrong sign: mirrored (y and rotation), turn (rotation), y")
      ->check(CLI::IsMember({"mirrored", "turn", "y"}));
  slam->add_flag("--no-ramp-handling", options.is_without_ramps,
                 "Assume a level floor and ignore the inertial unit for ramps");
  slam->add_option("--robot", options.robot, "Name of the robot, if there are several");
  slam->add_option("--class", options.robot_class, "Class of the robot to spawn in a simulator")
      ->capture_default_str();
  slam->add_option("--start", options.start, "Name of its start; default: the first of the world");
  slam->add_option("--duration", options.duration,
                   "Seconds to map a live robot; 0 = until it stops sending")
      ->check(number_from(0.0, 1e6))
      ->capture_default_str();
  slam->add_flag("--json", options.json, "Print one JSON object");
  slam->footer(
      "Examples:\n"
      "  ./rubble run worlds/maze.sdf --robot Element --drive explore --sensor ScannerH --sensor "
      "ScannerV --sensor IMU --sensor Odometry --duration 40 --record drive.mcap\n"
      "  ./rubble slam drive.mcap -o drive.tum --map drive.pgm --constraints drive.json\n"
      "  ./rubble slam drive.mcap -o wheels.tum --method odometry --json\n"
      "  ./rubble slam drive.mcap -o drive.g2o\n"
      "  ./rubble slam drive.g2o -o optimum.g2o --robust");
  return slam;
}

}  // namespace rubble::apps
