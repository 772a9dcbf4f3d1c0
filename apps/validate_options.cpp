// SPDX-License-Identifier: Apache-2.0
#include "apps/command_line.h"
#include "apps/commands.h"

namespace rubble::apps {
namespace {

CLI::App* declare_validate(CLI::App& app, ValidateOptions& options) {
  CLI::App* validate =
      app.add_subcommand("validate", "Repeat the experiments of the papers and draw their figures");
  validate->add_option("SECTION", options.sections,
                       "smoke-room, smoke-field, radio; none means all");
  validate->add_option("-o,--output", options.output, "Folder for the page and its figures")
      ->capture_default_str();
  validate->footer(
      "Examples:\n"
      "  ./rubble validate smoke-room -o smoke-room\n"
      "  ./rubble validate smoke-field -o smoke-field\n"
      "  ./rubble validate radio -o radio");
  return validate;
}

}  // namespace

void add_validate(CLI::App& app, Action& chosen) {
  add_command(app, chosen, declare_validate, validate);
}

}  // namespace rubble::apps
