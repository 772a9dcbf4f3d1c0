// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace radio_exec {

// The robot on which this program runs, from the environment that `rubble radio-exec` set.
struct Identity {
  std::string robot;  // empty: on no robot, and nothing is rewritten
  int radio_port = 0;
  std::uint32_t address = 0;  // the robot's own, host byte order
  int block = 0;              // address block, see exec_protocol.h
  int station = 0;
};

const Identity& identity();
bool is_on_robot();

// Writes one sentence to stderr, at most once per process.
void warn_once(const std::string& sentence);

// Restores errno on destruction: a function that succeeds must not change it.
class ErrnoGuard {
 public:
  ErrnoGuard();
  ~ErrnoGuard();
  ErrnoGuard(const ErrnoGuard&) = delete;
  ErrnoGuard& operator=(const ErrnoGuard&) = delete;

 private:
  int saved_;
};

}  // namespace radio_exec
