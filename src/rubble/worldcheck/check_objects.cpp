// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "rubble/worldcheck/check_rows.h"

namespace rubble::worldcheck {
namespace {

constexpr double kTolerance = 0.001;  // m

struct NamedPoint {
  std::string name;
  Vec3 point;
};

std::vector<NamedPoint> objects_of(const World& world) {
  std::vector<NamedPoint> objects;
  for (const Start& start : world.starts) objects.push_back({start.name, start.pose.position});
  for (const Victim& victim : world.victims) objects.push_back({victim.name, victim.pose.position});
  for (const Tag& tag : world.tags)
    objects.push_back({"tag " + std::to_string(tag.id), tag.pose.position});
  return objects;
}

bool is_inside(const Solid& solid, const Vec3& point) {
  if (!solid.bounds_hold(point)) return false;
  const std::vector<double> heights = heights_at(triangles_of(solid), point.head<2>());
  for (std::size_t i = 0; i + 1 < heights.size(); i += 2)
    if (point.z() > heights[i] + kTolerance && point.z() < heights[i + 1] - kTolerance) return true;
  return false;
}

// A feature that sticks in a wall, or nothing.
std::string buried_feature(const CheckScene& scene) {
  for (const Solid& feature : scene.solids) {
    if (feature.label != "Feature") continue;
    for (const Solid& wall : scene.solids) {
      if (wall.label != "Wall" || !wall.is_box() || !wall.bounds_meet(feature)) continue;
      for (const Triangle& triangle : triangles_of(feature))
        for (const Vec3& corner : triangle)
          if (depth_inside(wall, corner) > kTolerance) return feature.name + " in " + wall.name;
    }
  }
  return {};
}

// Somebody in a car of a train lies where no wheels go.
bool is_in_train(const CheckScene& scene, const Vec3& point) {
  for (const auto& model : scene.world.models) {
    if (model->semantic.label != "Train") continue;
    Bounds bounds;
    for (const Solid& solid : scene.solids)
      if (solid.name.starts_with(model->name + "/")) bounds.add(solid.bounds);
    const bool is_inside =
        (point.array() > bounds.low.array()).all() && (point.array() < bounds.high.array()).all();
    if (is_inside) return true;
  }
  return false;
}

}  // namespace

CheckRow check_objects(const CheckScene& scene) {
  const std::vector<NamedPoint> objects = objects_of(scene.world);
  for (const NamedPoint& object : objects)
    for (const Solid& solid : scene.solids)
      if (is_inside(solid, object.point))
        return {"objects", false, object.name + " is inside " + solid.name};
  if (const std::string buried = buried_feature(scene); !buried.empty())
    return {"objects", false, buried};
  return {"objects", true, std::to_string(objects.size()) + " objects stand free"};
}

CheckRow check_open_routes(const CheckScene& scene) {
  constexpr double kStep = 0.1;        // m, grid
  constexpr double kWheelStep = 0.05;  // m, what a Pioneer climbs
  constexpr double kRadius = 0.30;     // m: 0.60 m of free width
  constexpr double kNear = 1.2;        // m from the victim
  if (scene.world.starts.empty()) return {"routes", false, "the world has no start"};
  Bounds area;
  for (const Solid& solid : scene.solids)
    if (solid.label == "Ground") area.add(solid.bounds);
  const ColumnMap map(scene.solids, area, kStep);
  const Reachability reach(map, {.radius = kRadius, .max_step = kWheelStep},
                           {scene.world.starts.front().pose.position.head<2>()});
  std::size_t count = 0;
  for (const Victim& victim : scene.world.victims) {
    if (is_in_train(scene, victim.pose.position)) continue;
    ++count;
    if (!reach.reaches_near(victim.pose.position, kNear))
      return {"routes", false, "no way of 0.60 m width to " + victim.name};
  }
  return {"routes", true, std::to_string(count) + " victims outside the train can be reached"};
}

CheckRow check_routes(const CheckScene& scene, const ColumnMap& map) {
  constexpr double kRadius = 0.35;  // m: 0.70 m of free width
  constexpr double kNear = 0.9;     // m from the victim
  if (scene.world.starts.empty()) return {"routes", false, "the world has no start"};
  const Vec2 start = scene.world.starts.front().pose.position.head<2>();
  const Reachability reach(map, {.radius = kRadius, .max_step = scene.rules.max_reach_step + 0.02},
                           {start});
  const double cell = scene.world.generator->pitch;
  for (const Victim& victim : scene.world.victims) {
    for (const Start& other : scene.world.starts) {
      const Vec2 apart = (victim.pose.position - other.pose.position).head<2>();
      if (apart.cwiseAbs().maxCoeff() < cell / 2)
        return {"routes", false, victim.name + " lies in the cell of " + other.name};
    }
    if (!reach.reaches_near(victim.pose.position, kNear))
      return {"routes", false, "no way of 0.70 m width to " + victim.name};
  }
  return {"routes", true, std::to_string(scene.world.victims.size()) + " victims can be reached"};
}

}  // namespace rubble::worldcheck
