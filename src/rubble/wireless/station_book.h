// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rubble/radio/links.h"

namespace rubble::wireless {

// Numbers for stations, 1, 2, ... in the order they were first seen; a number is never given to
// another name.
class StationBook {
 public:
  // False if there was no number left for some of them.
  bool note(const radio::Links& links);

  // By its name or, if there is no such, the only one that differs in case alone: some programs
  // write names of hosts in small letters. 0: none.
  int find(std::string_view name) const;
  bool has(int station) const;
  const std::string& name(int station) const;
  std::string list() const;  // "R1, R2", for sentences

 private:
  std::vector<std::string> names_;
};

}  // namespace rubble::wireless
