// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/antialiasing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "rubble/rendering/test_studio.h"
#include "rubble/rendering/tile.h"
#include "rubble/rendering/tone.h"

namespace rubble::rendering {
namespace {

TEST(RotatedGrid, HasOnePointInEachRowAndColumnAndItsMiddleInTheMiddle) {
  for (int n = 2; n <= 8; ++n) {
    const std::vector<Vec2f> places = rotated_grid(n);
    std::set<int> columns, rows;
    Vec2f sum = Vec2f::Zero();
    for (const Vec2f& place : places) {
      const auto count = static_cast<float>(n * n);
      columns.insert(static_cast<int>((place.x() + 0.5F) * count));
      rows.insert(static_cast<int>((place.y() + 0.5F) * count));
      sum += place;
    }
    EXPECT_EQ(columns.size(), static_cast<std::size_t>(n * n)) << n;
    EXPECT_EQ(rows.size(), static_cast<std::size_t>(n * n)) << n;
    EXPECT_LT(sum.norm(), 1e-5F) << n;
  }
}

TEST(TileGrid, HoldsEachPixelOnceAndOddOnesBetweenEven) {
  for (const auto& [width, height] : {std::pair{640, 480}, {17, 33}, {1, 1}, {333, 5}}) {
    const TileGrid tiles(width, height);
    std::set<std::pair<int, int>> seen;
    for (std::size_t index = 0; index < tiles.size(); ++index) {
      const Tile tile = tiles.tile(index);
      const Checkerboard board = tile.layout->checkerboard();
      for (std::size_t i = 0; i < tile.size(); ++i) {
        const Pixel pixel = tile.pixel(i);
        EXPECT_EQ((pixel.column + pixel.row) % 2, i < board.even_count ? 0 : 1);
        EXPECT_TRUE(seen.emplace(pixel.column, pixel.row).second);
      }
      for (std::size_t i = 0; i < board.odd_neighbours.size(); ++i)
        for (const std::int16_t neighbour : board.odd_neighbours[i]) {
          if (neighbour == kNoNeighbour) continue;
          const Pixel odd = tile.pixel(board.even_count + i);
          const Pixel even = tile.pixel(static_cast<std::size_t>(neighbour));
          EXPECT_EQ(std::abs(odd.column - even.column) + std::abs(odd.row - even.row), 1);
        }
    }
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    EXPECT_LT(seen.rbegin()->first, width);
  }
}

// Boxes that cross the picture at all angles, with a sun whose shadows cross a floor, a ball and a
// pane. No patterns: those are filtered, which is another matter.
std::string still_life() {
  const auto box = [](const std::string& name, const std::string& pose, const std::string& size,
                      const std::string& look) { return box_model(name, pose, size, look); };
  std::string elements =
      "<scene><ambient>0.3 0.3 0.3 1</ambient><background>0.1 0.1 0.1 "
      "1</background><shadows>true</shadows></scene><light name=\"sun\" "
      "type=\"directional\"><cast_shadows>true</cast_shadows><diffuse>0.8 0.8 0.7 "
      "1</diffuse><direction>0.5 0.3 -1</direction></light>";
  elements += box("floor", "4 0 -1 0 0 0", "12 12 0.2", material("0.8 0.8 0.8"));
  elements += box("wall", "8 0 1 0 0 0", "0.1 12 4", material("0.7 0.6 0.5"));
  for (int i = 0; i < 9; ++i)
    elements +=
        box("bar" + std::to_string(i),
            "4 " + std::to_string(0.5 * i - 2.0) + " 0.3 " + std::to_string(0.2 * i) + " 0.3 0.4",
            "0.08 0.08 1.2", material(i % 2 == 0 ? "0.9 0.1 0.1" : "0.1 0.2 0.9"));
  elements +=
      box("pane", "3 0.6 0 0 0 0.2", "0.01 0.8 0.8", "<rubble:surface transparent=\"0.8\"/>");
  return elements +
         "<model name=\"ball\"><static>true</static><pose>3 -0.8 -0.4 0 0 0</pose><link "
         "name=\"l\"><visual "
         "name=\"v\"><geometry><sphere><radius>0.3</radius></sphere></geometry>" +
         material("0.2 0.8 0.2") + "</visual></link></model>";
}

constexpr CameraSettings kFrame{.width = 320, .height = 240, .horizontal_field_of_view = 1.2};

// Linear light of a picture, made `n` times smaller by taking means.
std::vector<double> shrunk(const Image& image, int n) {
  const ToneTables& tone = tone_tables();
  const int width = image.width / n;
  std::vector<double> light(image.rgb.size() / static_cast<std::size_t>(n * n));
  for (std::size_t i = 0; i < image.rgb.size(); ++i) {
    const auto pixel = static_cast<int>(i / 3);
    const int place = pixel / image.width / n * width + pixel % image.width / n;
    light[3 * static_cast<std::size_t>(place) + i % 3] +=
        static_cast<double>(tone.decode(image.rgb[i])) / (n * n);
  }
  return light;
}

// Root mean square over channels of pixels, in linear light.
double difference(const Image& image, const std::vector<double>& reference) {
  double sum = 0.0;
  for (std::size_t i = 0; i < image.rgb.size(); ++i) {
    const double off = static_cast<double>(tone_tables().decode(image.rgb[i])) - reference[i];
    sum += off * off;
  }
  return std::sqrt(sum / static_cast<double>(image.rgb.size()));
}

// The twin: eight times eight rays through every pixel, each shaded by itself.
TEST(Antialiasing, ComesNearAPictureWithManyRaysInEveryPixel) {
  const TestStudio studio(still_life());
  CameraSettings fine = kFrame;
  fine.width *= 8;
  fine.height *= 8;
  fine.antialiasing = 1;
  const std::vector<double> reference = shrunk(studio.picture(fine), 8);
  const auto with = [&](int antialiasing) {
    CameraSettings settings = kFrame;
    settings.antialiasing = antialiasing;
    return difference(studio.picture(settings), reference);
  };
  const double aliased = with(1), usual = with(2), finer = with(4);
  EXPECT_LT(usual, 0.35 * aliased) << aliased;
  EXPECT_LT(finer, 0.5 * usual) << usual;
}

// The coverage of a slanted edge is the area under a line, so its picture must grow evenly.
TEST(Antialiasing, AnEdgeNearlyUprightFadesInEvenSteps) {
  const TestStudio studio(box_model("half", "3 5 0 0.05 0 0", "0.1 10 20", unlit(255, 255, 255)));
  CameraSettings settings = kFrame;
  settings.antialiasing = 4;
  const Image image = studio.picture(settings);
  double before = -1.0;
  for (int row = 20; row < 220; ++row) {
    double light = 0.0;  // of the whole row: columns the edge has passed
    for (int column = 0; column < image.width; ++column)
      light += linear_from_srgb(pixel(image, column, row).red / 255.0);
    if (before >= 0.0) {
      EXPECT_NEAR(std::abs(light - before), 0.05, 0.07) << row;
    }
    before = light;
  }
}

TEST(Antialiasing, DepthAndLabelsAreThoseOfTheMiddleOfEachPixel) {
  const TestStudio studio(still_life());
  CameraSettings settings = kFrame;
  settings.wants_depth = settings.wants_labels = true;
  const Image smooth = studio.picture(settings);
  settings.antialiasing = 1;
  const Image aliased = studio.picture(settings);
  EXPECT_EQ(smooth.depths, aliased.depths);
  EXPECT_EQ(smooth.labels, aliased.labels);
  // And colours do not depend on whether they are asked for.
  EXPECT_EQ(studio.picture(kFrame).rgb, smooth.rgb);
}

// Rods thinner than a pixel are thin lines without gaps, as dark as their share of the pixel.
TEST(Antialiasing, ThinThingsAreNotLost) {
  const TestStudio studio(box_model("back", "6 0 0 0 0 0", "0.1 20 20", unlit(255, 255, 255)) +
                          box_model("rod", "3 0.2 0 0.1 0 0", "0.01 0.0154 20", unlit(0, 0, 0)));
  const Image image = studio.picture(kFrame);  // 0.0154 m are 1.2 pixels
  for (int row = 5; row < 235; ++row) {
    double dark = 0.0;
    for (int column = 0; column < image.width; ++column)
      dark += 1.0 - linear_from_srgb(pixel(image, column, row).red / 255.0);
    EXPECT_NEAR(dark, 1.2, 0.5) << row;
  }
}

TEST(Antialiasing, ADistortingLensHasSmoothEdgesWhereItPutsThem) {
  const TestStudio studio(still_life());
  CameraSettings settings = kFrame;
  settings.distortion = {.k1 = -0.15, .k2 = 0.02, .p1 = 0.001};
  CameraSettings fine = settings;
  fine.width *= 6;
  fine.height *= 6;
  fine.antialiasing = 1;
  const std::vector<double> reference = shrunk(studio.picture(fine), 6);
  const double smooth = difference(studio.picture(settings), reference);
  settings.antialiasing = 1;
  EXPECT_LT(smooth, 0.4 * difference(studio.picture(settings), reference));
}

}  // namespace
}  // namespace rubble::rendering
