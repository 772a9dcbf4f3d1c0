// SPDX-License-Identifier: Apache-2.0
// The options of the Interleague Challenge.
#pragma once

#include <CLI/CLI.hpp>

#include "apps/challenge_command.h"

namespace rubble::apps {

CLI::App* add_challenge(CLI::App& app, ChallengeOptions& options);

}  // namespace rubble::apps
