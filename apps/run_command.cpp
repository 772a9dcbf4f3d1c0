// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/option_checks.h"
#include "apps/run_printing.h"
#include "apps/support.h"
#include "rubble/base/log.h"
#include "rubble/base/shell_text.h"
#include "rubble/recording/recording.h"
#include "rubble/report/plan.h"
#include "rubble/scenario/recorded_run.h"
#include "rubble/scenario/scenario.h"

namespace rubble::apps {
namespace {

std::string remark_for(const RunOptions& options) {
  std::string remark = "rubble run " + shell_quoted(options.world);
  for (const std::string& robot : options.robots) remark += " --robot " + shell_quoted(robot);
  if (options.load.smoke > 0.0) remark += fmt::format(" --smoke {:.17g}", options.load.smoke);
  return remark + fmt::format(" --seed {} --duration {}; run it again with --drive THIS_FILE",
                              options.seed, options.duration);
}

scenario::OutputFiles output_files(const RunOptions& options) {
  return {.recording = options.record,
          .readings = options.readings,
          .links = options.radio_log,
          .snapshot = options.save,
          .remark = remark_for(options)};
}

// Runs it with its output files.
Result<scenario::RunResult> complete(scenario::Run& run, const RunOptions& options,
                                     double duration) {
  Progress progress("running");
  if (const auto writing = run.write_to(output_files(options)); !writing) return writing.error();
  const auto done = run.advance(duration, [&](double share) { progress.show(share); });
  if (!done) return done.error();
  if (const auto finished = run.finish(); !finished) return finished.error();
  return run.result();
}

int tell(const RunOptions& options, const sim::Simulation& simulation,
         const scenario::RunResult& result, const nlohmann::ordered_json& more) {
  if (!options.plot.empty())
    if (const auto written =
            write_file(options.plot, report::plan_svg(simulation.world(), result.trails));
        !written)
      return fail(written.error(), kRunFailed);
  if (!options.json) {
    print_result(result);
    return kDone;
  }
  nlohmann::ordered_json json = to_json(result);
  json.update(more);
  fmt::print("{}\n", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  return kDone;
}

int print_end(const RunOptions& options, const scenario::Run& run,
              const scenario::RunResult& result) {
  const int code = tell(options, run.simulation(), result, nlohmann::ordered_json::object());
  print_written_files(
      {options.record, options.save, options.readings, options.radio_log, options.plot});
  return code;
}

scenario::Scenario scenario_of(const RunOptions& options) {
  return {.world = options.world,
          .load = options.load,
          .robots = scenario::parse_robots(options.robots),
          .sensors = options.sensors,
          .pilot = options.drive,
          .seed = options.seed,
          .threads = options.threads,
          .allows_model_paths = true};
}

int run_world(const RunOptions& options) {
  const auto run = scenario::open_run(scenario_of(options), printing_observer());
  if (!run) return fail(run.error());
  if (!options.plot.empty())
    if (const auto written = write_file(options.plot, ""); !written)
      return fail(written.error(), kRunFailed);
  const auto result = complete(**run, options, options.duration);
  if (!result) return fail(result.error(), kRunFailed);
  return print_end(options, **run, *result);
}

int compare(const RunOptions& options, const recording::Recording& recording,
            const sim::Simulation& simulation, const scenario::RunResult& result) {
  // A hash is known only of the recorded end.
  const bool is_at_end = recording.state_hash() && result.ticks == recording.ticks();
  const bool is_comparable = is_at_end && recording.repeats_to_the_bit();
  const bool is_same = is_comparable && *recording.state_hash() == result.state_hash;
  nlohmann::ordered_json more{{"recorded_state_hash", nullptr}, {"same", nullptr}};
  if (recording.state_hash())
    more["recorded_state_hash"] = fmt::format("{:016x}", *recording.state_hash());
  if (is_comparable) more["same"] = is_same;
  const int told = tell(options, simulation, result, more);
  if (told != kDone) return told;
  if (!is_comparable) {
    if (!options.json)
      fmt::print("nothing to compare with: {}\n",
                 is_at_end ? "it was recorded by an older version with different results"
                 : recording.state_hash() ? "the recorded final state was not reached"
                                          : "the recording is incomplete");
    return kDone;
  }
  if (!options.json)
    fmt::print("{} the recorded state_hash {:016x}\n", is_same ? "the same as" : "differs from",
               *recording.state_hash());
  return is_same ? kDone : kRunFailed;
}

int restore(const RunOptions& options) {
  const auto run = scenario::open_snapshot(
      options.restore, {.load = options.load, .threads = options.threads}, printing_observer());
  if (!run) return fail(run.error());
  const auto result = complete(**run, options, options.duration);
  if (!result) return fail(result.error(), kRunFailed);
  return print_end(options, **run, *result);
}

int repeat(const RunOptions& options) {
  const auto recording = recording::Recording::open(options.from);
  if (!recording) return fail(recording.error());
  if (recording->cut_at())
    log_warning("{} is cut off at byte {}; its first {:g} s are repeated", options.from,
                *recording->cut_at(), seconds_at(recording->ticks()));
  const auto run = scenario::open_repeat(
      *recording, {.load = options.load, .threads = options.threads}, printing_observer());
  if (!run) return fail(run.error());
  const double recorded = seconds_at(recording->ticks());
  const auto result =
      complete(**run, options, options.is_duration_given ? options.duration : recorded);
  if (!result) return fail(result.error(), kRunFailed);
  return compare(options, *recording, (*run)->simulation(), *result);
}

CLI::App* declare_run(CLI::App& app, RunOptions& options) {
  CLI::App* run = app.add_subcommand("run", "Run a world as fast as possible, without sockets");
  auto* from = run->add_option("--from", options.from,
                               "Repeat the run of a recording (.mcap): its world, seed and "
                               "commands; exit code 1 if its state_hash is not reached");
  auto* restore =
      run->add_option(
             "--restore", options.restore,
             "Go on from a snapshot (.snap): robots, sensors, pilots and commands in force "
             "as they were, for --duration more seconds")
          ->check(file_ending_in({".snap"}))
          ->excludes(from);
  run->add_option("WORLD", options.world, "World or model file, SDF or URDF")
      ->excludes(from)
      ->excludes(restore);
  run->add_option(
         "--robot", options.robots,
         "CLASS, CLASS@START or CLASS@x,y,z,yaw; any number, called R1, R2, ... A model file "
         "(.sdf, .urdf) may stand for the class")
      ->allow_extra_args(false)
      ->excludes(from)
      ->excludes(restore);
  run->add_option("--drive", options.drive, "wander, explore, none, or a file of timed commands")
      ->capture_default_str()
      ->excludes(from)
      ->excludes(restore);
  run->add_option("--sensor", options.sensors,
                  "Switch on a sensor: 'all' sensors of a robot, one by name, or a preset to mount "
                  "on every robot; any number")
      ->allow_extra_args(false)
      ->excludes(from)
      ->excludes(restore);
  run->add_option("--duration", options.duration, "Simulated seconds")
      ->check(seconds_up_to(1e6))
      ->capture_default_str();
  run->add_option("--seed", options.seed, "Of everything random")
      ->check(whole_number())
      ->capture_default_str()
      ->excludes(from)
      ->excludes(restore);
  run->add_option("--threads", options.threads, "Helping threads; the result is the same for any")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  run->add_option("--record", options.record,
                  "Record the run to this file: everything (.mcap) or only the commands (.jsonl)")
      ->check(file_ending_in({".mcap", ".jsonl"}))
      ->excludes(restore);
  run->add_option("--save", options.save,
                  "Save a snapshot of the end of the run in this file (.snap)")
      ->check(file_ending_in({".snap"}));
  run->add_option("--readings", options.readings,
                  "Write all readings of active sensors to this file (.jsonl)")
      ->check(file_ending_in({".jsonl"}));
  run->add_option("--radio-log", options.radio_log, "Table of who hears whom (.csv)")
      ->check(file_ending_in({".csv"}));
  run->add_option("--plot", options.plot, "Draw plan and ways into this file (.svg)")
      ->check(file_ending_in({".svg"}));
  run->add_flag("--json", options.json, "Print one JSON object");
  add_smoke(*run, options.load.smoke);
  add_load_options(*run, options.load);
  run->footer(
      "Examples:\n"
      "  ./rubble run worlds/maze.sdf --robot P3AT --duration 10 --seed 7\n"
      "  ./rubble run worlds/maze.sdf --robot Element --robot Kenaf@RobotStart3 --json\n"
      "  ./rubble run worlds/maze.sdf --robot P3AT --duration 10 --record run.jsonl\n"
      "  ./rubble run worlds/maze.sdf --robot P3AT --duration 10 --drive run.jsonl\n"
      "  ./rubble run worlds/maze.sdf --robot P3AT --sensor all --duration 10 --record run.mcap\n"
      "  ./rubble run --from run.mcap\n"
      "  ./rubble run worlds/maze.sdf --robot P3AT --duration 10 --save run.snap\n"
      "  ./rubble run --restore run.snap --duration 10\n"
      "  ./rubble run worlds/maze.sdf --robot Element --drive explore --duration 60 --plot "
      "way.svg\n"
      "  ./rubble run worlds/maze.sdf --robot P3AT --sensor urg04lx --duration 10 --readings "
      "scans.jsonl");
  run->parse_complete_callback(
      [run, &options] { options.is_duration_given = run->count("--duration") > 0; });
  return run;
}

}  // namespace

int run(const RunOptions& options) {
  if (!options.from.empty()) return repeat(options);
  if (!options.restore.empty()) return restore(options);
  if (!options.world.empty()) return run_world(options);
  return fail(
      {{},
       "run wants a WORLD, --from a recording or --restore a snapshot; see ./rubble run --help"},
      kWrongUsage);
}

void add_run(CLI::App& app, Action& chosen) { add_command(app, chosen, declare_run, run); }

}  // namespace rubble::apps
