// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/base/result.h"
#include "rubble/geometry/pose2.h"

namespace rubble::maps {

enum class MapMode { Trinary, Scale, Raw };

// The .yaml beside a map's picture.
struct MapDescription {
  std::string image;  // as it stands there
  double resolution = 0.05;
  Pose2 origin;  // of the lower left corner
  bool is_negated = false;
  double occupied_threshold = 0.65;
  double free_threshold = 0.196;
  MapMode mode = MapMode::Trinary;
};

Result<MapDescription> read_map_description(const std::string& path);
std::string map_description_text(const MapDescription& description);

}  // namespace rubble::maps
