// SPDX-License-Identifier: Apache-2.0
// The options of the command about ground truth.
#pragma once

#include <CLI/CLI.hpp>

#include "apps/commands.h"

namespace rubble::apps {

CLI::App* add_truth(CLI::App& app, TruthOptions& options);

}  // namespace rubble::apps
