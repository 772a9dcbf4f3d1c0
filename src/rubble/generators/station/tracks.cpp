// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "rubble/generators/builder.h"
#include "rubble/generators/building.h"
#include "rubble/generators/station/parts.h"

namespace rubble::generators {
namespace {

constexpr double kGauge = 1.435, kRailWidth = 0.07;
constexpr double kBallastTop = 0.03, kSleeperTop = 0.05;
constexpr double kSleeperStep = 0.60;
constexpr double kEndX = kStationLength / 2;
constexpr double kCrossingX[] = {-53.0, 57.8};
constexpr double kCrossingHalf = 1.5;

// y of the middle of each rail, from south to north.
std::vector<double> rail_lines() {
  std::vector<double> lines;
  for (const double track : kTrackY)
    for (const double side : {-1.0, 1.0}) lines.push_back(track + side * (kGauge + kRailWidth) / 2);
  std::sort(lines.begin(), lines.end());
  return lines;
}

Link sleepers_link(const std::string& name, double y) {
  Link link = make_link(name, at(0.0, y, 0.0), "Track");
  const int count = static_cast<int>(kStationLength / kSleeperStep);
  for (int i = 0; i < count; ++i) {
    const double x = -kEndX + (i + 0.5) * kSleeperStep;
    add_block(link, "sleeper_" + std::to_string(i + 1), {x - 0.12, -1.3, kBallastTop},
              {x + 0.12, 1.3, kSleeperTop}, material_preset("dark_wood"));
  }
  return link;
}

Model track_model() {
  Model model = static_model("tracks");
  for (std::size_t i = 0; i < std::size(kTrackY); ++i) {
    const double y = kTrackY[i];
    model.links.push_back(block_link(numbered("ballast", i + 1), {-kEndX, y - kBallastHalf, 0.0},
                                     {kEndX, y + kBallastHalf, kBallastTop},
                                     material_preset("ballast"), "Ground"));
    model.links.push_back(sleepers_link(numbered("sleepers", i + 1), y));
  }
  std::size_t number = 0;
  for (const double y : rail_lines())
    model.links.push_back(
        block_link(numbered("rail", ++number), {-kEndX, y - kRailWidth / 2, kSleeperTop},
                   {kEndX, y + kRailWidth / 2, kRailTop}, material_preset("steel"), "Rail"));
  return model;
}

// Up to the rails over 1.6 m: 6.8 degrees. Seen along x, the wedge rises towards `towards`.
void add_crossing_ramp(Link& link, const std::string& name, double foot_y, double top_y) {
  const bool rises_north = top_y > foot_y;
  const std::vector<Vec2> outline =
      rises_north ? std::vector<Vec2>{{foot_y, 0.0}, {top_y, 0.0}, {top_y, kRailTop}}
                  : std::vector<Vec2>{{top_y, 0.0}, {foot_y, 0.0}, {top_y, kRailTop}};
  add_solid(link, name, along_x({-kCrossingHalf, 0.0, 0.0}), prism(outline, 2 * kCrossingHalf),
            material_preset("wood"));
}

// Planks between all rails, flush with them, and a ramp at each side.
Link crossing_link(const std::string& name, double x) {
  constexpr double kFlangeGap = 0.01, kRamp = 1.6, kSide = kBallastHalf + 0.01;
  Link link = make_link(name, at(x, 0.0, 0.0), "Crossing");
  std::vector<double> edges = rail_lines();
  edges.insert(edges.begin(), kTrackY[3] - kSide);
  edges.push_back(kTrackY[0] + kSide);
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    const bool is_first = i == 0, is_last = i + 2 == edges.size();
    add_block(
        link, numbered("planks", i + 1),
        {-kCrossingHalf, edges[i] + (is_first ? 0.0 : kRailWidth / 2 + kFlangeGap), kSleeperTop},
        {kCrossingHalf, edges[i + 1] - (is_last ? 0.0 : kRailWidth / 2 + kFlangeGap), kRailTop},
        material_preset("wood"));
  }
  add_crossing_ramp(link, "ramp_south", edges.front() - kRamp, edges.front());
  add_crossing_ramp(link, "ramp_north", edges.back() + kRamp, edges.back());
  return link;
}

}  // namespace

void add_tracks(World& world) {
  Model ground = static_model("ground");
  ground.links.push_back(block_link("ground", {-kEndX, -kStationWidth / 2, -0.5},
                                    {kEndX, kStationWidth / 2, 0.0}, material_preset("asphalt"),
                                    "Ground"));
  add_model(world, std::move(ground));
  Model tracks = track_model();
  for (const double x : kCrossingX)
    tracks.links.push_back(crossing_link(x < 0 ? "crossing_west" : "crossing_east", x));
  add_model(world, std::move(tracks));
}

}  // namespace rubble::generators
