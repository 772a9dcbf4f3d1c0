// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/setting_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/base/text.h"

namespace rubble::sensors {

void SettingReader::read(const std::string& path, double& target, Limits limits) {
  const auto found = spec_.settings.find(path);
  if (found == spec_.settings.end()) return;
  const auto number = parse_number(found->second);
  if (!number || std::isnan(*number) || *number < limits.low || *number > limits.high)
    return refuse(fmt::format("{} wants a number from {:g} to {:g}, got '{}'", path, limits.low,
                              limits.high, found->second));
  target = *number;
}

void SettingReader::read(const std::string& path, int& target, Limits limits) {
  double number = target;
  read(path, number, {std::max(limits.low, -2147483648.0), std::min(limits.high, 2147483647.0)});
  if (number != std::floor(number))
    return refuse(fmt::format("{} wants a whole number, got {:g}", path, number));
  target = static_cast<int>(number);
}

void SettingReader::read(const std::string& path, bool& target) {
  const auto found = spec_.settings.find(path);
  if (found == spec_.settings.end()) return;
  if (found->second == "true" || found->second == "1")
    target = true;
  else if (found->second == "false" || found->second == "0")
    target = false;
  else
    refuse(fmt::format("{} wants true or false, got '{}'", path, found->second));
}

void SettingReader::read(const std::string& path, std::string& target) {
  const auto found = spec_.settings.find(path);
  if (found != spec_.settings.end()) target = found->second;
}

std::optional<std::size_t> SettingReader::word(const std::string& path,
                                               const std::vector<std::string>& words) {
  const auto found = spec_.settings.find(path);
  if (found == spec_.settings.end()) return std::nullopt;
  const auto place = std::find(words.begin(), words.end(), found->second);
  if (place != words.end()) return static_cast<std::size_t>(place - words.begin());
  refuse(fmt::format("{} wants one of {}, got '{}'", path, fmt::join(words, ", "), found->second));
  return std::nullopt;
}

void SettingReader::refuse(const std::string& message) {
  if (!error_) error_ = Error{spec_.at, "sensor '" + spec_.name + "': " + message};
}

Result<void> SettingReader::result() const {
  if (error_) return *error_;
  return {};
}

}  // namespace rubble::sensors
