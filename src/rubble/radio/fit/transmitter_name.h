// SPDX-License-Identifier: Apache-2.0
// Normalises names of transmitters in measurement files: "AP10", "ap 10" and "10" are equal.
#pragma once

#include <string>
#include <string_view>

namespace rubble::radio {

std::string short_name(std::string_view name);

// Natural order: 2 before 10, numbers before words.
bool comes_before(const std::string& a, const std::string& b);

}  // namespace rubble::radio
