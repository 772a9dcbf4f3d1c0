// SPDX-License-Identifier: Apache-2.0
#include "apps/option_checks.h"

#include <fmt/core.h>

#include <charconv>
#include <cstdint>

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
        int count = 0;
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, count);
        const bool is_fine = error == std::errc{} && stop == end && count >= 0 && count <= most;
        return is_fine ? std::string()
                       : fmt::format("wants a whole number from 0 to {}, got '{}'", most, text);
      },
      "COUNT");
}

CLI::Validator whole_number() {
  return CLI::Validator(
      [](std::string& text) {
        std::uint64_t seed = 0;
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, seed);
        const bool is_fine = error == std::errc{} && stop == end;
        return is_fine ? std::string() : std::string("wants a whole number from 0 to 2^64 - 1");
      },
      "SEED");
}

}  // namespace rubble::apps
