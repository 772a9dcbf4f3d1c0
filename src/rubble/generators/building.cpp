// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/building.h"

#include "rubble/generators/builder.h"

namespace rubble::generators {

void add_block(Link& link, const std::string& name, const Vec3& low, const Vec3& high,
               const MaterialPreset& preset) {
  const Vec3 middle = (low + high) / 2;
  add_solid(link, name, at(middle.x(), middle.y(), middle.z()), Box{high - low}, preset);
}

Link block_link(const std::string& name, const Vec3& low, const Vec3& high,
                const MaterialPreset& preset, const std::string& semantic_class) {
  const Vec3 middle = (low + high) / 2;
  return box_link(name, at(middle.x(), middle.y(), middle.z()), high - low, preset, semantic_class);
}

void add_sheet_below(Link& slab, double thickness, const MaterialPreset& preset) {
  constexpr double kSheet = 0.004;
  const auto& box = std::get<Box>(slab.visuals[0].geometry);
  add_visual(slab, "sheet", at(0.0, 0.0, -(thickness + kSheet) / 2),
             Box{{box.size.x() - 0.01, box.size.y() - 0.01, kSheet}}, preset);
}

Link wall_link(const WallPlan& plan) {
  const Vec2 along = plan.to - plan.from;
  const double length = along.norm();
  const double half = plan.thickness / 2;
  Link link = make_link(
      plan.name, at(plan.from.x(), plan.from.y(), plan.foot, std::atan2(along.y(), along.x())),
      "Wall");
  const auto add = [&](const std::string& word, std::size_t number, double from, double to,
                       double bottom, double top) {
    if (to - from > 1e-6 && top - bottom > 1e-6)
      add_block(link, numbered(word, number), {from, -half, bottom}, {to, half, top}, plan.preset);
  };
  double done = 0.0;
  std::size_t number = 0;
  for (const Opening& opening : plan.openings) {
    ++number;
    add("pier", number, done, opening.from, 0.0, plan.height);
    add("sill", number, opening.from, opening.to, 0.0, opening.bottom);
    add("lintel", number, opening.from, opening.to, opening.top, plan.height);
    if (opening.is_glazed)
      add_block(link, numbered("pane", number), {opening.from, -0.006, opening.bottom},
                {opening.to, 0.006, opening.top}, material_preset("glass"));
    done = opening.to;
  }
  add("pier", number + 1, done, length, 0.0, plan.height);
  return link;
}

Link flight_link(const std::string& name, const StairPlan& plan) {
  constexpr double kTread = 0.03;
  const double half = plan.width / 2;
  Link link = make_link(name, plan.foot, "Stair");
  for (int i = 1; i < plan.risers; ++i) {
    const double front = (i - 1) * plan.run, back = i * plan.run, top = i * plan.rise;
    const auto number = static_cast<std::size_t>(i);
    add_block(link, numbered("step", number), {front, -half, 0.0}, {back, half, top - kTread},
              plan.body);
    add_block(link, numbered("tread", number), {front, -half, top - kTread}, {back, half, top},
              material_preset("nosing"));
  }
  return link;
}

Link desk_link(const std::string& name, const Pose& pose) {
  Link link = make_link(name, pose, "Table");
  add_block(link, "top", {-0.8, -0.4, 0.71}, {0.8, 0.4, 0.74}, material_preset("wood"));
  for (const double x : {-0.78, 0.78})
    add_block(link, x < 0 ? "left_side" : "right_side", {x - 0.015, -0.38, 0.0},
              {x + 0.015, 0.38, 0.71}, material_preset("steel"));
  return link;
}

}  // namespace rubble::generators
