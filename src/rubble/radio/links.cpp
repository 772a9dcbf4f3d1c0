// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/links.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "rubble/base/assert.h"
#include "rubble/radio/shadowing.h"
#include "rubble/radio/walls.h"

namespace rubble::radio {

// Update period of a preset, and the movement of an end after which walls are recounted.
struct PresetTraits {
  Tick period;
  double bound;  // m
};

// The walls between a pair, and the antenna positions for which they were counted.
struct CachedWalls {
  Vec3 first = Vec3::Constant(kInfinity);
  Vec3 second = Vec3::Constant(kInfinity);
  int walls = 0;
  double loss = 0.0;  // dB
};

namespace {

// Index of a pair in the row-major list of all pairs a < b.
std::size_t pair_index(std::size_t count, int a, int b) {
  RUBBLE_ASSERT(a != b);
  const auto low = static_cast<std::size_t>(std::min(a, b));
  const auto high = static_cast<std::size_t>(std::max(a, b));
  return low * (2 * count - low - 1) / 2 + high - low - 1;
}

PresetTraits traits_of(RadioPreset preset) {
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

const Link& Links::between(int a, int b) const { return links[pair_index(stations.size(), a, b)]; }
Link& Links::between(int a, int b) { return links[pair_index(stations.size(), a, b)]; }

std::vector<Station> stations_of(const State& state) {
  std::vector<Station> stations;
  std::map<const Model*, Vec3> centres;
  for (const RobotId id : state.present_robots) {
    const RobotState& robot = state.robots[id.index()];
    if (robot.battery <= 0.0) continue;
    const Instance& instance = state.instances[robot.instance.index()];
    const auto [centre, is_new] = centres.try_emplace(instance.model.get(), Vec3::Zero());
    if (is_new) {
      const Bounds bounds = bounds_of(*instance.model);
      if (!bounds.is_empty()) centre->second = (bounds.low + bounds.high) / 2;
    }
    const Pose pose = state.world_from_model(robot.instance);
    stations.push_back(
        {instance.name, pose.position, pose * centre->second, instance.model->robot->is_relay});
  }
  std::sort(stations.begin(), stations.end(),
            [](const Station& a, const Station& b) { return a.name < b.name; });
  return stations;
}

struct LinkTracker::Parts {
  Parts(const RadioSettings& settings, const State& state, std::uint64_t run_seed,
        std::shared_ptr<const rays::StaticScene> static_scene)
      : propagation(settings),
        shadowing(run_seed, settings.shadowing_sigma_db, settings.shadowing_distance),
        walls(state, std::move(static_scene)),
        traits(traits_of(settings.preset)),
        seed(run_seed) {}

  const CachedWalls& walls_between(CachedWalls& cached, const Vec3& first,
                                   const Vec3& second) const;
  Link link(const Station& a, const Station& b, CachedWalls& cached, std::uint64_t moment) const;

  Propagation propagation;
  Shadowing shadowing;
  WallFinder walls;
  PresetTraits traits;
  std::uint64_t seed;
  std::vector<Station> stations;    // of the last update
  std::vector<CachedWalls> cached;  // of its pairs
};

const CachedWalls& LinkTracker::Parts::walls_between(CachedWalls& cached_walls, const Vec3& first,
                                                     const Vec3& second) const {
  const double bound = traits.bound * traits.bound;
  if ((first - cached_walls.first).squaredNorm() < bound &&
      (second - cached_walls.second).squaredNorm() < bound)
    return cached_walls;
  const Path path = walls.between(first, second);
  cached_walls = {first, second, count_walls(path.walls), propagation.wall_loss(path.walls)};
  return cached_walls;
}

Link LinkTracker::Parts::link(const Station& a, const Station& b, CachedWalls& cached_walls,
                              std::uint64_t moment) const {
  const CachedWalls& between = walls_between(cached_walls, a.antenna, b.antenna);
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
  link.loss = packet_error_rate(link.dbm, propagation.sensitivity());
  link.rate = data_rate(link.dbm, propagation.sensitivity());
  return link;
}

LinkTracker::LinkTracker(const RadioSettings& settings, const State& state, std::uint64_t seed,
                         std::shared_ptr<const rays::StaticScene> static_scene)
    : parts_(std::make_unique<Parts>(settings, state, seed, std::move(static_scene))) {}
LinkTracker::~LinkTracker() = default;

Tick LinkTracker::period() const { return parts_->traits.period; }

std::shared_ptr<const Links> LinkTracker::update(const State& state) {
  auto links = std::make_shared<Links>();
  links->time = seconds_at(state.tick);
  links->sensitivity = parts_->propagation.sensitivity();
  links->preset = parts_->propagation.settings().preset;
  links->stations = stations_of(state);
  const std::size_t count = links->stations.size();
  const std::size_t pairs = count < 2 ? 0 : count * (count - 1) / 2;
  const bool has_moved = parts_->walls.update(state);
  if (has_moved || !has_same_names(parts_->stations, links->stations))
    parts_->cached.assign(pairs, {});
  parts_->stations = links->stations;
  links->links.reserve(pairs);
  const auto moment = static_cast<std::uint64_t>(state.tick / period());
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = a + 1; b < count; ++b)
      links->links.push_back(parts_->link(links->stations[a], links->stations[b],
                                          parts_->cached[links->links.size()], moment));
  return links;
}

}  // namespace rubble::radio
