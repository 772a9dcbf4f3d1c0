// SPDX-License-Identifier: Apache-2.0
// Which sensors the robots of a run get. Only for the .cpp files of this module.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/scenario/observer.h"
#include "rubble/world/model.h"

namespace rubble::scenario {

// A robot of a run: one that is in the world, or one that is about to be added.
struct TeamMember {
  std::string name;
  std::shared_ptr<const Model> model;
};

// A sensor that only some robots have is for those, with a remark; one that none has is an error.
Result<void> check_sensors_of_team(const std::vector<TeamMember>& team,
                                   const std::vector<std::string>& sensors,
                                   const Observer& observer);

// Those of the sensors that this robot can have: presets, groups, and its own.
std::vector<std::string> selected_sensors(const Model& model,
                                          const std::vector<std::string>& sensors);

}  // namespace rubble::scenario
