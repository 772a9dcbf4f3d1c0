// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "rubble/sdf/sdf_writer.h"
#include "rubble/worldcheck/check_rows.h"

namespace rubble::worldcheck {
namespace {

constexpr double kDeepest = -0.2;        // m, a ray down must have hit by then
constexpr double kWallFoot = 0.42;       // m, what is higher is no floor
constexpr double kSlopeTolerance = 0.2;  // degrees

struct Spot {
  int column = 0;
  int row = 0;
};

std::string text_of(const ColumnMap& map, Spot spot) {
  const Vec2 point = map.point(spot.column, spot.row);
  return short_number(std::round(point.x() * 100) / 100) + " " +
         short_number(std::round(point.y() * 100) / 100);
}

// The height of the floor in a column, nothing in a wall or under something low.
std::optional<double> floor_height(const ColumnMap& map, Spot spot) {
  const auto& spans = map.spans(spot.column, spot.row);
  if (spans.empty() || spans[0].high > kWallFoot) return std::nullopt;
  if (spans.size() > 1 && spans[1].low - spans[0].high < 0.5) return std::nullopt;
  return spans[0].high;
}

bool is_hole(const ColumnMap& map, Spot spot) {
  const auto& spans = map.spans(spot.column, spot.row);
  return spans.empty() || spans[0].high < kDeepest;
}

bool lies_within(const Vec2& point, const Bounds& area) {
  return point.x() > area.low.x() && point.x() < area.high.x() && point.y() > area.low.y() &&
         point.y() < area.high.y();
}

double step_between(const ColumnMap& map, Spot a, Spot b) {
  const auto from = floor_height(map, a);
  const auto to = floor_height(map, b);
  return from && to ? std::abs(*from - *to) : 0.0;
}

// Posts of a field stand at the middles of a 10 x 10 raster around the link's frame.
constexpr int kPosts = 10;
constexpr double kPostWidth = 0.10;  // m

using PostHeights = std::array<std::array<double, kPosts>, kPosts>;

PostHeights post_heights(const Link& link) {
  PostHeights heights{};
  for (const Collision& collision : link.collisions) {
    const Box* const box = std::get_if<Box>(&collision.geometry);
    if (box == nullptr) continue;
    const Vec3 middle = collision.link_from_shape.position;
    for (int i = 0; i < kPosts; ++i)
      for (int j = 0; j < kPosts; ++j) {
        const Vec2 post((i - 4.5) * kPostWidth, (j - 4.5) * kPostWidth);
        const Vec2 away = (post - middle.head<2>()).cwiseAbs() - box->size.head<2>() / 2;
        double& height = heights[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
        if (away.maxCoeff() < 0.0) height = std::max(height, middle.z() + box->size.z() / 2);
      }
  }
  return heights;
}

bool stands_on_floor(const Link& link) {
  return std::all_of(link.collisions.begin(), link.collisions.end(), [&](const Collision& c) {
    const double bottom = link.model_from_link.position.z() + c.link_from_shape.position.z() +
                          rubble::bounds_of(c.geometry).low.z();
    return std::abs(bottom) < 0.001;
  });
}

// The largest difference between posts beside each other, in units of the field.
double max_difference(const PostHeights& heights, double unit) {
  double largest = 0.0;
  for (std::size_t i = 0; i < kPosts; ++i)
    for (std::size_t j = 0; j < kPosts; ++j) {
      if (i + 1 < kPosts) largest = std::max(largest, std::abs(heights[i + 1][j] - heights[i][j]));
      if (j + 1 < kPosts) largest = std::max(largest, std::abs(heights[i][j + 1] - heights[i][j]));
    }
  return largest / unit;
}

std::string step_field_fault(const Link& link) {
  const bool is_full = link.semantic.name == "full_cubic";
  const double unit = is_full ? 0.10 : 0.05;
  const PostHeights heights = post_heights(link);
  if (!stands_on_floor(link)) return link.name + " has a post that does not stand on the floor";
  for (const auto& row : heights)
    for (const double height : row)
      if (height < unit - 0.001 || height > 4 * unit + 0.001)
        return link.name + " has a post of " + short_number(height) + " m";
  if (max_difference(heights, unit) > (is_full ? 2.01 : 1.01))
    return link.name + " has neighbours too different in height";
  return {};
}

}  // namespace

CheckRow check_floor(const CheckScene& scene, const ColumnMap& map) {
  std::size_t holes = 0;
  double worst = 0.0;
  std::string where = "no step";
  for (int row = 0; row + 1 < map.rows(); ++row)
    for (int column = 0; column + 1 < map.columns(); ++column) {
      if (!lies_within(map.point(column, row), scene.walls)) continue;
      const Spot here{column, row};
      if (is_hole(map, here)) ++holes;
      for (const Spot next : {Spot{column + 1, row}, Spot{column, row + 1}}) {
        const double step = step_between(map, here, next);
        if (step <= worst) continue;
        worst = step;
        where = "largest step " + short_number(std::round(step * 1000) / 1000) + " m at " +
                text_of(map, here);
      }
    }
  const double slope_rise = map.step() * std::tan(radians(16.0));
  return {"floor", holes == 0 && worst <= scene.rules.max_step + slope_rise,
          std::to_string(holes) + " holes, " + where};
}

CheckRow check_slopes(const CheckScene& scene) {
  if (scene.rules.slopes.empty()) return {"slopes", true, "any slope is allowed here"};
  for (const Solid& solid : scene.solids)
    for (const Triangle& t : triangles_of(solid)) {
      const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]).normalized();
      const double slope = degrees(std::acos(std::clamp(normal.z(), -1.0, 1.0)));
      if (slope < 1.0 || slope > 80.0) continue;
      const bool is_known =
          std::any_of(scene.rules.slopes.begin(), scene.rules.slopes.end(),
                      [&](double wanted) { return std::abs(slope - wanted) <= kSlopeTolerance; });
      if (!is_known)
        return {"slopes", false, solid.name + " slopes " + short_number(slope) + " degrees"};
    }
  return {"slopes", true, "all ramps have their angle within 0.2 degrees"};
}

CheckRow check_step_fields(const CheckScene& scene) {
  std::size_t count = 0;
  for (const auto& model : scene.world.models)
    for (const Link& link : model->links) {
      if (link.semantic.label != "StepField") continue;
      ++count;
      if (const std::string fault = step_field_fault(link); !fault.empty())
        return {"step fields", false, fault};
    }
  return {"step fields", true, std::to_string(count) + " fields"};
}

}  // namespace rubble::worldcheck
