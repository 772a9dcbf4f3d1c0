// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "rubble/challenge/challenge.h"
#include "rubble/challenge/drive_record.h"

namespace rubble::challenge {
namespace {

using Json = nlohmann::ordered_json;

Json json_of_row(const ScoreRow& row) {
  return {{"team", row.team},
          {"absolute", {row.mean, row.std}},
          {"squared", {row.squared_mean, row.squared_std}},
          {"max", row.max},
          {"map_f1", row.map_f1 ? Json(*row.map_f1) : nullptr}};
}

Json json_of_team(const TeamResult& result) {
  Json json = json_of_row(score_of(result));
  json["neighbours"] = result.assessment.neighbour.translation.mean;
  json["loops"] = result.assessment.loop.translation.mean;
  json["rotation_deg"] = result.assessment.all.rotation_deg.mean;
  json["relations"] = result.assessment.all.translation.count;
  json["unmatched"] = result.assessment.unmatched;
  json["loop_closures"] = result.report.loop_closures;
  json["cpu_seconds"] = result.cpu_seconds;
  return json;
}

Json json_of_seed(const SeedResult& seed) {
  Json json{{"seed", seed.seed()},
            {"folder", seed.folder},
            {"settings", json_of(seed.place)},
            {"reused", seed.reuses_drive},
            {"drive", json_of(seed.drive, seed.seed())}};
  if (seed.teams.empty()) return json;
  json["beams"] = {{"returns", seed.beams.returns},
                   {"wall_share_of_returns", seed.beams.right_unhandled()},
                   {"wall_share_of_accepted", seed.beams.right_share()},
                   {"accepted_share_of_walls", seed.beams.kept_share()}};
  json["odometry_drift_per_metre"] = {
      {"wheels", {seed.reckoning.wheels, degrees(seed.reckoning.wheels_turn)}},
      {"inertial", {seed.reckoning.inertial, degrees(seed.reckoning.inertial_turn)}}};
  for (const TeamResult& team : seed.teams) json["teams"].push_back(json_of_team(team));
  return json;
}

Json json_of_rows(std::span<const SeedResult> seeds) {
  Json json = Json::array();
  for (const ScoreRow& row : pooled_scores(seeds)) json.push_back(json_of_row(row));
  return json;
}

// Mean and standard deviation; null for the deviation of a single seed.
Json json_over_seeds(const statistics::ErrorSummary& values) {
  return {values.mean, values.count > 1 ? Json(values.std) : Json(nullptr)};
}

Json json_of_condition(const ConditionResult& result) {
  Json json{{"condition", result.condition.word},
            {"seeds", result.seeds.size()},
            {"pooled", json_of_rows(result.seeds)},
            {"averages", Json::array()}};
  for (const TeamAverage& average : averages_over_seeds(result.seeds))
    json["averages"].push_back({{"team", average.team},
                                {"absolute", json_over_seeds(average.error)},
                                {"worst_seed", average.error.max},
                                {"map_f1", json_over_seeds(average.map_f1)}});
  return json;
}

}  // namespace

std::string challenge_json(std::span<const ConditionResult> conditions) {
  Json json;
  std::vector<SeedResult> all;
  for (const ConditionResult& result : conditions)
    for (const SeedResult& seed : result.seeds) {
      json["seeds"].push_back(json_of_seed(seed));
      all.push_back(seed);
    }
  if (!all.front().teams.empty()) {
    json["all"] = json_of_rows(all);
    for (const ConditionResult& result : conditions)
      json["conditions"].push_back(json_of_condition(result));
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace rubble::challenge
