// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "rubble/base/result.h"
#include "rubble/recording/recording.h"
#include "rubble/scenario/checked_world.h"
#include "rubble/scenario/observer.h"
#include "rubble/scenario/run.h"

namespace rubble::scenario {

// What of a recorded run may differ in its repeat.
struct RepeatOptions {
  LoadOptions load = {};  // only how strictly files are read; haze is that of the recording
  int threads = 1;
};

// The run of a recording again from its beginning: its world, seed, robots and commands. All files
// come from the recording.
Result<std::unique_ptr<Run>> open_repeat(const recording::Recording& recording,
                                         const RepeatOptions& options,
                                         const Observer& observer = {});

// Goes on from a file of write_snapshot.
Result<std::unique_ptr<Run>> open_snapshot(const std::string& path, const RepeatOptions& options,
                                           const Observer& observer = {});

}  // namespace rubble::scenario
