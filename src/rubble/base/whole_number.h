// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rubble {

// Digits that fit 64 bits, and nothing else.
std::optional<std::uint64_t> whole_number_of(std::string_view word);

}  // namespace rubble
