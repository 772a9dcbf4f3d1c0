// SPDX-License-Identifier: Apache-2.0
// What the switchboard and the library that radio-exec loads into programs agree on. Includes
// nothing of Rubble: that library lives in programs of others.
//
// Addresses. A server takes a block B for itself. Its station number S is 127.B.0.S: there the
// robot's own programs listen. What stands for a station as another one reaches it is
// 127.(B+1).viewer.seen: there the switchboard listens, and knows from the address alone who
// talks to whom.
//
// Requests. One a connection to an abstract unix socket, one line of words between tabs; the answer
// is one line, its first word one of kDone, kNone, kFull and kFailed (then a sentence).
//   hello    ROBOT                              its address
//   resolve  NAME                               the address and the name as the world spells it
//   reverse  ADDRESS                            the name
//   everyone                                    the addresses of all robots
//   tcp      ROBOT ADDRESS THEIR_ADDRESS PORT   a port of the pair's address, as the radio and they
//                                               want it; it is the same port if that can be had
//   udp      ROBOT ADDRESS THEIR_ADDRESS PORT wait|now   there is room for a datagram
#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace rubble::wireless {

constexpr int kMostExecStations = 250;
constexpr int kFirstBlock = 77;  // then every second one
constexpr int kLastBlock = 253;

constexpr std::string_view kDone = "done";
constexpr std::string_view kNone = "none";
constexpr std::string_view kFull = "full";
constexpr std::string_view kFailed = "failed";
constexpr char kBetweenWords = '\t';
constexpr std::size_t kLongestRequest = 1024;  // bytes, its end included

// The environment of a program under radio-exec.
constexpr const char* kRobotVariable = "RUBBLE_ROBOT";
constexpr const char* kRadioPortVariable = "RUBBLE_RADIO_PORT";
constexpr const char* kAddressVariable = "RUBBLE_RADIO_ADDRESS";

// --- addresses, as numbers of the machine's own byte order ------------------------------------

constexpr std::uint32_t loopback_address(int second, int third, int fourth) {
  return 127u << 24 | static_cast<std::uint32_t>(second) << 16 |
         static_cast<std::uint32_t>(third) << 8 | static_cast<std::uint32_t>(fourth);
}

constexpr std::uint32_t station_address(int block, int station) {
  return loopback_address(block, 0, station);
}

struct StationPair {
  int viewer = 0;
  int seen = 0;
  auto operator<=>(const StationPair&) const = default;
};

constexpr std::uint32_t pair_address(int block, StationPair pair) {
  return loopback_address(block + 1, pair.viewer, pair.seen);
}

constexpr int block_of(std::uint32_t address) { return static_cast<int>(address >> 16 & 0xff); }

constexpr bool is_station_number(std::uint32_t number) {
  return number >= 1 && number <= kMostExecStations;
}

// Nothing if it is no station's own address in that block.
constexpr std::optional<int> station_at(int block, std::uint32_t address) {
  const std::uint32_t number = address & 0xff;
  if (address >> 8 != loopback_address(block, 0, 0) >> 8 || !is_station_number(number)) return {};
  return static_cast<int>(number);
}

constexpr std::optional<StationPair> pair_at(int block, std::uint32_t address) {
  const std::uint32_t viewer = address >> 8 & 0xff;
  const std::uint32_t seen = address & 0xff;
  if (address >> 16 != loopback_address(block + 1, 0, 0) >> 16) return {};
  if (!is_station_number(viewer) || !is_station_number(seen)) return {};
  return StationPair{static_cast<int>(viewer), static_cast<int>(seen)};
}

// --- where the switchboard is -----------------------------------------------------------------

// Begins with a zero byte: a name that is no file and goes with its owner.
inline std::string switchboard_name(int radio_port) {
  return std::string(1, '\0') + "rubble-radio-" + std::to_string(radio_port);
}

inline socklen_t fill_unix_address(sockaddr_un& address, std::string_view name) {
  address = {};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, name.data(), name.size());
  return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
}

}  // namespace rubble::wireless
