// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "rubble/base/result.h"

namespace rubble::generators {

// A world that comes with Rubble as worlds/NAME.sdf.
struct WorldKind {
  std::string_view name;
  std::string_view description;
  Result<std::string> (*write)();
};

std::span<const WorldKind> world_kinds();

}  // namespace rubble::generators
