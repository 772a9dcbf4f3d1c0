// SPDX-License-Identifier: Apache-2.0
#include "rubble/base/random.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/furnished_room/parts.h"

namespace rubble::generators {
namespace {

void add_plate(Link& table, const std::string& name, const Vec3& place) {
  add_visual(table, name, {place + Vec3(0.0, 0.0, 0.006)}, Cylinder{0.12, 0.012},
             colored("white_paint", 0.95F, 0.95F, 0.93F));
  add_visual(table, name + "_rim", {place + Vec3(0.0, 0.0, 0.007)}, Cylinder{0.095, 0.013},
             colored("white_paint", 0.28F, 0.45F, 0.68F));
  add_visual(table, name + "_well", {place + Vec3(0.0, 0.0, 0.0075)}, Cylinder{0.088, 0.0135},
             colored("white_paint", 0.97F, 0.97F, 0.95F));
}

void add_cup(Link& table, const std::string& name, const Vec3& place,
             const MaterialPreset& preset) {
  add_visual(table, name, {place + Vec3(0.0, 0.0, 0.045)}, Cylinder{0.04, 0.09}, preset);
  add_visual(table, name + "_tea", {place + Vec3(0.0, 0.0, 0.0455)}, Cylinder{0.034, 0.0905},
             colored("plastic", 0.30F, 0.16F, 0.08F));
}

}  // namespace

void add_table_ware(Link& table, std::uint64_t seed) {
  constexpr double kTop = 0.75;
  Random random(seed, "table ware");
  int number = 0;
  for (const Vec2& seat :
       {Vec2(-0.38, -0.22), Vec2(0.38, -0.22), Vec2(-0.38, 0.22), Vec2(0.38, 0.22)}) {
    const double x = seat.x() + random.uniform(-0.05, 0.05);
    const std::string name = std::to_string(++number);
    add_plate(table, "plate_" + name, {x, seat.y(), kTop});
    const double side = random.chance(0.5) ? 0.17 : -0.17;
    add_cup(table, "cup_" + name, {x + side, 0.7 * seat.y(), kTop},
            random.chance(0.5) ? colored("plastic", 0.75F, 0.25F, 0.20F)
                               : material_preset("blue_plastic"));
  }
  for (int i = 0; i < 3; ++i)
    add_visual(table, numbered("orange", static_cast<std::size_t>(i + 1)),
               at(0.075 * (i - 1), i == 1 ? 0.05 : -0.02, kTop + 0.04), Sphere{0.04},
               material_preset("orange_plastic"));
}

Link room_plant(const Pose& pose) {
  constexpr int kLeaves = 18;
  Link link = make_link("plant", pose, "Plant");
  add_solid(link, "pot", at(0.0, 0.0, 0.16), Cylinder{0.16, 0.32},
            colored("plastic", 0.72F, 0.40F, 0.28F));
  add_visual(link, "soil", at(0.0, 0.0, 0.315), Cylinder{0.145, 0.02}, material_preset("rock"));
  add_visual(link, "stem", at(0.0, 0.0, 0.68), Cylinder{0.016, 0.75}, material_preset("dark_wood"));
  for (int i = 0; i < kLeaves; ++i) {
    const double height = 0.55 + 0.035 * i, lift = -0.2 - 0.045 * i, reach = 0.24 - 0.006 * i;
    const Pose leaf = make_pose(0.0, 0.0, height, 0.0, lift, 2.4 * i) * at(reach, 0.0, 0.0);
    const float shade = 0.30F + 0.03F * static_cast<float>(i % 5);
    add_visual(link, numbered("leaf", static_cast<std::size_t>(i + 1)), leaf,
               Ellipsoid{{reach, 0.065, 0.006}},
               colored("plastic", 0.5F * shade, shade + 0.08F, 0.14F));
  }
  return link;
}

Link room_floor_lamp(const Pose& pose) {
  Link link = make_link("floor_lamp", pose, "Lamp");
  add_solid(link, "foot", at(0.0, 0.0, 0.0125), Cylinder{0.14, 0.025}, material_preset("metal"));
  add_solid(link, "pole", at(0.0, 0.0, 0.77), Cylinder{0.012, 1.49}, material_preset("metal"));
  add_visual(link, "shade", at(0.0, 0.0, 1.55), Cylinder{0.17, 0.26},
             colored("foam", 0.96F, 0.90F, 0.74F));
  link.visuals.back().appearance.emissive = {0.55F, 0.48F, 0.34F};
  link.visuals.back().casts_shadow = false;
  return link;
}

// Hangs on a wall by its neck.
Link room_extinguisher(const Pose& wall) {
  Link link = make_link("extinguisher", wall * at(0.095, 0.0, 0.0), "Extinguisher");
  const MaterialPreset red = colored("red_paint", 0.78F, 0.08F, 0.08F);
  add_solid(link, "bottle", at(0.0, 0.0, 0.0), Cylinder{0.075, 0.40}, red);
  add_visual(link, "shoulder", at(0.0, 0.0, 0.20), Ellipsoid{{0.075, 0.075, 0.05}}, red);
  add_visual(link, "valve", at(0.0, 0.0, 0.27), Cylinder{0.018, 0.08}, material_preset("metal"));
  add_visual(link, "lever", at(0.03, 0.0, 0.31), Box{{0.13, 0.02, 0.012}},
             material_preset("black_paint"));
  add_visual(link, "hose", at(0.055, 0.06, 0.07), Cylinder{0.011, 0.36},
             material_preset("black_paint"));
  add_visual(link, "label", at(0.0, 0.0, 0.02), Cylinder{0.0755, 0.14},
             material_preset("white_paint"));
  return link;
}

// So thin that wheels do not notice it.
Link room_rug(const Pose& pose) {
  Link link = make_link("rug", pose, "Floor");
  add_picture(link, "rug", make_pose(0.0, 0.0, 0.002 - kSheetThickness, 0.0, -kPi / 2, 0.0),
              {"rug", 2.4, 1.7});
  return link;
}

}  // namespace rubble::generators
