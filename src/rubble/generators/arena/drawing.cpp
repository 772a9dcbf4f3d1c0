// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/arena/drawing.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/random.h"
#include "rubble/generators/arena/debris.h"
#include "rubble/generators/arena/step_field.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/door.h"

namespace rubble::generators {
namespace {

constexpr double kArenaCeiling = 4.0;
constexpr double kPlatformHeight = 1.20;  // m
constexpr double kGentleRamp = radians(10.0);

std::string cell_name(const std::string& word, Cell cell) {
  return word + "_" + std::to_string(cell.column) + "_" + std::to_string(cell.row);
}

Pose middle_of(const ArenaPlan& plan, Cell cell, double yaw = 0.0) {
  const Vec2 center = plan.frame.center_of(cell);
  return at(center.x(), center.y(), 0.0, yaw);
}

double clear_width(const ArenaPlan& plan) {
  return std::min(plan.frame.clear_x(), plan.frame.clear_y());
}

// A roof over a cell on four legs, 0.67 to 0.80 m above the floor: a robot on a ramp's ridge still
// fits.
Link confined_link(const ArenaPlan& plan, Cell cell, Random random) {
  constexpr double kDeck = 0.05, kLeg = 0.05;
  const double height = random.uniform(0.67, 0.80);
  Link link = make_link(cell_name("confined", cell), middle_of(plan, cell), "Confined");
  add_solid(link, "deck", at(0.0, 0.0, height + kDeck / 2),
            Box{{plan.frame.clear_x(), plan.frame.clear_y(), kDeck}}, material_preset("plywood"));
  int leg = 0;
  for (const double x : {-1.0, 1.0})
    for (const double y : {-1.0, 1.0})
      add_solid(link, "leg_" + std::to_string(++leg),
                at(x * (plan.frame.clear_x() - kLeg) / 2, y * (plan.frame.clear_y() - kLeg) / 2,
                   height / 2),
                Box{{kLeg, kLeg, height}}, material_preset("wood"));
  return link;
}

// Five closed treads that rise along x to a sixth step, the platform: 0.20 m by 0.2325 m, 40.7
// degrees. Each tread stands 0.0175 m over the one below.
Link stair_link(const ArenaPlan& plan, Cell cell) {
  constexpr int kTreads = 5;
  constexpr double kRise = kPlatformHeight / (kTreads + 1);
  constexpr double kRun = 0.2325, kTreadDepth = 0.25, kTreadThickness = 0.03;
  Link link = make_link("stair", middle_of(plan, cell), "Stair");
  const double foot = plan.frame.clear_x() / 2 - kTreads * kRun;
  for (int i = 0; i < kTreads; ++i) {
    const std::string number = std::to_string(i + 1);
    const double top = (i + 1) * kRise;
    const double back = foot + (i + 1) * kRun;
    const double body = top - kTreadThickness;
    add_solid(link, "step_" + number, at(back - kRun / 2, 0.0, body / 2),
              Box{{kRun, plan.frame.clear_y(), body}}, material_preset("plywood"));
    add_solid(link, "tread_" + number, at(back - kTreadDepth / 2, 0.0, top - kTreadThickness / 2),
              Box{{kTreadDepth, plan.frame.clear_y(), kTreadThickness}}, material_preset("nosing"));
  }
  return link;
}

// 45 degrees up to the platform, which lies opposite the ramp's foot.
Link steep_ramp_link(const ArenaPlan& plan, Cell cell) {
  const double yaw = plan.is_flipped ? -kPi / 2 : kPi / 2;
  const double far = plan.frame.clear_y() / 2;
  // The outline stands in the link's x-z plane; the prism's height runs along -y.
  const Pose across = make_pose(0.0, plan.frame.clear_x() / 2, 0.0, kPi / 2, 0.0, 0.0);
  Link link = make_link("steep_ramp", middle_of(plan, cell, yaw), "Ramp");
  add_solid(link, "wedge", across,
            prism({{far - kPlatformHeight, 0.0}, {far, 0.0}, {far, kPlatformHeight}},
                  plan.frame.clear_x()),
            material_preset("osb"));
  return link;
}

Link platform_link(const ArenaPlan& plan) {
  const int columns = plan.grid.columns(), rows = plan.grid.rows();
  const double x = (columns - 1) * plan.frame.pitch_x;
  const double y = (plan.is_flipped ? 1 : rows - 1) * plan.frame.pitch_y;
  const Vec3 size(2 * plan.frame.pitch_x - kWallThickness, 2 * plan.frame.pitch_y - kWallThickness,
                  kPlatformHeight);
  return box_link("platform", at(x, y, kPlatformHeight / 2), size, material_preset("plywood"),
                  "Platform");
}

void add_pallet(World& world, Model& model, const ArenaPlan& plan, Cell cell, Random random) {
  const double yaw = random.integer(0, 3) * (kPi / 2);
  const Vec2 middle = plan.frame.center_of(cell);
  model.links.push_back(
      pallet_link(cell_name("pallet", cell), middle, yaw, radians(random.uniform(3.0, 7.0))));
  const Vec2 beside = middle + 0.5 * Vec2(std::sin(yaw), -std::cos(yaw));
  add_pipe(world, cell_name("pipe", cell), beside, yaw);
}

void draw_contents(World& world, const ArenaPlan& plan) {
  const bool is_red = plan.settings.kind == ArenaKind::Red;
  const StepFieldKind field = is_red ? StepFieldKind::FullCubic : StepFieldKind::HalfCubic;
  Model model = static_model("obstacles");
  for (std::size_t i = 0; i < plan.contents.size(); ++i) {
    const Cell cell = plan.grid.cell_at(i);
    const Random random(plan.settings.seed, "shape of content", i);
    switch (plan.contents[i]) {
      case CellContent::StepField:
        model.links.push_back(step_field_link(cell_name("step_field", cell), middle_of(plan, cell),
                                              field, draw_step_heights(field, random),
                                              clear_width(plan)));
        break;
      case CellContent::Confined:
        model.links.push_back(confined_link(plan, cell, random));
        break;
      case CellContent::Pallet:
        add_pallet(world, model, plan, cell, random);
        break;
      case CellContent::Rubble:
        add_rubble_heap(world, cell_name("heap", cell), plan.frame.center_of(cell), random);
        break;
      case CellContent::Stair:
        model.links.push_back(stair_link(plan, cell));
        break;
      case CellContent::SteepRamp:
        model.links.push_back(steep_ramp_link(plan, cell));
        break;
      case CellContent::Empty:
      case CellContent::CrossingRamp:
      case CellContent::Platform:
        break;
    }
  }
  if (plan.settings.kind == ArenaKind::Orange) model.links.push_back(platform_link(plan));
  add_model(world, std::move(model));
}

// A leaf between two posts across an opening, its hinge on the right.
void add_push_door(World& world, Model& frames, const ArenaPlan& plan, const WallSpot& spot) {
  const std::size_t number = frames.links.size() + 1;
  const double opening = plan.frame.face_length(spot.side);
  constexpr double kPost = 0.04;
  const Pose face = plan.frame.face_of(spot);
  const Pose middle = face * at(-kWallThickness / 2, 0.0, 0.0);
  Link frame = make_link(numbered("door_frame", number), middle, "DoorFrame");
  for (const double side : {-1.0, 1.0})
    add_solid(frame, side < 0 ? "right_post" : "left_post",
              at(0.0, side * (opening - kPost) / 2, kWallHeight / 2),
              Box{{kWallThickness, kPost, kWallHeight}}, material_preset("wood"));
  frames.links.push_back(std::move(frame));
  // The leaf's own edge turns towards the post: the gap must be wider than half its thickness.
  constexpr double kLeaf = 0.03, kGap = 0.02;
  const double reach = opening / 2 - kPost - kGap;
  add_model(world, hinged_door(numbered("door", number), middle * at(0.0, -reach, 0.0, kPi / 2),
                               {.width = 2 * reach,
                                .height = 1.10,
                                .thickness = kLeaf,
                                .mass = 6.0,
                                .friction = 0.3,
                                .damping = 0.5,
                                .preset = "plywood"}));
}

// Sheets of paper on flat floors, seen but too thin to feel.
void add_papers(World& world, const ArenaPlan& plan) {
  Random random(plan.settings.seed, "papers");
  Model model = static_model("papers");
  Link link = make_link("sheets", {}, "Paper");
  for (std::size_t i = 0; i < plan.grid.cell_count(); ++i) {
    const bool is_flat = plan.floor[i].kind == FloorTile::Kind::Flat;
    for (int sheet = random.integer(0, 3); sheet > 0; --sheet) {
      const double off_y = random.uniform(-0.4, 0.4), off_x = random.uniform(-0.4, 0.4);
      const Vec2 place = plan.frame.center_of(plan.grid.cell_at(i)) + Vec2(off_x, off_y);
      const double yaw = random.uniform(0.0, kPi);
      if (is_flat)
        add_visual(link, numbered("sheet", link.visuals.size() + 1),
                   at(place.x(), place.y(), 0.0005 * (1 + sheet), yaw), Box{{0.297, 0.21, 0.0005}},
                   material_preset("paper"));
    }
  }
  model.links.push_back(std::move(link));
  add_model(world, std::move(model));
}

}  // namespace

void draw_arena(World& world, const ArenaPlan& plan) {
  add_hall(world, plan.grid, plan.frame, kArenaCeiling);
  add_model(world, walls_model(wall_runs(plan.grid, plan.frame), plan.settings.seed));
  const bool is_yellow = plan.settings.kind == ArenaKind::Yellow;
  add_model(world,
            floor_model(plan.grid, plan.frame, plan.floor, is_yellow ? kGentleRamp : kRampAngle));
  Model frames = static_model("door_frames");
  for (const WallSpot& door : plan.doors) add_push_door(world, frames, plan, door);
  add_model(world, std::move(frames));
  draw_contents(world, plan);
  add_furnishing(world, plan.frame, plan.grid, plan.furnishing, plan.settings.seed);
  if (is_yellow) add_papers(world, plan);
}

}  // namespace rubble::generators
