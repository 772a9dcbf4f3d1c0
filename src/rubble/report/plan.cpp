// SPDX-License-Identifier: Apache-2.0
#include "rubble/report/plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "rubble/report/scale_bar.h"

namespace rubble::report {
namespace {

using Outline = std::vector<Vec2>;

constexpr const char* kOutlineColor = "#4d4d4d";
constexpr const char* kTrailColors[] = {"#d7301f", "#2166ac", "#1b7837", "#762a83", "#b35806"};

// A shape's footprint and how high it reaches.
struct Patch {
  Outline outline;
  double bottom = 0.0;
  double top = 0.0;
  std::string fill;
};

double cross(const Vec2& a, const Vec2& b, const Vec2& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

// Andrew's monotone chain.
Outline hull_of(std::vector<Vec2> points) {
  std::sort(points.begin(), points.end(), [](const Vec2& a, const Vec2& b) {
    return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y();
  });
  if (points.size() < 3) return points;
  Outline hull;
  const auto add_chain = [&](auto begin, auto end) {
    const std::size_t floor = hull.size();
    for (auto it = begin; it != end; ++it) {
      while (hull.size() >= floor + 2 && cross(hull[hull.size() - 2], hull.back(), *it) <= 0.0)
        hull.pop_back();
      hull.push_back(*it);
    }
    hull.pop_back();
  };
  add_chain(points.begin(), points.end());
  add_chain(points.rbegin(), points.rend());
  return hull;
}

// Points that span a shape well enough for its footprint, in its own frame.
struct Corners {
  std::vector<Vec3> operator()(const Cylinder& cylinder) const {
    std::vector<Vec3> points;
    for (int i = 0; i < 24; ++i)
      for (const double z : {-cylinder.length / 2, cylinder.length / 2})
        points.emplace_back(cylinder.radius * std::cos(i * kPi / 12),
                            cylinder.radius * std::sin(i * kPi / 12), z);
    return points;
  }
  std::vector<Vec3> operator()(const Sphere& sphere) const {
    return (*this)(Cylinder{sphere.radius, 2 * sphere.radius});
  }
  std::vector<Vec3> operator()(const MeshShape& shape) const {
    std::vector<Vec3> points;
    for (const MeshPart& part : shape.mesh->parts)
      for (const Eigen::Vector3f& vertex : part.vertices)
        points.push_back(vertex.cast<double>().cwiseProduct(shape.scale));
    return points;
  }
  std::vector<Vec3> operator()(const Extrusion& extrusion) const {
    std::vector<Vec3> points;
    for (const auto& outline : extrusion.outlines)
      for (const Vec2& corner : outline)
        for (const double z : {0.0, extrusion.height})
          points.emplace_back(corner.x(), corner.y(), z);
    return points;
  }
  template <class Other>
  std::vector<Vec3> operator()(const Other& other) const {
    const Bounds bounds = bounds_of(Geometry(other));
    std::vector<Vec3> points;
    for (const double x : {bounds.low.x(), bounds.high.x()})
      for (const double y : {bounds.low.y(), bounds.high.y()})
        for (const double z : {bounds.low.z(), bounds.high.z()}) points.emplace_back(x, y, z);
    return points;
  }
};

// Low things are drawn pale and tall ones dark, so that walls stand out from the floor.
std::string css_color(const Appearance& look, double top) {
  constexpr double kLow = 0.15, kTall = 0.6;  // m
  const auto channel = [&](std::size_t i) {
    const double own = std::clamp(static_cast<double>(look.color[i]), 0.0, 1.0);
    const double shown = top < kLow ? own + 0.7 * (1.0 - own) : top < kTall ? own : 0.45 * own;
    return static_cast<int>(std::lround(255.0 * shown));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", channel(0), channel(1), channel(2));
}

Patch patch_of(const Pose& world_from_shape, const Geometry& geometry, const Appearance& look) {
  Patch patch{.bottom = 1e300, .top = -1e300};
  std::vector<Vec2> flat;
  for (const Vec3& corner : std::visit(Corners{}, geometry)) {
    const Vec3 point = world_from_shape * corner;
    flat.push_back(point.head<2>());
    patch.bottom = std::min(patch.bottom, point.z());
    patch.top = std::max(patch.top, point.z());
  }
  patch.outline = hull_of(std::move(flat));
  patch.fill = css_color(look, patch.top);
  return patch;
}

std::vector<Patch> patches_of(const World& world, double headroom) {
  std::vector<Patch> patches;
  for (const auto& model : world.models)
    for (const Link& link : model->links) {
      const Pose world_from_link = model->world_from_model * link.model_from_link;
      for (const Visual& visual : link.visuals) {
        if (std::holds_alternative<Plane>(visual.geometry)) continue;
        Patch patch =
            patch_of(world_from_link * visual.link_from_shape, visual.geometry, visual.appearance);
        if (patch.bottom < headroom && patch.outline.size() >= 3)
          patches.push_back(std::move(patch));
      }
    }
  std::stable_sort(patches.begin(), patches.end(),
                   [](const Patch& a, const Patch& b) { return a.top < b.top; });
  return patches;
}

// Metres of the world to pixels of a canvas, north up.
class PlanView {
 public:
  explicit PlanView(const Bounds& bounds) : low_(bounds.low), high_(bounds.high) {
    constexpr double kLongSide = 1200.0;  // pixels
    const Vec3 size = high_ - low_;
    scale_ = kLongSide / std::max({size.x(), size.y(), 1.0});
  }

  double scale() const { return scale_; }  // pixels per metre
  double width() const { return (high_.x() - low_.x()) * scale_; }
  double height() const { return (high_.y() - low_.y()) * scale_; }
  Vec2 at(const Vec2& place) const {
    return {(place.x() - low_.x()) * scale_, (high_.y() - place.y()) * scale_};
  }
  std::vector<Vec2> at(const Outline& points) const {
    std::vector<Vec2> pixels;
    for (const Vec2& point : points) pixels.push_back(at(point));
    return pixels;
  }

 private:
  Vec3 low_, high_;
  double scale_ = 1.0;
};

// A plan on its canvas; lengths in metres.
class PlanDrawing {
 public:
  explicit PlanDrawing(const Bounds& bounds) : view_(bounds) {
    canvas_.box({0, 0}, {view_.width(), view_.height()}, kFloorColor);
  }

  void polygon(const Outline& outline, const FillStyle& style) {
    canvas_.polygon(view_.at(outline), style);
  }
  void path(const Outline& points, const StrokeStyle& style) {
    canvas_.path(view_.at(points), style);
  }
  void dot(const Vec2& place, double radius, const FillStyle& style) {
    canvas_.dot(view_.at(place), radius * view_.scale(), style);
  }
  void ring(const Vec2& place, double radius, const StrokeStyle& style) {
    canvas_.ring(view_.at(place), radius * view_.scale(), style);
  }
  void label(const Vec2& place, const std::string& words, const std::string& color) {
    canvas_.text(view_.at(place), words, {.color = color, .size = label_size()});
  }
  void symbol(const std::string& name, const FillStyle& style) {
    symbols_.emplace_back(name, style);
  }

  Svg finish() {
    draw_foot();
    return canvas_.finish(static_cast<int>(std::ceil(view_.width())),
                          static_cast<int>(std::ceil(view_.height() + kFoot)));
  }

 private:
  static constexpr double kFoot = 40.0;  // pixels below the plan
  static constexpr const char* kFloorColor = "#f7f5f0";

  double label_size() const { return std::max(12.0, 0.25 * view_.scale()); }

  // The scale, and the symbols that occur.
  void draw_foot() {
    const double y = view_.height() + kFoot / 2;
    const double end = draw_scale_bar(canvas_, {14, y}, view_.scale(), view_.width() / 5.0);
    double left = end + 80.0;
    for (const auto& [name, style] : symbols_) {
      canvas_.dot({left, y}, 6.0, style);
      canvas_.text({left + 13, y + 5}, name, {.size = 14});
      left += 40.0 + 8.0 * static_cast<double>(name.size());
    }
  }

  PlanView view_;
  SvgCanvas canvas_;
  std::vector<std::pair<std::string, FillStyle>> symbols_;
};

Bounds bounds_around(const std::vector<Patch>& patches, const World& world,
                     const std::vector<Trail>& trails) {
  Bounds bounds;
  for (const Patch& patch : patches)
    for (const Vec2& corner : patch.outline) bounds.add({corner.x(), corner.y(), 0.0});
  for (const Start& start : world.starts) bounds.add(start.pose.position);
  for (const Trail& trail : trails)
    for (const Vec2& point : trail.points) bounds.add({point.x(), point.y(), 0.0});
  if (bounds.is_empty()) bounds.add(Vec3::Zero());
  const Vec3 rim(0.5, 0.5, 0.0);
  return Bounds{bounds.low - rim, bounds.high + rim};
}

void draw_smoke(const World& world, PlanDrawing& drawing) {
  const FillStyle haze{.color = "#666666", .opacity = 0.25},
      source{.color = "#e6550d", .opacity = 0.6};
  for (const SmokeArea& smoke : world.smokes)
    drawing.polygon(patch_of(smoke.pose, smoke.geometry, {}).outline, haze);
  for (const Plume& plume : world.plumes)
    drawing.dot(plume.pose.position.head<2>(), 2 * plume.radius, source);
  if (!world.smokes.empty()) drawing.symbol("smoke", haze);
  if (!world.plumes.empty()) drawing.symbol("source of smoke", source);
}

void draw_places(const World& world, PlanDrawing& drawing) {
  const FillStyle tag_style{.color = "#3182bd"}, victim_style{.color = "#e31a1c"};
  const FillStyle start_style{.color = "#f7f5f0", .outline = "#238b45", .outline_width = 2.0};
  for (const Tag& tag : world.tags) drawing.dot(tag.pose.position.head<2>(), 0.05, tag_style);
  for (const Start& start : world.starts)
    drawing.ring(start.pose.position.head<2>(), 0.15, {.color = "#238b45", .width = 2.0});
  for (const Victim& victim : world.victims) {
    drawing.dot(victim.pose.position.head<2>(), 0.15, victim_style);
    drawing.label(victim.pose.position.head<2>() + Vec2(0.18, 0.1), victim.name, "#b10026");
  }
  if (!world.starts.empty()) drawing.symbol("start", start_style);
  if (!world.victims.empty()) drawing.symbol("victim", victim_style);
  if (!world.tags.empty()) drawing.symbol("tag", tag_style);
}

void draw_trails(const std::vector<Trail>& trails, PlanDrawing& drawing) {
  for (std::size_t i = 0; i < trails.size(); ++i) {
    const std::string color = kTrailColors[i % std::size(kTrailColors)];
    if (trails[i].points.empty()) continue;
    drawing.path(trails[i].points, {.color = color, .width = 3.0});
    drawing.dot(trails[i].points.back(), 0.14, {.color = color, .outline = "#ffffff"});
    drawing.label(trails[i].points.back() + Vec2(0.2, 0.0), trails[i].label, color);
  }
}

}  // namespace

Svg plan_drawing(const World& world, const std::vector<Trail>& trails, double headroom) {
  const std::vector<Patch> patches = patches_of(world, headroom);
  PlanDrawing drawing(bounds_around(patches, world, trails));
  for (const Patch& patch : patches)
    drawing.polygon(patch.outline,
                    {.color = patch.fill, .outline = kOutlineColor, .outline_width = 0.6});
  draw_smoke(world, drawing);
  draw_places(world, drawing);
  draw_trails(trails, drawing);
  return drawing.finish();
}

std::string plan_svg(const World& world, const std::vector<Trail>& trails, double headroom) {
  return plan_drawing(world, trails, headroom).text();
}

}  // namespace rubble::report
