// SPDX-License-Identifier: Apache-2.0
#include "rubble/maps/geo_tiff.h"

#include <fmt/format.h>
#include <geotiff/geo_normalize.h>
#include <geotiff/geotiff.h>
#include <geotiff/geovalues.h>
#include <geotiff/xtiffio.h>
#include <tiffio.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

#include "rubble/base/text.h"
#include "rubble/maps/grey_picture.h"
#include "rubble/maps/rescue_colours.h"
#include "rubble/serialization/number_rows.h"
#include "rubble/serialization/text_output.h"

namespace rubble::maps {
namespace {

using TiffHandle = std::unique_ptr<TIFF, void (*)(TIFF*)>;
using GeoHandle = std::unique_ptr<GTIF, void (*)(GTIF*)>;

constexpr double kMaxCornerDistance = 1e8;  // m

int stay_silent(TIFF*, void*, const char*, const char*, va_list) { return 1; }

TiffHandle open_tiff(const std::string& path, const char* mode) {
  XTIFFInitialize();
  TIFFOpenOptions* const options = TIFFOpenOptionsAlloc();
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, tmsize_t{1} << 30);
  TIFFOpenOptionsSetErrorHandlerExtR(options, stay_silent, nullptr);
  TIFFOpenOptionsSetWarningHandlerExtR(options, stay_silent, nullptr);
  TIFF* const tiff = TIFFOpenExt(path.c_str(), mode, options);
  TIFFOpenOptionsFree(options);
  return {tiff, TIFFClose};
}

GeoHandle geo_keys_of(TIFF* tiff) { return {GTIFNew(tiff), GTIFFree}; }

// From pixels (column and row from the upper left corner) to metres: x, y = a + b column + c row.
struct PixelPlace {
  double x[3] = {0.0, 0.0, 0.0};
  double y[3] = {0.0, 0.0, 0.0};
};

PixelPlace pixel_place(const OccupancyMap& map) {
  const double c = std::cos(map.origin.theta), s = std::sin(map.origin.theta);
  const double size = map.resolution, height = size * map.height;
  return {{map.origin.x - s * height, c * size, s * size},
          {map.origin.y + c * height, s * size, -c * size}};
}

void write_place(TIFF* tiff, const OccupancyMap& map) {
  const PixelPlace place = pixel_place(map);
  if (map.origin.theta == 0.0) {
    const double scale[3] = {map.resolution, map.resolution, 0.0};
    const double tie[6] = {0.0, 0.0, 0.0, place.x[0], place.y[0], 0.0};
    TIFFSetField(tiff, TIFFTAG_GEOPIXELSCALE, 3, scale);
    TIFFSetField(tiff, TIFFTAG_GEOTIEPOINTS, 6, tie);
    return;
  }
  const double matrix[16] = {place.x[1], place.x[2], 0.0, place.x[0],  //
                             place.y[1], place.y[2], 0.0, place.y[0],  //
                             0.0,        0.0,        0.0, 0.0,         //
                             0.0,        0.0,        0.0, 1.0};
  TIFFSetField(tiff, TIFFTAG_GEOTRANSMATRIX, 16, matrix);
}

void write_keys(TIFF* tiff) {
  constexpr int kUserDefined = 32767;
  constexpr int kMetre = 9001;
  const GeoHandle keys = geo_keys_of(tiff);
  GTIFKeySet(keys.get(), GTModelTypeGeoKey, TYPE_SHORT, 1, kUserDefined);
  GTIFKeySet(keys.get(), GTRasterTypeGeoKey, TYPE_SHORT, 1, RasterPixelIsArea);
  GTIFKeySet(keys.get(), GTCitationGeoKey, TYPE_ASCII, 0, "local coordinates of a robot's map");
  GTIFKeySet(keys.get(), ProjLinearUnitsGeoKey, TYPE_SHORT, 1, kMetre);
  GTIFWriteKeys(keys.get());
}

void write_shape(TIFF* tiff, const OccupancyMap& map) {
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, map.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, map.height);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 3);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 64);
}

