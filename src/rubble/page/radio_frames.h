// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/page/frame.h"
#include "rubble/radio/links.h"

namespace rubble::page {

// What pages are told of the radio; see viewer/src/protocol.ts.

// Stations beyond this are left out: the pairs of so many are a third of a megabyte.
constexpr std::size_t kMostStationsShown = 300;

Frame links_frame(const radio::Links& links);

// The way between two different stations, hop by hop.
Frame route_message(const radio::Links& links, int from, int to);

// How strong a station is heard on a level grid.
struct ShownCoverage {
  double time = 0.0;    // s
  std::string station;  // empty: one that is not there
  Vec3 antenna = Vec3::Zero();
  Vec2 first = Vec2::Zero();  // the middle of the first cell
  double height = 0.0;        // m, of who listens
  double cell = 0.5;          // m
  int columns = 0;
  int rows = 0;
  double sensitivity = -92.0;  // dBm
  std::vector<double> dbm;     // row by row
};
Frame coverage_frame(const ShownCoverage& coverage);

}  // namespace rubble::page
