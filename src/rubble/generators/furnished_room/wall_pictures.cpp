// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>

#include "rubble/base/random.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/furnished_room/parts.h"

namespace rubble::generators {
namespace {

constexpr double kHangingGap = 0.008;  // m, so that paper hangs before the wallpaper

// What always hangs at the same place. Sizes are those the pictures are drawn for.
struct FixedSheet {
  PictureSheet sheet;
  const char* label;
  CellSide wall;
  double along;   // m
  double height;  // m, of its middle
};
constexpr FixedSheet kFixedSheets[] = {
    {{"emergency_exit", 0.40, 0.20}, "Sign", CellSide::West, 1.00, 2.28},
    {{"room_plate", 0.40, 0.20}, "Sign", CellSide::West, 1.95, 1.75},
    {{"fire_extinguisher", 0.20, 0.20}, "Sign", CellSide::West, 1.95, 1.30},
    {{"evacuation_notice", 0.420, 0.594}, "Poster", CellSide::West, 2.55, 1.40},
    {{"floor_plan", 0.420, 0.297}, "Poster", CellSide::West, 3.15, 1.50},
    {{"large_print", 0.841, 0.594}, "Poster", CellSide::North, 1.45, 1.55},
    {{"eye_chart", 0.30, 0.60}, "Poster", CellSide::North, 4.75, 1.50},
    {{"calendar", 0.297, 0.420}, "Poster", CellSide::East, 0.75, 1.50},
    {{"house_rules", 0.297, 0.420}, "Poster", CellSide::South, 2.10, 1.45},
    {{"exit_letters", 0.60, 0.20}, "Sign", CellSide::South, 3.00, 2.20},
};

struct PaintingPlace {
  CellSide wall;
  double along;
  double height;
};
constexpr PaintingPlace kPaintingPlaces[] = {{CellSide::West, 4.25, 1.80},
                                             {CellSide::East, 2.50, 1.60},
                                             {CellSide::South, 3.60, 1.60},
                                             {CellSide::South, 5.20, 1.60}};
constexpr PictureSheet kPaintings[] = {{"landscape", 0.80, 0.60},
                                       {"abstract", 0.80, 0.60},
                                       {"portrait", 0.50, 0.65},
                                       {"still_life", 0.80, 0.60}};

Link hung_sheet(const PictureSheet& sheet, const Pose& back, const std::string& label) {
  Link link = make_link(std::string(sheet.picture), back, label);
  link.semantic.name = std::string(sheet.picture);
  add_picture(link, "sheet", {}, sheet);
  return link;
}

// Four bars around a painting.
void add_picture_frame(Link& link, const PictureSheet& sheet, const MaterialPreset& wood) {
  constexpr double kWide = 0.045, kDeep = 0.028;
  const double width = sheet.width + 2 * kWide, height = sheet.height / 2 + kWide / 2;
  for (const double side : {-1.0, 1.0}) {
    add_visual(link, side < 0 ? "low" : "high", at(kDeep / 2, 0.0, side * height),
               Box{{kDeep, width, kWide}}, wood);
    add_visual(link, side < 0 ? "right" : "left",
               at(kDeep / 2, side * (sheet.width + kWide) / 2, 0.0),
               Box{{kDeep, kWide, sheet.height}}, wood);
  }
}

void hang_paintings(Model& model, std::uint64_t seed) {
  std::array<std::size_t, std::size(kPaintings)> order{0, 1, 2, 3};
  Random random(seed, "paintings");
  random.shuffle(order);
  for (std::size_t i = 0; i < std::size(kPaintingPlaces); ++i) {
    const PaintingPlace& place = kPaintingPlaces[i];
    const PictureSheet& sheet = kPaintings[order[i]];
    const bool is_golden = random.chance(0.5);
    Link link = hung_sheet(
        sheet, on_wall(place.wall, place.along, place.height) * at(kHangingGap, 0.0, 0.0),
        "Picture");
    add_picture_frame(link, sheet,
                      is_golden ? material_preset("gold_paper") : material_preset("dark_wood"));
    model.links.push_back(std::move(link));
  }
}

// A warning on the door of a fuse box.
Link fuse_box() {
  constexpr double kDeep = 0.10;
  const Pose wall = on_wall(CellSide::North, 0.78, 1.55);
  Link link = hung_sheet({"high_voltage", 0.20, 0.24}, wall * at(kDeep, 0.0, 0.0), "Sign");
  add_solid(link, "box", at(-kDeep / 2, 0.0, 0.0), Box{{kDeep - 0.001, 0.36, 0.48}},
            colored("metal", 0.80F, 0.81F, 0.80F));
  add_visual(link, "lock", at(0.006, -0.15, 0.0), Box{{0.012, 0.02, 0.05}},
             material_preset("black_paint"));
  return link;
}

void add_clock_hand(Link& link, const std::string& name, double hours, double length,
                    double width) {
  // Clockwise as one stands before it, which is against the roll of an axis that points at one.
  const Pose hand = make_pose(0.0, 0.0, 0.0, -kPi * hours / 6.0, 0.0, 0.0);
  add_visual(link, name, hand * at(0.036, 0.0, 0.35 * length), Box{{0.003, width, length}},
             material_preset("black_paint"));
}

std::string clock_text(int minutes) {
  const std::string rest = std::to_string(minutes % 60);
  return std::to_string(minutes / 60) + (rest.size() < 2 ? ":0" : ":") + rest;
}

// A round case; the numerals are a square sheet inside the ring of marks. Its name is its time.
Link wall_clock(std::uint64_t seed) {
  constexpr double kRadius = 0.16;
  Link link = make_link("clock", on_wall(CellSide::East, 3.85, 2.0), "Clock");
  const Quat face = quat_from({.roll = 0.0, .pitch = kPi / 2, .yaw = 0.0});
  add_visual(link, "case", {Vec3(0.014, 0.0, 0.0), face}, Cylinder{kRadius + 0.012, 0.027},
             material_preset("black_paint"));
  add_visual(link, "dial", {Vec3(0.015, 0.0, 0.0), face}, Cylinder{kRadius, 0.029},
             colored("white_paint", 1.0F, 1.0F, 1.0F));
  add_picture(link, "numerals", at(0.028, 0.0, 0.0), {"clock_dial", 0.20, 0.20});
  for (int mark = 0; mark < 12; ++mark)
    add_visual(link, numbered("mark", static_cast<std::size_t>(mark)),
               make_pose(0.0, 0.0, 0.0, kPi * mark / 6, 0.0, 0.0) * at(0.031, 0.0, 0.143),
               Box{{0.003, mark % 3 == 0 ? 0.012 : 0.006, 0.024}}, material_preset("black_paint"));
  Random random(seed, "clock");
  const int minutes = random.integer(0, 719);
  link.semantic.name = clock_text(minutes);
  add_clock_hand(link, "hour_hand", minutes / 60.0, 0.10, 0.012);
  add_clock_hand(link, "minute_hand", minutes / 5.0, 0.15, 0.008);
  return link;
}

}  // namespace

void add_wall_pictures(World& world, std::uint64_t seed) {
  Model model = static_model("wall_pictures");
  for (const FixedSheet& fixed : kFixedSheets)
    model.links.push_back(hung_sheet(
        fixed.sheet, on_wall(fixed.wall, fixed.along, fixed.height) * at(kHangingGap, 0.0, 0.0),
        fixed.label));
  model.links.push_back(fuse_box());
  hang_paintings(model, seed);
  model.links.push_back(wall_clock(seed));
  add_model(world, std::move(model));
  Model plate = static_model("corridor_plate");
  plate.links.push_back(hung_sheet({"room_plate", 0.40, 0.20}, at(-0.128, 1.9, 1.6, kPi), "Sign"));
  add_model(world, std::move(plate));
}

}  // namespace rubble::generators
