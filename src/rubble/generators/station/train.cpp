// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>

#include "rubble/base/random.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/building.h"
#include "rubble/generators/station/parts.h"
#include "rubble/worldcheck/solid.h"

namespace rubble::generators {
namespace {

constexpr double kCoachLength = 25.0, kCoachWidth = 2.9, kCoachHeight = 3.6;
constexpr double kLocomotiveLength = 18.0;
constexpr double kLocomotiveFront = 55.7;  // x, just west of the crossing
constexpr double kFloor = 1.1;             // m above the rails
constexpr double kSkin = 0.06;             // m
constexpr int kCoaches = 4;

void add_bogies(Link& link, double from_middle) {
  for (const double side : {-1.0, 1.0})
    add_block(link, side < 0 ? "rear_bogie" : "front_bogie", {side * from_middle - 1.5, -1.2, 0.0},
              {side * from_middle + 1.5, 1.2, 0.9}, material_preset("rust"));
}

// Nine windows between a door at each end.
std::vector<Opening> side_openings() {
  const double top = kCoachHeight - 0.1 - kFloor;
  std::vector<Opening> openings{{.from = 0.8, .to = 1.7, .top = top - 0.3}};
  for (int i = 0; i < 9; ++i) {
    const double middle = 3.7 + 2.2 * i;
    openings.push_back({.from = middle - 0.7, .to = middle + 0.7, .bottom = 0.8, .top = 1.7});
  }
  openings.push_back({.from = kCoachLength - 1.7, .to = kCoachLength - 0.8, .top = top - 0.3});
  return openings;
}

WallPlan coach_wall(const std::string& name, const Vec2& from, const Vec2& to,
                    const std::string& paint, std::vector<Opening> openings) {
  return {.name = name,
          .from = from,
          .to = to,
          .foot = kFloor,
          .height = kCoachHeight - 0.1 - kFloor,
          .thickness = kSkin,
          .preset = material_preset(paint),
          .openings = std::move(openings)};
}

Link seats_link() {
  constexpr double kAisle = 0.35, kSide = kCoachWidth / 2 - kSkin - 0.01;
  Link link = make_link("seats", {}, "Furniture");
  for (int row = 0; row < 11; ++row)
    for (const double side : {-1.0, 1.0}) {
      const double x = -8.4 + 1.68 * row;
      const double low = side < 0 ? -kSide : kAisle, high = side < 0 ? -kAisle : kSide;
      const std::string name = "seat_" + std::to_string(row + 1) + (side < 0 ? "_right" : "_left");
      add_block(link, name, {x - 0.25, low, kFloor}, {x + 0.25, high, kFloor + 0.45},
                material_preset("blue_plastic"));
      add_block(link, name + "_back", {x + 0.25, low, kFloor}, {x + 0.33, high, kFloor + 1.1},
                material_preset("blue_plastic"));
    }
  return link;
}

// A shell with openings, seats and an aisle of 0.7 m; its frame stands on the rails in the middle.
Model coach_model(const std::string& name) {
  const double half = kCoachLength / 2, side = (kCoachWidth - kSkin) / 2;
  const double inner = half - kSkin;
  Model model = static_model(name);
  model.semantic.label = "Train";
  Link frame = make_link("frame", {});
  add_bogies(frame, 8.5);
  add_block(frame, "floor", {-half, -kCoachWidth / 2, kFloor - 0.1},
            {half, kCoachWidth / 2, kFloor}, material_preset("metal"));
  add_block(frame, "roof", {-half, -kCoachWidth / 2, kCoachHeight - 0.1},
            {half, kCoachWidth / 2, kCoachHeight}, material_preset("metal"));
  model.links.push_back(std::move(frame));
  model.links.push_back(wall_link(
      coach_wall("left_side", {-half, side}, {half, side}, "red_paint", side_openings())));
  model.links.push_back(wall_link(
      coach_wall("right_side", {-half, -side}, {half, -side}, "red_paint", side_openings())));
  const double between = side - kSkin / 2;
  const std::vector<Opening> gangway{{.from = between - 0.45, .to = between + 0.45, .top = 2.1}};
  for (const double end : {-inner - kSkin / 2, inner + kSkin / 2})
    model.links.push_back(wall_link(coach_wall(end < 0 ? "rear_end" : "front_end", {end, -between},
                                               {end, between}, "white_paint", gangway)));
  for (Link& link : model.links) link.semantic.label = "Train";
  model.links.push_back(seats_link());
  return model;
}

Model locomotive_model() {
  Model model = static_model("locomotive");
  model.semantic.label = "Train";
  Link link = make_link("body", {});
  add_bogies(link, 5.5);
  add_block(link, "hull", {-9.0, -1.5, 0.9}, {7.0, 1.5, 3.8}, material_preset("orange_paint"));
  add_block(link, "nose", {7.0, -1.5, 0.9}, {9.0, 1.5, 2.3}, material_preset("orange_paint"));
  add_block(link, "windscreen", {7.0, -1.3, 2.3}, {7.02, 1.3, 3.3}, material_preset("black_paint"));
  model.links.push_back(std::move(link));
  return model;
}

Bounds bounds_when(const Model& model, const Pose& pose) {
  Bounds bounds;
  for (const Link& link : model.links)
    for (const Collision& collision : link.collisions)
      bounds.add(worldcheck::make_solid("", "",
                                        pose * link.model_from_link * collision.link_from_shape,
                                        collision.geometry)
                     .bounds);
  return bounds;
}

bool crosses_tracks(const Bounds& place) {
  return std::any_of(std::begin(kTrackY), std::end(kTrackY), [&](double track) {
    return place.high.y() > track - kBallastHalf && place.low.y() < track + kBallastHalf;
  });
}

// The boxes of a car near a point, as they stand.
std::vector<worldcheck::Solid> boxes_near(const Model& car, const Vec2& point) {
  constexpr double kNear = 6.0;  // m
  std::vector<worldcheck::Solid> boxes;
  for (const Link& link : car.links)
    for (const Collision& collision : link.collisions) {
      const worldcheck::Solid box = worldcheck::make_solid(
          "", "", car.world_from_model * link.model_from_link * collision.link_from_shape,
          collision.geometry);
      const double reach = kNear + box.box_size().norm() / 2;
      if ((box.world_from_shape.position.head<2>() - point).norm() < reach) boxes.push_back(box);
    }
  return boxes;
}

bool touch_near(const Model& a, const Model& b, const Vec2& coupling) {
  const std::vector<worldcheck::Solid> others = boxes_near(b, coupling);
  for (const worldcheck::Solid& box : boxes_near(a, coupling))
    for (const worldcheck::Solid& other : others)
      if (worldcheck::penetration(box, other) > 0.0) return true;
  return false;
}

// How one coach left the track.
struct Derailment {
  double yaw = 0.0;
  double roll = 0.0;
};

// One coach lies on its side; the others lean.
std::vector<Derailment> draw_derailments(Random random) {
  const int fallen = random.integer(1, kCoaches - 1);
  std::vector<Derailment> coaches;
  for (int i = 0; i < kCoaches; ++i) {
    const double size = i == 0 ? random.uniform(5.0, 20.0) : random.uniform(25.0, 40.0);
    const double yaw = radians(i == 0 || random.chance(0.5) ? size : -size);
    const double lean =
        radians(i == fallen ? random.uniform(80.0, 90.0) : random.uniform(0.0, 35.0));
    coaches.push_back({yaw, random.chance(0.5) ? lean : -lean});
  }
  return coaches;
}

// The pose in which the rolled coach touches the ground or the rails with its lowest corner.
Pose resting_pose(const Model& coach, const Vec2& middle, const Derailment& how) {
  Pose pose = make_pose(middle.x(), middle.y(), 0.0, how.roll, 0.0, how.yaw);
  const Bounds bounds = bounds_when(coach, pose);
  pose.position.z() = (crosses_tracks(bounds) ? kRailTop : 0.0) - bounds.low.z();
  return pose;
}

bool lies_south_of_platform(const Bounds& place) {
  constexpr double kPlatformEdge = -2.0, kMargin = 0.1;
  return place.high.y() < kPlatformEdge - kMargin && place.low.y() > -kStationWidth / 2 + 1.0 &&
         place.low.x() > -kStationLength / 2 + 0.5;
}

Model standing_locomotive() {
  Model model = locomotive_model();
  model.world_from_model = at(kLocomotiveFront - kLocomotiveLength / 2, kTrainTrackY, kRailTop);
  return model;
}

// The coach behind `last`, as near to its coupling as their shapes allow.
Model next_coach(const std::string& name, const Model& last, const Vec2& coupling,
                 const Derailment& how) {
  const Vec2 forward(std::cos(how.yaw), std::sin(how.yaw));
  Model coach = coach_model(name);
  for (double gap = 0.3; gap < 4.0; gap += 0.1) {
    coach.world_from_model =
        resting_pose(coach, coupling - (gap + kCoachLength / 2) * forward, how);
    if (!touch_near(last, coach, coupling)) break;
  }
  return coach;
}

Vec2 rear_of(const Model& coach, double length) {
  return (coach.world_from_model * Vec3(-length / 2, 0.0, 0.0)).head<2>();
}

// Whether the middle lines of the coaches keep clear of platform and ground's edge: a quick look
// before anything is built.
bool chain_fits(const std::vector<Derailment>& derailments) {
  double rear = kTrainTrackY, last_yaw = 0.0;
  for (const Derailment& how : derailments) {
    rear -= (kCoachLength + 0.5) * std::sin(how.yaw);
    if (rear > kTrainTrackY - 0.5 || rear < -kStationWidth / 2 + 3.0) return false;
    if (std::abs(how.yaw - last_yaw) > radians(65.0)) return false;
    last_yaw = how.yaw;
  }
  return true;
}

// Locomotive and coaches, or nothing if a coach would lie on the platform or off the ground.
std::optional<std::vector<Model>> place_train(const std::vector<Derailment>& derailments) {
  std::vector<Model> train{standing_locomotive()};
  Vec2 coupling = rear_of(train[0], kLocomotiveLength);
  for (const Derailment& how : derailments) {
    train.push_back(next_coach(numbered("coach", train.size()), train.back(), coupling, how));
    if (!lies_south_of_platform(bounds_when(train.back(), train.back().world_from_model)))
      return std::nullopt;
    coupling = rear_of(train.back(), kCoachLength);
  }
  return train;
}

}  // namespace

std::vector<Wreck> add_train(World& world, std::uint64_t seed) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    std::vector<Derailment> how = draw_derailments(Random(seed, "derailment", attempt));
    if (!chain_fits(how)) continue;
    const std::optional<std::vector<Model>> train = place_train(how);
    if (!train) continue;
    how.insert(how.begin(), Derailment{});
    std::vector<Wreck> wrecks;
    for (std::size_t i = 0; i < train->size(); ++i) {
      const Model& car = (*train)[i];
      const Pose rolled = make_pose(0.0, 0.0, 0.0, how[i].roll, 0.0, 0.0);
      wrecks.push_back({car.world_from_model, how[i].roll, bounds_when(car, rolled)});
      add_model(world, car);
    }
    return wrecks;
  }
}

}  // namespace rubble::generators
