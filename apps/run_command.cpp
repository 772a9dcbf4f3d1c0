// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/commands.h"
#include "apps/mission.h"
#include "apps/support.h"

namespace rubble::apps {
namespace {

nlohmann::ordered_json to_json(const Outcome& outcome) {
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
                              {"broken_joints", outcome.broken_joints},
                              {"hard_steps",
                               {{"contacts_dropped", outcome.contacts_dropped},
                                {"islands_cut_short", outcome.islands_cut_short},
                                {"bodies_reset", outcome.bodies_reset}}}};
  json["cells_in_all"] = outcome.cells_in_all;
  json["robots"] = nlohmann::ordered_json::array();
  for (const RobotOutcome& robot : outcome.robots) {
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

void print_outcome(const Outcome& outcome) {
  const double sim_seconds = seconds_at(outcome.ticks);
  fmt::print("{} ticks, {:.1f} simulated seconds in {:.2f} CPU-seconds: {:.1f} times real time\n",
             outcome.ticks, sim_seconds, outcome.cpu_seconds,
             sim_seconds / std::max(outcome.cpu_seconds, 1e-9));
  for (const RobotOutcome& robot : outcome.robots)
    fmt::print("{:<6} {:<18} went {:7.2f} m, bumped {:3} times, now at ({:.2f}, {:.2f}, {:.2f})\n",
               robot.name, robot.robot_class, robot.distance, robot.bumps,
               robot.last_pose.position.x(), robot.last_pose.position.y(),
               robot.last_pose.position.z());
  if (outcome.readings > 0)
    fmt::print("{} readings, {} rays, readings_hash {:016x}\n", outcome.readings, outcome.rays,
               outcome.readings_hash);
  for (const std::string& joint : outcome.broken_joints) fmt::print("{} broke\n", joint);
  if (outcome.contacts_dropped + outcome.islands_cut_short + outcome.bodies_reset > 0)
    fmt::print("hard steps: {} contacts dropped, {} islands cut short, {} bodies reset\n",
               outcome.contacts_dropped, outcome.islands_cut_short, outcome.bodies_reset);
  fmt::print("state_hash {:016x}\n", outcome.state_hash);
}

std::string remark_for(const RunOptions& options) {
  std::string remark = "rubble run " + options.world;
  for (const std::string& robot : options.robots) remark += " --robot " + robot;
  return remark + fmt::format(" --seed {} --duration {}; run it again with --drive THIS_FILE",
                              options.seed, options.duration);
}

}  // namespace

int run(const RunOptions& options) {
  auto world = open_world(options.world, options.load);
  if (!world) return fail(world.error());
  sim::Simulation simulation(
      *std::move(world),
      {.seed = options.seed, .threads = options.threads, .takes_model_paths = true});
  const auto entered = add_robots(simulation, options.robots, {options.sensors, options.drive});
  if (!entered) return fail(entered.error());
  if (const auto added = add_sensors(simulation, options.sensors); !added)
    return fail(added.error());
  if (const auto added = add_pilots(simulation, options.drive); !added) return fail(added.error());

  if (!options.plot.empty())
    if (const auto written = write_file(options.plot, ""); !written) return fail(written.error());
  std::optional<CommandRecorder> recorder;
  if (!options.record.empty()) {
    auto opened = CommandRecorder::open(options.record, remark_for(options));
    if (!opened) return fail(opened.error());
    recorder = *std::move(opened);
  }
  std::ofstream readings;
  if (!options.readings.empty()) {
    readings.open(options.readings, std::ios::binary);
    if (!readings) return fail({{options.readings}, "cannot be written; does its folder exist?"});
  }
  Progress progress("running");
  const auto outcome = run_mission(
      simulation, options.duration, recorder ? &*recorder : nullptr,
      [&](double done) { progress.show(done); }, readings.is_open() ? &readings : nullptr);
  if (!outcome) return fail(outcome.error(), kRunFailed);
  if (!options.plot.empty())
    if (const auto written =
            write_file(options.plot, plan_svg(simulation.world(), outcome->trails));
        !written)
      return fail(written.error(), kRunFailed);
  if (options.json)
    fmt::print("{}\n", to_json(*outcome).dump(-1, ' ', false,
                                              nlohmann::ordered_json::error_handler_t::replace));
  else
    print_outcome(*outcome);
  return kDone;
}

}  // namespace rubble::apps
