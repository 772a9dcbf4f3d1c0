// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/evaluation/distance_field.h"
#include "rubble/evaluation/pose_lookup.h"
#include "rubble/evaluation/report/assessment_page.h"
#include "rubble/logs/robot_log.h"
#include "rubble/report/canvas.h"
#include "rubble/report/scale_bar.h"
#include "rubble/sdf/load.h"
#include "rubble/slam/2d/occupancy_mapping.h"
#include "rubble/slam/2d/planar_scan.h"

namespace rubble::evaluation {
namespace {

using maps::OccupancyMap;

constexpr double kSheetWidth = 760, kSheetMostHeight = 720, kSheetBorder = 14,
                 kKeyHeight = 46;  // pixels
const std::string kWords(report::kSoft.light);

// Metres to pixels, y upwards to downwards, as large as fits.
class Sheet {
 public:
  explicit Sheet(const Bounds& bounds) : bounds_(bounds) {
    const Vec3 size = bounds.high - bounds.low;
    scale_ = std::min((kSheetWidth - 2 * kSheetBorder) / std::max(size.x(), 1e-3),
                      (kSheetMostHeight - 2 * kSheetBorder) / std::max(size.y(), 1e-3));
    left_ = (kSheetWidth - scale_ * size.x()) / 2;
    height_ = scale_ * size.y() + 2 * kSheetBorder;
  }
  Vec2 at(double x, double y) const {
    return {left_ + scale_ * (x - bounds_.low.x()), kSheetBorder + scale_ * (bounds_.high.y() - y)};
  }
  Vec2 at(const Vec3& point) const { return at(point.x(), point.y()); }
  double scale() const { return scale_; }
  double height() const { return height_; }

