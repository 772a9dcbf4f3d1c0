// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/world/model.h"

namespace rubble::generators {

// A plain diamond of 0.25 m in the colour of its class with the class number, seen only; x points
// away from the wall it hangs on.
Link hazard_label(const std::string& name, const Pose& pose, int hazard_class);

}  // namespace rubble::generators
