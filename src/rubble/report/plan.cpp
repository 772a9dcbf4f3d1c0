// SPDX-License-Identifier: Apache-2.0
#include "rubble/report/plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace rubble::report {
namespace {

using Outline = std::vector<Vec2>;

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

class Drawing {
 public:
  explicit Drawing(const Bounds& bounds) : low_(bounds.low), high_(bounds.high) {
    constexpr double kLongSide = 1200.0;  // pixels
    const double width = high_.x() - low_.x(), height = high_.y() - low_.y();
    scale_ = kLongSide / std::max({width, height, 1.0});
    svg_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#f7f5f0\"/>\n",
        width * scale_, height * scale_);
  }

  void polygon(const Outline& outline, const std::string& style) {
    svg_ += "<polygon points=\"" + coordinates(outline) + "\" " + style + "/>\n";
  }
  void path(const Outline& points, const std::string& style) {
    svg_ += "<polyline points=\"" + coordinates(points) + "\" fill=\"none\" " + style + "/>\n";
  }
  void dot(const Vec2& place, double radius, const std::string& style) {
    svg_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" {}/>\n", x(place),
                        y(place), radius * scale_, style);
  }
  void label(const Vec2& place, const std::string& text, const std::string& color) {
    svg_ +=
        fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" fill=\"{}\">{}</text>\n",
                    x(place), y(place), std::max(12.0, 0.25 * scale_), color, escaped(text));
  }
  std::string finish() && { return std::move(svg_) + "</svg>\n"; }

 private:
  double x(const Vec2& place) const { return (place.x() - low_.x()) * scale_; }
  double y(const Vec2& place) const { return (high_.y() - place.y()) * scale_; }
  std::string coordinates(const Outline& points) const {
    std::string text;
    for (const Vec2& point : points) text += fmt::format("{:.1f},{:.1f} ", x(point), y(point));
    return text;
  }
  static std::string escaped(const std::string& text) {
    std::string safe;
    for (const char c : text) {
      if (c == '<')
        safe += "&lt;";
      else if (c == '&')
        safe += "&amp;";
      else
        safe += c;
    }
    return safe;
  }

  Vec3 low_, high_;
  double scale_ = 1.0;
  std::string svg_;
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

void draw_places(const World& world, Drawing& drawing) {
  for (const SmokeArea& smoke : world.smokes)
    drawing.polygon(patch_of(smoke.pose, smoke.geometry, {}).outline,
                    "fill=\"#666\" fill-opacity=\"0.25\"");
  for (const Plume& plume : world.plumes)
    drawing.dot(plume.pose.position.head<2>(), 2 * plume.radius,
                "fill=\"#e6550d\" fill-opacity=\"0.6\"");
  for (const Tag& tag : world.tags)
    drawing.dot(tag.pose.position.head<2>(), 0.05, "fill=\"#3182bd\"");
  for (const Start& start : world.starts)
    drawing.dot(start.pose.position.head<2>(), 0.15,
                "fill=\"none\" stroke=\"#238b45\" stroke-width=\"2\"");
  for (const Victim& victim : world.victims) {
    drawing.dot(victim.pose.position.head<2>(), 0.15, "fill=\"#e31a1c\"");
    drawing.label(victim.pose.position.head<2>() + Vec2(0.18, 0.1), victim.name, "#b10026");
  }
}

void draw_trails(const std::vector<Trail>& trails, Drawing& drawing) {
  for (std::size_t i = 0; i < trails.size(); ++i) {
    const std::string color = kTrailColors[i % std::size(kTrailColors)];
    if (trails[i].points.empty()) continue;
    drawing.path(trails[i].points, "stroke=\"" + color +
                                       "\" stroke-width=\"3\" stroke-linejoin=\"round\" "
                                       "stroke-opacity=\"0.85\"");
    drawing.dot(trails[i].points.back(), 0.14, "fill=\"" + color + "\" stroke=\"white\"");
    drawing.label(trails[i].points.back() + Vec2(0.2, 0.0), trails[i].label, color);
  }
}

}  // namespace

std::string plan_svg(const World& world, const std::vector<Trail>& trails, double headroom) {
  const std::vector<Patch> patches = patches_of(world, headroom);
  Drawing drawing(bounds_around(patches, world, trails));
  for (const Patch& patch : patches)
    drawing.polygon(patch.outline,
                    "fill=\"" + patch.fill + "\" stroke=\"#0003\" stroke-width=\"0.6\"");
  draw_places(world, drawing);
  draw_trails(trails, drawing);
  return std::move(drawing).finish();
}

}  // namespace rubble::report
