// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/hazard_label.h"

#include "rubble/generators/builder.h"

namespace rubble::generators {
namespace {

constexpr double kLabelSheet = 0.002;  // m, thickness of board and digits

// Transport classes: explosive, gas, liquid, solid, oxidizer, poison, radioactive, corrosive,
// other.
constexpr std::string_view kLabelColors[] = {"orange_paint", "green_paint",  "red_paint",
                                             "blue_paint",   "yellow_paint", "white_paint",
                                             "yellow_paint", "white_paint",  "white_paint"};

// Seven strokes of a digit as on a calculator: top, upper right, lower right, bottom, lower left,
// upper left, middle; one bit each.
constexpr unsigned kStrokes[] = {0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f};

struct Stroke {
  double y;  // m, to the left of the middle as one stands before it
  double z;
  bool is_upright;
};
constexpr Stroke kStrokePlaces[] = {{0.0, 0.04, false},  {0.02, 0.02, true},   {0.02, -0.02, true},
                                    {0.0, -0.04, false}, {-0.02, -0.02, true}, {-0.02, 0.02, true},
                                    {0.0, 0.0, false}};

void add_digit(Link& link, int digit) {
  for (std::size_t i = 0; i < std::size(kStrokePlaces); ++i) {
    if ((kStrokes[digit] >> i & 1U) == 0) continue;
    const Stroke& stroke = kStrokePlaces[i];
    const Vec3 size =
        stroke.is_upright ? Vec3(kLabelSheet, 0.01, 0.04) : Vec3(kLabelSheet, 0.04, 0.01);
    add_visual(link, numbered("stroke", i + 1), at(1.5 * kLabelSheet, stroke.y, stroke.z),
               Box{size}, material_preset("black_paint"));
  }
}

}  // namespace

Link hazard_label(const std::string& name, const Pose& pose, int hazard_class) {
  Link link = make_link(name, pose, "HazardLabel");
  link.semantic.name = numbered("class", static_cast<std::size_t>(hazard_class));
  const Pose on_corner = make_pose(kLabelSheet / 2, 0.0, 0.0, kPi / 4, 0.0, 0.0);
  add_visual(link, "board", on_corner, Box{{kLabelSheet, 0.25, 0.25}},
             material_preset(kLabelColors[hazard_class - 1]));
  add_digit(link, hazard_class);
  return link;
}

}  // namespace rubble::generators
