// SPDX-License-Identifier: Apache-2.0
// `rubble radio-exec`: executes a program whose sockets cross the simulated radio.
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "apps/commands.h"
#include "apps/support.h"
#include "rubble/wireless/exec/client.h"
#include "rubble/wireless/exec/program_check.h"

namespace rubble::apps {

namespace {

constexpr int kNoSuchProgram = 127;  // as in shells

// The library is built beside this program, and installed in ../lib/rubble.
Result<std::string> find_library() {
  std::error_code error;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  const auto installed = folder.parent_path() / "lib/rubble/librubble-radio.so";
  const std::string path = std::filesystem::exists(installed, error)
                               ? installed.string()
                               : (folder / "librubble-radio.so").string();
  if (error || !std::filesystem::exists(path, error))
    return Error{{path}, "is missing; build Rubble again"};
  if (path.find_first_of(" :") != std::string::npos)
    return Error{{path},
                 "stands in a folder with a blank or colon in its name, and so cannot be "
                 "loaded into programs"};
  return path;
}

int execute(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  return fail({{words[0]}, std::string("cannot be run: ") + std::strerror(errno)}, kRunFailed);
}

}  // namespace

int radio_exec(const RadioExecOptions& options) {
  if (options.robot.empty() && !options.is_check)
    return fail({{}, "--robot is required: the robot that the program runs on"}, kWrongUsage);
  const std::string& program = options.program.front();
  const std::string path = wireless::find_program(program);
  if (path.empty())
    return fail({{program}, "there is no such program, or it may not be run"}, kNoSuchProgram);
  if (const auto checked = wireless::check_preloadable(path); !checked)
    return fail(checked.error());
  const auto library = find_library();
  if (!library) return fail(library.error(), kRunFailed);
  if (options.is_check) {
    fmt::print("{} can be run with radio-exec\n", path);
    return kDone;
  }
  const auto station = wireless::find_exec_station(options.radio_port, options.robot);
  if (!station) return fail(station.error());
  for (const auto& [name, value] : wireless::exec_environment(*station, *library))
    ::setenv(name.c_str(), value.c_str(), 1);
  return execute(options.program);
}

}  // namespace rubble::apps
