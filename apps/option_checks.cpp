// SPDX-License-Identifier: Apache-2.0
#include "apps/option_checks.h"

#include <fmt/core.h>

#include "apps/support.h"
#include "rubble/base/text.h"

namespace rubble::apps {

CLI::Validator number_from(double low, double high) {
  return CLI::Validator(
      [low, high](std::string& text) {
        const auto number = parse_number(text);
        const bool is_fine = number && *number >= low && *number <= high;
        return is_fine ? std::string()
                       : fmt::format("wants a number from {} to {}, got '{}'", low, high, text);
      },
      "NUMBER");
}

CLI::Validator count_up_to(int most) {
  return CLI::Validator(
      [most](std::string& text) {
        const auto count = whole_number_of(text);
        return count && *count <= static_cast<std::uint64_t>(most)
                   ? std::string()
                   : fmt::format("wants a whole number from 0 to {}, got '{}'", most, text);
      },
      "COUNT");
}

CLI::Validator whole_number() {
  return CLI::Validator(
      [](std::string& text) {
        return whole_number_of(text)
                   ? std::string()
                   : fmt::format("wants a whole number from 0 to 2^64 - 1, got '{}'", text);
      },
      "SEED");
}

CLI::Validator seconds_up_to(double most) {
  return CLI::Validator(
      [most](std::string& text) {
        const auto number = parse_number(text);
        const bool is_fine = number && *number >= 0.0 && *number <= most;
        return is_fine ? std::string()
                       : fmt::format("wants seconds from 0 to {}, got '{}'", most, text);
      },
      "SECONDS");
}

}  // namespace rubble::apps
