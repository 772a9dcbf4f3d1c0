// SPDX-License-Identifier: Apache-2.0
// A map against the true map: scores, scores expected by chance, doubts, JSON, overlay and page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/evaluation/map_score.h"
#include "rubble/maps/occupancy_map.h"
#include "rubble/messages/reading.h"

namespace rubble::evaluation {

struct MapVerdict {
  std::string estimate;  // names of files
  std::string truth;
  MapScore score;
  std::optional<MapScore> chance;  // empty if the truth is its own mirror image
  double own_mirror_f1 = 0.0;
  std::vector<std::string> remarks;
};

// Scores the estimate and what chance would score. The names of files are left empty.
Result<MapVerdict> assess_map(const maps::OccupancyMap& estimate, const maps::OccupancyMap& truth,
                              const MapScoreSettings& settings);

struct MapRow {
  const char* key;   // of the JSON
  const char* name;  // of the table
  double MapScore::*part;
  bool has_chance;
  const char* meaning;  // with a place for the tolerance
};
const std::vector<MapRow>& map_rows();
std::string meaning_of(const MapRow& row, const MapScore& score);
// (score - chance) / (1 - chance)
std::optional<double> corrected_of(const MapVerdict& verdict, const MapRow& row);

std::string map_verdict_json(const MapVerdict& verdict);
// On the cells of the truth: dark where both have a wall, red only the estimate, blue only the
// truth.
Image map_overlay(const maps::OccupancyMap& estimate, const maps::OccupancyMap& truth,
                  const MapScore& score);
// A whole HTML page that needs no other file. A pixel of the overlay is `resolution` m wide.
std::string map_page(const MapVerdict& verdict, const Image& overlay, double resolution);

}  // namespace rubble::evaluation
