// SPDX-License-Identifier: Apache-2.0
// The two experiments of "Realistic simulation of laser range finder behavior in a smoky
// environment", again: a puff that dissolves before a URG-04LX and a camera, and clouds that drift
// across the view of an LMS200.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rubble/base/result.h"

namespace rubble::apps {

// One line of a table: what the paper has and what came out here.
struct Finding {
  std::string what;
  std::string paper;
  std::string rubble;
};

struct Section {
  std::string name;
  std::string title;
  std::string text;
  std::vector<Finding> findings;
  std::vector<std::string> figures;  // files in the folder
};

using ShowProgress = std::function<void(double)>;

Result<Section> smoke_room_experiment(const std::string& folder, const ShowProgress& progress);
Result<Section> smoke_field_experiment(const std::string& folder, const ShowProgress& progress);

}  // namespace rubble::apps
