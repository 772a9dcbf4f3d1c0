// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/scenario/load_options.h"
#include "rubble/sdf/load.h"
#include "rubble/world/world.h"

namespace rubble::scenario {

LoadSettings load_settings(const LoadOptions& options);

// The path of a world: the path itself, one below Rubble's own folder, or the name of a world that
// comes with Rubble. An error names the closest name.
Result<std::string> find_world(const std::string& path_or_name);

// Loads a world and checks the sensors in it. World::warnings has those of both.
Result<World> load_checked_world(const std::string& path_or_name, const LoadOptions& options);

// Adds the haze of the options; none of density 0.
void add_haze(World& world, const LoadOptions& options);

// An error for sensors with invalid settings; a warning for sensors that are not simulated.
Result<void> check_sensors(const Model& model, const LoadOptions& options,
                           std::vector<Warning>& warnings);

// The options that the repeat of a run needs, as settings of its recording, and back.
void store_load_options(const LoadOptions& options, std::map<std::string, std::string>& settings);
LoadOptions stored_load_options(const std::map<std::string, std::string>& settings);

}  // namespace rubble::scenario
