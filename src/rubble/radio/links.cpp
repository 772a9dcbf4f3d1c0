// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/links.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "rubble/base/assert.h"
#include "rubble/radio/shadowing.h"
#include "rubble/radio/walls.h"

namespace rubble::radio {

// How often a preset looks, and how far an end may have moved before walls are counted again.
struct Habits {
  Tick period;
  double bound;  // m
};

// What is known of the walls of a pair, and from where it was seen.
struct SeenWalls {
  Vec3 first = Vec3::Constant(kInfinity);
  Vec3 second = Vec3::Constant(kInfinity);
  int walls = 0;
  double loss = 0.0;  // dB
};

namespace {

// Of all pairs a < b, row by row.
std::size_t place_of_pair(std::size_t count, int a, int b) {
  RUBBLE_ASSERT(a != b);
  const auto low = static_cast<std::size_t>(std::min(a, b));
  const auto high = static_cast<std::size_t>(std::max(a, b));
  return low * (2 * count - low - 1) / 2 + high - low - 1;
}

Habits habits_of(RadioPreset preset) {
  if (preset == RadioPreset::Wss) return {kTicksPerSecond, 1.0};
  return {kTicksPerSecond / 10, 0.02};
}

bool has_same_names(const std::vector<Station>& a, const std::vector<Station>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Station& x, const Station& y) { return x.name == y.name; });
}

}  // namespace

int Links::find(std::string_view name) const {
  const auto found = std::lower_bound(
      stations.begin(), stations.end(), name,
      [](const Station& station, std::string_view wanted) { return station.name < wanted; });
  if (found == stations.end() || found->name != name) return -1;
  return static_cast<int>(found - stations.begin());
}

const Link& Links::between(int a, int b) const {
  return links[place_of_pair(stations.size(), a, b)];
}
Link& Links::between(int a, int b) { return links[place_of_pair(stations.size(), a, b)]; }

std::vector<Station> stations_of(const State& state) {
  std::vector<Station> stations;
  std::map<const Model*, Vec3> middles;
  for (const RobotState& robot : state.robots) {
    const Instance& instance = state.instances[robot.instance.index()];
    if (!instance.is_present || robot.battery <= 0.0) continue;
    const auto [middle, is_new] = middles.try_emplace(instance.model.get(), Vec3::Zero());
    if (is_new) {
      const Bounds bounds = bounds_of(*instance.model);
      if (!bounds.is_empty()) middle->second = (bounds.low + bounds.high) / 2;
    }
    const Pose pose = state.world_from_model(robot.instance);
    stations.push_back(
        {instance.name, pose.position, pose * middle->second, instance.model->robot->is_relay});
  }
  std::sort(stations.begin(), stations.end(),
            [](const Station& a, const Station& b) { return a.name < b.name; });
  return stations;
}

struct LinkKeeper::Parts {
  Parts(const RadioSettings& settings, const State& state, std::uint64_t run_seed)
      : propagation(settings),
        shadowing(run_seed, settings.shadowing_sigma_db, settings.shadowing_distance),
        walls(state),
        habits(habits_of(settings.preset)),
        seed(run_seed) {}

  const SeenWalls& walls_between(SeenWalls& seen, const Vec3& first, const Vec3& second) const;
  Link link(const Station& a, const Station& b, SeenWalls& seen, std::uint64_t moment) const;

  Propagation propagation;
  Shadowing shadowing;
  WallFinder walls;
  Habits habits;
  std::uint64_t seed;
  std::vector<Station> stations;  // of the last look
  std::vector<SeenWalls> seen;    // of its pairs
};

const SeenWalls& LinkKeeper::Parts::walls_between(SeenWalls& seen_walls, const Vec3& first,
                                                  const Vec3& second) const {
  const double bound = habits.bound * habits.bound;
  if ((first - seen_walls.first).squaredNorm() < bound &&
      (second - seen_walls.second).squaredNorm() < bound)
    return seen_walls;
  const Path path = walls.between(first, second);
  seen_walls = {first, second, count_walls(path.walls), propagation.wall_loss(path.walls)};
  return seen_walls;
}

Link LinkKeeper::Parts::link(const Station& a, const Station& b, SeenWalls& seen_walls,
                             std::uint64_t moment) const {
  const SeenWalls& between = walls_between(seen_walls, a.antenna, b.antenna);
  const RadioSettings& settings = propagation.settings();
  Link link;
  link.distance = (a.position - b.position).norm();
  link.walls = between.walls;
  link.wall_loss = between.loss;
  link.dbm = propagation.power({.distance = link.distance}) - between.loss;
  if (settings.preset == RadioPreset::Multiwall)
    link.dbm += shadowing.between(a.antenna, b.antenna) +
                fading(settings.fading, seed, a.name, b.name, moment);
  link.is_up = propagation.is_up(link.dbm);
  link.loss = packet_error(link.dbm, propagation.sensitivity());
  link.rate = data_rate(link.dbm, propagation.sensitivity());
  return link;
}

LinkKeeper::LinkKeeper(const RadioSettings& settings, const State& state, std::uint64_t seed)
    : parts_(std::make_unique<Parts>(settings, state, seed)) {}
LinkKeeper::~LinkKeeper() = default;

Tick LinkKeeper::period() const { return parts_->habits.period; }

std::shared_ptr<const Links> LinkKeeper::look(const State& state) {
  auto links = std::make_shared<Links>();
  links->time = seconds_at(state.tick);
  links->sensitivity = parts_->propagation.sensitivity();
  links->preset = parts_->propagation.settings().preset;
  links->stations = stations_of(state);
  const std::size_t count = links->stations.size();
  const std::size_t pairs = count < 2 ? 0 : count * (count - 1) / 2;
  const bool has_moved = parts_->walls.follow(state);
  if (has_moved || !has_same_names(parts_->stations, links->stations))
    parts_->seen.assign(pairs, {});
  parts_->stations = links->stations;
  links->links.reserve(pairs);
  const auto moment = static_cast<std::uint64_t>(state.tick / period());
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = a + 1; b < count; ++b)
      links->links.push_back(parts_->link(links->stations[a], links->stations[b],
                                          parts_->seen[links->links.size()], moment));
  return links;
}

}  // namespace rubble::radio
