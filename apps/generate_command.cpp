// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "apps/commands.h"
#include "apps/support.h"
#include "rubble/generators/arena.h"
#include "rubble/generators/maze.h"

namespace rubble::apps {
namespace {

Result<std::string> make_world(const GenerateOptions& options) {
  using generators::ArenaKind;
  if (options.kind == "maze")
    return generators::maze_sdf({.seed = options.seed,
                                 .width = options.width,
                                 .height = options.height,
                                 .crossing = options.crossing});
  const ArenaKind kind = options.kind == "yellow"   ? ArenaKind::Yellow
                         : options.kind == "orange" ? ArenaKind::Orange
                                                    : ArenaKind::Red;
  return generators::arena_sdf({.kind = kind, .seed = options.seed});
}

}  // namespace

int generate(const GenerateOptions& options) {
  const auto text = make_world(options);
  if (!text) return fail(text.error());
  if (options.output.empty()) {
    fmt::print("{}", *text);
    return kDone;
  }
  if (const auto written = write_file(options.output, *text); !written)
    return fail(written.error());
  fmt::print(stderr, "wrote {}; look at it with: rubble world info {}\n", options.output,
             options.output);
  return kDone;
}

}  // namespace rubble::apps
