// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rubble/radio/links.h"

namespace rubble::wireless {

// Numbers the stations 1, 2, ... in the order they were first seen. A number is never reused for
// another name.
class StationRegistry {
 public:
  // Adds the stations that are new. False if there was no number left for some of them.
  bool add_stations(const radio::Links& links);

  // By exact name or, if there is none, by the only name that differs in case alone: some programs
  // convert host names to lower case. 0: none.
  int find(std::string_view name) const;
  bool has(int station) const;
  const std::string& name(int station) const;
  std::string list() const;  // "R1, R2, ...", for messages

 private:
  std::vector<std::string> names_;
};

}  // namespace rubble::wireless
