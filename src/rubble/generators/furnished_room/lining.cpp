// SPDX-License-Identifier: Apache-2.0
// Only to be looked at: nothing here stops a robot.
#include <algorithm>

#include "rubble/generators/builder.h"
#include "rubble/generators/furnished_room/parts.h"

namespace rubble::generators {
namespace {

constexpr double kPanelTop = 0.95;   // m, of the boards on the south wall
constexpr double kRollWidth = 0.53;  // m, of wallpaper
constexpr double kSkirtingTop = 0.08;
constexpr double kFrameWidth = 0.07;  // m, around the door

// A bar on a wall between two places along it and two heights.
void add_bar(Link& link, CellSide wall, const Vec2& from, const Vec2& to, double thickness,
             const MaterialPreset& preset) {
  const Vec2 middle = (from + to) / 2, size = to - from;
  add_visual(link, numbered("bar", link.visuals.size() + 1),
             on_wall(wall, middle.x(), middle.y()) * at(thickness / 2, 0.0, 0.0),
             Box{{thickness, size.x(), size.y()}}, preset);
}

Link skirting_link() {
  Link link = make_link("skirting", {}, "Wall");
  const MaterialPreset white = material_preset("white_paint");
  const auto add = [&](CellSide wall, double from, double to, double thickness) {
    add_bar(link, wall, {from, 0.0}, {to, kSkirtingTop}, thickness, white);
  };
  add(CellSide::West, kReadingRoomDoor.to + kFrameWidth, kReadingRoomWidth, 0.012);
  add(CellSide::West, 0.0, kReadingRoomDoor.from - kFrameWidth, 0.012);
  add(CellSide::East, 0.0, kReadingRoomWidth, 0.012);
  add(CellSide::North, 0.0, kReadingRoomLength, 0.012);
  add(CellSide::South, 0.0, kReadingRoomLength, 0.020);
  return link;
}

// Boards up to the hip with a rail on them.
Link panel_link() {
  constexpr int kPanels = 12;
  const double pitch = kReadingRoomLength / kPanels;
  Link link = make_link("panels", {}, "Wall");
  const auto add = [&](const Vec2& from, const Vec2& to, double thickness,
                       const MaterialPreset& preset) {
    add_bar(link, CellSide::South, from, to, thickness, preset);
  };
  add({0.0, 0.0}, {kReadingRoomLength, kPanelTop}, 0.008, material_preset("dark_wood"));
  for (int i = 0; i < kPanels; ++i)
    add({i * pitch + 0.05, 0.16}, {(i + 1) * pitch - 0.05, kPanelTop - 0.08}, 0.014,
        colored("wood", 0.50F, 0.34F, 0.20F));
  add({0.0, kPanelTop}, {kReadingRoomLength, kPanelTop + 0.04}, 0.025,
      material_preset("dark_wood"));
  return link;
}

// Strips from a roll, the last one cut to what is left.
Link wallpaper_link() {
  const double bottom = kPanelTop + 0.04, height = kReadingRoomHeight - bottom;
  Link link = make_link("wallpaper", {}, "Wall");
  for (double from = 0.0; from < kReadingRoomLength - 0.01; from += kRollWidth) {
    const double width = std::min(kRollWidth, kReadingRoomLength - from);
    add_picture(
        link, numbered("strip", link.visuals.size() + 1),
        on_wall(CellSide::South, from + width / 2, bottom + height / 2) * at(0.003, 0.0, 0.0),
        {"wallpaper", width, height});
  }
  return link;
}

// And the switch of the lamps beside it.
Link door_frame_link() {
  const auto [from, to, bottom, top, is_glazed] = kReadingRoomDoor;
  const double outer = top + kFrameWidth, deep = 0.018;
  const MaterialPreset white = material_preset("white_paint");
  Link link = make_link("door_frame", {}, "Wall");
  const auto add = [&](const Vec2& low, const Vec2& high, double thickness,
                       const MaterialPreset& preset) {
    add_bar(link, CellSide::West, low, high, thickness, preset);
  };
  add({from - kFrameWidth, bottom}, {from, outer}, deep, white);
  add({to, bottom}, {to + kFrameWidth, outer}, deep, white);
  add({from, top}, {to, outer}, deep, white);
  add({1.62, 1.02}, {1.70, 1.10}, 0.012, white);
  add({1.635, 1.03}, {1.685, 1.09}, 0.017, material_preset("plastic"));
  return link;
}

// In the opening, around the pane and across it.
Link window_frame_link() {
  constexpr double kWide = 0.06;
  const auto [from, to, bottom, top, is_glazed] = kReadingRoomWindow;
  const double low = bottom + kWide, high = top - kWide, middle = (from + to) / 2;
  Link link = make_link("window_frame", at(0.0, kReadingRoomWidth + 0.10, 0.0), "Window");
  const auto add = [&](const std::string& name, const Vec2& corner, const Vec2& other) {
    const Vec2 centre = (corner + other) / 2, size = other - corner;
    add_visual(link, name, at(centre.x(), 0.0, centre.y()), Box{{size.x(), 0.06, size.y()}},
               material_preset("white_paint"));
  };
  add("low", {from, bottom}, {to, low});
  add("high", {from, high}, {to, top});
  add("left", {from, low}, {from + kWide, high});
  add("right", {to - kWide, low}, {to, high});
  add("middle", {middle - kWide / 2, low}, {middle + kWide / 2, high});
  add("bar", {from + kWide, 1.75}, {to - kWide, 1.79});
  add_visual(link, "sill", at(middle, -0.14, bottom - 0.015), Box{{to - from + 0.16, 0.18, 0.03}},
             material_preset("white_paint"));
  return link;
}

// Folds are round bars side by side.
Link curtain_link() {
  constexpr double kFold = 0.035, kLow = 0.75, kHigh = 2.38;
  const double y = kReadingRoomWidth - 0.07;
  Link link = make_link("curtains", {}, "Curtain");
  for (const double from : {kReadingRoomWindow.from - 0.22, kReadingRoomWindow.to - 0.04})
    for (int fold = 0; fold < 5; ++fold)
      add_visual(link, numbered("fold", link.visuals.size() + 1),
                 at(from + kFold + 0.055 * fold, y + 0.012 * (fold % 2), (kLow + kHigh) / 2),
                 Cylinder{kFold, kHigh - kLow}, colored("foam", 0.70F, 0.30F, 0.22F));
  const double middle = (kReadingRoomWindow.from + kReadingRoomWindow.to) / 2;
  add_visual(link, "rail", make_pose(middle, y, kHigh + 0.03, 0.0, kPi / 2, 0.0),
             Cylinder{0.015, 2.6}, material_preset("metal"));
  return link;
}

}  // namespace

void add_room_lining(World& world) {
  Model lining = static_model("lining");
  lining.links = {skirting_link(),   panel_link(),        wallpaper_link(),
                  door_frame_link(), window_frame_link(), curtain_link()};
  add_model(world, std::move(lining));
}

}  // namespace rubble::generators
