// SPDX-License-Identifier: Apache-2.0
// What options may hold, said in words, and options that several commands have. Unlike CLI11's own
// ranges the checks let neither NaN nor trailing letters pass.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "rubble/scenario/load_options.h"

namespace rubble::apps {

CLI::Validator number_from(double low, double high);
CLI::Validator count_up_to(int most);
CLI::Validator whole_number();  // that fits 64 bits
CLI::Validator seconds_up_to(double most);
// Smoke as a density, or as a visibility such as '3m', which is converted to a density.
CLI::Validator smoke_level();
// Name of an output file, whose extension selects the format and must be one of these. Pipes and
// devices need no extension.
CLI::Validator file_ending_in(std::vector<std::string> ends);
// A port in plain digits, or off.
CLI::Validator port_word();
// An address; nothing would mean every address of the machine.
CLI::Validator host_word();

// --strict and --lenient.
void add_load_options(CLI::App& command, scenario::LoadOptions& load);
// --smoke, as a density.
void add_smoke(CLI::App& command, double& density);

}  // namespace rubble::apps
