// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rubble/base/hash.h"
#include "rubble/base/result.h"
#include "rubble/messages/command.h"
#include "rubble/recording/recording.h"
#include "rubble/scenario/observer.h"
#include "rubble/scenario/robot_meter.h"
#include "rubble/scenario/run_result.h"
#include "rubble/scenario/run_writer.h"
#include "rubble/sim/simulation.h"

namespace rubble::scenario {

// A simulation with its robots and pilots before its first tick.
struct RunStart {
  std::unique_ptr<sim::Simulation> simulation;
  std::vector<Command> first_commands;          // executed already, see add_robots
  std::map<std::string, std::string> settings;  // for its recording
  // Where the models of the run are read from; nothing: the resource folders.
  std::optional<recording::UnpackedWorld> unpacked;
};

// A run between two ticks: simulation, output files and totals. One thread owns it. Without output
// files it can be saved, restored and branched at any time.
class Run {
 public:
  explicit Run(RunStart start, Observer observer = {});
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  // Opens the output files. At most once, before the first step.
  Result<void> write_to(const OutputFiles& files);

  // One tick: the pilots decide, the world advances, totals and output files follow.
  Result<void> step();
  // Steps for so many simulated seconds as fast as possible. Ten times per simulated second it
  // reports the share that is done, 0..1.
  Result<void> advance(double seconds, const std::function<void(double)>& progress = {});
  // Completes the output files, among them the snapshot. No step may follow.
  Result<void> finish();

  // Totals of all ticks since the beginning, restore() or restart_totals().
  RunResult result() const;
  void restart_totals();

  // Everything that makes the future of the run; restore() goes back to it to the bit. A run with
  // output files cannot go back.
  Result<std::string> save() { return simulation_->save(); }
  Result<void> restore(std::string snapshot);

  // Robots, pilots and sensors may be added between two ticks.
  sim::Simulation& simulation() { return *simulation_; }
  const sim::Simulation& simulation() const { return *simulation_; }
  // Commands that were executed before the first tick: with them a recording repeats the run.
  const std::vector<Command>& first_commands() const { return first_commands_; }

 private:
  // What is summed up tick by tick.
  struct Totals {
    explicit Totals(const sim::Simulation& simulation);
    RunResult result;  // without what is only known at the end
    RobotMeter meter;
    Hash readings_hash;
    std::int64_t rays_before = 0;
  };

  Tick ticks_done() const { return simulation_->state().tick - first_tick_; }
  void add_up(const physics::StepReport& report, std::size_t command_count);
  void count_rejected(const std::vector<Command>& commands, Tick tick);

  std::optional<recording::UnpackedWorld> unpacked_;  // outlives the simulation
  std::unique_ptr<sim::Simulation> simulation_;
  std::vector<Command> first_commands_;
  std::map<std::string, std::string> settings_;
  Observer observer_;
  Tick first_tick_;  // of the simulation, when the run began
  Totals totals_;
  std::set<std::string> reported_;  // why commands were rejected, each sentence once
  std::optional<RunWriter> writer_;
  std::string snapshot_path_;
};

}  // namespace rubble::scenario
