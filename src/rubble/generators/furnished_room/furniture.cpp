// SPDX-License-Identifier: Apache-2.0
// Large pieces. Their frames lie on the floor; x points to where one sits or stands before them.
#include <algorithm>

#include "rubble/generators/builder.h"
#include "rubble/generators/building.h"
#include "rubble/generators/furnished_room/parts.h"

namespace rubble::generators {
namespace {

// Upright square bars at the four corners of a rectangle.
void add_furniture_legs(Link& link, const Vec2& half, double thickness, double top,
                        const MaterialPreset& preset) {
  for (const double x : {-half.x(), half.x()})
    for (const double y : {-half.y(), half.y()})
      add_solid(link, numbered("leg", link.collisions.size()), at(x, y, top / 2),
                Box{{thickness, thickness, top}}, preset);
}

// The line between two doors and their knobs.
void add_cupboard_doors(Link& link, double front, const MaterialPreset& wood) {
  for (const double side : {-1.0, 1.0}) {
    const std::string name = side < 0 ? "right_" : "left_";
    add_visual(link, name + "door", at(front + 0.006, side * 0.295, 0.51), Box{{0.012, 0.57, 0.78}},
               wood);
    add_visual(link, name + "knob", at(front + 0.024, side * 0.05, 0.55), Sphere{0.016},
               material_preset("metal"));
  }
}

// A ball on a foot, with a ring around it.
void add_globe(Link& link, const Vec3& foot) {
  add_visual(link, "globe_foot", {foot + Vec3(0.0, 0.0, 0.01)}, Cylinder{0.09, 0.02},
             material_preset("dark_wood"));
  add_visual(link, "globe_rod", {foot + Vec3(0.0, 0.0, 0.05)}, Cylinder{0.012, 0.08},
             material_preset("metal"));
  add_visual(link, "globe", {foot + Vec3(0.0, 0.0, 0.21)}, Sphere{0.14},
             colored("plastic", 0.22F, 0.45F, 0.70F));
}

void add_sofa_pillow(Link& link, const std::string& name, double y, const MaterialPreset& cloth) {
  add_visual(link, name, make_pose(0.10, y, 0.63, 0.0, -0.30, 0.0), Ellipsoid{{0.075, 0.22, 0.19}},
             cloth);
}

void add_monitor(Link& desk) {
  const MaterialPreset black = material_preset("black_paint");
  add_visual(desk, "foot", at(-0.10, 0.0, 0.748), Box{{0.18, 0.26, 0.015}}, black);
  add_visual(desk, "neck", at(-0.14, 0.0, 0.83), Box{{0.03, 0.05, 0.15}}, black);
  add_visual(desk, "monitor", at(-0.10, 0.0, 1.06), Box{{0.03, 0.56, 0.345}}, black);
  add_picture(desk, "screen", at(-0.083, 0.0, 1.06), {"screen", 0.52, 0.30});
  desk.visuals.back().surface.is_unlit = true;
}

void add_keyboard(Link& desk) {
  add_visual(desk, "keyboard", at(0.20, 0.0, 0.75), Box{{0.15, 0.45, 0.018}},
             material_preset("black_paint"));
  // Its picture lies on its back, with its lower edge towards the sitter.
  add_picture(desk, "keys", make_pose(0.20, 0.0, 0.758, 0.0, -kPi / 2, 0.0),
              {"keyboard", 0.44, 0.14});
  add_visual(desk, "mouse", at(0.20, 0.32, 0.755), Ellipsoid{{0.05, 0.03, 0.02}},
             material_preset("black_paint"));
}

}  // namespace

Link room_table(const Pose& pose) {
  Link link = make_link("table", pose, "Table");
  add_block(link, "top", {-0.80, -0.40, 0.72}, {0.80, 0.40, 0.75}, material_preset("wood"));
  add_furniture_legs(link, {0.75, 0.35}, 0.05, 0.72, material_preset("dark_wood"));
  return link;
}

Link room_chair(const std::string& name, const Pose& pose) {
  const MaterialPreset wood = material_preset("dark_wood");
  Link link = make_link(name, pose, "Chair");
  add_block(link, "seat", {-0.21, -0.21, 0.43}, {0.21, 0.21, 0.46},
            colored("foam", 0.23F, 0.42F, 0.40F));
  add_furniture_legs(link, {0.18, 0.18}, 0.036, 0.43, wood);
  for (const double y : {-0.18, 0.18})
    add_block(link, y < 0 ? "right_post" : "left_post", {-0.21, y - 0.018, 0.46},
              {-0.174, y + 0.018, 0.90}, wood);
  for (const double z : {0.60, 0.78})
    add_block(link, z < 0.7 ? "low_slat" : "high_slat", {-0.205, -0.162, z},
              {-0.185, 0.162, z + 0.09}, wood);
  return link;
}

Link room_sofa(const Pose& pose) {
  const MaterialPreset cloth = colored("carpet", 0.16F, 0.36F, 0.42F);
  const MaterialPreset seat = colored("carpet", 0.20F, 0.42F, 0.48F);
  Link link = make_link("sofa", pose, "Sofa");
  add_furniture_legs(link, {0.36, 0.92}, 0.05, 0.10, material_preset("dark_wood"));
  add_block(link, "base", {-0.42, -1.0, 0.10}, {0.42, 1.0, 0.32}, cloth);
  add_block(link, "back", {-0.42, -0.82, 0.32}, {-0.20, 0.82, 0.86}, cloth);
  for (const double side : {-1.0, 1.0}) {
    const double inner = side * 0.82, outer = side * 1.0;
    add_block(link, side < 0 ? "right_arm" : "left_arm", {-0.42, std::min(inner, outer), 0.32},
              {0.42, std::max(inner, outer), 0.60}, cloth);
    const double edge = side * 0.81, middle = side * 0.005;
    add_block(link, side < 0 ? "right_seat" : "left_seat", {-0.20, std::min(edge, middle), 0.32},
              {0.44, std::max(edge, middle), 0.45}, seat);
  }
  add_sofa_pillow(link, "right_pillow", -0.55, colored("foam", 0.86F, 0.62F, 0.20F));
  add_sofa_pillow(link, "left_pillow", 0.58, colored("foam", 0.78F, 0.28F, 0.24F));
  return link;
}

Link room_cupboard(const Pose& pose) {
  const MaterialPreset wood = colored("plywood", 0.78F, 0.62F, 0.42F);
  Link link = make_link("cupboard", pose, "Cabinet");
  add_block(link, "foot", {-0.20, -0.57, 0.0}, {0.19, 0.57, 0.08}, material_preset("dark_wood"));
  add_block(link, "body", {-0.22, -0.60, 0.08}, {0.21, 0.60, 0.94}, wood);
  add_block(link, "top", {-0.22, -0.62, 0.94}, {0.24, 0.62, 0.965}, material_preset("dark_wood"));
  add_cupboard_doors(link, 0.21, wood);
  add_globe(link, {0.02, 0.42, 0.965});
  add_visual(link, "vase", at(0.02, -0.45, 1.065), Cylinder{0.055, 0.20},
             colored("plastic", 0.80F, 0.80F, 0.74F));
  return link;
}

Link room_desk(const Pose& pose) {
  Link link = desk_link("desk", pose * at(0.0, 0.0, 0.0, -kPi / 2));
  // The desk's own frame looks along its front; turn what stands on it to the sitter.
  Link things = make_link("things", {});
  add_monitor(things);
  add_keyboard(things);
  for (Visual& visual : things.visuals) {
    visual.link_from_shape = at(0.0, 0.0, 0.0, kPi / 2) * visual.link_from_shape;
    link.visuals.push_back(std::move(visual));
  }
  return link;
}

}  // namespace rubble::generators
