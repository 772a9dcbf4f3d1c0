// SPDX-License-Identifier: Apache-2.0
// CPU time of the links of 100 stations that all move (4,950 pairs, ten looks a second) on a
// building floor with rooms, and of one pair's walls. The hash of the results shows a faster wrong
// answer.
//   bench_radio_links [SECONDS]
#include <fmt/core.h>

#include <cstdlib>
#include <ctime>

#include "rubble/base/hash.h"
#include "rubble/base/random.h"
#include "rubble/generators/radio_floor.h"
#include "rubble/radio/links.h"
#include "rubble/radio/test_site.h"
#include "rubble/radio/walls.h"

namespace {

using namespace rubble;

constexpr int kStations = 100;
constexpr double kSpeed = 0.5;  // m/s

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Walker {
  InstanceId id;
  Vec3 place;
  double heading;
};

struct Floor {
  World world = generators::radio_floor_world({});
  radio::TestSite site;
  std::vector<Walker> walkers;
  Random random{1, "walkers"};

  Floor() {
    for (const auto& model : world.models)
      site.state.add(model, model->name, model->world_from_model);
    for (int i = 0; i < kStations; ++i) {
      const Vec3 place = anywhere();
      walkers.push_back(
          {site.put_robot(fmt::format("R{}", i), place), place, random.uniform(0, 2 * kPi)});
    }
  }
  Vec3 anywhere() { return {random.uniform(1, 39), random.uniform(1, 14), 0.3}; }

  void walk(double seconds) {
    for (Walker& walker : walkers) {
      const Vec3 way(std::cos(walker.heading), std::sin(walker.heading), 0.0);
      const Vec3 next = walker.place + kSpeed * seconds * way;
      if (next.x() > 0.5 && next.x() < 39.5 && next.y() > 0.5 && next.y() < 14.5)
        walker.place = next;
      else
        walker.heading = random.uniform(0, 2 * kPi);
      site.move(walker.id, walker.place);
    }
  }
};

void bench_links(const char* title, const RadioSettings& settings, double seconds) {
  Floor floor;
  radio::LinkTracker keeper(settings, floor.site.state, 1);
  Hash hash;
  double cpu = 0.0;
  const double step = seconds_at(keeper.period());
  for (double time = 0.0; time < seconds; time += step) {
    floor.walk(step);
    floor.site.state.tick += keeper.period();
    const double began = cpu_seconds();
    const auto links = keeper.update(floor.site.state);
    cpu += cpu_seconds() - began;
    for (const radio::Link& link : links->links) hash.add(link.dbm);
  }
  fmt::print("{:28} {:.3f} CPU-s a simulated second, hash {:016x}\n", title, cpu / seconds,
             hash.value());
}

void bench_walls() {
  Floor floor;
  const radio::WallFinder walls(floor.site.state);
  constexpr int kPairs = 20'000;
  std::size_t count = 0;
  const double began = cpu_seconds();
  for (int i = 0; i < kPairs; ++i) {
    const Vec3 to = floor.anywhere(), from = floor.anywhere();
    count += walls.between(from, to).walls.size();
  }
  fmt::print("{:28} {:.2f} us, {} walls\n", "walls of one pair",
             (cpu_seconds() - began) / kPairs * 1e6, count);
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 10.0;
  RadioSettings settings;
  bench_links("multiwall", settings, seconds);
  settings.shadowing_sigma_db = 4.0;
  settings.fading = Fading::Rice;
  bench_links("multiwall, shadowing, fading", settings, seconds);
  settings.preset = RadioPreset::Seed;
  bench_links("seed", settings, seconds);
  settings.preset = RadioPreset::Wss;
  bench_links("wss", settings, seconds);
  bench_walls();
}
