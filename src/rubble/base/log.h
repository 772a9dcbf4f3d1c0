// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

#include <string_view>

namespace rubble {

enum class LogLevel { Quiet, Warning, Info };

// Log lines go to stderr. Results of commands go to stdout and never pass through here. Safe from
// any thread.
void set_log_level(LogLevel level);
void log_line(LogLevel level, std::string_view text);

template <class... Args>
void log_info(fmt::format_string<Args...> format, Args&&... args) {
  log_line(LogLevel::Info, fmt::format(format, std::forward<Args>(args)...));
}

template <class... Args>
void log_warning(fmt::format_string<Args...> format, Args&&... args) {
  log_line(LogLevel::Warning, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace rubble
