// SPDX-License-Identifier: Apache-2.0
// The options of the map maker.
#pragma once

#include <CLI/CLI.hpp>

#include "apps/slam_command.h"

namespace rubble::apps {

CLI::App* add_slam(CLI::App& app, SlamOptions& options);

}  // namespace rubble::apps
