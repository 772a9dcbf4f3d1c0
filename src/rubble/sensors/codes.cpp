// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/codes.h"

#include <algorithm>

#include "rubble/base/assert.h"

namespace rubble::sensors {
namespace {

constexpr std::int16_t kScipNothing = 0;
constexpr std::int16_t kScipWeak = 1;
constexpr std::int16_t kScipWeaker = 2;
constexpr std::int16_t kScipNeighbours = 7;
constexpr std::int16_t kScipMismatch = 8;
constexpr std::int16_t kScipAgain = 9;
constexpr std::int16_t kScipOther = 10;  // "other" in both editions of the text
constexpr std::int16_t kScipReflector = 18;
constexpr std::int16_t kScipNotMeasurable = 19;
constexpr float kWeakLossDb = 3.0F;

constexpr std::int16_t kNone = kNoCode;

// By EchoKind: Reading, Maximum, Nothing, Lost, TooNear, Mismatch, Dazzled, NotMeasurable.
using CodeTable = std::int16_t[8];
constexpr CodeTable kZeroCodes = {kNone, kNone, 0, 0, 0, kNone, kNone, 0};
constexpr CodeTable kUtmCodes = {kNone, kNone, 1, 3, 4, kNone, kNone, 5};
constexpr CodeTable kLmsCodes = {kNone, kNone, 8183, 8187, 8191, kNone, kNone, 8191};

void write_by_table(const CodeTable& table, std::span<Echo> echoes, std::span<std::int16_t> codes) {
  for (std::size_t i = 0; i < echoes.size(); ++i)
    codes[i] = table[static_cast<std::size_t>(echoes[i].kind)];
}

void write_clamped(std::span<Echo> echoes, std::span<std::int16_t> codes) {
  for (std::size_t i = 0; i < echoes.size(); ++i) {
    const EchoKind kind = echoes[i].kind;
    if (kind == EchoKind::Nothing || kind == EchoKind::Lost || kind == EchoKind::NotMeasurable)
      echoes[i].kind = EchoKind::Maximum;
    codes[i] = kNoCode;
  }
}

bool is_scip_code(EchoKind kind) { return kind != EchoKind::Reading && kind != EchoKind::Maximum; }

// Beams at the ends of a row have one neighbour too few.
bool both_neighbours_fail(std::span<const Echo> echoes, std::size_t beam, std::size_t columns) {
  const std::size_t column = beam % columns;
  return column > 0 && column + 1 < columns && is_scip_code(echoes[beam - 1].kind) &&
         is_scip_code(echoes[beam + 1].kind);
}

std::int16_t scip_code_of_lost(std::span<const Echo> echoes, std::size_t beam, std::size_t columns,
                               int failures_before) {
  if (failures_before >= 2) return kScipAgain;
  if (both_neighbours_fail(echoes, beam, columns)) return kScipNeighbours;
  return echoes[beam].loss_db < kWeakLossDb ? kScipWeak : kScipWeaker;
}

}  // namespace

int no_return_code(CodePolicy policy, LaserModel model) {
  constexpr auto kNothing = static_cast<std::size_t>(EchoKind::Nothing);
  switch (policy) {
    case CodePolicy::Clamp:
      return kNoCode;
    case CodePolicy::Zero:
      return model == LaserModel::Budget ? kNoCode : kZeroCodes[kNothing];
    case CodePolicy::Scip:
      return kScipNothing;
    case CodePolicy::Utm:
      return kUtmCodes[kNothing];
    case CodePolicy::Lms:
      return kLmsCodes[kNothing];
  }
  return kNoCode;
}

void Coder::write(std::span<Echo> echoes, int columns, std::span<std::int16_t> codes) {
  RUBBLE_ASSERT(columns > 0 && echoes.size() == codes.size());
  RUBBLE_ASSERT(echoes.size() % static_cast<std::size_t>(columns) == 0);
  switch (policy_) {
    case CodePolicy::Clamp:
      return write_clamped(echoes, codes);
    case CodePolicy::Zero:
      return write_by_table(kZeroCodes, echoes, codes);
    case CodePolicy::Scip:
      return write_scip(echoes, columns, codes);
    case CodePolicy::Utm:
      return write_by_table(kUtmCodes, echoes, codes);
    case CodePolicy::Lms:
      return write_by_table(kLmsCodes, echoes, codes);
  }
}

void Coder::write_scip(std::span<Echo> echoes, int columns, std::span<std::int16_t> codes) {
  // By EchoKind; Lost depends on neighbours and history.
  constexpr CodeTable kScipCodes = {kNone,      kNone,         kScipNothing,   kNone,
                                    kScipOther, kScipMismatch, kScipReflector, kScipNotMeasurable};
  failures_in_a_row_.resize(echoes.size(), 0);
  for (std::size_t i = 0; i < echoes.size(); ++i) {
    std::uint8_t& failures = failures_in_a_row_[i];
    const EchoKind kind = echoes[i].kind;
    codes[i] = kind == EchoKind::Lost
                   ? scip_code_of_lost(echoes, i, static_cast<std::size_t>(columns), failures)
                   : kScipCodes[static_cast<std::size_t>(kind)];
    const int in_a_row = codes[i] == kNoCode ? 0 : std::min(2, failures + 1);
    failures = static_cast<std::uint8_t>(in_a_row);
  }
}

}  // namespace rubble::sensors
