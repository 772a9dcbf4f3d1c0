// SPDX-License-Identifier: Apache-2.0
#include "rubble/challenge/run_setup.h"

#include "rubble/sdf/load.h"
#include "rubble/sensors/sensor_factory.h"

namespace rubble::challenge {

Result<World> load_checked_world(const std::string& path) {
  auto world = load_world(path, {.resource_folders = default_resource_folders()});
  if (!world) return world;
  for (const auto& model : world->models)
    if (const auto checked = sensors::check_sensors(*model, world->warnings); !checked)
      return checked.error();
  return world;
}

Result<Command> enter_robot(sim::Simulation& simulation, const std::string& robot,
                            const std::vector<std::string>& sensors) {
  const auto start = simulation.start_pose(std::size_t{0});
  if (!start) return start.error();
  Command command{"R1", SpawnRobot{robot, *start, sensors}};
  const CommandResult result = simulation.execute(command);
  if (!result.is_done) return Error{{}, result.text};
  return command;
}

}  // namespace rubble::challenge