 private:
  Bounds bounds_;
  double scale_ = 1.0;  // pixels a metre
  double left_ = 0.0;
  double height_ = 0.0;
};

// Green over yellow to red, for 0 to 1.
std::string error_color(double share) {
  struct Rgb {
    double r, g, b;
  };
  static constexpr Rgb kStops[] = {{46, 140, 87}, {240, 190, 50}, {200, 40, 50}};
  const double place = std::clamp(share, 0.0, 1.0) * 2.0;
  const auto& from = kStops[place < 1.0 ? 0 : 1];
  const auto& to = kStops[place < 1.0 ? 1 : 2];
  const double part = place < 1.0 ? place : place - 1.0;
  const auto mix = [part](double a, double b) { return static_cast<int>(a + part * (b - a)); };
  return fmt::format("#{:02x}{:02x}{:02x}", mix(from.r, to.r), mix(from.g, to.g),
                     mix(from.b, to.b));
}

// A round number that most errors are below.
double color_limit(double p95) {
  if (!(p95 > 0.0)) return 1e-3;
  const double power = std::pow(10.0, std::floor(std::log10(p95)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (p95 <= factor * power) return factor * power;
  return 10.0 * power;
}

void draw_key(double limit, double top, report::Canvas& canvas) {
  constexpr int kKeySteps = 40;
  constexpr double kKeyLeft = 14, kKeyLength = 240;
  for (int i = 0; i < kKeySteps; ++i)
    canvas.box({kKeyLeft + kKeyLength * i / kKeySteps, top + 8}, {kKeyLength / kKeySteps + 0.6, 9},
               error_color(static_cast<double>(i) / (kKeySteps - 1)));
  canvas.text({kKeyLeft, top + 33}, "0", {.color = kWords});
  canvas.text({kKeyLeft + kKeyLength, top + 33}, fmt::format("{:g} m and more", limit),
              {.anchor = report::Anchor::Middle, .color = kWords});
  canvas.text({kKeyLeft + kKeyLength + 60, top + 17}, "translation error of a relation",
              {.color = kWords});
}

Image image_of(const OccupancyMap& map) {
  Image image{.width = map.width, .height = map.height};
  for (int row = map.height - 1; row >= 0; --row)
    for (int column = 0; column < map.width; ++column) {
      const auto state = state_of(map.at(column, row));
      const std::uint8_t grey = state == CellState::Wall   ? 40
                                : state == CellState::Free ? 255
                                                           : 226;
      image.rgb.insert(image.rgb.end(), 3, grey);
    }
  return image;
}

Bounds bounds_of(const AssessedEstimate& estimate) {
  Bounds bounds;
  if (estimate.relations)
    for (const auto& pose : estimate.trajectory.poses) bounds.add(pose.pose.position);
  else
    for (const auto* points : {&estimate.against_truth->estimate, &estimate.against_truth->truth})
      for (const Vec3& point : *points) bounds.add(point);
  return bounds;
}

// Its walls; beams that met nothing would make the sheet far too large.
void add_walls(const OccupancyMap& map, Bounds& bounds) {
  for (const Vec2& wall : wall_points(map)) bounds.add({wall.x(), wall.y(), 0.0});
}

void draw_path(const std::vector<Vec3>& points, const Sheet& sheet,
               const report::StrokeStyle& style, report::Canvas& canvas) {
  std::vector<Vec2> pixels;
  for (const Vec3& point : points) {
    const Vec2 next = sheet.at(point);
    if (pixels.empty() || (next - pixels.back()).norm() > 0.7) pixels.push_back(next);
  }
  if (pixels.size() > 1) canvas.path(pixels, style);
}

void draw_background(const OccupancyMap& map, const Sheet& sheet, report::SvgCanvas& canvas) {
  const double width = map.width * map.resolution, height = map.height * map.resolution;
  const Vec2 corner = sheet.at(map.origin.x, map.origin.y + height);
  canvas.picture(corner, {sheet.scale() * width, sheet.scale() * height}, image_of(map));
}

void draw_relations(const AssessedEstimate& estimate, const Sheet& sheet, double limit,
                    report::Canvas& canvas) {
  constexpr std::size_t kMaxLines = 6000;
  auto errors = worst_of(estimate.relations->errors, kMaxLines);
  std::reverse(errors.begin(), errors.end());
  for (const auto& error : errors) {
    const std::string color = error_color(error.translation / limit);
    canvas.line(sheet.at(error.from), sheet.at(error.to),
                {.color = color, .width = error.is_loop ? 1.4 : 2.0});
    canvas.dot(sheet.at(error.to), 1.5, color);
  }
}

std::vector<Vec3> path_of(const trajectory::Trajectory& trajectory) {
  std::vector<Vec3> points;
  for (const auto& pose : trajectory.poses) points.push_back(pose.pose.position);
  return points;
}

// The log's scans from where the estimate has them; those it has no pose for are left out.
Result<OccupancyMap> map_of(const std::vector<slam::PlanarScan>& scans,
                            const AssessedEstimate& estimate) {
  const PoseLookup lookup(estimate.trajectory);
  std::vector<slam::PlanarScan> placed;
  std::vector<Pose2> poses;
  for (const slam::PlanarScan& scan : scans) {
    const auto found = lookup.at(scan.stamp);
    if (found.match == Match::None) continue;
    placed.push_back(scan);
    poses.push_back(planar(found.pose));
  }
  if (placed.empty())
    return Error{{estimate.trajectory.path}, "has no pose at the time of any scan of the log"};
  return slam::draw_map(placed, poses);
}

}  // namespace

Result<Backgrounds> overlay_backgrounds(const AssessReport& report,
                                        const AssessSettings& settings) {
  Backgrounds backgrounds(report.estimates.size());
  if (!settings.map.empty()) {
    const auto map = maps::read_map(resolve_data_path(settings.map));
    if (!map) return map.error();
    if (map->origin.theta != 0.0)
      return Error{{settings.map}, "is a turned map; behind an overlay it must be upright"};
    std::fill(backgrounds.begin(), backgrounds.end(), *map);
    return backgrounds;
  }
  if (settings.log.empty()) return backgrounds;
  const auto log = logs::read_robot_log(resolve_data_path(settings.log), {.robot = settings.robot});
  if (!log) return log.error();
  const auto scans = slam::planar_scans(*log);
  for (std::size_t i = 0; i < report.estimates.size(); ++i) {
    auto map = map_of(scans, report.estimates[i]);
    if (!map) return map.error();
    backgrounds[i] = std::move(*map);
  }
  return backgrounds;
}

report::Svg overlay_drawing(const AssessedEstimate& estimate,
                            const std::optional<OccupancyMap>& background) {
  Bounds bounds = bounds_of(estimate);
  if (background) add_walls(*background, bounds);
  const Vec3 slack = Vec3::Constant(0.5);
  bounds.low -= slack;
  bounds.high += slack;
  const Sheet sheet(bounds);
  report::SvgCanvas canvas;
  const double top = sheet.height();
  if (estimate.relations) {
    if (background) draw_background(*background, sheet, canvas);
    draw_path(path_of(estimate.trajectory), sheet,
              {.color = std::string(report::kEdge.light), .width = 1.0}, canvas);
    const double limit = color_limit(estimate.relations->all.translation.p95);
    draw_relations(estimate, sheet, limit, canvas);
    canvas.box({0, top}, {kSheetWidth, kKeyHeight}, std::string(report::kPaper.light));
    draw_key(limit, top, canvas);
  } else {
    draw_path(estimate.against_truth->truth, sheet, {.color = kWords, .is_dashed = true}, canvas);
    draw_path(estimate.against_truth->estimate, sheet,
              {.color = std::string(report::series_color(0)), .width = 1.4}, canvas);
    canvas.text({14, top + 17}, "dashed: truth; blue: the estimate laid on it", {.color = kWords});
  }
  constexpr double kBarWidth = 110, kBarLabel = 50;  // pixels
  report::draw_scale_bar(canvas, {kSheetWidth - kSheetBorder - kBarWidth - kBarLabel, top + 17},
                         sheet.scale(), kBarWidth);
  return canvas.finish(static_cast<int>(kSheetWidth), static_cast<int>(top + kKeyHeight));
}

}  // namespace rubble::evaluation
