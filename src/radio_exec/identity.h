// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace radio_exec {

// On which robot this program runs, as `rubble radio-exec` left it in the environment.
struct Identity {
  std::string robot;  // empty: on none, and nothing is to be changed
  int radio_port = 0;
  std::uint32_t address = 0;  // the robot's own
  int block = 0;              // of addresses, see exec_protocol.h
  int station = 0;
};

const Identity& identity();
bool is_on_robot();

// One sentence on stderr, once a process.
void complain_once(const std::string& sentence);

// Leaves errno as it was: what a function that succeeds must do.
class ErrnoKeeper {
 public:
  ErrnoKeeper();
  ~ErrnoKeeper();
  ErrnoKeeper(const ErrnoKeeper&) = delete;
  ErrnoKeeper& operator=(const ErrnoKeeper&) = delete;

 private:
  int kept_;
};

}  // namespace radio_exec
