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

// Reads the settings of a sensor by path and remembers the first thing that was wrong. Values a
// file does not give leave the target as it was, so that the preset's stay.
class SettingReader {
 public:
  explicit SettingReader(const SensorSpec& spec) : spec_(spec) {}

  bool has(const std::string& path) const { return spec_.settings.count(path) != 0; }
  void read(const std::string& path, double& target, Limits limits = {});
  void read(const std::string& path, int& target, Limits limits = {});
  void read(const std::string& path, bool& target);
  void read(const std::string& path, std::string& target);
  // One of a few words.
  std::optional<std::size_t> word(const std::string& path, const std::vector<std::string>& words);

  // An error about this sensor, with its file and line; only the first is kept.
  void refuse(const std::string& message);
  Result<void> result() const;

 private:
  const SensorSpec& spec_;
  std::optional<Error> error_;
};

}  // namespace rubble::sensors
