// SPDX-License-Identifier: Apache-2.0
// Ten robots with all of their sensors in a world: bytes of a snapshot, CPU-milliseconds to save
// and to restore it, and the hash of the state so that a faster wrong answer is seen.
//   bench_snapshot [WORLD] [ROBOTS] [CLASS]
#include <fmt/core.h>

#include <cstdlib>

#include "bench/fail.h"
#include "rubble/base/cpu_time.h"
#include "rubble/scenario/scenario.h"

namespace {

using namespace rubble;

int measure(const std::string& world_file, int robots, const std::string& robot_class) {
  constexpr int kRepeats = 20;
  scenario::Scenario scenario{.world = world_file, .sensors = {"usual"}, .pilot = "wander"};
  for (int i = 0; i < robots; ++i)  // one in each cell of a maze
    scenario.robots.push_back(
        {.robot_class = robot_class,
         .start = fmt::format("{},{},0,0", 0.6 + 1.25 * (i % 12), 0.6 + 1.25 * (i / 12))});
  const auto opened = scenario::open_run(scenario);
  if (!opened) return bench::fail(opened.error());
  scenario::Run& run = **opened;
  if (const auto warm = run.advance(2.0); !warm) return bench::fail(warm.error());
  std::string bytes;
  const double start = cpu_seconds();
  for (int i = 0; i < kRepeats; ++i) {
    auto saved = run.save();
    if (!saved) return bench::fail(saved.error());
    bytes = *std::move(saved);
  }
  const double saved_at = cpu_seconds();
  double restoring = 0.0;
  std::uint64_t hash = 0;
  for (int i = 0; i < kRepeats; ++i) {
    auto again = scenario::load_checked_world(world_file, {});
    if (!again) return bench::fail(again.error());
    const double before = cpu_seconds();
    const auto restored = sim::Simulation::restore(*std::move(again), {}, bytes);
    restoring += cpu_seconds() - before;
    if (!restored) return bench::fail(restored.error());
    hash = (*restored)->state().hash();
  }
  fmt::print(
      "snapshot {} x {} in {}  {} bytes  save {:.2f} ms  restore {:.1f} ms  state {:016x} ({})\n",
      robots, robot_class, world_file, bytes.size(), 1e3 * (saved_at - start) / kRepeats,
      1e3 * restoring / kRepeats, hash,
      hash == run.simulation().state().hash() ? "same" : "DIFFERS");
  return hash == run.simulation().state().hash() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return measure(argc > 1 ? argv[1] : "worlds/maze.sdf", argc > 2 ? std::atoi(argv[2]) : 10,
                 argc > 3 ? argv[3] : "P3AT");
}
