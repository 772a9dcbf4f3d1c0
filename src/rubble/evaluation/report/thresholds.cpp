// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "rubble/evaluation/report/assessment.h"

namespace rubble::evaluation {
namespace {

class Judge {
 public:
  explicit Judge(const std::string& name) : name_(name) {}

  // A part without a single value cannot be said to hold.
  void ask(const std::optional<double>& most, std::size_t count, double value, const char* what,
           const char* unit) {
    if (!most) return;
    if (count == 0)
      missed_.push_back(
          fmt::format("{}: there is no {} to hold against {:g}{}", name_, what, *most, unit));
    else if (!(value <= *most))
      missed_.push_back(
          fmt::format("{}: {} is {:.4g}{}, above {:g}{}", name_, what, value, unit, *most, unit));
  }

  void ask_part(const PartSummary& part, const std::optional<double>& translation,
                const std::optional<double>& rotation, const std::string& which) {
    ask(translation, part.translation.count, part.translation.mean,
        ("mean " + which + "translation error").c_str(), " m");
    ask(rotation, part.rotation_deg.count, part.rotation_deg.mean,
        ("mean " + which + "rotation error").c_str(), " deg");
  }

  std::vector<std::string> missed() const { return missed_; }

 private:
  std::string name_;
  std::vector<std::string> missed_;
};

}  // namespace

std::vector<std::string> missed_thresholds(const AssessReport& report,
                                           const AssessThresholds& most) {
  std::vector<std::string> all;
  for (const AssessedEstimate& estimate : report.estimates) {
    Judge judge(estimate.name);
    const RelationAssessment none;
    const auto& relations = estimate.relations ? *estimate.relations : none;
    judge.ask_part(relations.all, most.translation, most.rotation, "");
    judge.ask_part(relations.neighbour, most.neighbour_translation, most.neighbour_rotation,
                   "neighbour ");
    judge.ask_part(relations.loop, most.loop_translation, most.loop_rotation, "loop ");
    judge.ask(most.unmatched, report.relation_count,
              static_cast<double>(relations.unmatched) /
                  static_cast<double>(std::max<std::size_t>(1, report.relation_count)),
              "share of unmatched relations", "");
    const TrajectoryAssessment empty;
    const auto& truth = estimate.against_truth ? *estimate.against_truth : empty;
    judge.ask(most.ate, truth.ate.count, truth.ate.rmse, "ATE", " m");
    judge.ask(most.rpe, truth.rpe.count, truth.rpe.rmse, "RPE", " m");
    const auto missed = judge.missed();
    all.insert(all.end(), missed.begin(), missed.end());
  }
  return all;
}

}  // namespace rubble::evaluation
