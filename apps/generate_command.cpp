// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/option_checks.h"
#include "apps/support.h"
#include "rubble/base/shell_text.h"
#include "rubble/base/text.h"
#include "rubble/generators/arena/arena.h"
#include "rubble/generators/maze.h"
#include "rubble/generators/world_kinds.h"

namespace rubble::apps {
namespace {

struct GenerateOptions {
  std::string kind;  // a name of generators::world_kinds, with its variant
  std::uint64_t seed = 1;
  double width = 15.0;
  double height = 10.0;
  bool crossing = false;
  double smoke = 0.0;  // density
  std::string output;  // empty = stdout
};

Result<std::string> make_world(const GenerateOptions& options) {
  if (options.kind == "maze")
    return generators::maze_sdf({.seed = options.seed,
                                 .width = options.width,
                                 .height = options.height,
                                 .crossing = options.crossing,
                                 .smoke = options.smoke});
  if (const auto kind = generators::arena_kind_of(options.kind))
    return generators::arena_sdf({.kind = *kind, .seed = options.seed});
  std::vector<std::string> known;
  for (const generators::WorldKind& kind : generators::kWorldKinds) {
    if (kind.name == options.kind) return kind.make(options.seed);
    known.emplace_back(kind.name);
  }
  const auto meant = closest_word(options.kind, known);
  return Error{{},
               "there is no kind of world called '" + options.kind + "'" +
                   (meant ? "; did you mean '" + *meant + "'?" : "; see rubble world list")};
}

int generate(const GenerateOptions& options) {
  const auto text = make_world(options);
  if (!text) return fail(text.error());
  if (options.output.empty()) {
    fmt::print("{}", *text);
    return kDone;
  }
  if (const auto written = write_file(options.output, *text); !written)
    return fail(written.error(), kRunFailed);
  print_written_files({options.output});
  fmt::print(stderr, "look at it with: rubble world info {}\n", shell_quoted(options.output));
  return kDone;
}

void add_output(CLI::App& command, GenerateOptions& options) {
  command.add_option("--seed", options.seed, "Same seed, same bytes")
      ->check(whole_number())
      ->capture_default_str();
  command
      .add_option("-o,--output", options.output,
                  "File to write (.sdf, .world); without it, standard output")
      ->check(file_ending_in({".sdf", ".world"}));
}

CLI::App* declare_world_make(CLI::App& world, GenerateOptions& options) {
  CLI::App* make =
      world.add_subcommand("make", "Generate a world of a given kind with another seed");
  make->add_option("NAME", options.kind, "A name from 'rubble world list'")->required();
  add_output(*make, options);
  make->footer("Example:\n  ./rubble world make station --seed 5 -o station5.sdf");
  return make;
}

CLI::App* declare_maze(CLI::App& app, GenerateOptions& options) {
  options.kind = "maze";
  CLI::App* maze = app.add_subcommand("maze", "Generate a random maze with ramps");
  maze->add_option("--width", options.width, "m along x")
      ->check(number_from(4.6, 32.4))
      ->capture_default_str();
  maze->add_option("--height", options.height, "m along y")
      ->check(number_from(4.6, 32.4))
      ->capture_default_str();
  maze->add_flag("--crossing", options.crossing, "Crossing ramps, for tracks");
  add_smoke(*maze, options.smoke);
  add_output(*maze, options);
  maze->footer("Example:\n  ./rubble maze --seed 7 -o maze7.sdf");
  return maze;
}

CLI::App* declare_arena(CLI::App& app, GenerateOptions& options) {
  CLI::App* arena = app.add_subcommand("arena", "Generate a rescue arena");
  arena->add_option("KIND", options.kind, "yellow, orange or red")
      ->required()
      ->check(CLI::IsMember({"yellow", "orange", "red"}));
  add_output(*arena, options);
  arena->footer("Example:\n  ./rubble arena orange --seed 3 -o orange3.sdf");
  return arena;
}

}  // namespace

void add_world_make(CLI::App& app, Action& chosen) {
  add_command(app, chosen, declare_world_make, generate);
}

void add_maze(CLI::App& app, Action& chosen) { add_command(app, chosen, declare_maze, generate); }

void add_arena(CLI::App& app, Action& chosen) { add_command(app, chosen, declare_arena, generate); }

}  // namespace rubble::apps
