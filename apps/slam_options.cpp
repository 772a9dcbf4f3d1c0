// SPDX-License-Identifier: Apache-2.0
#include "apps/slam_options.h"

#include "apps/option_checks.h"

namespace rubble::apps {
CLI::App* add_slam(CLI::App& app, SlamOptions& options) {
  CLI::App* slam = app.add_subcommand("slam", "Map a robot's log, or a robot while it drives");
  auto* log = slam->add_option("LOG", options.log,
                               "Recording (.mcap), CARMEN log or log of USARSim messages; or a "
                               "pose graph (g2o, TORO), which is optimised");
  slam->add_option("--connect", options.connect,
                   "HOST:PORT of a robot, a 'rubble serve' (a robot enters there) or a 'rubble "
                   "replay' instead")
      ->excludes(log);
  slam->add_option("-o,--output", options.output,
                   "Where the robot was, one pose a scan; .tum, .txt (2-D), .csv (EuRoC), .kitti, "
                   ".g2o, .log (CARMEN)");
  slam->add_option(
          "--poses", options.poses,
          "At which moments -o has poses: scans, odometry, or all; between two scans' poses "
          "odometry gives the shape")
      ->check(CLI::IsMember({"scans", "odometry", "all"}))
      ->capture_default_str();
  slam->add_flag("--robust", options.is_robust,
                 "Of a pose graph: edges between vertices that do not follow each other may be "
                 "wrong; those that disagree with the rest are let go");
  slam->add_option("--format", options.format, "Of that file, whatever its name")
      ->check(CLI::IsMember({"tum", "2d", "euroc", "kitti", "g2o", "toro", "carmen"}));
  slam->add_option("--map", options.map, "Draw the map: .pgm or .png with a .yaml, .tif (GeoTIFF)")
      ->check(file_ending_in({".pgm", ".png", ".yaml", ".tif", ".tiff"}));
  slam->add_option("--resolution", options.resolution, "m a cell of the map")
      ->check(number_from(0.005, 5.0))
      ->capture_default_str();
  slam->add_option("--constraints", options.constraints,
                   "What it found out between scans (.json), for 'rubble truth'")
      ->check(file_ending_in({".json"}));
  slam->add_option("--method", options.method,
                   "odometry: believe the wheels; matching: lay each scan on the last ones; graph: "
                   "close loops too")
      ->check(CLI::IsMember({"odometry", "matching", "graph"}))
      ->capture_default_str();
  slam->add_option("--laser", options.laser,
                   "Mend a laser whose beams are the wrong way round: mirrored (or upside-down), "
                   "backwards, mirrored-backwards; 'log-doctor' says which")
      ->check(CLI::IsMember({"mirrored", "upside-down", "backwards", "mirrored-backwards"}));
  slam->add_option("--odometry", options.odometry,
                   "Mend odometry with a wrong sign: mirrored (y and turns), turn, y")
      ->check(CLI::IsMember({"mirrored", "turn", "y"}));
  slam->add_flag("--no-ramp-handling", options.is_without_ramps,
                 "Take the floor for level, whatever the inertial unit says");
  slam->add_option("--robot", options.robot, "By name, where there are several");
  slam->add_option("--class", options.robot_class, "Of the robot a simulator is asked for")
      ->capture_default_str();
  slam->add_option("--start", options.start,
                   "Where that one begins: the name of a start; else the first of the world");
  slam->add_option("--duration", options.duration,
                   "Seconds to listen to a robot; 0 = until it falls silent")
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
