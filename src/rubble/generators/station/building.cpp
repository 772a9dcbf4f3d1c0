// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/building.h"

#include "rubble/generators/builder.h"
#include "rubble/generators/station/parts.h"

namespace rubble::generators {
namespace {

constexpr double kRoofBottom = 3.5;
constexpr double kRampLength = 12 * kPlatformTop;  // 1:12, 4.8 degrees

struct PlatformPlace {
  std::string name;
  double south;  // y
  double north;
};

// A wedge beyond one end of the platform.
Link end_ramp(const std::string& name, const PlatformPlace& place, double side) {
  Link link = make_link(
      name, at(side * kPlatformHalf, (place.south + place.north) / 2, 0.0, side > 0 ? 0.0 : kPi),
      "Ramp");
  const double width = place.north - place.south;
  // The outline stands in the x-z plane; its prism runs along -y.
  const Pose across = make_pose(0.0, width / 2, 0.0, kPi / 2, 0.0, 0.0);
  add_solid(link, "wedge", across,
            prism({{0.0, 0.0}, {kRampLength, 0.0}, {0.0, kPlatformTop}}, width),
            material_preset("concrete"));
  return link;
}

Model platform_model(const PlatformPlace& place) {
  Model model = static_model(place.name);
  const double middle = (place.south + place.north) / 2;
  model.links.push_back(block_link("deck", {-kPlatformHalf, place.south, 0.0},
                                   {kPlatformHalf, place.north, kPlatformTop},
                                   material_preset("concrete"), "Platform"));
  model.links.push_back(end_ramp("ramp_east", place, 1.0));
  model.links.push_back(end_ramp("ramp_west", place, -1.0));
  Link posts = make_link("posts", {}, "Post");
  for (int i = -4; i <= 4; ++i)
    add_block(posts, "post_" + std::to_string(i + 5), {8.0 * i - 0.1, middle - 0.1, kPlatformTop},
              {8.0 * i + 0.1, middle + 0.1, kRoofBottom}, material_preset("green_paint"));
  model.links.push_back(std::move(posts));
  model.links.push_back(block_link("roof", {-36.0, place.south + 0.2, kRoofBottom},
                                   {36.0, place.north - 0.2, kRoofBottom + 0.15},
                                   material_preset("metal"), "Roof"));
  return model;
}

// Four risers of 0.19 m from the forecourt up to the platform.
Link platform_stair(const std::string& name, double x, double north) {
  constexpr double kRun = 0.30;
  return flight_link(name, {.foot = at(x, north + 3 * kRun, 0.0, -kPi / 2),
                            .risers = 4,
                            .rise = kPlatformTop / 4,
                            .run = kRun,
                            .width = 3.0,
                            .body = material_preset("concrete")});
}

Opening hall_door(double x) { return {.from = x - 0.6, .to = x + 0.6, .top = 2.2}; }
Opening hall_pane(double from, double to) {
  return {.from = from, .to = to, .bottom = 0.4, .top = 3.2, .is_glazed = true};
}

}  // namespace

void add_platforms(World& world) {
  const PlatformPlace north{"platform_1", 9.9, 13.9};
  Model first = platform_model(north);
  first.links.push_back(platform_stair("stair_west", -12.0, north.north));
  first.links.push_back(platform_stair("stair_east", 12.0, north.north));
  add_model(world, std::move(first));
  add_model(world, platform_model({"platform_2", -2.0, 2.0}));
}

void add_station_hall(World& world) {
  constexpr double kHalf = 10.0, kDepth = 12.0, kWall = 0.3, kHeight = 4.5;
  constexpr double kBack = kHallFront + kDepth;
  Model model = static_model("hall");
  const auto add = [&](const std::string& name, const Vec2& from, const Vec2& to,
                       std::vector<Opening> openings) {
    model.links.push_back(wall_link({.name = name,
                                     .from = from,
                                     .to = to,
                                     .height = kHeight,
                                     .thickness = kWall,
                                     .preset = material_preset("brick"),
                                     .openings = std::move(openings)}));
  };
  const double h = kWall / 2, end = 2 * kHalf + kWall;
  add("wall_front", {-kHalf - h, kHallFront}, {kHalf + h, kHallFront},
      {hall_pane(1.0, 4.0), hall_door(5.0), hall_pane(6.0, 9.2), hall_door(end / 2),
       hall_pane(end - 9.2, end - 6.0), hall_door(end - 5.0), hall_pane(end - 4.0, end - 1.0)});
  add("wall_back", {-kHalf - h, kBack}, {kHalf + h, kBack}, {});
  add("wall_west", {-kHalf, kHallFront + h}, {-kHalf, kBack - h}, {});
  add("wall_east", {kHalf, kHallFront + h}, {kHalf, kBack - h}, {});
  model.links.push_back(block_link("roof", {-kHalf - h, kHallFront - h, kHeight},
                                   {kHalf + h, kBack + h, kHeight + 0.2},
                                   material_preset("concrete"), "Roof"));
  model.links.push_back(block_link("counter", {-6.0, kBack - 2.5, 0.0}, {2.0, kBack - 1.7, 1.1},
                                   material_preset("wood"), "Furniture"));
  for (int i = 0; i < 3; ++i)
    model.links.push_back(block_link(
        numbered("bench", static_cast<std::size_t>(i) + 1), {4.0, kHallFront + 3.0 + 2.0 * i, 0.0},
        {7.0, kHallFront + 3.5 + 2.0 * i, 0.45}, material_preset("wood"), "Furniture"));
  add_model(world, std::move(model));
}

}  // namespace rubble::generators
