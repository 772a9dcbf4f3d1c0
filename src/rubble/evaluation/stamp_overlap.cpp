// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/stamp_overlap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rubble::evaluation {
namespace {

std::string span_text(const StampSpan& span) {
  return fmt::format("{:.6f} to {:.6f} s ({:.6g} s long)", span.first, span.last,
                     span.last - span.first);
}

bool do_overlap(const StampSpan& a, const StampSpan& b) {
  return a.first <= b.last && b.first <= a.last;
}

StampSpan times(const StampSpan& span, double factor) {
  return {span.first * factor, span.last * factor};
}

// Names of what the estimate's stamps are if that many of them make a second of the truth's.
const char* unit_of(double per_second) {
  if (per_second == 1e9) return "nanoseconds";
  return per_second == 1e6 ? "microseconds" : "milliseconds";
}

std::string unit_advice(const StampSpan& estimate, const StampSpan& truth) {
  for (const double per_second : {1e9, 1e6, 1e3}) {
    if (do_overlap(times(estimate, 1.0 / per_second), truth))
      return fmt::format(
          "The trajectory's stamps seem to be in {}; divide them by {:.0e} to get seconds.",
          unit_of(per_second), per_second);
    if (do_overlap(estimate, times(truth, 1.0 / per_second)))
      return fmt::format("The truth's stamps seem to be in {}; divide them by {:.0e}.",
                         unit_of(per_second), per_second);
  }
  return {};
}

std::string clock_advice(const StampSpan& estimate, const StampSpan& truth) {
  const double offset = truth.first - estimate.first;
  if (std::abs(offset) > 1e8)
    return fmt::format(
        "One of the two counts from its own start and the other since 1970 (they begin {:.3f} s "
        "apart); of CARMEN logs the stamp is the third field from the end, not the last.",
        std::abs(offset));
  return fmt::format(
      "They begin {:.3f} s apart: either they are of different runs, or of different clocks.",
      std::abs(offset));
}

}  // namespace

StampSpan span_of(const trajectory::Trajectory& trajectory) {
  return {trajectory.poses.front().stamp, trajectory.poses.back().stamp};
}

StampSpan span_of(const trajectory::RelationFile& relations) {
  StampSpan span{1e300, -1e300};
  for (const trajectory::Relation& relation : relations.relations) {
    span.first = std::min({span.first, relation.stamp_i, relation.stamp_j});
    span.last = std::max({span.last, relation.stamp_i, relation.stamp_j});
  }
  return span;
}

std::string overlap_advice(const StampSpan& estimate, const StampSpan& truth) {
  const std::string unit = unit_advice(estimate, truth);
  return unit.empty() ? clock_advice(estimate, truth) : unit;
}

Error no_match(const trajectory::Trajectory& trajectory, const trajectory::RelationFile& truth,
               const LookupSettings& settings) {
  const StampSpan estimate = span_of(trajectory), wanted = span_of(truth);
  std::string text = fmt::format(
      "none of the {} relations of {} has both its ends on this trajectory: its {} poses are from "
      "{}, the relations from {}. ",
      truth.relations.size(), truth.path, trajectory.poses.size(), span_text(estimate),
      span_text(wanted));
  if (!trajectory.has_stamps)
    text += "This kind of file has no stamps; give them with --times.";
  else if (!do_overlap(estimate, wanted))
    text += overlap_advice(estimate, wanted);
  else if (trajectory.poses.size() == 1)
    text += "One pose makes no trajectory.";
  else
    text += fmt::format(
        "They overlap, but no pose is within {:g} s of a stamp or around it with a gap of at most "
        "{:g} s; see --tolerance and --max-gap.",
        settings.tolerance, settings.max_gap);
  return {{trajectory.path}, text};
}

Error no_match(const trajectory::Trajectory& trajectory, const trajectory::Trajectory& truth,
               double max_difference) {
  const StampSpan estimate = span_of(trajectory), wanted = span_of(truth);
  std::string text = fmt::format(
      "no pose has one of {} within {:g} s: its {} poses are from {}, the {} true ones from {}. ",
      truth.path, max_difference, trajectory.poses.size(), span_text(estimate), truth.poses.size(),
      span_text(wanted));
  if (!do_overlap(estimate, wanted))
    text += overlap_advice(estimate, wanted);
  else
    text += "They overlap, but not closely enough; see --association.";
  return {{trajectory.path}, text};
}

}  // namespace rubble::evaluation
