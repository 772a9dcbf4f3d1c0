// SPDX-License-Identifier: Apache-2.0
#include "apps/command_line.h"
#include "apps/commands.h"

namespace rubble::apps {
namespace {

CLI::App* declare_radio_exec(CLI::App& app, RadioExecOptions& options) {
  CLI::App* command = app.add_subcommand(
      "radio-exec", "Run a program whose sockets to other robots cross the simulated radio");
  command->add_option("--robot", options.robot, "The robot that it runs on");
  command->add_flag("--check", options.is_check, "Only say whether PROGRAM can be run so");
  command->add_option("--radio-port", options.radio_port, "Of the server, 'rubble serve'")
      ->check(CLI::Range(1, 65535))
      ->capture_default_str();
  command->add_option("PROGRAM", options.program, "After '--': the program and its arguments")
      ->required();
  command->footer(
      "Robot names are host names: connect to R2, send to R2. TCP stalls while there is "
      "no\n"
      "way and goes on when it is back; UDP loses what the radio loses. Every robot has all ports\n"
      "for itself; other hosts, files and 127.0.0.1 are as ever. The exit code is the program's.\n"
      "With a server that has the robots R1 and R2, in two terminals:\n"
      "  $ ./rubble radio-exec --robot R2 -- nc -l 7000\n"
      "  $ ./rubble radio-exec --robot R1 -- nc R2 7000\n"
      "Example:\n"
      "  ./rubble radio-exec --check -- python3");
  return command;
}

}  // namespace

void add_radio_exec(CLI::App& app, Action& chosen) {
  add_command(app, chosen, declare_radio_exec, radio_exec);
}

}  // namespace rubble::apps
