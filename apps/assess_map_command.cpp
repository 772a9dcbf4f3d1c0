// SPDX-License-Identifier: Apache-2.0
// `rubble assess` of a map.
#include <fmt/format.h>

#include "apps/assess_options.h"
#include "apps/support.h"
#include "rubble/base/log.h"
#include "rubble/evaluation/report/map_assessment.h"
#include "rubble/sdf/load.h"

namespace rubble::apps {
namespace {

void print_score(const evaluation::MapVerdict& verdict) {
  const evaluation::MapScore& score = verdict.score;
  const Pose2& pose = score.truth_from_estimate;
  fmt::print("laid on the truth by x {:.3f} m, y {:.3f} m, {:.2f} deg\n", pose.x, pose.y,
             degrees(pose.theta));
  fmt::print("{:<16} {:>5} {:>7} {:>10}\n", "", "score", "chance", "corrected");
  for (const evaluation::MapRow& row : evaluation::map_rows()) {
    fmt::print("{:<16} {:.3f}", row.name, score.*row.part);
    if (const auto corrected = evaluation::corrected_of(verdict, row))
      fmt::print("   {:.3f} {:>10.3f}", (*verdict.chance).*row.part, *corrected);
    else
      fmt::print("{:18}", "");
    fmt::print("  {}\n", evaluation::meaning_of(row, score));
  }
  fmt::print("its walls are {:.3f} m from true ones (median)\n", score.wall_distance);
}

Result<void> write_reports(const maps::OccupancyMap& estimate, const maps::OccupancyMap& truth,
                           const evaluation::MapVerdict& verdict, const AssessOptions& options) {
  if (options.map_picture.empty() && options.html.empty()) return {};
  const Image overlay = evaluation::map_overlay(estimate, truth, verdict.score);
  if (!options.map_picture.empty())
    if (const auto drawn = write_picture(options.map_picture, overlay); !drawn) return drawn;
  if (options.html.empty()) return {};
  return write_file(options.html, evaluation::map_page(verdict, overlay, truth.resolution));
}

// Nothing if the outputs can be written.
std::optional<int> output_trouble(const AssessOptions& options) {
  if (const auto kept = check_inputs_are_kept({options.map_picture, options.html},
                                              {options.map_estimate, options.map_truth});
      !kept)
    return fail(kept.error(), kWrongUsage);
  if (const auto fine = check_writable({options.map_picture, options.html}); !fine)
    return fail(fine.error(), kRunFailed);
  return {};
}

int exit_code(const evaluation::MapVerdict& verdict, double min_f1) {
  if (verdict.score.wall_f1 >= min_f1) return kDone;
  fmt::print(stderr, "rubble: the walls' F1 is {:.4g}, below {:g}\n", verdict.score.wall_f1,
             min_f1);
  return kRunFailed;
}

}  // namespace

int assess_maps(const AssessOptions& options) {
  if (const auto trouble = output_trouble(options)) return *trouble;
  const auto estimate = maps::read_map(resolve_data_path(options.map_estimate));
  if (!estimate) return fail(estimate.error());
  const auto truth = maps::read_map(resolve_data_path(options.map_truth));
  if (!truth) return fail(truth.error());
  auto verdict = evaluation::assess_map(
      *estimate, *truth, {.aligns = !options.as_they_stand, .tolerance = options.wall_tolerance});
  if (!verdict) return fail(verdict.error());
  verdict->estimate = options.map_estimate;
  verdict->truth = options.map_truth;
  if (const auto written = write_reports(*estimate, *truth, *verdict, options); !written)
    return fail(written.error(), kRunFailed);
  for (const std::string& doubt : verdict->remarks) log_warning("{}", doubt);
  if (options.json)
    fmt::print("{}\n", evaluation::map_verdict_json(*verdict));
  else
    print_score(*verdict);
  print_written_files({options.map_picture, options.html});
  return exit_code(*verdict, options.map_f1);
}

}  // namespace rubble::apps
