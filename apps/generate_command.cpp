// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "apps/commands.h"
#include "apps/support.h"
#include "rubble/base/shell_text.h"
#include "rubble/base/text.h"
#include "rubble/generators/arena/arena.h"
#include "rubble/generators/maze.h"
#include "rubble/generators/world_kinds.h"

namespace rubble::apps {
namespace {

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

}  // namespace

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

}  // namespace rubble::apps
