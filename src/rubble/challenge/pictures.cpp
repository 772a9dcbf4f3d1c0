// SPDX-License-Identifier: Apache-2.0
#include "rubble/challenge/pictures.h"

#include <algorithm>
#include <cmath>

#include "rubble/rendering/picture_file.h"
#include "rubble/report/canvas.h"
#include "rubble/report/chart.h"
#include "rubble/serialization/write_text_file.h"

namespace rubble::challenge {
namespace {

constexpr const char* kWayColor = "#c82828";
constexpr double kFoot = 34.0;  // pixels of the legend
constexpr int kMinWidth = 560;  // that it fits in

std::uint8_t grey_of(std::uint8_t cell) {
  constexpr std::uint8_t kUnknownGrey = 205;
  if (cell == maps::kUnknownCell) return kUnknownGrey;
  return static_cast<std::uint8_t>(255 - std::min<int>(cell, 100) * 255 / 100);
}

// Each cell as a square of pixels; row 0 of a picture is on top, of a map below.
Image cells_of_map(const maps::OccupancyMap& map, int pixels) {
  Image image{.width = pixels * map.width, .height = pixels * map.height};
  image.rgb.reserve(3 * static_cast<std::size_t>(image.width) *
                    static_cast<std::size_t>(image.height));
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      image.rgb.insert(image.rgb.end(), 3,
                       grey_of(map.at(x / pixels, map.height - 1 - y / pixels)));
  return image;
}

std::vector<Vec2> way_on(const maps::OccupancyMap& map, const trajectory::Trajectory& trajectory,
                         int pixels) {
  const Pose2 map_from_world = map.origin.inverse();
  std::vector<Vec2> way;
  for (const StampedPose& pose : trajectory.poses) {
    const Vec2 cell = map_from_world * Vec2(pose.pose.position.head<2>()) / map.resolution;
    way.emplace_back(pixels * cell.x(), pixels * (map.height - cell.y()));
  }
  return way;
}

void draw_legend(report::ImageCanvas& canvas, double top, double pixels_a_metre,
                 const std::string& way) {
  const double y = top + 11.0;
  double x = 10.0;
  const auto word = [&](const std::string& text) {
    canvas.text({x + 20, y + 10}, text, {});
    x += 20.0 + 7.0 * static_cast<double>(text.size()) + 16.0;
  };
  for (const auto& [color, text] : {std::pair("#000000", "wall"), std::pair("#ffffff", "free"),
                                    std::pair("#cdcdcd", "unknown")}) {
    canvas.box({x, y}, {14, 12}, color);
    canvas.frame({x, y}, {14, 12}, "#777777");
    word(text);
  }
  canvas.line({x, y + 6}, {x + 15, y + 6}, {.color = kWayColor, .width = 2.0});
  word(way);
  constexpr double kBar = 2.0;  // m
  canvas.line({x, y + 6}, {x + kBar * pixels_a_metre, y + 6}, {.color = "#111", .width = 2.0});
  canvas.text({x + kBar * pixels_a_metre + 6, y + 10}, "2 m", {});
}

Image map_with_way(const maps::OccupancyMap& map, const trajectory::Trajectory& trajectory,
                   const std::string& way) {
  const int pixels = map.width > 800 ? 1 : 2;
  const int width = std::max(kMinWidth, pixels * map.width);
  report::ImageCanvas canvas(width, pixels * map.height + static_cast<int>(kFoot));
  canvas.box({0, 0}, Vec2(width, pixels * map.height), "#cdcdcd");
  canvas.paste({0, 0}, cells_of_map(map, pixels));
  canvas.path(way_on(map, trajectory, pixels), {.color = kWayColor, .width = 1.0});
  canvas.box(Vec2(0, pixels * map.height), Vec2(width, kFoot), "#ffffff");
  draw_legend(canvas, pixels * map.height, pixels / map.resolution, way);
  return canvas.finish();
}

// A map as seen in the frame of another, as far as that one reaches and a bit further.
maps::OccupancyMap laid_on(const maps::OccupancyMap& map, const Pose2& truth_from_map,
                           const maps::OccupancyMap& truth) {
  const int rim = static_cast<int>(std::lround(1.0 / truth.resolution));  // 1 m
  maps::OccupancyMap laid{.resolution = truth.resolution,
                          .origin = truth.origin * Pose2{-1.0, -1.0, 0.0},
                          .width = truth.width + 2 * rim,
                          .height = truth.height + 2 * rim};
  const Pose2 cells_from_laid = map.origin.inverse() * truth_from_map.inverse() * laid.origin;
  for (int row = 0; row < laid.height; ++row)
    for (int column = 0; column < laid.width; ++column) {
      const Vec2 middle = laid.resolution * Vec2(column + 0.5, row + 0.5);
      const Vec2 cell = (cells_from_laid * middle / map.resolution).array().floor();
      const bool is_on_map =
          cell.x() >= 0 && cell.y() >= 0 && cell.x() < map.width && cell.y() < map.height;
      laid.cells.push_back(is_on_map
                               ? map.at(static_cast<int>(cell.x()), static_cast<int>(cell.y()))
                               : maps::kUnknownCell);
    }
  return laid;
}

trajectory::Trajectory moved(trajectory::Trajectory trajectory, const Pose2& by) {
  for (StampedPose& pose : trajectory.poses) pose.pose = spatial(by) * pose.pose;
  return trajectory;
}

report::Chart error_chart(const TeamResult& result) {
  report::Chart chart{.title = result.team.name, .x_label = "time [s]", .y_label = "error [m]"};
  report::Series neighbours{.name = "neighbours",
                            .color = std::string(report::series_color(0)),
                            .mark = report::Mark::Dots};
  report::Series loops{.name = "loop and global relations",
                       .color = std::string(report::series_color(1)),
                       .mark = report::Mark::Dots};
  for (const evaluation::RelationError& error : result.assessment.errors) {
    report::Series& series = error.is_loop ? loops : neighbours;
    series.x.push_back(error.stamp_j);
    series.y.push_back(error.translation);
  }
  chart.series = {std::move(loops), std::move(neighbours)};
  chart.y_low = 0.0;
  chart.height = 220;
  return chart;
}

}  // namespace

std::string map_file(const ChallengeTeam& team) { return team.word + ".png"; }
std::string trajectory_file(const ChallengeTeam& team) { return team.word + ".txt"; }
std::string errors_file() { return "errors.svg"; }
std::string errors_data_file() { return "errors.csv"; }

std::string true_map_file() { return "truth.png"; }

Result<void> write_true_map_outputs(const std::string& folder, const maps::OccupancyMap& map,
                                    const trajectory::Trajectory& exact) {
  return rendering::write_png(folder + "/" + true_map_file(),
                              map_with_way(laid_on(map, {}, map), exact, "true way"));
}

Result<void> write_team_outputs(const std::string& folder, const TeamResult& result,
                                const maps::OccupancyMap& truth) {
  const Pose2 laid = result.map_score ? result.map_score->truth_from_estimate : Pose2{};
  const Image image = map_with_way(laid_on(result.map, laid, truth), moved(result.trajectory, laid),
                                   "estimated path");
  if (const auto written = rendering::write_png(folder + "/" + map_file(result.team), image);
      !written)
    return written;
  if (result.team.is_submission()) return {};  // it has the file
  return trajectory::write_trajectory(folder + "/" + trajectory_file(result.team),
                                      result.trajectory);
}

Result<void> write_errors_over_time(const std::string& folder,
                                    const std::vector<TeamResult>& results) {
  std::vector<report::Chart> charts;
  for (const TeamResult& result : results) charts.push_back(error_chart(result));
  if (const auto written =
          write_text_file(folder + "/" + errors_file(), report::charts_svg(charts));
      !written)
    return written;
  return write_text_file(folder + "/" + errors_data_file(), report::charts_csv(charts));
}

}  // namespace rubble::challenge
