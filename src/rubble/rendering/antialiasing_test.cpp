// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/antialiasing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
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

TEST(TileGrid, HoldsEachPixelOnceAndOthersBesideThoseThatAreCast) {
  for (const auto& [width, height] : {std::pair{640, 480}, {17, 33}, {1, 1}, {333, 5}}) {
    const TileGrid tiles(width, height);
    std::set<std::pair<int, int>> seen;
    for (std::size_t index = 0; index < tiles.size(); ++index) {
      const Tile tile = tiles.tile(index);
      const SharingPlan plan = tile.layout->sharing();
      for (std::size_t i = 0; i < tile.size(); ++i) {
        const Pixel pixel = tile.pixel(i);
        EXPECT_EQ(is_cast_pixel(pixel), i < plan.cast_count);
        EXPECT_TRUE(seen.emplace(pixel.column, pixel.row).second);
      }
      for (std::size_t i = 0; i < plan.neighbours.size(); ++i)
        for (const std::int16_t neighbour : plan.neighbours[i]) {
          if (neighbour == kNoNeighbour) continue;
          const Pixel other = tile.pixel(plan.cast_count + i);
          const Pixel cast = tile.pixel(static_cast<std::size_t>(neighbour));
          EXPECT_EQ(std::max(std::abs(other.column - cast.column), std::abs(other.row - cast.row)),
                    1);
        }
    }
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    EXPECT_LT(seen.rbegin()->first, width);
  }
}

TEST(TileGrid, NoLineOfPixelsHasMoreThanTwoInARowThatAreNotCast) {
  for (const Pixel step : {Pixel{1, 0}, {0, 1}, {1, 1}, {1, -1}})
    for (int first = 0; first < 8; ++first)
      for (int i = 0; i < 8; ++i) {
        const auto is_cast = [&](int k) {
          return is_cast_pixel({first + 64 + (i + k) * step.column, 64 + (i + k) * step.row});
        };
        EXPECT_TRUE(is_cast(0) || is_cast(1) || is_cast(2)) << step.column << ' ' << step.row;
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
  EXPECT_LT(finer, 0.6 * usual) << usual;
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

// Mean light of a picture over that of one with eight times eight rays in every pixel.
double brightness_ratio(const TestStudio& studio, CameraSettings settings,
                        const Viewpoint& viewpoint) {
  const std::vector<double> light = shrunk(studio.picture(settings, viewpoint), 1);
  settings.width *= 8;
  settings.height *= 8;
  settings.antialiasing = 1;
  const std::vector<double> exact = shrunk(studio.picture(settings, viewpoint), 8);
  return std::accumulate(light.begin(), light.end(), 0.0) /
         std::accumulate(exact.begin(), exact.end(), 0.0);
}

// Bars behind an eye that looks down; their shadows, two thirds of a pixel wide, cross the picture
// along diagonals, on which every pixel could be one that takes its neighbours' shadow.
TEST(Antialiasing, ThinDiagonalShadowsAreNotLost) {
  std::string elements =
      "<scene><ambient>0.2 0.2 0.2 1</ambient><shadows>true</shadows></scene><light name=\"sun\" "
      "type=\"directional\"><cast_shadows>true</cast_shadows><diffuse>0.8 0.8 0.8 1</diffuse>"
      "<direction>0 0 -1</direction></light>" +
      box_model("floor", "0 0 -2.1 0 0 0", "9 9 0.2", material("0.9 0.9 0.9"));
  const CameraSettings settings{.width = 160, .height = 120, .horizontal_field_of_view = 1.2};
  const double pixel_size = 2.0 * 2.0 * std::tan(0.6) / settings.width;
  for (int i = -8; i <= 8; ++i)
    elements += box_model("bar" + std::to_string(i + 8),
                          std::to_string(i * 7.3 * pixel_size) + " 0 0.5 0 0 0.785398",
                          "9 " + std::to_string(0.67 * pixel_size) + " 0.01", material("0 0 0"));
  const TestStudio studio(elements);
  const Viewpoint down{.world_from_camera = make_pose(0, 0, 0, 0, kPi / 2, 0)};
  EXPECT_NEAR(brightness_ratio(studio, settings, down), 1.0, 0.01);
}

// A fence that is a texture: a wall with holes before a white one.
TEST(Antialiasing, HolesOfTexturesStayOpen) {
  const std::string path = (std::filesystem::temp_directory_path() / "rubble_fence.png").string();
  cv::Mat fence(64, 64, CV_8UC4, cv::Scalar(20, 20, 20, 255));
  for (int row = 0; row < 64; ++row)
    for (int column = 0; column < 64; ++column)
      if (row % 8 >= 3 && column % 8 >= 3) fence.at<cv::Vec4b>(row, column) = {20, 20, 20, 0};
  cv::imwrite(path, fence);
  World world =
      TestStudio::loaded(box_model("back", "6 0 0 0 0 0", "0.1 20 20", unlit(255, 255, 255)) +
                         box_model("fence", "3 0 0 0 0 0", "0.01 4 4", unlit(255, 255, 255)));
  Model changed = *world.models.back();
  changed.links[0].visuals[0].appearance.texture = path;
  world.models.back() = std::make_shared<const Model>(std::move(changed));
  const TestStudio studio(std::move(world));
  for (const int rays : {1, 2, 4}) {
    CameraSettings settings{.width = 160, .height = 120, .horizontal_field_of_view = 0.8};
    settings.antialiasing = rays;
    EXPECT_NEAR(brightness_ratio(studio, settings, {}), 1.0, 0.04) << rays;
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
