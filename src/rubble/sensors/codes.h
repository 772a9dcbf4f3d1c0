// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rubble/base/archive.h"
#include "rubble/messages/reading.h"
#include "rubble/sensors/echo.h"

namespace rubble::sensors {

// How a sensor tells that a beam has no range. Clamp: not at all, what is lost or missing reads
// maximum range and what is too near minimum range. Zero: always 0. The others as their makers'
// protocols have it: Hokuyo's SCIP 2.0 and UTM-30LX, SICK's LMS 2xx.
enum class CodePolicy { Clamp, Zero, Scip, Utm, Lms };

// The code for a beam that meets nothing in range; kNoCode: there is none. In budget mode such a
// beam reads maximum range, so that a 0 of the policy Zero is always a failure there.
int no_return_code(CodePolicy policy, LaserModel model);

// Turns echoes into codes. Keeps what a real scanner keeps: which steps failed in the last scans.
class Coder {
 public:
  explicit Coder(CodePolicy policy) : policy_(policy) {}

  // One sweep; rows of `columns` beams, neighbours are beams beside each other in a row. Echoes
  // that end as a range become Reading or Maximum, or TooNear with policy Clamp; their code is
  // kNoCode.
  void write(std::span<Echo> echoes, int columns, std::span<std::int16_t> codes);
  void serialize(Archive& archive) { archive(failures_in_a_row_); }

 private:
  void write_scip(std::span<Echo> echoes, int columns, std::span<std::int16_t> codes);

  CodePolicy policy_;
  std::vector<std::uint8_t> failures_in_a_row_;  // one a beam, no more than 2
};

}  // namespace rubble::sensors
