// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/output_files.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

namespace rubble {

Result<void> write_file(const std::string& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) return Error{{path}, "cannot be written; does its folder exist?"};
  return {};
}

Result<void> check_writable(const std::vector<std::string>& outputs) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  for (const std::string& output : outputs) {
    if (output.empty() || output == "-") continue;
    if (fs::is_directory(output, ignored))
      return Error{{output}, "cannot be written: this is a folder; name a file in it"};
    const std::string folder = fs::path(output).parent_path().string();
    if (!folder.empty() && !fs::is_directory(folder, ignored))
      return Error{{output}, "cannot be written: there is no folder '" + folder + "'"};
    const std::string beside = folder.empty() ? "." : folder;
    const std::string& place = fs::exists(output, ignored) ? output : beside;
    if (::access(place.c_str(), W_OK) != 0)
      return Error{{output}, std::string("cannot be written: ") + std::strerror(errno)};
  }
  return {};
}

Result<void> check_inputs_are_kept(const std::vector<std::string>& outputs,
                                   const std::vector<std::string>& inputs) {
  std::error_code ignored;
  std::set<std::filesystem::path> written;
  for (const std::string& output : outputs)
    if (!output.empty() &&
        !written.insert(std::filesystem::weakly_canonical(output, ignored)).second)
      return Error{{output}, "is the name of two outputs; choose another name for one of them"};
  for (const std::string& output : outputs)
    for (const std::string& input : inputs)
      if (!output.empty() && !input.empty() && std::filesystem::equivalent(output, input, ignored))
        return Error{
            {output},
            "is also an input of this command and would be overwritten; choose another name"};
  return {};
}

}  // namespace rubble
