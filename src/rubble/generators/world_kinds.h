// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "rubble/base/result.h"

namespace rubble::generators {

// A kind of world that can be generated. Copies with seed 1 are in worlds/<name>.sdf.
struct WorldKind {
  std::string_view name;
  std::string_view description;
  Result<std::string> (*make)(std::uint64_t seed);  // SDF text
};

extern const std::array<WorldKind, 18> kWorldKinds;

}  // namespace rubble::generators
