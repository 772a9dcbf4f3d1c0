// SPDX-License-Identifier: Apache-2.0
// The options of commands about radio.
#pragma once

#include <CLI/CLI.hpp>

#include "apps/commands.h"

namespace rubble::apps {

CLI::App* add_signal(CLI::App& app, SignalOptions& options);
CLI::App* add_signal_fit(CLI::App& app, SignalFitOptions& options);

}  // namespace rubble::apps
