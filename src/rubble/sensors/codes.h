// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rubble/base/archive.h"
#include "rubble/messages/reading.h"
#include "rubble/sensors/echo.h"

namespace rubble::sensors {

// How a sensor reports a beam without a range. Clamp: no codes; a missing echo reads the maximum
// range and one that is too near the minimum range. Zero: always 0. The others follow the
// manufacturers' protocols: Hokuyo's SCIP 2.0 and UTM-30LX, SICK's LMS 2xx. See docs/lasers.md.
enum class CodePolicy { Clamp, Zero, Scip, Utm, Lms };

// The code of a beam that hits nothing in range, or kNoCode if the sensor has none. With
// LaserModel::Budget such a beam reads the maximum range, so that 0 of the policy Zero always means
// a failure.
int no_return_code(CodePolicy policy, LaserModel model);

// Converts echoes into the error codes of a scanner. Keeps state between scans, as SCIP scanners
// do: which beams failed in the last scans.
class Coder {
 public:
  explicit Coder(CodePolicy policy) : policy_(policy) {}

  // Converts one sweep in rows of `columns` beams; adjacent beams of a row are neighbours.
  // echoes.size() == codes.size(). Echoes that give a range become Reading or Maximum, or TooNear
  // with policy Clamp; their code is kNoCode.
  void write(std::span<Echo> echoes, int columns, std::span<std::int16_t> codes);
  void serialize(Archive& archive) { archive(failures_in_a_row_); }

 private:
  void write_scip(std::span<Echo> echoes, int columns, std::span<std::int16_t> codes);

  CodePolicy policy_;
  std::vector<std::uint8_t> failures_in_a_row_;  // one per beam, at most 2
};

}  // namespace rubble::sensors
