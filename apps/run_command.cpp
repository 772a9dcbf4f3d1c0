// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "apps/commands.h"
#include "apps/shell_text.h"
#include "apps/support.h"
#include "rubble/base/log.h"
#include "rubble/recording/recording.h"
#include "rubble/report/plan.h"
#include "rubble/scenario/recorded_run.h"
#include "rubble/scenario/scenario.h"

namespace rubble::apps {
namespace {

nlohmann::ordered_json to_json(const scenario::RunResult& outcome) {
  const double sim_seconds = seconds_at(outcome.ticks);
  nlohmann::ordered_json json{{"ticks", outcome.ticks},
                              {"sim_seconds", sim_seconds},
                              {"cpu_seconds", outcome.cpu_seconds},
                              {"rtf", sim_seconds / std::max(outcome.cpu_seconds, 1e-9)},
                              {"rays", outcome.rays},
                              {"state_hash", fmt::format("{:016x}", outcome.state_hash)},
                              {"readings", outcome.readings},
                              {"readings_hash", fmt::format("{:016x}", outcome.readings_hash)},
                              {"contacts", outcome.contacts},
                              {"commands", outcome.commands},
                              {"commands_refused", outcome.commands_refused},
                              {"broken_joints", outcome.broken_joints},
                              {"hard_steps",
                               {{"contacts_dropped", outcome.contacts_dropped},
                                {"islands_cut_short", outcome.islands_cut_short},
                                {"bodies_reset", outcome.bodies_reset}}}};
  json["cells_in_all"] = outcome.cells_in_all;
  json["robots"] = nlohmann::ordered_json::array();
  for (const scenario::RobotResult& robot : outcome.robots) {
    const Vec3& p = robot.last_pose.position;
    const RollPitchYaw angles = roll_pitch_yaw_of(robot.last_pose.rotation);
    json["robots"].push_back({{"name", robot.name},
                              {"class", robot.robot_class},
                              {"distance", robot.distance},
                              {"cells", robot.cells},
                              {"bumps", robot.bumps},
                              {"battery", robot.battery},
                              {"position", {p.x(), p.y(), p.z()}},
                              {"rotation", {angles.roll, angles.pitch, angles.yaw}}});
  }
  return json;
}

void print_outcome(const scenario::RunResult& outcome) {
  const double sim_seconds = seconds_at(outcome.ticks);
  fmt::print("{} ticks, {:.1f} simulated seconds in {:.2f} CPU-seconds: {:.1f} times real time\n",
             outcome.ticks, sim_seconds, outcome.cpu_seconds,
             sim_seconds / std::max(outcome.cpu_seconds, 1e-9));
  for (const scenario::RobotResult& robot : outcome.robots)
    fmt::print("{:<6} {:<18} went {:7.2f} m, bumped {:3} times, now at ({:.2f}, {:.2f}, {:.2f})\n",
               robot.name, robot.robot_class, robot.distance, robot.bumps,
               robot.last_pose.position.x(), robot.last_pose.position.y(),
               robot.last_pose.position.z());
  if (outcome.readings > 0)
    fmt::print("{} readings, {} rays, readings_hash {:016x}\n", outcome.readings, outcome.rays,
               outcome.readings_hash);
  for (const std::string& joint : outcome.broken_joints) fmt::print("{} broke\n", joint);
  if (outcome.contacts_dropped + outcome.islands_cut_short + outcome.bodies_reset > 0)
    fmt::print("degraded steps: {} contacts dropped, {} islands cut short, {} bodies reset\n",
               outcome.contacts_dropped, outcome.islands_cut_short, outcome.bodies_reset);
  fmt::print("state_hash {:016x}\n", outcome.state_hash);
}

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
         const scenario::RunResult& outcome, const nlohmann::ordered_json& more) {
  if (!options.plot.empty())
    if (const auto written =
            write_file(options.plot, report::plan_svg(simulation.world(), outcome.trails));
        !written)
      return fail(written.error(), kRunFailed);
  if (!options.json) {
    print_outcome(outcome);
    return kDone;
  }
  nlohmann::ordered_json json = to_json(outcome);
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
            const sim::Simulation& simulation, const scenario::RunResult& outcome) {
  // A hash is known only of the recorded end.
  const bool is_at_end = recording.state_hash() && outcome.ticks == recording.ticks();
  const bool is_comparable = is_at_end && recording.repeats_to_the_bit();
  const bool is_same = is_comparable && *recording.state_hash() == outcome.state_hash;
  nlohmann::ordered_json more{{"recorded_state_hash", nullptr}, {"same", nullptr}};
  if (recording.state_hash())
    more["recorded_state_hash"] = fmt::format("{:016x}", *recording.state_hash());
  if (is_comparable) more["same"] = is_same;
  const int told = tell(options, simulation, outcome, more);
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

}  // namespace rubble::apps
