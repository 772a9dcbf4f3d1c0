// SPDX-License-Identifier: Apache-2.0
#include "apps/challenge_pictures.h"

#include <cmath>

#include "apps/chart.h"
#include "apps/support.h"

namespace rubble::apps {
namespace {

constexpr std::uint8_t kUnknownGrey = 205;

// Row 0 of a picture is on top, of a map below.
std::size_t pixel_of(const mapping::OccupancyMap& map, int column, int row) {
  return 3 * (static_cast<std::size_t>(map.height - 1 - row) * static_cast<std::size_t>(map.width) +
              static_cast<std::size_t>(column));
}

Image picture_of(const mapping::OccupancyMap& map) {
  Image image{.width = map.width, .height = map.height};
  image.rgb.resize(3 * map.cells.size());
  for (int row = 0; row < map.height; ++row)
    for (int column = 0; column < map.width; ++column) {
      const std::uint8_t cell = map.at(column, row);
      const auto grey = cell == mapping::kUnknownCell
                            ? kUnknownGrey
                            : static_cast<std::uint8_t>(255 - std::min<int>(cell, 100) * 255 / 100);
      for (std::size_t k = 0; k < 3; ++k) image.rgb[pixel_of(map, column, row) + k] = grey;
    }
  return image;
}

void draw_way(const mapping::OccupancyMap& map, const mapping::Trajectory& trajectory,
              Image& image) {
  const Pose2 map_from_world = map.origin.inverse();
  for (const mapping::StampedPose& pose : trajectory.poses) {
    const Vec2 place = map_from_world * Vec2(pose.pose.position.head<2>()) / map.resolution;
    const int column = static_cast<int>(std::floor(place.x()));
    const int row = static_cast<int>(std::floor(place.y()));
    if (column < 0 || row < 0 || column >= map.width || row >= map.height) continue;
    const std::size_t pixel = pixel_of(map, column, row);
    image.rgb[pixel] = 200;
    image.rgb[pixel + 1] = 40;
    image.rgb[pixel + 2] = 40;
  }
}

Chart error_chart(const TeamResult& result) {
  Chart chart{.title = result.team.name, .x_label = "time [s]", .y_label = "error [m]"};
  Series neighbours{.name = "neighbours", .color = "#1f5f99", .mark = Mark::Dots};
  Series loops{.name = "loops and far places", .color = "#c0392b", .mark = Mark::Dots};
  for (const evaluation::RelationError& error : result.assessment.errors) {
    Series& series = error.is_loop ? loops : neighbours;
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

Result<void> keep_team(const std::string& folder, const TeamResult& result) {
  Image image = picture_of(result.map);
  draw_way(result.map, result.trajectory, image);
  if (const auto written = write_picture(folder + "/" + map_file(result.team), image); !written)
    return written;
  return mapping::write_trajectory(folder + "/" + trajectory_file(result.team), result.trajectory);
}

Result<void> keep_errors_over_time(const std::string& folder,
                                   const std::vector<TeamResult>& results) {
  std::vector<Chart> charts;
  for (const TeamResult& result : results) charts.push_back(error_chart(result));
  return write_file(folder + "/" + errors_file(), charts_svg(charts));
}

}  // namespace rubble::apps
