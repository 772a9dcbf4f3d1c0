// SPDX-License-Identifier: Apache-2.0
// Ten robots with all of their sensors in a world: bytes of a snapshot, CPU-milliseconds to save
// and to restore it, and the hash of the state so that a faster wrong answer is seen.
//   bench_snapshot [WORLD] [ROBOTS] [CLASS]
#include <fmt/core.h>

#include <cstdlib>
#include <ctime>

#include "apps/mission.h"
#include "apps/support.h"

namespace {

using namespace rubble;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

int measure(const std::string& world_file, int robots, const std::string& robot_class) {
  constexpr int kRepeats = 20;
  const auto load_it = [&] { return apps::open_world(world_file, {}); };
  auto world = load_it();
  if (!world) return apps::fail(world.error());
  sim::Simulation run(*std::move(world), {});
  std::vector<std::string> team;  // one in each cell of a maze
  for (int i = 0; i < robots; ++i)
    team.push_back(
        fmt::format("{}@{},{},0,0", robot_class, 0.6 + 1.25 * (i % 12), 0.6 + 1.25 * (i / 12)));
  if (const auto added = apps::add_robots(run, team, {{"usual"}, "wander"}); !added)
    return apps::fail(added.error());
  if (const auto added = apps::add_pilots(run, "wander"); !added) return apps::fail(added.error());
  if (const auto warm = apps::run_mission(run, 2.0, nullptr, [](double) {}); !warm) return 1;
  std::string bytes;
  const double start = cpu_seconds();
  for (int i = 0; i < kRepeats; ++i) {
    auto saved = run.save();
    if (!saved) return apps::fail(saved.error());
    bytes = *std::move(saved);
  }
  const double saved_at = cpu_seconds();
  double restoring = 0.0;
  std::uint64_t hash = 0;
  for (int i = 0; i < kRepeats; ++i) {
    auto again = load_it();
    if (!again) return apps::fail(again.error());
    const double before = cpu_seconds();
    const auto restored = sim::Simulation::restore(*std::move(again), {}, bytes);
    restoring += cpu_seconds() - before;
    if (!restored) return apps::fail(restored.error());
    hash = (*restored)->state().hash();
  }
  fmt::print(
      "snapshot {} x {} in {}  {} bytes  save {:.2f} ms  restore {:.1f} ms  state {:016x} ({})\n",
      robots, robot_class, world_file, bytes.size(), 1e3 * (saved_at - start) / kRepeats,
      1e3 * restoring / kRepeats, hash, hash == run.state().hash() ? "same" : "DIFFERS");
  return hash == run.state().hash() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return measure(argc > 1 ? argv[1] : "worlds/maze.sdf", argc > 2 ? std::atoi(argv[2]) : 10,
                 argc > 3 ? argv[3] : "P3AT");
}
