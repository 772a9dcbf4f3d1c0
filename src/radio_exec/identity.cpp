// SPDX-License-Identifier: Apache-2.0
#include "radio_exec/identity.h"

#include <arpa/inet.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

#include "radio_exec/libc_symbols.h"
#include "rubble/wireless/exec/protocol.h"

namespace radio_exec {

namespace {

Identity read_identity() {
  const char* const robot = std::getenv(rubble::wireless::kRobotVariable);
  const char* const port = std::getenv(rubble::wireless::kRadioPortVariable);
  const char* const address = std::getenv(rubble::wireless::kAddressVariable);
  in_addr parsed{};
  if (robot == nullptr || port == nullptr || address == nullptr) return {};
  if (inet_pton(AF_INET, address, &parsed) != 1) return {};
  Identity found{.robot = robot, .radio_port = std::atoi(port), .address = ntohl(parsed.s_addr)};
  found.block = rubble::wireless::block_of(found.address);
  const auto station = rubble::wireless::station_at(found.block, found.address);
  if (!station) return {};
  found.station = *station;
  return found;
}

// Runs when the library is loaded, since the first use may be in a signal handler.
__attribute__((constructor)) void find_identity() { identity(); }

}  // namespace

const Identity& identity() {
  // Never destroyed: programs use sockets until they exit.
  static const Identity* const found = new Identity(read_identity());
  return *found;
}

bool is_on_robot() { return !identity().robot.empty(); }

void warn_once(const std::string& sentence) {
  static std::atomic_flag has_warned = ATOMIC_FLAG_INIT;
  if (has_warned.test_and_set()) return;
  const std::string line = "rubble radio-exec: " + sentence + "\n";
  [[maybe_unused]] const auto written = RUBBLE_LIBC(write)(STDERR_FILENO, line.data(), line.size());
}

ErrnoGuard::ErrnoGuard() : saved_(errno) {}
ErrnoGuard::~ErrnoGuard() { errno = saved_; }

}  // namespace radio_exec
