// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rubble::scenario {

// How the files of a world are read, and what is added to it.
struct LoadOptions {
  bool strict = false;                             // every warning is an error
  bool lenient = false;                            // a missing or empty mesh is only a warning
  double smoke = 0.0;                              // density of uniform haze that is added
  std::vector<std::string> resource_folders = {};  // searched before the default ones
};

}  // namespace rubble::scenario
