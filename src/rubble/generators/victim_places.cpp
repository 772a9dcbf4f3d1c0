// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/victim_places.h"

#include "rubble/base/random.h"
#include "rubble/generators/builder.h"

namespace rubble::generators {
namespace {

constexpr double kBoard = 0.012;  // m

// A box on the wall, 0.50 wide, 0.40 deep, 0.24 high, with a hole of 0.15 m in its front. The wall
// is its back.
Link victim_box(const std::string& name, const Pose& wall_face) {
  constexpr double kLow = 0.35, kHigh = 0.59, kDeep = 0.40, kWide = 0.50, kHole = 0.15;
  const MaterialPreset board = material_preset("plywood");
  Link link = make_link(name, wall_face, "VictimBox");
  const auto add = [&](const char* part, const Vec3& low, const Vec3& high) {
    const Vec3 middle = (low + high) / 2;
    add_solid(link, part, at(middle.x(), middle.y(), middle.z()), Box{high - low}, board);
  };
  const double half = kWide / 2, front = kDeep - kBoard;
  const double low = kLow + kBoard, high = kHigh - kBoard, middle = (low + high) / 2;
  add("bottom", {0.001, -half, kLow}, {kDeep, half, low});
  add("top", {0.001, -half, high}, {kDeep, half, kHigh});
  add("right", {0.001, -half, low}, {front, -half + kBoard, high});
  add("left", {0.001, half - kBoard, low}, {front, half, high});
  add("front_right", {front, -half, low}, {kDeep, -kHole / 2, high});
  add("front_left", {front, kHole / 2, low}, {kDeep, half, high});
  add("front_low", {front, -kHole / 2, low}, {kDeep, kHole / 2, middle - kHole / 2});
  add("front_high", {front, -kHole / 2, middle + kHole / 2}, {kDeep, kHole / 2, high});
  return link;
}

Link table(const std::string& name, const Pose& wall_face) {
  constexpr double kTableHeight = 0.60, kTop = 0.03, kLeg = 0.04;
  Link link = make_link(name, wall_face, "Table");
  add_solid(link, "top", at(0.32, 0.0, kTableHeight - kTop / 2), Box{{0.6, 1.0, kTop}},
            material_preset("wood"));
  int leg = 0;
  for (const double x : {0.05, 0.59})
    for (const double y : {-0.47, 0.47})
      add_solid(link, "leg_" + std::to_string(++leg), at(x, y, (kTableHeight - kTop) / 2),
                Box{{kLeg, kLeg, kTableHeight - kTop}}, material_preset("steel"));
  return link;
}

}  // namespace

Victim draw_victim(std::uint64_t seed, std::size_t number, const Pose& pose) {
  Random random(seed, "victim signs", number);
  Victim victim{.name = "victim_" + std::to_string(number), .pose = pose};
  victim.state = static_cast<VictimState>(random.integer(0, 3));
  const bool is_alive = victim.state != VictimState::Dead;
  victim.temperature = is_alive ? 35.0 + random.integer(0, 5) * 0.5 : 22.0;
  victim.co2 = is_alive ? 1000.0 + 250.0 * random.integer(0, 6) : 400.0;
  if (victim.state == VictimState::Conscious) {
    victim.sound = random.chance(0.5) ? VictimSound::Speech : VictimSound::Tap;
    victim.motion = VictimMotion::Wave;
  } else if (victim.state == VictimState::Semiconscious) {
    victim.sound = VictimSound::Moan;
  }
  return victim;
}

void add_victim(World& world, Model& furniture, const Pose& wall_face, VictimStyle style,
                std::uint64_t seed) {
  const std::size_t number = world.victims.size() + 1;
  Pose wall_from_victim = at(0.25, 0.0, 0.0);
  if (style == VictimStyle::Boxed) {
    furniture.links.push_back(victim_box(numbered("victim_box", number), wall_face));
    wall_from_victim = at(0.20, 0.0, 0.37);
  } else if (style == VictimStyle::UnderTable) {
    furniture.links.push_back(table(numbered("table", number), wall_face));
  }
  world.victims.push_back(draw_victim(seed, number, wall_face * wall_from_victim));
}

}  // namespace rubble::generators
