// SPDX-License-Identifier: Apache-2.0
#include "rubble/challenge/place.h"

#include <algorithm>

#include "rubble/generators/hallway.h"

namespace rubble::challenge {
namespace {

// Smoke: OSB (reflectivity 0.52) squarely met at R comes back while (5.6 / R)^2 * 0.52 / 0.9 *
// exp(-2 * 115.21 * d * R) >= 1: in 0.0033 d up to 2.0 m (docs/smoke.md, docs/lasers.md).
// Slip: the ramps of 15 degrees take 0.27; OSB has 0.5.
constexpr Condition kConditions[] = {
    {"maze", "the maze with ramps", 15.0, 10.0, false, 0.0, 0.0, 0.0},
    {"hallway", "a long loop without features", 24.0, 14.0, true, 0.0, 0.0, 0.0},
    {"glass", "the maze, a third of its walls glass", 15.0, 10.0, false, 0.0, 1.0 / 3.0, 0.0},
    {"smoke", "the maze in haze that hides walls beyond 2 m", 15.0, 10.0, false, 0.0033, 0.0, 0.0},
    {"slip", "the maze with a slippery floor", 15.0, 10.0, false, 0.0, 0.0, 0.36},
};

std::vector<std::string> words_between_commas(const std::vector<std::string>& lists) {
  std::vector<std::string> words;
  for (const std::string& list : lists)
    for (std::size_t from = 0; from <= list.size();) {
      const std::size_t to = std::min(list.find(',', from), list.size());
      words.push_back(list.substr(from, to - from));
      from = to + 1;
    }
  return words;
}

std::string condition_words() {
  std::string words;
  for (const Condition& condition : kConditions) words += std::string(condition.word) + ", ";
  return words + "all";
}

std::vector<PlaceCell> cells_of_maze(const generators::MazePlan& plan) {
  const Vec2 half = Vec2(plan.frame.pitch_x, plan.frame.pitch_y) / 2;
  std::vector<PlaceCell> cells;
  for (std::size_t i = 0; i < plan.grid.cell_count(); ++i) {
    const Vec2 middle = plan.frame.center_of(plan.grid.cell_at(i));
    cells.push_back({middle - half, middle + half});
  }
  return cells;
}

Result<ChallengePlace> make_maze_place(const PlaceSettings& settings) {
  const auto plan = generators::plan_maze({.seed = settings.seed,
                                           .width = settings.effective_width(),
                                           .height = settings.effective_height(),
                                           .smoke = settings.effective_smoke(),
                                           .glass = settings.condition.glass,
                                           .friction = settings.condition.friction});
  if (!plan) return plan.error();
  auto sdf = generators::maze_sdf(plan->settings);
  if (!sdf) return sdf.error();
  return ChallengePlace{.sdf = *std::move(sdf),
                        .size = {settings.effective_width(), settings.effective_height()},
                        .cells = cells_of_maze(*plan),
                        .maze = *plan,
                        .round = {}};
}

Result<ChallengePlace> make_hallway_place(const PlaceSettings& settings) {
  const generators::HallwaySettings hallway{.seed = settings.seed,
                                            .width = settings.effective_width(),
                                            .height = settings.effective_height(),
                                            .smoke = settings.effective_smoke()};
  auto sdf = generators::hallway_sdf(hallway);
  if (!sdf) return sdf.error();
  ChallengePlace place{.sdf = *std::move(sdf),
                       .size = {hallway.width, hallway.height},
                       .eye = generators::kHallwayEye,
                       .cells = {},
                       .maze = std::nullopt,
                       .round = generators::hallway_round(hallway)};
  const Vec2 half = Vec2::Constant(generators::kHallwayWidth / 2);
  for (const Vec2& middle : place.round) place.cells.push_back({middle - half, middle + half});
  return place;
}

}  // namespace

std::span<const Condition> challenge_conditions() { return kConditions; }

Result<std::vector<Condition>> conditions_named(const std::vector<std::string>& lists) {
  const std::vector<std::string> words = words_between_commas(lists);
  const auto is_asked = [&](std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  for (const std::string& word : words)
    if (word != "all" && std::none_of(std::begin(kConditions), std::end(kConditions),
                                      [&](const Condition& known) { return known.word == word; }))
      return Error{{}, "--condition wants some of " + condition_words() + ", got '" + word + "'"};
  std::vector<Condition> chosen;
  for (const Condition& condition : kConditions)
    if (is_asked(condition.word) || is_asked("all")) chosen.push_back(condition);
  return chosen;
}

Result<ChallengePlace> make_place(const PlaceSettings& settings) {
  return settings.condition.is_hallway ? make_hallway_place(settings) : make_maze_place(settings);
}

}  // namespace rubble::challenge
