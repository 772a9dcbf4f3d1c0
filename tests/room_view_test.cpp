// SPDX-License-Identifier: Apache-2.0
// What hangs on the walls of worlds/furnished_room.sdf, as eyes and cameras in the room see it.
#include <gtest/gtest.h>

#include <cmath>

#include "rubble/rendering/textures/texture.h"
#include "rubble/scenario/checked_world.h"
#include "rubble/sdf/load.h"
#include "rubble/sensors/sensor_factory.h"
#include "rubble/sim/probe.h"

namespace rubble {
namespace {

// A sheet with a picture: x of its pose points out of its front, which it spans along y and z.
struct Sheet {
  std::string name;
  Pose world_from_front;
  Vec2 size;
  std::string picture;  // file
};

World furnished_room() {
  auto world =
      load_world(RUBBLE_SOURCE_DIR "/worlds/furnished_room.sdf", scenario::load_settings({}));
  EXPECT_TRUE(world.ok());
  EXPECT_TRUE(world->warnings.empty());
  return *std::move(world);
}

std::vector<Sheet> sheets_on_walls(const World& world) {
  std::vector<Sheet> sheets;
  for (const auto& model : world.models) {
    if (model->name != "wall_pictures") continue;
    for (const Link& link : model->links)
      for (const Visual& visual : link.visuals) {
        if (visual.appearance.texture.empty()) continue;
        const Vec3 size = std::get<Box>(visual.geometry).size;
        const Pose front = link.model_from_link * visual.link_from_shape *
                           make_pose(size.x() / 2, 0.0, 0.0, 0.0, 0.0, 0.0);
        sheets.push_back({link.name, front, size.tail<2>(), visual.appearance.texture});
      }
  }
  return sheets;
}

TEST(RoomView, EverySheetIsSeenFromTheMiddleOfTheRoom) {
  const World world = furnished_room();
  const sim::Probe probe(world);
  const std::vector<Sheet> sheets = sheets_on_walls(world);
  EXPECT_EQ(sheets.size(), 16U);
  const Vec3 eye(3.5, 2.5, 1.5);
  for (const Sheet& sheet : sheets) {
    EXPECT_GT((sheet.world_from_front.inverse() * eye).x(), 1.0) << sheet.name << " faces away";
    for (int i = 0; i < 49; ++i) {
      const Vec2 share(0.15 * (i % 7 - 3), 0.15 * (i / 7 - 3));
      const Vec2 place = share.cwiseProduct(sheet.size);
      const Vec3 way = sheet.world_from_front * Vec3(0.0, place.x(), place.y()) - eye;
      rays::Ray ray;
      ray.origin = eye.cast<float>();
      ray.direction = way.normalized().cast<float>();
      rays::Hit hit;
      probe.scene().cast({&ray, 1}, {&hit, 1});
      // The hands of the clock stand 1 cm before its numerals.
      EXPECT_NEAR(static_cast<double>(hit.distance), way.norm(), 0.015) << sheet.name;
    }
  }
}

// The picture a camera takes that looks straight at the middle of a sheet.
struct FrontView {
  Image image;
  double pixels_per_metre;

  double grey_at(const Vec2& place) const {
    const auto column = static_cast<int>(image.width / 2.0 + place.x() * pixels_per_metre);
    const auto row = static_cast<int>(image.height / 2.0 - place.y() * pixels_per_metre);
    const std::uint8_t* const pixel =
        &image.rgb[static_cast<std::size_t>(3 * (row * image.width + column))];
    return pixel[0] + pixel[1] + pixel[2];
  }
};

FrontView front_view(sim::Probe& probe, const Sheet& sheet) {
  const double focal = 320.0 / std::tan(1.3963 / 2);
  const double distance = 1.3 * focal * std::max(sheet.size.x() / 640.0, sheet.size.y() / 480.0);
  const Pose eye = sheet.world_from_front * make_pose(distance, 0.0, 0.0, 0.0, 0.0, kPi);
  const auto view = probe.ask({*sensors::spec_of_preset("camera_vga"), eye});
  return {std::get<Image>(*view), focal / distance};
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size());
  double sum_a = 0, sum_b = 0, aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum_a += a[i], sum_b += b[i];
    aa += a[i] * a[i], bb += b[i] * b[i], ab += a[i] * b[i];
  }
  const double spread = (aa - sum_a * sum_a / n) * (bb - sum_b * sum_b / n);
  return (ab - sum_a * sum_b / n) / std::sqrt(spread);
}

// How a view agrees with a picture laid on it the right way round, mirrored, and upside down.
struct Agreement {
  double upright;
  double mirrored;
  double turned;
};

Agreement agreement_of(const FrontView& view, const Sheet& sheet,
                       const rendering::Texture& picture) {
  constexpr int kSteps = 96;
  const auto grey = [&](double u, double t) {
    const float step = 1.0F / kSteps;
    const auto texel = picture.sample(static_cast<float>(u), static_cast<float>(t), step * step);
    return static_cast<double>(texel.red + texel.green + texel.blue);
  };
  std::vector<double> seen, upright, mirrored, turned;
  for (int i = 0; i < kSteps * kSteps; ++i) {
    const double u = (i % kSteps + 0.5) / kSteps, t = (i / kSteps + 0.5) / kSteps;
    seen.push_back(view.grey_at(Vec2(u - 0.5, 0.5 - t).cwiseProduct(sheet.size)));
    upright.push_back(grey(u, t));
    mirrored.push_back(grey(1.0 - u, t));
    turned.push_back(grey(1.0 - u, 1.0 - t));
  }
  return {correlation(seen, upright), correlation(seen, mirrored), correlation(seen, turned)};
}

TEST(RoomView, PicturesHangUprightAndAreNotMirrored) {
  const World world = furnished_room();
  sim::Probe probe(world);
  for (const Sheet& sheet : sheets_on_walls(world)) {
    if (sheet.name == "clock") continue;  // its hands cover its numerals
    const auto picture = rendering::load_texture(sheet.picture);
    ASSERT_NE(picture, nullptr) << sheet.picture;
    const Agreement agreement = agreement_of(front_view(probe, sheet), sheet, *picture);
    EXPECT_GT(agreement.upright, 0.85) << sheet.name;
    // A portrait is nearly its own mirror image.
    EXPECT_GT(agreement.upright, agreement.mirrored + 0.02) << sheet.name;
    EXPECT_GT(agreement.upright, agreement.turned + 0.08) << sheet.name;
  }
}

}  // namespace
}  // namespace rubble
