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

CLI::Validator port_word() {
  return CLI::Validator(
      [](std::string& text) {
        const bool has_digits = !text.empty() && text.size() <= 5 &&
                                text.find_first_not_of("0123456789") == std::string::npos;
        const bool is_fine = text == "off" || (has_digits && std::stoi(text) <= 65535);
        return is_fine ? std::string() : std::string("wants a port, 0 for a free one, or off");
      },
      "PORT");
}

CLI::Validator host_word() {
  return CLI::Validator(
      [](std::string& text) {
        return text.empty() ? std::string("wants an address, 0.0.0.0 for all") : std::string();
      },
      "HOST");
}

void add_load_options(CLI::App& command, scenario::LoadOptions& load) {
  auto* strict = command.add_flag("--strict", load.strict, "Every warning is an error");
  command.add_flag("--lenient", load.lenient, "A missing or empty mesh is only a warning")
      ->excludes(strict);
}

void add_smoke(CLI::App& command, double& density) {
  command
      .add_option("--smoke", density,
                  "Uniform haze: a density, or a visibility such as 3m (docs/smoke.md)")
      ->transform(smoke_level());
}

}  // namespace rubble::apps
