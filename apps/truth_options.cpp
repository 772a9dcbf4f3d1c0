// SPDX-License-Identifier: Apache-2.0
#include "apps/truth_options.h"

#include "rubble/base/text.h"

namespace rubble::apps {
namespace {

CLI::Validator truth_port() {
  return CLI::Validator(
      [](std::string& text) {
        const bool has_digits = !text.empty() && text.size() <= 5 &&
                                text.find_first_not_of("0123456789") == std::string::npos;
        const bool is_fine = has_digits && std::stoi(text) <= 65535;
        return is_fine ? std::string() : std::string("wants a port, or 0 for a free one");
      },
      "PORT");
}

CLI::Validator truth_seconds() {
  return CLI::Validator(
      [](std::string& text) {
        const auto number = parse_number(text);
        const bool is_fine = number && *number >= 0.0 && *number <= 1e9;
        return is_fine ? std::string() : std::string("wants seconds from 0 to 1000000000");
      },
      "SECONDS");
}

}  // namespace

CLI::App* add_truth(CLI::App& app, TruthOptions& options) {
  CLI::App* truth = app.add_subcommand(
      "truth", "Ground truth for a log: proposed relations, verified by a person in the page");
  truth
      ->add_option("LOG", options.log,
                   "A recording (.mcap), a CARMEN log or a text log of USARSim messages")
      ->required();
  truth
      ->add_option("--constraints", options.constraints,
                   "File of all proposals and decisions (.json); 'rubble slam "
                   "--constraints' writes one too; if it does not exist the log is mapped first")
      ->required();
  truth->add_option("--robot", options.robot, "Name of the robot, if there are several");
  truth->add_flag("--from-truth", options.from_truth,
                  "Use the exact ground truth of a recorded run, without a person");
  truth->add_option(
      "--export", options.export_to,
      "Write the verified relations to this file (.relations) and exit; with --web-port "
      "write it on exit");
  truth->add_flag("--leave-out-untouched", options.leaves_out_untouched,
                  "Do not export proposals of a SLAM that were accepted unchanged");
  truth->add_option("--who", options.who, "Name stored with each decision");
  truth
      ->add_option("--web-port", options.web_port, "Port of the page; default 8080, 0 = a free one")
      ->check(truth_port());
  truth->add_option("--host", options.host, "Address to listen on")->capture_default_str();
  truth
      ->add_option("--duration", options.duration,
                   "Seconds until the page is closed; 0 = when interrupted")
      ->check(truth_seconds())
      ->capture_default_str();
  truth->footer(
      "Prints 'ready' and the port once the page can be opened. Every decision is written to the "
      "file at once;\nrun it again with the same file to continue.\n"
      "Examples:\n"
      "  ./rubble run worlds/maze.sdf --robot P3AT --sensor all --duration 20 --record run.mcap\n"
      "  ./rubble truth run.mcap --constraints exact.json --from-truth --export run.relations\n"
      "  ./rubble truth run.mcap --constraints checked.json --who Ada --web-port 0 --duration 2");
  return truth;
}

}  // namespace rubble::apps
