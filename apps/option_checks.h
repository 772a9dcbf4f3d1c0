// SPDX-License-Identifier: Apache-2.0
// What options may hold, said in words. Unlike CLI11's own ranges they let neither NaN nor trailing
// letters pass.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace rubble::apps {

CLI::Validator number_from(double low, double high);
CLI::Validator count_up_to(int most);
CLI::Validator whole_number();  // that fits 64 bits
CLI::Validator seconds_up_to(double most);
// How thick smoke is, as a density, or as what can be seen through it, '3m': becomes a density.
CLI::Validator smoke_level();
// The name of a file to write: its end says what becomes of it, and must be one of these. Pipes and
// devices have no end to go by.
CLI::Validator file_ending_in(std::vector<std::string> ends);

}  // namespace rubble::apps
