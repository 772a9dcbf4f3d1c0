// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/renderer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include "rubble/rendering/lens.h"
#include "rubble/rendering/picture_file.h"
#include "rubble/rendering/test_studio.h"
#include "rubble/rendering/tone.h"

namespace rubble::rendering {
namespace {

constexpr CameraSettings kSmall{.width = 160, .height = 120, .horizontal_field_of_view = kPi / 2};

std::string scene_element(double ambient) {
  const std::string level = std::to_string(ambient);
  return "<scene><ambient>" + level + " " + level + " " + level +
         " 1</ambient><background>0 0 0 1</background><shadows>true</shadows></scene>";
}

std::string sun_from(const std::string& direction) {
  return "<light name=\"sun\" type=\"directional\"><cast_shadows>true</cast_shadows><diffuse>1 1 1 "
         "1</diffuse><direction>" +
         direction + "</direction></light>";
}

// The mean place of its light, so that also parts of pixels count.
TEST(Renderer, PutsAPointOnThePixelTheFormulaNames) {
  const TestStudio studio(scene_element(1.0) +
                          box_model("dot", "4 0.9 -0.5 0 0 0", "0.002 0.1 0.1", unlit(255, 0, 0)));
  for (const Distortion& distortion :
       {Distortion{}, Distortion{.k1 = -0.2, .k2 = 0.04, .p1 = 0.002}}) {
    CameraSettings settings{.width = 640, .height = 480, .distortion = distortion};
    const Image image = studio.picture(settings);
    Vec2 sum = Vec2::Zero();
    double area = 0.0;
    for (int row = 0; row < 480; ++row)
      for (int column = 0; column < 640; ++column) {
        const double share = linear_from_srgb(pixel(image, column, row).red / 255.0);
        sum += share * Vec2(column + 0.5, row + 0.5);
        area += share;
      }
    ASSERT_GT(area, 50.0);
    const Vec2 expected = pixel_of(settings, {4.0, 0.9, -0.5});
    EXPECT_LT((sum / area - expected).norm(), 0.15);
  }
}

TEST(Renderer, DepthRunsAlongTheAxisAndIsExact) {
  const TestStudio studio(box_model("wall", "3.5 0 0 0 0 0", "1 40 40", unlit(9, 9, 9)));
  CameraSettings settings = kSmall;
  settings.wants_depth = true;
  const Image image = studio.picture(settings);
  for (const float depth : image.depths) ASSERT_NEAR(depth, 3.0F, 1e-5F);
}

TEST(Renderer, LabelsNameWhatIsSeen) {
  TestStudio studio(
      "<model name=\"door\"><static>true</static><pose>2 0 0 0 0 0</pose><rubble:semantic "
      "class=\"Door\"/><link name=\"l\"><visual name=\"v\"><geometry><box><size>0.1 1 "
      "1</size></box></geometry></visual></link></model>");
  CameraSettings settings = kSmall;
  settings.wants_labels = true;
  const Image image = studio.picture(settings);
  EXPECT_EQ(image.label_names[image.labels[60 * 160 + 80]], "Door");
  EXPECT_EQ(image.labels[0], 0);
}

TEST(Renderer, UnlitColorsComeOutAsTheyWentIn) {
  for (const Rgb& rgb :
       {Rgb{60, 90, 150}, {200, 180, 70}, {170, 140, 80}, {1, 2, 3}, {255, 0, 254}}) {
    const TestStudio studio(
        scene_element(0.1) + sun_from("1 0 0") +
        box_model("card", "2 0 0 0 0 0", "0.1 9 9", unlit(rgb.red, rgb.green, rgb.blue)));
    EXPECT_EQ(pixel(studio.picture(kSmall), 33, 44), rgb);
  }
}

TEST(Renderer, ExposureIsAFactorOnLinearLight) {
  const TestStudio studio(box_model("card", "2 0 0 0 0 0", "0.1 9 9", unlit(188, 188, 188)));
  CameraSettings settings = kSmall;
  settings.exposure = 2.0;
  EXPECT_NEAR(pixel(studio.picture(settings), 80, 60).red, 255, 1);
  settings.exposure = 0.5;
  EXPECT_NEAR(pixel(studio.picture(settings), 80, 60).red, 137, 1);
}

// A floor seen from above, and a plate that hangs over it away from the middle.
TEST(Renderer, ShadowFallsWhereTheSunSaysAndNowhereElse) {
  const std::string white = material("1 1 1");
  const TestStudio studio(scene_element(0.0) + sun_from("-1 0 -1") +
                          box_model("floor", "0 0 -0.5 0 0 0", "20 20 1", white) +
                          box_model("plate", "1 0 1 0 0 0", "0.4 0.4 0.001", white));
  Viewpoint above;
  above.world_from_camera = make_pose(0.0, 0.0, 0.9, 0.0, kPi / 2, 0.0);
  const Image image = studio.picture(kSmall, above);
  EXPECT_LT(pixel(image, 80, 60).red, 5);  // the plate's shadow at the origin: 1 m down, 1 m back
  const auto seen_at = [&](double x, double y) {
    const Vec2 place = pixel_of(kSmall, above.world_from_camera.inverse() * Vec3(x, y, 0.0));
    return pixel(image, static_cast<int>(place.x()), static_cast<int>(place.y())).red;
  };
  EXPECT_LT(seen_at(0.17, 0.17), 5);
  EXPECT_NEAR(seen_at(0.25, 0.0), 218, 2);  // cos 45 degrees of full light
  EXPECT_NEAR(seen_at(0.0, -0.25), 218, 2);
}

TEST(Renderer, SpotLightsOnlyItsCone) {
  const std::string spot =
      "<light name=\"spot\" type=\"spot\"><pose>0 0 0 0 0 0</pose><diffuse>1 1 1 "
      "1</diffuse><direction>1 0 0</direction><attenuation><range>50</range><constant>1</constant>"
      "<linear>0</linear><quadratic>0</quadratic></attenuation><spot><inner_angle>0.4</inner_angle>"
      "<outer_angle>0.6</outer_angle><falloff>1</falloff></spot></light>";
  const TestStudio studio(scene_element(0.0) + spot +
                          box_model("wall", "3.5 0 0 0 0 0", "1 40 40", material("1 1 1")));
  const Image image = studio.picture(kSmall);
  const auto seen_at = [&](double angle) {
    const Vec2 place = pixel_of(kSmall, {std::cos(angle), std::sin(angle), 0.0});
    return pixel(image, static_cast<int>(place.x()), 60).red;
  };
  EXPECT_GT(seen_at(0.0), 250);
  EXPECT_GT(seen_at(0.15), 245);
  EXPECT_LT(seen_at(0.32), 3);
  EXPECT_GT(seen_at(-0.25), 100);
  EXPECT_LT(seen_at(-0.25), 230);
}

TEST(Renderer, PointLightFallsOffAsTheFileSays) {
  const std::string lamp =
      "<light name=\"lamp\" type=\"point\"><pose>0 0 0 0 0 0</pose><diffuse>1 1 1 1</diffuse>"
      "<attenuation><range>100</range><constant>0</constant><linear>0</linear><quadratic>0.25"
      "</quadratic></attenuation></light>";
  const TestStudio studio(scene_element(0.0) + lamp +
                          box_model("wall", "4.5 0 0 0 0 0", "1 40 40", material("1 1 1")));
  const Image image = studio.picture({.width = 161, .height = 121});
  EXPECT_NEAR(pixel(image, 80, 60).red, 137, 2);  // 1 / (0.25 * 16) = 0.25
}

// A texel's colour holds only in its very middle.
bool is_nearly(const Rgb& a, const Rgb& b) {
  return std::abs(a.red - b.red) < 12 && std::abs(a.green - b.green) < 12 &&
         std::abs(a.blue - b.blue) < 12;
}

// Red on top left, green beside it, blue below.
std::string write_checker() {
  std::string path = (std::filesystem::temp_directory_path() / "rubble_checker.png").string();
  cv::Mat image(2, 2, CV_8UC3);
  image.at<cv::Vec3b>(0, 0) = {0, 0, 255};
  image.at<cv::Vec3b>(0, 1) = {0, 255, 0};
  image.at<cv::Vec3b>(1, 0) = {255, 0, 0};
  image.at<cv::Vec3b>(1, 1) = {255, 255, 255};
  cv::imwrite(path, image);
  return path;
}

World textured(const std::string& elements, const std::string& path) {
  World world = TestStudio::loaded(elements);
  for (auto& model : world.models) {
    Model changed = *model;
    changed.links[0].visuals[0].appearance.texture = path;
    changed.links[0].visuals[0].surface.is_unlit = true;
    model = std::make_shared<const Model>(std::move(changed));
  }
  return world;
}

TEST(Renderer, ATextureStandsUprightOnABox) {
  const TestStudio studio(textured(box_model("box", "2 0 0 0 0 0", "2 2 2", ""), write_checker()));
  const Image image = studio.picture(kSmall);
  const auto seen_at = [&](double y, double z) {
    const Vec2 place = pixel_of(kSmall, {1.0, y, z});
    return pixel(image, static_cast<int>(place.x()), static_cast<int>(place.y()));
  };
  EXPECT_TRUE(is_nearly(seen_at(0.5, 0.5), Rgb{255, 0, 0}));
  EXPECT_TRUE(is_nearly(seen_at(-0.5, 0.5), Rgb{0, 255, 0}));
  EXPECT_TRUE(is_nearly(seen_at(0.5, -0.5), Rgb{0, 0, 255}));
  EXPECT_TRUE(is_nearly(seen_at(-0.5, -0.5), Rgb{255, 255, 255}));
}

TEST(Renderer, ATextureLiesOnAPlaneAsSeenFromAboveWithYUp) {
  const TestStudio studio(textured(
      "<model name=\"p\"><static>true</static><link name=\"l\"><visual name=\"v\"><geometry><plane>"
      "<normal>0 0 1</normal><size>2 2</size></plane></geometry></visual></link></model>",
      write_checker()));
  Viewpoint above;
  above.world_from_camera = make_pose(0.0, 0.0, 1.5, 0.0, kPi / 2, kPi / 2);  // top of picture: +y
  const Image image = studio.picture(kSmall, above);
  const auto seen_at = [&](double x, double y) {
    const Vec2 place = pixel_of(kSmall, above.world_from_camera.inverse() * Vec3(x, y, 0.0));
    return pixel(image, static_cast<int>(place.x()), static_cast<int>(place.y()));
  };
  EXPECT_TRUE(is_nearly(seen_at(-0.5, 0.5), Rgb{255, 0, 0}));
  EXPECT_TRUE(is_nearly(seen_at(0.5, 0.5), Rgb{0, 255, 0}));
  EXPECT_TRUE(is_nearly(seen_at(-0.5, -0.5), Rgb{0, 0, 255}));
}

TEST(Renderer, AFineCheckerTurnsGreyFarAway) {
  const std::string path = (std::filesystem::temp_directory_path() / "rubble_fine.png").string();
  cv::Mat image(64, 64, CV_8UC1);
  for (int row = 0; row < 64; ++row)
    for (int column = 0; column < 64; ++column)
      image.at<std::uint8_t>(row, column) = (row + column) % 2 == 0 ? 255 : 0;
  cv::imwrite(path, image);
  const TestStudio studio(textured(box_model("far", "105 0 0 0 0 0", "10 10 10", ""), path));
  EXPECT_EQ(pixel(studio.picture(kSmall), 80, 60), (Rgb{188, 188, 188}));
}

// A wall that fills the picture, lit evenly.
Eigen::Vector3d mean_color_of_wall(const std::string& look) {
  const TestStudio studio("<scene><ambient>1 1 1 1</ambient></scene>" +
                          box_model("wall", "2.5 0 0 0 0 0", "1 40 40", look));
  const Image image = studio.picture({.width = 128, .height = 128});
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < image.rgb.size(); ++i)
    sum[static_cast<Eigen::Index>(i % 3)] += image.rgb[i];
  return sum / (128.0 * 128.0);
}

TEST(Renderer, MaterialsHaveTheirOwnColorUnlessTheFileGivesOne) {
  const auto surface = [](const std::string& name) {
    return "<rubble:surface material=\"" + name + "\"/>";
  };
  const Eigen::Vector3d brick = mean_color_of_wall(surface("brick"));
  EXPECT_GT(brick.x(), 1.4 * brick.y()) << brick.transpose();
  EXPECT_GT(brick.x(), 1.4 * brick.z()) << brick.transpose();
  const Eigen::Vector3d blue = mean_color_of_wall(material("0.1 0.1 0.8") + surface("brick"));
  EXPECT_GT(blue.z(), 2.0 * blue.x()) << blue.transpose();
  const Eigen::Vector3d gold = mean_color_of_wall(surface("gold_paper"));
  EXPECT_GT(gold.x(), 1.5 * gold.z()) << gold.transpose();
  EXPECT_LT(mean_color_of_wall(surface("black_velvet")).maxCoeff(), 20.0);
  const Eigen::Vector3d wood = mean_color_of_wall(surface("plywood"));
  EXPECT_GT(wood.x(), 1.2 * wood.z()) << wood.transpose();
}

TEST(Renderer, AMissingTextureLeavesThePlainColor) {
  World world = TestStudio::loaded(box_model("card", "2 0 0 0 0 0", "0.1 9 9", unlit(60, 90, 150)));
  Model changed = *world.models[0];
  changed.links[0].visuals[0].appearance.texture = "/nowhere/at/all.png";
  world.models[0] = std::make_shared<const Model>(std::move(changed));
  EXPECT_EQ(pixel(TestStudio(world).picture(kSmall), 80, 60), (Rgb{60, 90, 150}));
}

TEST(Renderer, APatternKeepsTheMeanColorOfTheWall) {
  const TestStudio studio(
      scene_element(0.0) + sun_from("1 0 0") +
      box_model("wall", "2.5 0 0 0 0 0", "1 40 40",
                material("0.76 0.60 0.38") + "<rubble:surface material=\"osb\"/>"));
  const Image image = studio.picture({.width = 320, .height = 240});
  double linear = 0.0;
  double spread = 0.0;
  for (std::size_t i = 0; i < image.rgb.size(); i += 3) {
    linear += std::pow(image.rgb[i] / 255.0, 2.2);
    spread += std::abs(image.rgb[i] - 194.0);
  }
  const double count = 320.0 * 240.0;
  EXPECT_NEAR(std::pow(linear / count, 1.0 / 2.2), 0.76, 0.03);
  EXPECT_GT(spread / count, 5.0);  // and yet it is not plain
}

TEST(Renderer, GlassShowsWhatIsBehindIt) {
  const TestStudio studio(
      scene_element(0.5) + box_model("card", "3 0 0 0 0 0", "0.1 20 20", unlit(255, 0, 0)) +
      box_model("pane", "2 0 0 0 0 0", "0.01 9 9",
                material("0.5 0.5 0.5") + "<rubble:surface transparent=\"0.9\"/>"));
  const Rgb seen = pixel(studio.picture(kSmall), 80, 60);
  EXPECT_GT(seen.red, 200);
  EXPECT_LT(seen.green, 120);
}

TEST(Renderer, MotionBlurSmearsAlongTheMotion) {
  const TestStudio studio(scene_element(0.0) +
                          box_model("half", "3 5 0 0 0 0", "0.1 10 20", unlit(255, 255, 255)));
  CameraSettings settings = kSmall;
  settings.shutter = 0.1;
  settings.shutter_samples = 8;
  Viewpoint turning;
  turning.angular_velocity = {0.0, 0.0, 2.0};
  const auto grey_columns = [&](const Image& image) {
    int count = 0;
    for (int column = 0; column < image.width; ++column) {
      const int value = pixel(image, column, 60).red;
      if (value > 10 && value < 245) ++count;
    }
    return count;
  };
  EXPECT_EQ(grey_columns(studio.picture(settings)), 0);
  EXPECT_GE(grey_columns(studio.picture(settings, turning)), 10);
}

TEST(Renderer, AntialiasingGivesEdgesShadesBetween) {
  const TestStudio studio(scene_element(0.0) +
                          box_model("bar", "3 0 0 0.3 0 0", "0.1 9 0.5", unlit(255, 255, 255)));
  CameraSettings settings = kSmall;
  settings.antialiasing = 3;
  const Image image = studio.picture(settings);
  int between = 0;
  for (std::size_t i = 0; i < image.rgb.size(); i += 3)
    between += image.rgb[i] > 10 && image.rgb[i] < 245 ? 1 : 0;
  EXPECT_GT(between, 80);
}

std::string many_things() {
  std::string elements =
      scene_element(0.3) + sun_from("0.3 0.2 -1") + "<rubble:haze density=\"0.001\"/>" +
      box_model("floor", "0 0 -1 0 0 0", "30 30 1",
                material("0.7 0.6 0.4") + "<rubble:surface material=\"osb\"/>") +
      box_model("pane", "2 1 0 0 0 0.3", "0.01 1 1", "<rubble:surface transparent=\"0.8\"/>");
  for (int i = 0; i < 12; ++i)
    elements += box_model(
        "b" + std::to_string(i),
        std::to_string(2 + i % 4) + " " + std::to_string(i - 6) + " 0 0.1 0.2 " + std::to_string(i),
        "0.5 0.6 0.9", material("0.5 0.3 0.2"));
  return elements;
}

TEST(Renderer, ThreadsDoNotChangeABit) {
  const TestStudio studio(many_things());
  CameraSettings settings{.width = 333, .height = 217, .noise = 0.02};
  settings.wants_depth = settings.wants_labels = true;
  const Image alone = studio.picture(settings);
  for (const int threads : {1, 2, 7}) {
    Workers workers(threads);
    const Image together =
        studio.renderer.render(settings, {}, studio.state, studio.scene, studio.smoke_field,
                               Random(7, "camera", 0), workers);
    EXPECT_EQ(together.rgb, alone.rgb) << threads;
    EXPECT_EQ(together.depths, alone.depths);
    EXPECT_EQ(together.labels, alone.labels);
  }
}

TEST(Renderer, SeveralCamerasAtOnceSeeWhatEachWouldSeeAlone) {
  const TestStudio studio(many_things());
  const CameraSettings settings{.width = 120, .height = 90, .noise = 0.01};
  std::vector<Image> images(6);
  Workers workers(3);
  workers.parallel_for(images.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) images[i] = studio.picture(settings);
  });
  for (const Image& image : images) EXPECT_EQ(image.rgb, images[0].rgb);
}

