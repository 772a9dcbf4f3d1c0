// SPDX-License-Identifier: Apache-2.0
// The options of a world's true map.
#pragma once

#include <CLI/CLI.hpp>

#include "apps/commands.h"

namespace rubble::apps {

// Among the commands of 'rubble world'.
CLI::App* add_world_map(CLI::App& world, WorldMapOptions& options);

}  // namespace rubble::apps
