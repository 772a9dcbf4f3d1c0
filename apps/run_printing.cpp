// SPDX-License-Identifier: Apache-2.0
#include "apps/run_printing.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace rubble::apps {

nlohmann::ordered_json to_json(const scenario::RunResult& result) {
  const double sim_seconds = seconds_at(result.ticks);
  nlohmann::ordered_json json{{"ticks", result.ticks},
                              {"sim_seconds", sim_seconds},
                              {"cpu_seconds", result.cpu_seconds},
                              {"rtf", sim_seconds / std::max(result.cpu_seconds, 1e-9)},
                              {"rays", result.rays},
                              {"state_hash", fmt::format("{:016x}", result.state_hash)},
                              {"readings", result.readings},
                              {"readings_hash", fmt::format("{:016x}", result.readings_hash)},
                              {"contacts", result.contacts},
                              {"commands", result.commands},
                              {"commands_refused", result.commands_refused},
                              {"broken_joints", result.broken_joints},
                              {"hard_steps",
                               {{"contacts_dropped", result.contacts_dropped},
                                {"islands_cut_short", result.islands_cut_short},
                                {"bodies_reset", result.bodies_reset}}}};
  json["cells_in_all"] = result.cells_in_all;
  json["robots"] = nlohmann::ordered_json::array();
  for (const scenario::RobotResult& robot : result.robots) {
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

void print_result(const scenario::RunResult& result) {
  const double sim_seconds = seconds_at(result.ticks);
  fmt::print("{} ticks, {:.1f} simulated seconds in {:.2f} CPU-seconds: {:.1f} times real time\n",
             result.ticks, sim_seconds, result.cpu_seconds,
             sim_seconds / std::max(result.cpu_seconds, 1e-9));
  for (const scenario::RobotResult& robot : result.robots)
    fmt::print("{:<6} {:<18} went {:7.2f} m, bumped {:3} times, now at ({:.2f}, {:.2f}, {:.2f})\n",
               robot.name, robot.robot_class, robot.distance, robot.bumps,
               robot.last_pose.position.x(), robot.last_pose.position.y(),
               robot.last_pose.position.z());
  if (result.readings > 0)
    fmt::print("{} readings, {} rays, readings_hash {:016x}\n", result.readings, result.rays,
               result.readings_hash);
  for (const std::string& joint : result.broken_joints) fmt::print("{} broke\n", joint);
  if (result.contacts_dropped + result.islands_cut_short + result.bodies_reset > 0)
    fmt::print("degraded steps: {} contacts dropped, {} islands cut short, {} bodies reset\n",
               result.contacts_dropped, result.islands_cut_short, result.bodies_reset);
  fmt::print("state_hash {:016x}\n", result.state_hash);
}

}  // namespace rubble::apps
