// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/messages/reading.h"
#include "rubble/radio/coverage.h"
#include "rubble/rays/level_cut.h"

namespace rubble::radio {

struct CoverageDrawing {
  std::string title;
  RadioCoverage coverage;
  std::vector<rays::CutLine> walls;
  Vec3 antenna;
  double sensitivity = -92.0;  // dBm: drawn as a contour, weaker cells are grey
};

Image coverage_picture(const CoverageDrawing& drawing);

}  // namespace rubble::radio
