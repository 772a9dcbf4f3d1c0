// SPDX-License-Identifier: Apache-2.0
#include "apps/format_options.h"

namespace rubble::apps {

CLI::App* add_log_doctor(CLI::App& app, LogDoctorOptions& options) {
  CLI::App* command =
      app.add_subcommand("log-doctor", "Diagnose a log, trajectory, graph, relations or map file");
  command
      ->add_option("FILE", options.file,
                   "CARMEN or USARSim log, recording, trajectory (TUM, KITTI, EuRoC, 2-D text), "
                   "relations, g2o or TORO graph, map; .xz and .gz are unpacked")
      ->required();
  command->add_flag("--json", options.json, "Print one JSON object");
  command->footer(
      "Examples:\n"
      "  ./rubble log-doctor clients/logs/corridor.clf\n"
      "  ./rubble log-doctor clients/logs/corridor.log --json\n"
      "\n"
      "Exit code 3 if a problem makes results wrong.");
  return command;
}

CLI::App* add_convert(CLI::App& app, ConvertOptions& options) {
  CLI::App* command = app.add_subcommand(
      "convert", "Convert logs, trajectories, relations, graphs and maps between formats");
  command->add_option("IN", options.input, "File to read; .xz and .gz are unpacked")->required();
  command->add_option("OUT,-o,--output", options.output, "File to write")->required();
  command->add_option("--from", options.from,
                      "Format of IN, if it cannot be detected: tum, kitti, euroc, 2d, carmen, "
                      "carmen-odom, carmen-truth, g2o, toro, usarsim, mcap, relations, constraints "
                      "(of 'slam' or 'truth')");
  command->add_option(
      "--to", options.to,
      "Format of OUT, otherwise by its extension: tum, 2d (.txt), kitti, euroc (.csv), g2o, "
      "toro (.graph), carmen (.clf), relations; maps .pgm, .png, .tif");
  command->add_option("--log", options.log,
                      "For OUT as a corrected CARMEN log: the log whose scans it repeats");
  command->add_option(
      "--times", options.times,
      "Stamps of a KITTI file or a graph, one a line; those of a graph in the order of its ids");
  command->add_option("--robot", options.robot, "Whose scans or truth, in a recording of several");
  command
      ->add_option("--laser", options.laser,
                   "From CARMEN log to CARMEN log: correct its laser: mirrored (or "
                   "upside-down), backwards, mirrored-backwards; 'log-doctor' says which")
      ->check(CLI::IsMember({"mirrored", "upside-down", "backwards", "mirrored-backwards"}));
  command
      ->add_option("--odometry", options.odometry,
                   "Likewise its odometry: mirrored (y and rotation), turn, y")
      ->check(CLI::IsMember({"mirrored", "turn", "y"}));
  command->footer(
      "Examples:\n"
      "  ./rubble convert clients/logs/corridor.clf corridor.tum\n"
      "  ./rubble convert clients/logs/corridor.clf odometry.txt --from carmen-odom\n"
      "  ./rubble convert clients/logs/corridor.log -o scans.clf\n"
      "  ./rubble convert corridor.tum corridor.g2o\n"
      "  ./rubble convert corridor.tum corrected.clf --log clients/logs/corridor.clf\n"
      "  ./rubble truth clients/logs/corridor.clf --constraints found.json --export "
      "found.relations\n"
      "  ./rubble convert found.json found.g2o\n"
      "  ./rubble convert clients/logs/corridor.clf mirrored.clf --laser mirrored\n"
      "\n"
      "Numbers keep all their digits. Data that the target format cannot hold is reported and left "
      "out.");
  return command;
}

}  // namespace rubble::apps
