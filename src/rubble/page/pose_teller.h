// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "rubble/page/catalog.h"

namespace rubble::page {

// Remembers where a page believes moving parts to be, and tells it what has moved since.
class PoseTeller {
 public:
  // Movements up to these are not told.
  static constexpr double kStill = 2e-4;      // m
  static constexpr double kStillTurn = 5e-4;  // rad

  // The next frame has all parts.
  void forget() { told_.clear(); }
  Frame tell(const std::vector<MovingPart>& parts, const State& state);

 private:
  struct Told {
    bool is_told = false;
    Pose pose;
  };
  bool is_news(const Told& told, const Pose& pose) const;

  std::vector<Told> told_;  // by part
};

}  // namespace rubble::page
