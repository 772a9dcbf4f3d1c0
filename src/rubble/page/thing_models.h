// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "rubble/world/model.h"
#include "rubble/world/scenario_elements.h"

namespace rubble::page {

// What has no model of its own in a world, as one of a single link.
std::shared_ptr<const Model> model_of_victim(const Victim& victim);
std::shared_ptr<const Model> model_of_tag();

const char* name_of(VictimState state);

}  // namespace rubble::page
