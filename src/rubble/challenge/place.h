// SPDX-License-Identifier: Apache-2.0
// Where the challenge is held: a maze, the same made harder, or a hall without features.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/generators/maze.h"

namespace rubble::challenge {

// A kind of environment and its difficulty.
struct Condition {
  std::string_view word;
  std::string_view about;
  double width;     // m, default
  double height;    // m
  bool is_hallway;  // otherwise a maze
  double smoke;     // density of haze
  double glass;     // share of the walls
  double friction;  // of the floor; 0: that of OSB
};
// The plain maze is the first.
std::span<const Condition> challenge_conditions();
// Parses comma-separated names, or 'all': each once, in the order of the table. The error lists the
// valid names.
Result<std::vector<Condition>> conditions_named(const std::vector<std::string>& words);

struct PlaceSettings {
  std::uint64_t seed = 1;  // of place, noise and driver
  Condition condition = challenge_conditions().front();
  std::optional<double> width = {};        // m, instead of the condition's
  std::optional<double> height = {};       // m
  std::optional<double> smoke = {};        // density, likewise
  std::optional<double> laser_range = {};  // m; nothing: as far as the lasers see

  double effective_width() const { return width.value_or(condition.width); }
  double effective_height() const { return height.value_or(condition.height); }
  double effective_smoke() const { return smoke.value_or(condition.smoke); }
};

// A rectangle of the place that is to be covered, world frame, m.
struct PlaceCell {
  Vec2 low;
  Vec2 high;

  Vec2 middle() const { return (low + high) / 2; }
  bool contains(const Vec2& point) const {
    return (point.array() >= low.array()).all() && (point.array() < high.array()).all();
  }
};

struct ChallengePlace {
  std::string sdf;
  Vec2 size = Vec2::Zero();  // m; the lower corner is the origin
  double eye = 1.5;          // m, start of downward rays: above the walls, below the ceiling
  std::vector<PlaceCell> cells;
  std::optional<generators::MazePlan> maze;  // empty for the hallway
  std::vector<Vec2> round;                   // waypoints of one loop of the hallway
};
Result<ChallengePlace> make_place(const PlaceSettings& settings);

}  // namespace rubble::challenge
