// SPDX-License-Identifier: Apache-2.0
#include <tiffio.h>

#include <cmath>
#include <filesystem>

#include "rubble/maps/occupancy_map.h"
#include "rubble/serialization/scratch_files.h"

namespace rubble::maps {
namespace {

// Not symmetric in any way: 3 wide, 2 high.
OccupancyMap small_map() {
  OccupancyMap map;
  map.resolution = 0.1;
  map.origin = {-1.5, 2.25, 0.0};
  map.width = 3;
  map.height = 2;
  map.cells = {0,   100, kUnknownCell,  // below
               100, 0,   0};            // above
  return map;
}

const std::string kYaml =
    "image: m.pgm\nresolution: 0.05\norigin: [-1.0, 2.0, 0.5]\nnegate: 0\n"
    "occupied_thresh: 0.65\nfree_thresh: 0.196\n";

class MapInFile : public ScratchFiles {
 protected:
  OccupancyMap read(const std::string& name) {
    const auto map = read_map(path(name));
    EXPECT_TRUE(map.ok()) << (map.ok() ? "" : map.error().to_string());
    return map.ok() ? *map : OccupancyMap{};
  }
  std::string complaint(const std::string& name) {
    const auto map = read_map(path(name));
    return map.ok() ? "" : map.error().to_string();
  }
};

void expect_same(const OccupancyMap& one, const OccupancyMap& other) {
  EXPECT_EQ(one.width, other.width);
  EXPECT_EQ(one.height, other.height);
  EXPECT_NEAR(one.resolution, other.resolution, 1e-12);
  EXPECT_NEAR(one.origin.x, other.origin.x, 1e-9);
  EXPECT_NEAR(one.origin.y, other.origin.y, 1e-9);
  EXPECT_NEAR(one.origin.theta, other.origin.theta, 1e-9);
  EXPECT_EQ(one.cells, other.cells);
}

TEST_F(MapInFile, IsReadBackFromEveryFormat) {
  for (const double yaw : {0.0, 0.7, -2.5})
    for (const char* name : {"a.pgm", "a.png", "b.yaml", "a.tif"}) {
      OccupancyMap map = small_map();
      map.origin.theta = yaw;
      const auto written = write_map(path(name), map);
      ASSERT_TRUE(written.ok()) << written.error().to_string();
      expect_same(read(name), map);
    }
  expect_same(read("a.yaml"), read("a.png"));
}

TEST_F(MapInFile, IsInTheFilesThatAreNamed) {
  EXPECT_EQ(files_of_map("a.tif"), std::vector<std::string>{"a.tif"});
  EXPECT_EQ(files_of_map("f/a.png"), (std::vector<std::string>{"f/a.png", "f/a.yaml"}));
  EXPECT_EQ(files_of_map("a.yml"), (std::vector<std::string>{"a.pgm", "a.yml"}));
  for (const std::string& end : map_file_endings()) EXPECT_TRUE(check_map_name("a" + end)) << end;
  EXPECT_TRUE(files_of_map("a.bmp").empty());
  EXPECT_TRUE(files_of_map("").empty());
  for (const char* name : {"a.png", "b.yaml", "c.yml", "d.tif"}) {
    ASSERT_TRUE(write_map(path(name), small_map()).ok()) << name;
    for (const std::string& file : files_of_map(path(name)))
      EXPECT_TRUE(std::filesystem::is_regular_file(file)) << file;
  }
}

TEST_F(MapInFile, HasItsUpperRowFirstAndTheUsualGreys) {
  ASSERT_TRUE(write_map(path("a.pgm"), small_map()).ok());
  EXPECT_EQ(content("a.pgm"),
            std::string("P5\n3 2\n255\n") + std::string("\0\xfe\xfe\xfe\0\xcd", 6));
  EXPECT_TRUE(has_text(content("a.yaml"), "image: a.pgm\n"));
  EXPECT_TRUE(has_text(content("a.yaml"), "origin: [-1.5, 2.25, 0]\n"));
}

TEST_F(MapInFile, WithPgmInWordsCommentsAndOtherDepthsIsRead) {
  write("m.yaml", kYaml);
  write("m.pgm", "P2 # words\n# more\n3 1\n15\n0 15 12\n");
  EXPECT_EQ(read("m.yaml").cells, (std::vector<std::uint8_t>{100, 0, kUnknownCell}));
  write("m.pgm", std::string("P5 3 1 65535\n") + std::string("\0\0\xff\xff\xcd\xcd", 6));
  EXPECT_EQ(read("m.pgm").cells, (std::vector<std::uint8_t>{100, 0, kUnknownCell}));
}

TEST_F(MapInFile, ObeysNegateThresholdsAndModes) {
  write("m.pgm", std::string("P5\n4 1\n255\n") + std::string("\0\x64\xcd\xff", 4));
  write("m.yaml", kYaml);
  EXPECT_EQ(read("m.yaml").cells, (std::vector<std::uint8_t>{100, kUnknownCell, kUnknownCell, 0}));
  EXPECT_EQ(read("m.yaml").origin, (Pose2{-1, 2, 0.5}));
  write("m.yaml",
        "# a map\nimage: \"m.pgm\"  # here\nresolution: 0.05\norigin:\n- -1.0\n- 2.0\n- 0.5\n"
        "negate: 1\noccupied_thresh: 0.65\nfree_thresh: 0.25\n");
  EXPECT_EQ(read("m.yaml").cells, (std::vector<std::uint8_t>{0, kUnknownCell, 100, 100}));
  EXPECT_EQ(read("m.yaml").origin, (Pose2{-1, 2, 0.5}));
  write("m.yaml", kYaml + "mode: raw\n");
  EXPECT_EQ(read("m.yaml").cells, (std::vector<std::uint8_t>{0, 100, kUnknownCell, kUnknownCell}));
  write("m.yaml", kYaml + "mode: scale\n");
  const auto cells = read("m.yaml").cells;
  EXPECT_EQ(cells[0], 100);
  EXPECT_NEAR(cells[1], 1 + 98 * (155.0 / 255 - 0.196) / (0.65 - 0.196), 0.51);
  EXPECT_EQ(cells[2], 1);
  EXPECT_EQ(cells[3], 0);
}

TEST_F(MapInFile, InvalidFileIsRejectedWithMessage) {
  write("m.pgm", std::string("P5\n4 1\n255\n") + std::string("\0\x64\xcd\xff", 4));
  const auto with = [&](const std::string& text) {
    write("m.yaml", text);
    return complaint("m.yaml");
  };
  EXPECT_TRUE(has_text(with("image: m.pgm\norigin: [0, 0, 0]\n"), "wanted 'resolution"));
  EXPECT_TRUE(has_text(with("image: m.pgm\nresolution: 0.05\n"), "wanted 'origin"));
  EXPECT_TRUE(has_text(with("image: m.pgm\nresolution: five\n"), "m.yaml:2: resolution wants"));
  EXPECT_TRUE(has_text(with("image: m.pgm\nresolution: -1\norigin: [0,0,0]\n"), "between"));
  EXPECT_TRUE(has_text(with(kYaml + "mode: wild\n"), "m.yaml:7: mode wants"));
  EXPECT_TRUE(has_text(with("image: n.pgm\nresolution: 1\norigin: [0,0,0]\n"), "n.pgm"));
  EXPECT_TRUE(has_text(with("image: m.yaml\nresolution: 1\norigin: [0,0,0]\n"), "no picture"));
  write("m.yaml", kYaml);
  write("m.pgm", "P5\n400 100\n255\nab");
  EXPECT_TRUE(has_text(complaint("m.yaml"), "ends too early"));
  write("m.pgm", "P5\n400000 100000\n255\nab");
  EXPECT_TRUE(has_text(complaint("m.yaml"), "100 million"));
  write("lonely.pgm", "P5\n1 1\n255\na");
  EXPECT_TRUE(has_text(complaint("lonely.pgm"), "does not say its scale"));
  write("t.tif", "II*\0garbage");
  EXPECT_FALSE(complaint("t.tif").empty());
  EXPECT_TRUE(has_text(complaint("none.yaml"), "cannot be read"));
  EXPECT_FALSE(write_map(path("a.bmp"), small_map()).ok());
  EXPECT_FALSE(write_map(path("none/a.pgm"), small_map()).ok());
  EXPECT_FALSE(write_map(path("none/a.tif"), small_map()).ok());
}

std::array<int, 3> pixel_of(const std::string& file, int column, int row) {
  TIFF* const tiff = TIFFOpen(file.c_str(), "r");
  std::uint32_t width = 0, height = 0;
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
  std::vector<std::uint32_t> pixels(static_cast<std::size_t>(width) * height);
  TIFFReadRGBAImageOriented(tiff, width, height, pixels.data(), ORIENTATION_TOPLEFT, 0);
  TIFFClose(tiff);
  const std::uint32_t pixel =
      pixels[static_cast<std::size_t>(row) * width + static_cast<std::size_t>(column)];
  return {static_cast<int>(TIFFGetR(pixel)), static_cast<int>(TIFFGetG(pixel)),
          static_cast<int>(TIFFGetB(pixel))};
}

TEST_F(MapInFile, IsWrittenThroughALink) {
  const OccupancyMap map{0.1, {}, 2, 1, {0, 100}};
  for (const char* name : {"real.pgm", "real.png", "real.tif"}) {
    const std::string link = path("link" + std::string(name).substr(4));
    std::filesystem::create_symlink(name, link);
    ASSERT_TRUE(write_map(link, map).ok());
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_FALSE(content(name).empty());
  }
}

TEST_F(MapInFile, ImageWithMissingPixelsIsRejectedWithMessage) {
  write("m.yaml", "image: m.pgm\nresolution: 0.05\norigin: [0, 0, 0]\n");
  for (const char* head : {"P5 10000 10000 255\n", "P2 10000 10000 255\n1 2 3\n"}) {
    write("m.pgm", head);
    const auto map = read_map(path("m.yaml"));
    ASSERT_FALSE(map.ok());
    EXPECT_TRUE(has_text(map.error().to_string(), "ends too early"));
  }
}

TEST_F(MapInFile, AsGeoTiffHasTheColoursOfTheLeague) {
  OccupancyMap map;
  map.resolution = 0.1;
  map.width = map.height = 60;
  map.cells.assign(3600, kUnknownCell);
  for (int row = 0; row < 60; ++row)
    for (int column = 0; column < 40; ++column)
      map.cells[static_cast<std::size_t>(60 * row + column)] = column == 7 ? 100 : 0;
  const std::vector<Pose2> robot_path = {{2.05, 1.05, 0}, {2.05, 5.05, 0}};
  ASSERT_TRUE(write_map(path("a.tif"), map, robot_path).ok());
  const std::string file = path("a.tif");
  EXPECT_EQ(pixel_of(file, 7, 3), (std::array{0, 40, 120}));
  EXPECT_EQ(pixel_of(file, 12, 3), (std::array{255, 255, 255}));
  EXPECT_EQ(pixel_of(file, 10, 3), (std::array{190, 190, 191}));
  EXPECT_EQ(pixel_of(file, 20, 30), (std::array{120, 0, 140}));
  EXPECT_EQ(pixel_of(file, 20, 59 - 10), (std::array{255, 200, 0}));
  EXPECT_EQ(pixel_of(file, 45, 3), (std::array{226, 226, 227}));
  EXPECT_EQ(pixel_of(file, 55, 3), (std::array{237, 237, 238}));
  const OccupancyMap back = read("a.tif");
  EXPECT_EQ(back.cells, map.cells);
}

TEST_F(MapInFile, AsTiffMayHaveItsScaleInAWorldFile) {
  TIFF* const tiff = TIFFOpen(path("t.tif").c_str(), "w");
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 3);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 2);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  std::uint8_t upper[] = {0, 255, 255}, lower[] = {255, 0, 205};
  TIFFWriteScanline(tiff, upper, 0, 0);
  TIFFWriteScanline(tiff, lower, 1, 0);
  TIFFClose(tiff);
  EXPECT_TRUE(has_text(complaint("t.tif"), "does not say its scale"));
  write("t.tfw", "0.1\n0\n0\n-0.1\n-1.45\n2.4\n");
  expect_same(read("t.tif"), small_map());
  write("t.tfw", "0.1\n0\n0\n-0.2\n-1.45\n2.4\n");
  EXPECT_TRUE(has_text(complaint("t.tif"), "not square"));
  write("t.tfw", "0.1\n0\n0\n-0.1\n1e300\n2.4\n");
  EXPECT_TRUE(has_text(complaint("t.tif"), "no place that a map can have"));
}

}  // namespace
}  // namespace rubble::maps
