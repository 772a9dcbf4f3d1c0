// SPDX-License-Identifier: Apache-2.0
// The subcommands of rubble: each adds its options and its action from a file of its own.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>

namespace rubble::apps {

// The subcommand that was chosen, with its options. Returns the exit code.
using Action = std::function<int()>;

// Adds a subcommand: `declare` names it and its options; `act` is what `chosen` calls with them
// once it is chosen. The options live as long as the app.
template <class Options>
CLI::App& add_command(CLI::App& app, Action& chosen, CLI::App* (*declare)(CLI::App&, Options&),
                      int (*act)(const Options&)) {
  const auto options = std::make_shared<Options>();
  CLI::App& command = *declare(app, *options);
  command.callback([&chosen, options, act] { chosen = [options, act] { return act(*options); }; });
  return command;
}

void add_arena(CLI::App& app, Action& chosen);
void add_demo(CLI::App& app, Action& chosen);
void add_maze(CLI::App& app, Action& chosen);
void add_probe(CLI::App& app, Action& chosen);
void add_radio_exec(CLI::App& app, Action& chosen);
void add_replay(CLI::App& app, Action& chosen);
void add_robots(CLI::App& app, Action& chosen);
void add_run(CLI::App& app, Action& chosen);
void add_sensors(CLI::App& app, Action& chosen);
void add_serve(CLI::App& app, Action& chosen);
void add_validate(CLI::App& app, Action& chosen);
void add_world(CLI::App& app, Action& chosen);

// Subcommands of 'rubble world'.
void add_world_make(CLI::App& world, Action& chosen);
void add_world_map(CLI::App& world, Action& chosen);

}  // namespace rubble::apps
