// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>

#include "rubble/base/result.h"
#include "rubble/world/model.h"

namespace rubble::sensors {

struct Limits {
  double low = -kInfinity;
  double high = kInfinity;
};

// Reads the settings of a sensor by path and keeps the first error. A setting that the file does
// not give leaves the target unchanged, so that the preset's value stays.
class SettingReader {
 public:
  explicit SettingReader(const SensorSpec& spec) : spec_(spec) {}

  bool has(const std::string& path) const { return spec_.settings.count(path) != 0; }
  void read(const std::string& path, double& target, Limits limits = {});
  void read(const std::string& path, int& target, Limits limits = {});
  void read(const std::string& path, bool& target);
  void read(const std::string& path, std::string& target);
  // Index of the value in a list of permitted words; nullopt if absent or invalid.
  std::optional<std::size_t> word(const std::string& path, const std::vector<std::string>& words);

  // Records an error about this sensor, with its file and line; only the first is kept.
  void refuse(const std::string& message);
  Result<void> result() const;

 private:
  const SensorSpec& spec_;
  std::optional<Error> error_;
};

}  // namespace rubble::sensors
