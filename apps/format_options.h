// SPDX-License-Identifier: Apache-2.0
// The options of commands about files of mapping.
#pragma once

#include <CLI/CLI.hpp>

#include "apps/format_commands.h"

namespace rubble::apps {

CLI::App* add_log_doctor(CLI::App& app, LogDoctorOptions& options);
CLI::App* add_convert(CLI::App& app, ConvertOptions& options);

}  // namespace rubble::apps
