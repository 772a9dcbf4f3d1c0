// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "rubble/base/random.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/station/parts.h"
#include "rubble/generators/victim_places.h"

namespace rubble::generators {
namespace {

constexpr double kDebrisReach = 6.0;  // m from a wreck
constexpr int kMaxPlacingTries = 4000;

Vec2 in_frame_of(const Wreck& wreck, const Vec2& point) {
  const Pose flat =
      at(wreck.pose.position.x(), wreck.pose.position.y(), 0.0, yaw_of(wreck.pose.rotation));
  return (flat.inverse() * Vec3(point.x(), point.y(), 0.0)).head<2>();
}

// Distance from a point to the rectangle a wreck stands on; 0 inside.
double distance_to(const Wreck& wreck, const Vec2& point) {
  const Vec2 local = in_frame_of(wreck, point);
  const Vec2 low = wreck.footprint.low.head<2>(), high = wreck.footprint.high.head<2>();
  return (local - local.cwiseMax(low).cwiseMin(high)).norm();
}

double distance_to_nearest(const std::vector<Wreck>& wrecks, const Vec2& point) {
  double nearest = kInfinity;
  for (const Wreck& wreck : wrecks) nearest = std::min(nearest, distance_to(wreck, point));
  return nearest;
}

// South of the platform, on plain ground beside the ballast.
bool is_plain_ground(const Vec2& point, double margin) {
  for (const double track : kTrackY)
    if (std::abs(point.y() - track) < kBallastHalf + margin) return false;
  return point.y() < -2.0 - margin && point.y() > -kStationWidth / 2 + 1.0 &&
         std::abs(point.x()) < kStationLength / 2 - 10.0;
}

// Places on plain ground near wrecks that keep apart from each other.
class DebrisPlaces {
 public:
  DebrisPlaces(const std::vector<Wreck>& wrecks, std::uint64_t seed)
      : wrecks_(wrecks), random_(seed, "debris places") {}

  std::optional<Vec2> next(double radius) {
    for (int tries = 0; tries < kMaxPlacingTries; ++tries) {
      const auto& wreck = wrecks_[static_cast<std::size_t>(
          random_.integer(1, static_cast<int>(wrecks_.size()) - 1))];
      const Vec2 middle = wreck.pose.position.head<2>();
      const double off_y = random_.uniform(-16, 16), off_x = random_.uniform(-16, 16);
      const Vec2 point = middle + Vec2(off_x, off_y);
      const double away = distance_to_nearest(wrecks_, point);
      const bool is_apart = std::all_of(taken_.begin(), taken_.end(), [&](const auto& other) {
        return (other.first - point).norm() > other.second + radius + 0.05;
      });
      if (away < radius + 0.1 || away > kDebrisReach || !is_apart) continue;
      if (!is_plain_ground(point, radius + 0.1)) continue;
      taken_.emplace_back(point, radius);
      return point;
    }
    return std::nullopt;
  }