bool write_pixels(TIFF* tiff, const OccupancyMap& map, std::vector<std::uint8_t> pixels) {
  const std::size_t row_bytes = 3 * static_cast<std::size_t>(map.width);
  for (int row = 0; row < map.height; ++row)
    if (TIFFWriteScanline(tiff, pixels.data() + static_cast<std::size_t>(row) * row_bytes,
                          static_cast<std::uint32_t>(row), 0) != 1)
      return false;
  return true;
}

std::optional<PixelPlace> place_in_tags(TIFF* tiff) {
  std::uint16_t count = 0;
  double* numbers = nullptr;
  if (TIFFGetField(tiff, TIFFTAG_GEOTRANSMATRIX, &count, &numbers) == 1 && count == 16)
    return PixelPlace{{numbers[3], numbers[0], numbers[1]}, {numbers[7], numbers[4], numbers[5]}};
  double* tie = nullptr;
  std::uint16_t tie_count = 0;
  if (TIFFGetField(tiff, TIFFTAG_GEOPIXELSCALE, &count, &numbers) != 1 || count < 2 ||
      TIFFGetField(tiff, TIFFTAG_GEOTIEPOINTS, &tie_count, &tie) != 1 || tie_count < 6)
    return std::nullopt;
  return PixelPlace{{tie[3] - tie[0] * numbers[0], numbers[0], 0.0},
                    {tie[4] + tie[1] * numbers[1], 0.0, -numbers[1]}};
}

// Tags may speak of the middle of the upper left pixel instead of its corner.
void move_to_corner(PixelPlace& place) {
  place.x[0] -= 0.5 * (place.x[1] + place.x[2]);
  place.y[0] -= 0.5 * (place.y[1] + place.y[2]);
}

bool is_of_points(TIFF* tiff) {
  const GeoHandle keys = geo_keys_of(tiff);
  short kind = 0;
  return keys && GTIFKeyGet(keys.get(), GTRasterTypeGeoKey, &kind, 0, 1) == 1 &&
         kind == RasterPixelIsPoint;
}

// Six numbers: x by column, y by column, x by row, y by row, and where the first pixel's middle is.
std::optional<PixelPlace> place_beside(const std::string& path) {
  for (const char* end : {".tfw", ".TFW", ".tifw", ".wld"}) {
    const auto world_file = std::filesystem::path(path).replace_extension(end);
    std::error_code code;
    if (!std::filesystem::is_regular_file(world_file, code)) continue;
    std::vector<double> n;
    std::vector<std::string> remarks;
    const auto read = for_each_row(world_file.string(), {1, 6, "world file", {}}, remarks,
                                   [&](const NumberRow& row) -> std::optional<std::string> {
                                     n.insert(n.end(), row.numbers.begin(), row.numbers.end());
                                     if (n.size() > 6) return "more than six numbers";
                                     return std::nullopt;
                                   });
    if (!read || n.size() != 6) continue;
    PixelPlace place{{n[4], n[0], n[2]}, {n[5], n[1], n[3]}};
    move_to_corner(place);
    return place;
  }
  return std::nullopt;
}

std::optional<PixelPlace> place_of(TIFF* tiff, const std::string& path) {
  auto place = place_in_tags(tiff);
  if (!place) return place_beside(path);
  if (is_of_points(tiff)) move_to_corner(*place);
  return place;
}

Result<void> put_in_place(const PixelPlace& place, const std::string& path, OccupancyMap& map) {
  const double across = std::hypot(place.x[1], place.y[1]);
  const double down = std::hypot(place.x[2], place.y[2]);
  const double slant = place.x[1] * place.x[2] + place.y[1] * place.y[2];
  const bool is_mirrored = place.x[1] * place.y[2] - place.x[2] * place.y[1] > 0.0;
  if (!(across > 1e-6 && across < 1e4))
    return Error{{path}, "its pixels have no size that a map can have"};
  if (!(std::abs(place.x[0]) < kMaxCornerDistance && std::abs(place.y[0]) < kMaxCornerDistance))
    return Error{{path}, "its corner is no place that a map can have"};
  // Tags may hold NaN, of which nothing is true.
  if (!(std::abs(across - down) <= 0.01 * across) || !(std::abs(slant) <= 0.01 * across * across) ||
      is_mirrored)
    return Error{{path}, "its pixels are not square; such maps are not read"};
  map.resolution = across;
  map.origin = {place.x[0] + place.x[2] * map.height, place.y[0] + place.y[2] * map.height,
                std::atan2(place.y[1], place.x[1])};
  return {};
}

