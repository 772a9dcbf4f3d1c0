// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/scenario/checked_world.h"
#include "rubble/scenario/observer.h"
#include "rubble/scenario/robot_request.h"
#include "rubble/scenario/run.h"
#include "rubble/scenario/run_result.h"
#include "rubble/scenario/run_writer.h"
#include "rubble/world/world.h"

namespace rubble::scenario {

// All inputs of a run. The same scenario gives the same result, to the bit, for any number of
// threads.
struct Scenario {
  // A path or name as load_checked_world takes it, or a world that is loaded and checked already.
  std::variant<std::string, World> world;
  LoadOptions load = {};
  std::vector<RobotRequest> robots = {};
  std::vector<std::string> sensors = {};  // of every robot, see RobotSetup
  std::string pilot = "none";             // of every robot, see add_pilots
  std::uint64_t seed = 1;
  int threads = 1;                  // helping threads
  double duration = 60.0;           // simulated s
  bool allows_model_paths = false;  // robot classes may be files: never for clients from outside
  OutputFiles outputs = {};
};

// Opens the world and adds robots and pilots; opens no output file.
Result<std::unique_ptr<Run>> open_run(const Scenario& scenario, const Observer& observer = {});

// The whole run, with its output files.
Result<RunResult> run(const Scenario& scenario, const Observer& observer = {});

}  // namespace rubble::scenario
