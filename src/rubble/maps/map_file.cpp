// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "rubble/maps/geo_tiff.h"
#include "rubble/maps/grey_picture.h"
#include "rubble/maps/map_description.h"
#include "rubble/maps/occupancy_map.h"
#include "rubble/serialization/text_output.h"
#include "rubble/trajectory/file_format.h"

namespace rubble::maps {
namespace {

namespace fs = std::filesystem;

constexpr std::uint8_t kOccupiedGrey = 0;
constexpr std::uint8_t kFreeGrey = 254;
constexpr std::uint8_t kUnknownGrey = 205;

bool ends_with_one_of(const std::string& path, std::initializer_list<const char*> list) {
  return std::any_of(list.begin(), list.end(),
                     [&](const char* end) { return path.ends_with(end); });
}

bool is_tiff_name(const std::string& path) {
  return ends_with_one_of(path, {".tif", ".tiff", ".gtiff"});
}

std::uint8_t grey_of_cell(std::uint8_t cell) {
  if (cell == kUnknownCell) return kUnknownGrey;
  if (cell > 65) return kOccupiedGrey;
  return cell < 20 ? kFreeGrey : kUnknownGrey;
}

GreyPicture picture_of(const OccupancyMap& map) {
  GreyPicture picture{map.width, map.height, {}, {}};
  picture.pixels.reserve(map.cells.size());
  for (int row = map.height - 1; row >= 0; --row)
    for (int column = 0; column < map.width; ++column)
      picture.pixels.push_back(grey_of_cell(map.at(column, row)));
  return picture;
}

std::uint8_t cell_of_pixel(std::uint8_t value, const MapDescription& description) {
  if (description.mode == MapMode::Raw) return value <= 100 ? value : kUnknownCell;
  const double occupancy = (description.is_negated ? value : 255 - value) / 255.0;
  if (occupancy > description.occupied_threshold) return 100;
  if (occupancy < description.free_threshold) return 0;
  if (description.mode == MapMode::Trinary) return kUnknownCell;
  const double span = description.occupied_threshold - description.free_threshold;
  const double share = span > 0.0 ? (occupancy - description.free_threshold) / span : 0.5;
  return static_cast<std::uint8_t>(1 + std::lround(98.0 * share));
}

OccupancyMap map_of(const GreyPicture& picture, const MapDescription& description) {
  OccupancyMap map;
  map.resolution = description.resolution;
  map.origin = description.origin;
  map.width = picture.width;
  map.height = picture.height;
  map.cells.reserve(picture.pixels.size());
  for (int row = picture.height - 1; row >= 0; --row)
    for (int column = 0; column < picture.width; ++column) {
      const std::size_t index =
          static_cast<std::size_t>(row) * static_cast<std::size_t>(picture.width) +
          static_cast<std::size_t>(column);
      const bool is_transparent = !picture.is_transparent.empty() && picture.is_transparent[index];
      map.cells.push_back(is_transparent ? kUnknownCell
                                         : cell_of_pixel(picture.pixels[index], description));
    }
  return map;
}

Result<OccupancyMap> read_described_map(const std::string& path) {
  const auto description = read_map_description(path);
  if (!description) return description.error();
  const fs::path image = fs::path(path).parent_path() / description->image;
  const auto picture = read_grey_picture(image.string());
  if (!picture) return picture.error();
  return map_of(*picture, *description);
}

Result<std::string> description_beside(const std::string& picture) {
  for (const char* end : {".yaml", ".yml"}) {
    const fs::path path = fs::path(picture).replace_extension(end);
    std::error_code code;
    if (fs::is_regular_file(path, code)) return path.string();
  }
  return Error{{picture},
               fmt::format("a picture alone does not say its scale: wanted '{}' beside it",
                           fs::path(picture).replace_extension(".yaml").filename().string())};
}

struct DescribedMap {
  fs::path picture;
  fs::path description;
};

// The other file of a map that is named by one of its two.
DescribedMap described_map(const std::string& path) {
  if (ends_with_one_of(path, {".yaml", ".yml"}))
    return {fs::path(path).replace_extension(".pgm"), path};
  return {path, fs::path(path).replace_extension(".yaml")};
}

Result<void> write_described_map(const std::string& path, const OccupancyMap& map) {
  const DescribedMap files = described_map(path);
  const auto written = write_grey_picture(files.picture.string(), picture_of(map));
  if (!written) return written;
  TextOutput out(files.description.string());
  out << map_description_text({files.picture.filename().string(), map.resolution, map.origin});
  return out.finish();
}

}  // namespace

std::vector<std::string> map_file_endings() {
  return {".pgm", ".png", ".yaml", ".yml", ".tif", ".tiff", ".gtiff"};
}

Result<void> check_map_name(const std::string& path) {
  const std::vector<std::string> endings = map_file_endings();
  if (std::any_of(endings.begin(), endings.end(),
                  [&](const std::string& end) { return path.ends_with(end); }))
    return {};
  return Error{{path},
               "cannot tell the format by this name: end it with .pgm or .png (a .yaml "
               "comes beside it), or .tif (GeoTIFF)"};
}

std::vector<std::string> files_of_map(const std::string& path) {
  if (path.empty() || !check_map_name(path)) return {};
  if (is_tiff_name(path)) return {path};
  const DescribedMap files = described_map(path);
  return {files.picture.string(), files.description.string()};
}

Result<void> write_map(const std::string& path, const OccupancyMap& map,
                       std::span<const Pose2> robot_path) {
  RUBBLE_ASSERT(map.cells.size() ==
                static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height));
  if (map.cells.empty()) return Error{{path}, "a map without cells cannot be written"};
  if (const auto named = check_map_name(path); !named) return named;
  return is_tiff_name(path) ? write_geo_tiff(path, map, robot_path)
                            : write_described_map(path, map);
}

Result<OccupancyMap> read_map(const std::string& path) {
  const auto kind = trajectory::detect_format(path);
  if (!kind) return kind.error();
  if (*kind == trajectory::FileFormat::MapDescription) return read_described_map(path);
  if (*kind == trajectory::FileFormat::Tiff) return read_geo_tiff(path);
  if (*kind == trajectory::FileFormat::Picture) {
    const auto description = description_beside(path);
    if (!description) return description.error();
    return read_described_map(*description);
  }
  return Error{{path},
               std::string("this looks like ") + trajectory::name_of(*kind) +
                   ", wanted a map: a .yaml with its picture, or a GeoTIFF (.tif)"};
}

}  // namespace rubble::maps
