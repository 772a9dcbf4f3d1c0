// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/range_camera.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rubble/sensors/test_lab.h"

namespace rubble::sensors {
namespace {

const Settings kSmallPicture = {{"camera/image/width", "40"}, {"camera/image/height", "30"}};

RangeImage picture(Lab& lab, const Settings& settings = kSmallPicture) {
  return lab.sample<RangeImage>(*lab.sensor("range_camera", settings));
}

float depth_at(const RangeImage& image, int column, int row) {
  return image.depths[static_cast<std::size_t>(row * image.width + column)];
}

TEST(RangeCamera, AWallHasOneDepthEverywhere) {
  Lab lab;
  lab.put_wall(2.0);
  const RangeImage image = picture(lab, {});
  EXPECT_EQ(image.width, 320);
  EXPECT_EQ(image.height, 240);
  for (const float depth : image.depths) ASSERT_NEAR(depth, 2.0, 1e-5);
}

TEST(RangeCamera, LeftIsLeftAndUpIsUp) {
  Lab lab;
  lab.put(Box{{1, 1, 1}}, {Vec3(4, 1.0, 0.8)});
  const RangeImage image = picture(lab);
  EXPECT_NEAR(depth_at(image, 10, 7), 3.5, 1e-4);
  EXPECT_EQ(depth_at(image, 30, 7), 0.0F);
  EXPECT_EQ(depth_at(image, 10, 22), 0.0F);
}

TEST(RangeCamera, PixelsAreWhereAPinholeHasThem) {
  Lab lab;
  lab.put(Box{{0.001, 1000, 1}}, {Vec3(9.5, 500 + 1.0, 0)});  // its right edge is 1 m left
  const RangeImage image = picture(lab, {});
  const double focal = 160.0 / std::tan(0.5 * 1.01226);
  const int edge = static_cast<int>(std::floor(160.0 - focal * 1.0 / 9.5));
  EXPECT_GT(depth_at(image, edge - 1, 120), 0.0F);
  EXPECT_EQ(depth_at(image, edge + 1, 120), 0.0F);
}

TEST(RangeCamera, SmokeLeavesHoles) {
  Lab lab;
  lab.put_wall(5.0);
  const double visible = 2.0 * std::log(60.0 / 5.0) / (2.0 * 115.2108);
  lab.fill_with_smoke(0.98 * visible / 5.0);
  RangeImage image = picture(lab);
  EXPECT_NEAR(depth_at(image, 20, 15), 5.0, 1e-4);
  EXPECT_EQ(depth_at(image, 0, 0), 0.0F);  // a longer way through the smoke
  lab.fill_with_smoke(1.02 * visible / 5.0);
  image = picture(lab);
  for (const float depth : image.depths) EXPECT_EQ(depth, 0.0F);
}

TEST(RangeCamera, LimitsAreAlongTheAxis) {
  Lab lab;
  lab.put_wall(19.9);
  for (const float depth : picture(lab).depths) ASSERT_NEAR(depth, 19.9, 1e-4);
  lab.put_wall(0.05);
  for (const float depth : picture(lab).depths) ASSERT_EQ(depth, 0.0F);
}

}  // namespace
}  // namespace rubble::sensors
