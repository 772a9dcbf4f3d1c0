// SPDX-License-Identifier: Apache-2.0
// Two maps against each other, as a page.
#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "apps/assess_report.h"
#include "apps/support.h"
#include "rubble/report/canvas.h"

namespace rubble::apps {
namespace {

std::string picture_svg(const Image& image) {
  const TemporaryFolder folder("rubble_map_page");
  const std::string path = folder.path() + "/maps.png";
  if (!write_picture(path, image)) return {};
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  report::SvgCanvas canvas;
  canvas.picture({0.0, 0.0}, {image.width, image.height}, bytes.str());
  return canvas.finish(image.width, image.height);
}

report::ReportTable map_table(const MapVerdict& verdict) {
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

}  // namespace

std::string assess_map_page(const MapVerdict& verdict, const Image& picture) {
  std::string remarks;
  for (const std::string& remark : verdict.remarks)
    remarks += "<li class='bad'>" + report::html_escaped(remark) + "</li>\n";
  const Pose2& pose = verdict.score.truth_from_estimate;
  return fmt::format(
      "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>\n"
      "<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
      "<title>Map assessment</title>\n<style>{}</style></head>\n<body><main>\n"
      "<h1>Map assessment</h1>\n<p class='files'>Map: {}<br>True map: {}</p>\n"
      "{}<section><h2>Scores</h2>\n{}<p class='note'>Laid on the truth by x {:.3f} m, y {:.3f} m, "
      "{:.2f}°; its walls are {:.3f} m from true ones (median).</p></section>\n"
      "<section><h2>One on the other</h2>\n{}<p class='note'>Dark: walls both have; red: only the "
      "map; blue: only the truth.</p></section>\n</main></body></html>\n",
      assess_page_style(), report::html_escaped(verdict.estimate),
      report::html_escaped(verdict.truth),
      remarks.empty() ? "" : "<section><ul>" + remarks + "</ul></section>\n",
      report::html_of(map_table(verdict)), pose.x, pose.y, degrees(pose.theta),
      verdict.score.wall_distance, picture_svg(picture));
}

}  // namespace rubble::apps
