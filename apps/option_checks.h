// SPDX-License-Identifier: Apache-2.0
// What options may hold, said in words. Unlike CLI11's own ranges they let neither NaN nor trailing
// letters pass.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace rubble::apps {

CLI::Validator number_from(double low, double high);
CLI::Validator count_up_to(int most);
CLI::Validator whole_number();  // that fits 64 bits
CLI::Validator seconds_up_to(double most);

}  // namespace rubble::apps
