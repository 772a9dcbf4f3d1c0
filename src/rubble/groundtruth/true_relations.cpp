// SPDX-License-Identifier: Apache-2.0
#include "rubble/groundtruth/true_relations.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/random.h"
#include "rubble/geometry/pose2.h"

namespace rubble::groundtruth {
namespace {

struct Place {
  double stamp = 0.0;
  Pose2 pose;
};

std::vector<Place> places_of(std::span<const StampedPose> truth,
                             const TrueRelationSettings& settings) {
  std::vector<Place> places;
  for (const StampedPose& moment : truth) {
    const Pose2 pose = planar(moment.pose);
    if (!places.empty()) {
      const Pose2 step = places.back().pose.inverse() * pose;
      if (step.position().norm() < settings.step && std::abs(step.theta) < settings.turn) continue;
    }
    places.push_back({moment.stamp, pose});
  }
  return places;
}

trajectory::Relation relation_between(const Place& i, const Place& j) {
  return {i.stamp, j.stamp, spatial(i.pose.inverse() * j.pose), 0};
}

// Of every earlier visit the nearest place; the nearest visits first.
std::vector<std::size_t> earlier_visits(const std::vector<Place>& places, std::size_t now,
                                        const TrueRelationSettings& settings) {
  std::vector<std::pair<double, std::size_t>> visits;
  double last_stamp = -1e300;
  for (std::size_t i = 0; i < now; ++i) {
    if (places[now].stamp - places[i].stamp <= trajectory::kLoopSeconds) break;
    const double apart = (places[i].pose.position() - places[now].pose.position()).norm();
    if (apart > settings.loop_reach) continue;
    const bool is_same_visit = places[i].stamp - last_stamp < trajectory::kLoopSeconds;
    last_stamp = places[i].stamp;
    if (!is_same_visit) {
      visits.emplace_back(apart, i);
    } else if (apart < visits.back().first) {
      visits.back() = {apart, i};
    }
  }
  std::sort(visits.begin(), visits.end());
  std::vector<std::size_t> chosen;
  for (const auto& [apart, i] : visits)
    if (static_cast<int>(chosen.size()) < settings.loops_a_place) chosen.push_back(i);
  return chosen;
}

}  // namespace

std::vector<trajectory::Relation> true_relations(std::span<const StampedPose> truth,
                                                 const TrueRelationSettings& settings) {
  const std::vector<Place> places = places_of(truth, settings);
  std::vector<trajectory::Relation> relations;
  for (std::size_t now = 1; now < places.size(); ++now) {
    relations.push_back(relation_between(places[now - 1], places[now]));
    for (const std::size_t i : earlier_visits(places, now, settings))
      relations.push_back(relation_between(places[i], places[now]));
    Random random(settings.seed, "true relations", now);
    for (int k = 0; k < settings.globals_a_place; ++k) {
      const auto other =
          static_cast<std::size_t>(random.integer(0, static_cast<int>(places.size()) - 1));
      if (other == now) continue;
      relations.push_back(
          relation_between(places[std::min(other, now)], places[std::max(other, now)]));
    }
  }
  return relations;
}

}  // namespace rubble::groundtruth
