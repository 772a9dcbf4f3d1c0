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
      "truth", "Ground truth for a log: relations proposed, verified by a person in the page");
  truth
      ->add_option("LOG", options.log,
                   "A recording (.mcap), a CARMEN log or a text log of USARSim messages")
      ->required();
  truth
      ->add_option("--constraints", options.constraints,
                   "File of the proposals and of all decisions (.json); 'rubble slam "
                   "--constraints' writes one too; if it is not there the log is mapped first")
      ->required();
  truth->add_option("--robot", options.robot, "Of a recording with several");
  truth->add_flag("--from-truth", options.from_truth,
                  "Take the exact truth of a recorded run, without asking a person");
  truth->add_option("--export", options.export_to,
                    "Write what is verified into this file (.relations) and end; with --web-port "
                    "write it at the end");
  truth->add_flag("--leave-out-untouched", options.leaves_out_untouched,
                  "Do not export what a SLAM proposed and was accepted just as it was");
  truth->add_option("--who", options.who, "Name that is kept with each decision");
  truth->add_option("--web-port", options.web_port, "Of the page; 8080 if not told, 0 = a free one")
      ->check(truth_port());
  truth->add_option("--host", options.host, "Address to listen on")->capture_default_str();
  truth
      ->add_option("--duration", options.duration,
                   "Seconds until the page is closed; 0 = when interrupted")
      ->check(truth_seconds())
      ->capture_default_str();
  truth->footer(
      "Prints 'ready' and the port once the page can be opened. Every decision is in the file at "
      "once;\nstart it again with the same file to go on.\n"
      "Examples:\n"
      "  ./rubble run worlds/maze.sdf --robot P3AT --sensor all --duration 20 --record run.mcap\n"
      "  ./rubble truth run.mcap --constraints exact.json --from-truth --export run.relations\n"
      "  ./rubble truth run.mcap --constraints checked.json --who Ada --web-port 0 --duration 2");
  return truth;
}

}  // namespace rubble::apps
