// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/radio/links.h"
#include "rubble/viewer_protocol/frame.h"

namespace rubble::viewer_protocol {

// Frames about the radio; see viewer/src/protocol.ts.

// Further stations are omitted: the pairs of this many take a third of a megabyte.
constexpr std::size_t kMaxStations = 300;

Frame links_frame(const radio::Links& links);

// The route between two different stations, hop by hop.
Frame route_message(const radio::Links& links, int from, int to);

// Received strength of a station on a horizontal grid, world frame.
struct CoverageGrid {
  double time = 0.0;    // s
  std::string station;  // empty: a point
  Vec3 antenna = Vec3::Zero();
  Vec2 first = Vec2::Zero();  // centre of the first cell
  double height = 0.0;        // m, of the receiver
  double cell = 0.5;          // m
  int columns = 0;
  int rows = 0;
  double sensitivity = -92.0;  // dBm
  std::vector<double> dbm;     // row-major
};
Frame coverage_frame(const CoverageGrid& coverage);

}  // namespace rubble::viewer_protocol
