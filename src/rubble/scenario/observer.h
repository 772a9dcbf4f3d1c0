// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rubble/world/world.h"

namespace rubble::scenario {

// What a run reports while it goes. The functions are called on the thread of the run, in the order
// of the reports; an empty function is skipped.
struct Observer {
  std::function<void(const std::string&)> remark;  // one sentence, about a robot or a command
  // Of the files of the world and of the robots, in the order they were read.
  std::function<void(const std::vector<Warning>&)> file_warnings;
  std::function<void(double)> progress;  // share of the run that is done, 0..1

  void report(const std::string& sentence) const {
    if (remark) remark(sentence);
  }
  void report(const std::vector<Warning>& warnings) const {
    if (file_warnings) file_warnings(warnings);
  }
};

}  // namespace rubble::scenario