TEST(Renderer, AHeadlightShinesOnlyWhenItIsOn) {
  World world = TestStudio::loaded(
      scene_element(0.0) + box_model("wall", "3 0 0 0 0 0", "0.1 20 20", material("1 1 1")) +
      "<model name=\"robot\"><link name=\"base\"><light name=\"head\" type=\"spot\"><pose>0 0 0.2 "
      "0 "
      "0 0</pose><direction>1 0 0</direction><diffuse>1 1 1 1</diffuse><attenuation><range>20"
      "</range></attenuation><spot><inner_angle>0.6</inner_angle><outer_angle>1</outer_angle>"
      "<falloff>1</falloff></spot></light></link></model>");
  Model robot = *world.models[1];
  robot.robot.emplace();
  world.models[1] = std::make_shared<const Model>(std::move(robot));
  TestStudio studio(std::move(world));
  studio.state.add_robot(studio.state.find("robot"), 100.0);
  EXPECT_EQ(pixel(studio.picture(kSmall), 80, 60).red, 0);
  studio.state.robots[0].light_is_on = true;
  EXPECT_GT(pixel(studio.picture(kSmall), 80, 60).red, 150);
}

TEST(PictureFile, PngKeepsEveryByteAndDepthEveryMillimetre) {
  const TestStudio studio(many_things());
  CameraSettings settings{.width = 64, .height = 48};
  settings.wants_depth = settings.wants_labels = true;
  const Image image = studio.picture(settings);
  const auto folder = std::filesystem::temp_directory_path();
  const std::string color = (folder / "rubble_color.png").string();
  const std::string depth = (folder / "rubble_depth.png").string();
  ASSERT_TRUE(write_png(color, image).ok());
  ASSERT_TRUE(write_depth_png(depth, image).ok());
  const cv::Mat colors = cv::imread(color, cv::IMREAD_COLOR);
  const cv::Mat depths = cv::imread(depth, cv::IMREAD_UNCHANGED);
  for (int row = 0; row < 48; ++row)
    for (int column = 0; column < 64; ++column) {
      const auto& bgr = colors.at<cv::Vec3b>(row, column);
      ASSERT_EQ((Rgb{bgr[2], bgr[1], bgr[0]}), pixel(image, column, row));
      const float metres =
          image.depths[static_cast<std::size_t>(row) * 64 + static_cast<std::size_t>(column)];
      ASSERT_NEAR(depths.at<std::uint16_t>(row, column), metres * 1000.0F, 0.51F);
    }
  EXPECT_FALSE(write_png("/nowhere/at/all.png", image).ok());
}

TEST(PictureFile, JpegIsSmallerTheLowerItsQuality) {
  const TestStudio studio(many_things());
  const Image image = studio.picture({.width = 160, .height = 120, .noise = 0.02});
  const auto fine = encode_jpeg(image, 95);
  const auto coarse = encode_jpeg(image, 30);
  EXPECT_LT(2 * coarse.size(), fine.size());
  const cv::Mat back = cv::imdecode(fine, cv::IMREAD_COLOR);
  EXPECT_EQ(back.cols, 160);
}

}  // namespace
}  // namespace rubble::rendering
