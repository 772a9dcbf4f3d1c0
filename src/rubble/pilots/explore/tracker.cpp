// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/explore/tracker.h"

#include <algorithm>
#include <cmath>

namespace rubble::pilots {
namespace {

constexpr int kScansBeforeMatching = 3;  // drawn without a match: there is no map yet

Vec2 turned_by(double angle, const Vec2& vector) { return FlatPose{Vec2::Zero(), angle} * vector; }

}  // namespace

Tracker::Tracker(const Pose& base_from_scanner, double body_radius, const DeadReckoning& first,
                 const TrackerSettings& settings)
    : settings_(settings),
      base_from_scanner_(base_from_scanner),
      body_radius_(body_radius),
      last_(first),
      pose_{first.position, first.attitude.yaw},
      grid_(first.position) {}

// The step since the last scan, turned from the instruments' heading to the map's.
void Tracker::predict(const DeadReckoning& reckoning) {
  const double turn = wrap_angle(reckoning.attitude.yaw - last_.attitude.yaw);
  const double reckoned_turn = wrap_angle(reckoning.heading - last_.heading);
  const double middle_heading = last_.heading + reckoned_turn / 2;
  const Vec2 step_robot = turned_by(-middle_heading, reckoning.position - last_.position);
  pose_.position += turned_by(pose_.yaw + turn / 2, step_robot);
  pose_.yaw = wrap_angle(pose_.yaw + turn);
  last_ = reckoning;
}

void Tracker::update(const RangeScan& scan, const DeadReckoning& reckoning, Correction correction) {
  predict(reckoning);
  const auto [roll, pitch, yaw] = reckoning.attitude;
  if (std::cos(roll) * std::cos(pitch) < std::cos(settings_.max_tilt)) return;
  scan_ = project_to_plane(scan, base_from_scanner_, roll, pitch, settings_.height_band);
  if (correction == Correction::Walls && scan_count_ >= kScansBeforeMatching) correct();
  update_map();
}

std::vector<Vec2> Tracker::wall_points() const {
  std::vector<Vec2> walls;
  for (const PlanarBeam& beam : scan_.beams)
    if (beam.is_wall) walls.push_back(beam.end);
  return walls;
}

void Tracker::correct() {
  const std::vector<Vec2> walls = wall_points();
  if (static_cast<int>(walls.size()) < settings_.min_points) return;
  const Match match = match_scan(grid_, walls, pose_, settings_.match);
  score_ = match.score;
  if (score_ >= settings_.min_match_score) pose_ = match.pose;
  pose_.yaw = wrap_angle(pose_.yaw);
}

void Tracker::relocalize(double reach) {
  constexpr double kClearlyBetter = 0.1;
  const std::vector<Vec2> walls = wall_points();
  if (static_cast<int>(walls.size()) < settings_.min_points) return;
  MatchSettings wide = settings_.match;
  wide.reach = reach;
  wide.distance_weight = 0.0;
  const Match here = match_scan(grid_, walls, pose_, settings_.match);
  const Match there = match_scan(grid_, walls, pose_, wide);
  if (there.score > here.score + kClearlyBetter) pose_ = there.pose;
}

void Tracker::update_map() {
  std::vector<PlanarBeam> beams = scan_.beams;
  for (PlanarBeam& beam : beams) beam.end = pose_ * beam.end;
  grid_.add_scan(pose_ * scan_.sensor, beams);
  grid_.clear_disc(pose_.position, body_radius_);
  ++scan_count_;
}

}  // namespace rubble::pilots
