// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>

#include "rubble/evaluation/report/assessment_tables.h"

namespace rubble::evaluation {
namespace {

using Json = nlohmann::ordered_json;
using statistics::ErrorSummary;

// null where there is nothing to say.
Json number(double value, std::size_t count = 1) {
  return count > 0 && std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json summary_json(const ErrorSummary& s) {
  return {{"mean", number(s.mean, s.count)},
          {"std", number(s.std, s.count)},
          {"squared_mean", number(s.squared_mean, s.count)},
          {"squared_std", number(s.squared_std, s.count)},
          {"max", number(s.max, s.count)},
          {"median", number(s.median, s.count)},
          {"p90", number(s.p90, s.count)},
          {"p95", number(s.p95, s.count)},
          {"rmse", number(s.rmse, s.count)}};
}

Json summary_json(const ErrorSummary& s, const statistics::MeanEstimate& mean) {
  Json json = summary_json(s);
  if (mean.is_enough)
    json["mean_interval_95"] = {number(mean.interval.low), number(mean.interval.high)};
  return json;
}

Json part_json(const PartSummary& part) {
  return {{"count", part.translation.count},
          {"translation", summary_json(part.translation)},
          {"rotation_deg", summary_json(part.rotation_deg)}};
}

Json ranges_json(const std::vector<RangeSummary>& ranges) {
  Json list = Json::array();
  for (const auto& range : ranges) {
    Json json{{"from", range.low}, {"to", number(range.high)}};
    json.update(part_json(range.summary));
    list.push_back(std::move(json));
  }
  return list;
}

Json error_json(const RelationError& error) {
  return {{"line", error.line},
          {"stamp_i", error.stamp_i},
          {"stamp_j", error.stamp_j},
          {"loop", error.is_loop},
          {"interpolated", error.is_interpolated},
          {"translation", error.translation},
          {"rotation_deg", error.rotation_deg},
          {"travelled", error.travelled}};
}

void add_relations(const AssessReport& report, const AssessedEstimate& estimate, Json& json) {
  const auto& found = *estimate.relations;
  json["matched"] = found.matched;
  json["interpolated"] = found.interpolated;
  json["unmatched"] = found.unmatched;
  json["dimensions"] = found.is_planar ? 2 : 3;
  json["translation"] = summary_json(found.all.translation, estimate.means.translation);
  json["rotation_deg"] = summary_json(found.all.rotation_deg, estimate.means.rotation_deg);
  json["neighbour"] = part_json(found.neighbour);
  json["loop"] = part_json(found.loop);
  json["by_distance"] = ranges_json(by_distance_travelled(found.errors));
  json["by_time"] = ranges_json(by_time_between(found.errors));
  json["coverage"] = {{"time", estimate.coverage.time},
                      {"distance", estimate.coverage.distance},
                      {"loops", estimate.coverage.loops}};
  json["worst"] = Json::array();
  for (const auto& error : worst_of(found.errors, report.worst))
    json["worst"].push_back(error_json(error));
}

// The seven numbers of evo.
Json evo_json(const ErrorSummary& s) {
  return {{"rmse", number(s.rmse, s.count)},     {"mean", number(s.mean, s.count)},
          {"median", number(s.median, s.count)}, {"std", number(s.std, s.count)},
          {"min", number(s.min, s.count)},       {"max", number(s.max, s.count)},
          {"sse", number(s.sse, s.count)}};
}

void add_truth(const AssessReport& report, const AssessedEstimate& estimate, Json& json) {
  const auto& found = *estimate.against_truth;
  json["ate"] = {{"pairs", found.pairs},
                 {"align", report.align},
                 {"scale", found.alignment.scale},
                 {"translation", evo_json(found.ate)},
                 {"rotation_deg", evo_json(found.ate_rotation_deg)}};
  json["rpe"] = {{"pairs", found.rpe.count},
                 {"delta", report.rpe_delta},
                 {"translation", evo_json(found.rpe)},
                 {"rotation_deg", evo_json(found.rpe_rotation_deg)}};
}

void add_estimate(const AssessReport& report, const AssessedEstimate& estimate, Json& json) {
  json["name"] = estimate.name;
  json["trajectory"] = estimate.trajectory.path;
  json["poses"] = estimate.trajectory.poses.size();
  if (estimate.time_offset != 0.0) json["time_offset"] = estimate.time_offset;
  if (const auto& offset = estimate.estimated_offset)
    json["time_offset_estimate"] = {{"seconds", offset->seconds},
                                    {"correlation", offset->correlation},
                                    {"rival_seconds", offset->rival_seconds},
                                    {"rival_correlation", offset->rival_correlation},
                                    {"sharpness", offset->sharpness()},
                                    {"overlap", offset->overlap}};
  if (estimate.relations) add_relations(report, estimate, json);
  if (estimate.against_truth) add_truth(report, estimate, json);
}

Json test_json(const RatioTest* test) {
  if (test == nullptr) return nullptr;
  const auto& estimate = test->estimate;
  Json json{{"count", estimate.count},
            {"first_mean", number(estimate.first_mean)},
            {"second_mean", number(estimate.second_mean)},
            {"ratio", number(test->ratio)},
            {"interval", nullptr},
            {"p", nullptr},
            {"smallest_ratio", nullptr},
            {"degrees_of_freedom", nullptr},
            {"verdict", word_for(test->verdict)}};
  if (!estimate.is_enough) return json;
  json["interval"] = {number(test->interval.low), number(test->interval.high)};
  json["p"] = test->p;
  json["smallest_ratio"] = number(test->smallest_ratio);
  json["degrees_of_freedom"] = estimate.degrees_of_freedom;
  return json;
}

Json measure_json(const Comparison& comparison, Measure measure) {
  return {{"translation", test_json(comparison.find(measure, Part::Translation))},
          {"rotation_deg", test_json(comparison.find(measure, Part::Rotation))}};
}

Json comparison_json(const AssessReport& report, const Comparison& comparison) {
  Json json{{"first", report.estimates[comparison.first].name},
            {"second", report.estimates[comparison.second].name},
            {"verdict", word_for(comparison.verdict())},
            {"different", comparison.is_different()},
            {"summary", verdict_of(report, comparison)},
            {"level", report.comparison_settings.level},
            {"margin", report.comparison_settings.margin}};
  if (!report.relations.empty()) {
    json["common"] = comparison.common;
    json["neighbour"] = measure_json(comparison, Measure::Neighbour);
    json["loop"] = measure_json(comparison, Measure::Loop);
  }
  if (!report.truth.empty()) {
    json["common_poses"] = comparison.common_poses;
    json["ate"] = measure_json(comparison, Measure::Ate);
    json["rpe"] = measure_json(comparison, Measure::Rpe);
  }
  return json;
}

}  // namespace

std::string assess_json(const AssessReport& report) {
  Json json = Json::object();
  if (!report.relations.empty())
    json["relations"] = {
        {"file", report.relations}, {"count", report.relation_count}, {"loops", report.loop_count}};
  if (!report.truth.empty()) json["truth"] = report.truth;
  json["associate"] = report.associate;
  if (report.estimates.size() == 1) {
    add_estimate(report, report.estimates.front(), json);
  } else {
    json["estimates"] = Json::array();
    for (const AssessedEstimate& estimate : report.estimates) {
      json["estimates"].push_back(Json::object());
      add_estimate(report, estimate, json["estimates"].back());
    }
    json["comparisons"] = Json::array();
    for (const auto& comparison : report.comparisons)
      json["comparisons"].push_back(comparison_json(report, comparison));
  }
  json["missed"] = report.missed;
  json["remarks"] = report.remarks;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace rubble::evaluation
