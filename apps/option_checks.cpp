// SPDX-License-Identifier: Apache-2.0
#include "apps/option_checks.h"

#include <fmt/core.h>

#include <filesystem>

#include "apps/support.h"
#include "rubble/base/text.h"
#include "rubble/smoke/smoke_field.h"

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

CLI::Validator smoke_level() {
  return CLI::Validator(
      [](std::string& text) {
        constexpr double kMaxDensity = 1.0, kMinVisibility = 0.05, kMaxVisibility = 1e4;
        const bool is_visibility = text.ends_with("m");
        const auto number = parse_number(is_visibility ? text.substr(0, text.size() - 1) : text);
        const bool is_fine =
            number && (is_visibility ? *number >= kMinVisibility && *number <= kMaxVisibility
                                     : *number >= 0.0 && *number <= kMaxDensity);
        if (!is_fine)
          return fmt::format(
              "wants a density from 0 to {} or what can be seen, from {}m to {}m, "
              "got '{}'",
              kMaxDensity, kMinVisibility, kMaxVisibility, text);
        if (is_visibility) text = fmt::format("{:.17g}", smoke::density_of_visibility(*number));
        return std::string();
      },
      "LEVEL");
}

CLI::Validator file_ending_in(std::vector<std::string> ends) {
  return CLI::Validator(
      [ends = std::move(ends)](std::string& text) {
        std::string wanted;
        for (const std::string& end : ends) {
          if (text.size() > end.size() && text.ends_with(end)) return std::string();
          wanted += (wanted.empty() ? "" : " or ") + end;
        }
        std::error_code unknown;
        const auto kind = std::filesystem::status(text, unknown).type();
        if (kind == std::filesystem::file_type::character ||
            kind == std::filesystem::file_type::fifo)
          return std::string();
        return fmt::format("wants a file whose name ends in {}, got '{}'", wanted, text);
      },
      "FILE");
}

}  // namespace rubble::apps
