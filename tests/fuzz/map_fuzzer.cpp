// SPDX-License-Identifier: Apache-2.0
// Any bytes as a map: a description with its picture behind a line "===", or a picture or GeoTIFF
// alone. What comes out has its cells, and what is written of it reads back as the same.
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "rubble/maps/occupancy_map.h"
#include "scratch_file.h"

namespace rubble::maps {
namespace {

constexpr std::string_view kUsualDescription =
    "image: any.pgm\nresolution: 0.05\norigin: [-1, -2, 0.5]\n";

void check(const maps::OccupancyMap& map) {
  RUBBLE_ASSERT(map.width > 0 && map.height > 0);
  RUBBLE_ASSERT(map.cells.size() ==
                static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height));
  RUBBLE_ASSERT(map.resolution > 0.0 && std::isfinite(map.resolution));
  RUBBLE_ASSERT(std::isfinite(map.origin.x + map.origin.y + map.origin.theta));
  for (const std::uint8_t cell : map.cells)
    RUBBLE_ASSERT(cell <= 100 || cell == maps::kUnknownCell);
}

void check_round_trip(const maps::OccupancyMap& map) {
  if (map.cells.size() > 10'000) return;
  for (const char* name : {"again.pgm", "again.png", "again.tif"}) {
    const std::string path = fuzz::scratch_path(name);
    RUBBLE_ASSERT(maps::write_map(path, map).ok());
    const auto again = maps::read_map(path);
    RUBBLE_ASSERT(again.ok());
    check(*again);
    RUBBLE_ASSERT(again->width == map.width && again->height == map.height);
  }
}

void read(const std::string& path) {
  const auto map = maps::read_map(path);
  if (!map) return fuzz::check_sentence(map.error().to_string());
  check(*map);
  check_round_trip(*map);
}

}  // namespace
}  // namespace rubble::maps

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rubble;
  constexpr std::string_view kBorder = "\n===\n";
  const std::string_view bytes = fuzz::bytes_of(data, size);
  const std::size_t border = bytes.find(kBorder);
  if (border == std::string_view::npos) {
    fuzz::scratch_file("any.yaml", maps::kUsualDescription);
    maps::read(fuzz::scratch_file("any.pgm", bytes));
  } else {
    fuzz::scratch_file("any.pgm", bytes.substr(border + kBorder.size()));
    maps::read(fuzz::scratch_file("any.yaml", bytes.substr(0, border)));
  }
  return 0;
}
