// SPDX-License-Identifier: Apache-2.0
// Names of transmitters in files of measurements: "AP10", "ap 10" and "10" are one.
#pragma once

#include <string>
#include <string_view>

namespace rubble::radio {

std::string short_name(std::string_view name);

// 2 before 10, numbers before words.
bool comes_before(const std::string& a, const std::string& b);

}  // namespace rubble::radio