 private:
  const std::vector<Wreck>& wrecks_;
  Random random_;
  std::vector<std::pair<Vec2, double>> taken_;
};

Model debris_piece(const std::string& name, const Vec2& place, Random& random) {
  constexpr std::string_view kDebrisFinishes[] = {"metal", "rust", "wood", "blue_plastic"};
  const double height = random.uniform(0.05, 0.25), width = random.uniform(0.1, 0.4);
  const double length = random.uniform(0.1, 0.5);
  const Vec3 size(length, width, height);
  const double mass = std::clamp(400.0 * size.prod(), 0.5, 8.0);
  const auto kind = static_cast<std::size_t>(random.integer(0, 3));
  const double yaw = random.uniform(-kPi, kPi);
  return loose_model(name, at(place.x(), place.y(), size.z() / 2, yaw), Box{size},
                     std::round(mass * 100) / 100, material_preset(kDebrisFinishes[kind]),
                     "Rubble");
}

void add_debris(World& world, DebrisPlaces& places, std::uint64_t seed) {
  Random random(seed, "debris");
  const int count = random.integer(30, 80);
  for (int i = 0; i < count; ++i)
    if (const auto place = places.next(0.33))
      add_model(world, debris_piece("debris_" + std::to_string(i + 1), *place, random));
}

// A torn roof sheet that leans on a block; somebody lies under its edge.
void add_shelters(World& world, DebrisPlaces& places, std::uint64_t seed) {
  Model model = static_model("torn_sheets");
  for (std::size_t i = 0; i < 2; ++i) {
    const Vec2 place =
        places.next(1.8).value_or(Vec2(-20.0 - 10.0 * static_cast<double>(i), -27.0));
    Link link = make_link(numbered("sheet", i + 1), at(place.x(), place.y(), 0.0), "Debris");
    add_solid(link, "panel", make_pose(-0.2, 0.0, 0.46, 0.0, radians(25.0), 0.0),
              Box{{2.0, 1.6, 0.03}}, material_preset("metal"));
    add_solid(link, "prop", at(-1.25, 0.0, 0.4), Box{{0.25, 1.2, 0.8}}, material_preset("rust"));
    model.links.push_back(std::move(link));
    world.victims.push_back(draw_victim(seed, world.victims.size() + 1,
                                        at(place.x() - 0.6, place.y() + 0.9, 0.0, kPi / 2)));
  }
  add_model(world, std::move(model));
}

// In the aisle of three wrecks; the rolled frame carries the victim along.
void add_passengers(World& world, const std::vector<Wreck>& wrecks, std::uint64_t seed) {
  Random random(seed, "passengers");
  for (std::size_t i = wrecks.size() - 3; i < wrecks.size(); ++i) {
    const bool lies_on_side = std::abs(wrecks[i].roll) > 1.0;
    const double wall = wrecks[i].roll > 0 ? -1.3 : 1.3;
    const Vec3 place(random.uniform(-0.3, 0.3) - 10.0, lies_on_side ? wall : 0.0,
                     lies_on_side ? 2.2 : 1.15);
    const Vec3 point = wrecks[i].pose * place;
    world.victims.push_back(
        draw_victim(seed, world.victims.size() + 1,
                    at(point.x(), point.y(), point.z(), yaw_of(wrecks[i].pose.rotation))));
  }
}

void add_bystanders(World& world, std::uint64_t seed) {
  const auto add = [&](double x, double y, double z, double yaw) {
    world.victims.push_back(draw_victim(seed, world.victims.size() + 1, at(x, y, z, yaw)));
  };
  Random random(seed, "bystanders");
  add(random.uniform(-30, 30), 12.9, kPlatformTop, -kPi / 2);
  add(random.uniform(-30, 30), -1.2, kPlatformTop, kPi / 2);
  add(random.uniform(-7, 0), kHallFront + 4.0, 0.0, -kPi / 2);
}

void add_fires(World& world, const std::vector<Wreck>& wrecks, std::uint64_t seed) {
  Random random(seed, "fires");
  const int count = random.integer(2, 4);
  const double strength = random.uniform(0.5, 2.0), heading = random.uniform(-kPi, kPi);
  for (int i = 0; i < count; ++i) {
    const Wreck& wreck = wrecks[static_cast<std::size_t>(i + 1)];
    const Vec3 top = wreck.pose * Vec3(random.uniform(-9.0, 9.0), 0.0, 2.0);
    Plume plume;
    plume.name = "fire_" + std::to_string(i + 1);
    plume.pose = at(top.x(), top.y(), top.z());
    plume.rate = 40.0;
    plume.lifetime = random.uniform(6.0, 10.0);
    plume.radius = 0.5;
    plume.growth = 0.3;
    plume.velocity = {0.0, 0.0, 1.5};
    plume.wind = {strength * std::cos(heading), strength * std::sin(heading), 0.0};
    plume.glow = 0.6;
    plume.heat = 1.0;
    plume.heat_radius = 2.0;
    plume.color = {70, 66, 62};
    plume.seed = seed + static_cast<std::uint64_t>(i);
    world.sources.push_back({.kind = SourceKind::Heat, .level = 600.0, .pose = plume.pose});
    world.plumes.push_back(plume);
  }
}

}  // namespace

void add_disaster(World& world, const std::vector<Wreck>& wrecks, std::uint64_t seed) {
  DebrisPlaces places(wrecks, seed);
  add_passengers(world, wrecks, seed);
  add_shelters(world, places, seed);
  add_bystanders(world, seed);
  add_debris(world, places, seed);
  add_fires(world, wrecks, seed);
  for (std::size_t i = 0; i < 4; ++i)
    world.starts.push_back({"RobotStart" + std::to_string(i + 1),
                            at(50.0 + 2.0 * static_cast<double>(i % 2),
                               20.0 + 2.0 * static_cast<double>(i / 2), 0.2, kPi)});
}

}  // namespace rubble::generators
