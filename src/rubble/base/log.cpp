// SPDX-License-Identifier: Apache-2.0
#include "rubble/base/log.h"

#include <atomic>
#include <cstdio>
#include <string>

namespace rubble {
namespace {
std::atomic<LogLevel> chosen_level{LogLevel::Info};
}

void set_log_level(LogLevel level) { chosen_level = level; }

void log_line(LogLevel level, std::string_view text) {
  if (level > chosen_level.load()) return;
  std::string line = level == LogLevel::Warning ? "warning: " : "";
  line.append(text).push_back('\n');
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace rubble
