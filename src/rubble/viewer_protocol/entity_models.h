// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "rubble/world/model.h"
#include "rubble/world/scenario_elements.h"

namespace rubble::viewer_protocol {

// Models with a single link for victims and tags, which have none in a world.
std::shared_ptr<const Model> model_of_victim(const Victim& victim);
std::shared_ptr<const Model> model_of_tag();

const char* name_of(VictimState state);

}  // namespace rubble::viewer_protocol
