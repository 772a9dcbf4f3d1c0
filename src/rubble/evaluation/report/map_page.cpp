// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/evaluation/report/map_assessment.h"
#include "rubble/report/canvas.h"
#include "rubble/report/document.h"
#include "rubble/report/scale_bar.h"

namespace rubble::evaluation {
namespace {

report::ReportTable score_table(const MapVerdict& verdict) {
  report::ReportTable table{
      .title = "Scores",
      .head = {"", "score", "chance", "corrected"},
      .note =
          "Chance is what the same map scores on the mirror image of the true "
          "one; corrected is (score - chance) / (1 - chance): 1 is perfect, 0 is "
          "chance."};
  for (const MapRow& row : map_rows()) {
    const auto corrected = corrected_of(verdict, row);
    table.rows.push_back({std::string(row.name) + ": " + meaning_of(row, verdict.score),
                          report::decimals(verdict.score.*row.part, 3),
                          corrected ? report::decimals((*verdict.chance).*row.part, 3) : "",
                          corrected ? report::decimals(*corrected, 3) : ""});
  }
  return table;
}

report::Figure overlay_figure(const MapVerdict& verdict, const Image& overlay, double resolution) {
  report::SvgCanvas canvas;
  constexpr double kWidth = 800.0, kFoot = 34.0;  // pixels
  const double scale = kWidth / std::max(overlay.width, 1), height = scale * overlay.height;
  canvas.picture({0.0, 0.0}, {kWidth, height}, overlay);
  report::draw_scale_bar(canvas, {4.0, height + kFoot / 2}, scale / resolution, kWidth / 4);
  return {.caption =
              "Dark: walls that both have. Red: only the map. Blue: only the truth. Light grey: "
              "not known to the truth.",
          .drawing =
              canvas.finish(static_cast<int>(kWidth), static_cast<int>(std::ceil(height + kFoot))),
          .data = report::csv_of(score_table(verdict)),
          .data_name = "map_scores.csv"};
}

}  // namespace

std::string map_page(const MapVerdict& verdict, const Image& overlay, double resolution) {
  const Pose2& pose = verdict.score.truth_from_estimate;
  report::Section scores("Scores");
  scores.table(score_table(verdict));
  scores.note(fmt::format(
      "The map was matched to the truth by x {:.3f} m, y {:.3f} m, {:.2f}°; its walls are {:.3f} m "
      "from true ones (median).",
      pose.x, pose.y, degrees(pose.theta), verdict.score.wall_distance));
  report::Document document("Map assessment");
  document.lead("Map: " + verdict.estimate).lead("True map: " + verdict.truth);
  if (!verdict.remarks.empty()) document.add(report::Section("Doubts").alerts(verdict.remarks));
  document.add(scores);
  document.add(report::Section("Both maps").figure(overlay_figure(verdict, overlay, resolution)));
  return document.html();
}

}  // namespace rubble::evaluation
