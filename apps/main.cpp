// SPDX-License-Identifier: Apache-2.0
// The command line: reads arguments, calls the library, returns its exit code.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>

#include "apps/assess_options.h"
#include "apps/challenge_options.h"
#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/format_options.h"
#include "apps/signal_options.h"
#include "apps/slam_options.h"
#include "apps/truth_options.h"
#include "rubble/base/text.h"

namespace {

using namespace rubble::apps;

// Libraries may throw where memory or the disk runs out; nobody should see more than a sentence of
// it.
int carry_out(const Action& action) {
  try {
    const int code = action();
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    std::cerr << "rubble: the output could not be written; is the disk full?\n";
  } catch (const std::bad_alloc&) {
    std::cerr << "rubble: there is not enough memory for this\n";
  } catch (const std::exception& thrown) {
    std::cerr << "rubble: " << thrown.what() << '\n';
  }
  return kRunFailed;
}

std::vector<std::string> command_names(CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (app.get_parent() == nullptr) names.emplace_back("help");
  return names;
}

bool is_command(CLI::App& app, const std::string& word) {
  const std::vector<std::string> names = command_names(app);
  return std::find(names.begin(), names.end(), word) != names.end();
}

int unknown_command(CLI::App& app, const std::string& word) {
  const auto meant = rubble::closest_word(word, command_names(app));
  const std::string of = app.get_parent() == nullptr ? "" : app.get_name() + " ";
  std::cerr << "rubble: there is no command '" << of << word << "'"
            << (meant ? "; did you mean '" + of + *meant + "'?" : "; see ./rubble " + of + "--help")
            << '\n';
  return kWrongUsage;
}

// The command that was named last: of 'world info' it is info.
CLI::App& named_command(CLI::App& app) {
  CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

// Instead of CLI11's "was not expected": which option may have been meant.
int unknown_option(CLI::App& app, const CLI::ExtrasError& error) {
  CLI::App& command = named_command(app);
  const std::vector<std::string> extras = app.remaining(true);
  if (extras.empty()) return app.exit(error) == 0 ? kDone : kWrongUsage;
  const std::string word = extras.front().substr(0, extras.front().find('='));
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  const auto meant =
      word.starts_with("-") ? rubble::closest_word(word, known) : std::optional<std::string>();
  std::cerr << "rubble: '" << command.get_name() << "' takes no " << word
            << (meant ? "; did you mean " + *meant + "?"
                      : "; see ./rubble " + command.get_name() + " --help")
            << '\n';
  return kWrongUsage;
}

// 'rubble help run' is 'rubble run --help'.
std::vector<std::string> words_of(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty() || words.front() != "help") return words;
  words.erase(words.begin());
  words.push_back("--help");
  return words;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Rubble: a proving ground for rescue robots", "rubble");
  app.require_subcommand(1);
  app.set_version_flag("--version", RUBBLE_VERSION);
  app.footer(
      "Example:\n  ./rubble run worlds/maze.sdf --robot P3AT --duration 10\n\n"
      "Exit codes: 0 done, 1 the run failed, 2 wrong usage, 3 bad input.\n"
      "'rubble help COMMAND' has more.");

  Action action;
  add_demo(app, action);
  add_serve(app, action);
  add_run(app, action);
  add_probe(app, action);
  add_sensors(app, action);
  add_replay(app, action);
  add_radio_exec(app, action);
  add_command(app, action, add_signal, signal_strength);
  add_command(app, action, add_signal_fit, signal_fit);
  add_command(app, action, add_truth, truth);
  add_command(app, action, add_log_doctor, log_doctor);
  add_command(app, action, add_convert, convert);
  add_command(app, action, add_slam, slam);
  add_command(app, action, add_challenge, challenge);
  add_validate(app, action);
  add_command(app, action, add_assess, assess);
  add_world(app, action);
  add_maze(app, action);
  add_arena(app, action);
  add_robots(app, action);

  std::vector<std::string> words = words_of(argc, argv);
  if (!words.empty() && !words.front().starts_with("-") && !is_command(app, words.front()))
    return unknown_command(app, words.front());
  std::reverse(words.begin(), words.end());  // as CLI11 wants them
  try {
    app.parse(words);
  } catch (const CLI::ExtrasError& error) {
    return unknown_option(app, error);
  } catch (const CLI::RequiredError& error) {
    CLI::App& command = named_command(app);
    const std::vector<std::string> extras = app.remaining(true);
    if (!extras.empty() && !command.get_subcommands({}).empty())
      return unknown_command(command, extras.front());
    app.exit(error);
    return kWrongUsage;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kWrongUsage;
  }
  return carry_out(action);
}
