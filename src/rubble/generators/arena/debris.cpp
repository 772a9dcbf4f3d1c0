// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/arena/debris.h"

#include <algorithm>
#include <cmath>

#include "rubble/generators/builder.h"

namespace rubble::generators {
namespace {

constexpr double kHeapPitch = 0.27;  // m between the middles of blocks beside each other

struct Stuff {
  std::string_view preset;
  double density;  // kg/m^3
};
constexpr Stuff kStuffs[] = {{"concrete", 1500.0}, {"brick", 1400.0}, {"wood", 600.0}};

// A block that stays in its square of the heap whatever its yaw, and is wide enough to rest on the
// four blocks around the corner below it.
Model draw_block(const std::string& name, const Vec2& middle, double bottom, double height,
                 Random& random) {
  const double width = random.uniform(0.17, 0.22), length = random.uniform(0.17, 0.22);
  const Vec3 size(length, width, height);
  const double yaw = random.uniform(-0.2, 0.2);
  const Stuff& stuff = kStuffs[static_cast<std::size_t>(random.integer(0, 2))];
  const double mass = std::clamp(stuff.density * size.prod(), 0.5, 8.0);
  return loose_model(name, at(middle.x(), middle.y(), bottom + height / 2, yaw), Box{size},
                     std::round(mass * 100) / 100, material_preset(stuff.preset), "Rubble");
}

}  // namespace

void add_rubble_heap(World& world, const std::string& name, const Vec2& middle, Random random) {
  double bottom = 0.0;
  std::size_t number = 0;
  for (const int count : {4, 3, 2}) {
    const double height = random.uniform(0.06, 0.15);
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < count; ++j) {
        const Vec2 place = middle + kHeapPitch * Vec2(i - (count - 1) / 2.0, j - (count - 1) / 2.0);
        if (count == 2 && random.chance(0.3)) continue;
        add_model(world,
                  draw_block(numbered(name + "_block", ++number), place, bottom, height, random));
      }
    bottom += height;
  }
}

void add_pipe(World& world, const std::string& name, const Vec2& middle, double yaw) {
  constexpr double kRadius = 0.025, kLength = 0.6;
  const Pose lying =
      at(middle.x(), middle.y(), kRadius, yaw) * make_pose(0.0, 0.0, 0.0, 0.0, kPi / 2, 0.0);
  add_model(world, loose_model(name, lying, Cylinder{.radius = kRadius, .length = kLength}, 0.5,
                               material_preset("plastic"), "Rubble"));
}

Link pallet_link(const std::string& name, const Vec2& middle, double yaw, double tilt) {
  constexpr double kLength = 1.2, kWidth = 0.8, kBoard = 0.022, kSkid = 0.1;
  Link link = make_link(name, at(middle.x(), middle.y(), 0.0, yaw), "Pallet");
  // The pallet turns about the lower of its long edges.
  const Pose edge = make_pose(0.0, -kWidth / 2 * std::cos(tilt), 0.0, tilt, 0.0, 0.0);
  const auto add = [&](const std::string& part, double x, double y, double z, const Vec3& size) {
    add_solid(link, part, edge * at(x, y + kWidth / 2, z), Box{size}, material_preset("wood"));
  };
  for (int i = -1; i <= 1; ++i) {
    const std::string number = std::to_string(i + 2);
    add("skid_" + number, 0.0, i * 0.35, kSkid / 2, {kLength, 0.1, kSkid});
    add("cross_board_" + number, i * 0.5275, 0.0, kSkid + kBoard / 2, {0.145, kWidth, kBoard});
  }
  for (int i = -2; i <= 2; ++i)
    add("top_board_" + std::to_string(i + 3), 0.0, i * 0.1625, kSkid + 1.5 * kBoard,
        {kLength, 0.15, kBoard});
  if (tilt > 0.0) {
    // A block under the outer skid: its inner upper edge carries the pallet.
    const double inner = edge.position.y() + 0.72 * std::cos(tilt);
    const double height = 0.72 * std::sin(tilt);
    add_solid(link, "prop", at(0.0, inner + 0.04, height / 2), Box{{0.3, 0.08, height}},
              material_preset("dark_wood"));
  }
  return link;
}

}  // namespace rubble::generators
