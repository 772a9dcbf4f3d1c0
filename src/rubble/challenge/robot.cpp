// SPDX-License-Identifier: Apache-2.0
#include "rubble/challenge/robot.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "rubble/sdf/load.h"
#include "rubble/serialization/write_text_file.h"

namespace rubble::challenge {
namespace {

constexpr const char* kElement = "Element";

Result<std::string> text_of_model(const std::string& name) {
  for (const std::string& folder : default_resource_folders()) {
    std::ifstream file(std::filesystem::path(folder) / name / "model.sdf");
    if (!file) continue;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  return Error{{}, "the file of the robot " + name + " is not found"};
}

}  // namespace

Result<std::string> with_laser_range(const std::string& model_sdf, double range) {
  const std::string open = "<max>", close = "</max>";
  std::string text = model_sdf;
  std::size_t lasers = 0;
  for (std::size_t at = text.find("<range>"); at != std::string::npos;
       at = text.find("<range>", at + 1)) {
    const std::size_t from = text.find(open, at), to = text.find(close, at);
    if (from == std::string::npos || to == std::string::npos) break;
    text.replace(from + open.size(), to - from - open.size(), fmt::format("{:g}", range));
    ++lasers;
  }
  if (lasers == 0) return Error{{}, "the robot has no laser that says how far it sees"};
  return text;
}

Result<std::string> challenge_robot(const std::string& folder, std::optional<double> laser_range) {
  if (!laser_range) return std::string(kElement);
  const auto model = text_of_model(kElement);
  if (!model) return model.error();
  const auto shorter = with_laser_range(*model, *laser_range);
  if (!shorter) return shorter.error();
  const std::string path = folder + "/element.sdf";
  if (const auto written = write_text_file(path, *shorter); !written) return written.error();
  return path;
}

}  // namespace rubble::challenge