// In grey pictures brightness counts, as beside a .yaml with the usual thresholds.
std::uint8_t cell_of_grey(std::uint32_t grey) {
  const double occupancy = (255.0 - static_cast<double>(grey)) / 255.0;
  if (occupancy > 0.65) return 100;
  return occupancy < 0.196 ? 0 : kUnknownCell;
}

Result<void> read_cells(TIFF* tiff, const std::string& path, OccupancyMap& map) {
  std::uint16_t photometric = 0;
  TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric);
  const bool is_grey =
      photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE;
  const auto width = static_cast<std::uint32_t>(map.width);
  const auto height = static_cast<std::uint32_t>(map.height);
  std::vector<std::uint32_t> pixels(static_cast<std::size_t>(width) * height);
  if (TIFFReadRGBAImageOriented(tiff, width, height, pixels.data(), ORIENTATION_BOTLEFT, 1) != 1)
    return Error{{path}, "this TIFF is damaged or of a kind we cannot read"};
  map.cells.reserve(pixels.size());
  for (const std::uint32_t pixel : pixels) {
    const Colour colour{static_cast<std::uint8_t>(TIFFGetR(pixel)),
                        static_cast<std::uint8_t>(TIFFGetG(pixel)),
                        static_cast<std::uint8_t>(TIFFGetB(pixel))};
    map.cells.push_back(is_grey ? cell_of_grey(colour[0]) : cell_of_colour(colour));
  }
  return {};
}

bool write_tiff(const std::string& path, const OccupancyMap& map,
                std::span<const Pose2> robot_path) {
  const TiffHandle tiff = open_tiff(path, "w");
  if (!tiff) return false;
  write_shape(tiff.get(), map);
  write_place(tiff.get(), map);
  write_keys(tiff.get());
  return write_pixels(tiff.get(), map, rescue_picture(map, robot_path)) &&
         TIFFFlush(tiff.get()) == 1;
}

}  // namespace

Result<void> write_geo_tiff(const std::string& path, const OccupancyMap& map,
                            std::span<const Pose2> robot_path) {
  const std::string place = resolve_links(path);
  const std::string part = place + ".part" + std::to_string(::getpid());
  std::error_code code;
  if (place.empty() || !write_tiff(part, map, robot_path)) {
    std::filesystem::remove(part, code);
    return Error{{path}, "this file cannot be written; is there such a folder, and room?"};
  }
  std::filesystem::rename(part, place, code);
  if (!code) return {};
  const Error error{{path}, "this file cannot be written: " + code.message()};
  std::filesystem::remove(part, code);
  return error;
}

Result<OccupancyMap> read_geo_tiff(const std::string& path) {
  const TiffHandle tiff = open_tiff(path, "r");
  if (!tiff) return Error{{path}, "this TIFF cannot be read; is it there and whole?"};
  std::uint32_t width = 0, height = 0;
  TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height);
  if (width < 1 || height < 1 || static_cast<std::uint64_t>(width) * height > kMaxMapCells)
    return Error{
        {path},
        fmt::format("this picture has {} x {} pixels; maps have 1 to 100 million", width, height)};
  OccupancyMap map;
  map.width = static_cast<int>(width);
  map.height = static_cast<int>(height);
  const auto place = place_of(tiff.get(), path);
  if (!place)
    return Error{{path},
                 "this picture does not say its scale: wanted GeoTIFF tags (pixel scale and tie "
                 "point, or a matrix) or a world file (.tfw) beside it"};
  if (const auto put = put_in_place(*place, path, map); !put) return put.error();
  if (const auto read = read_cells(tiff.get(), path, map); !read) return read.error();
  return map;
}

}  // namespace rubble::maps
