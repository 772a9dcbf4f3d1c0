// SPDX-License-Identifier: Apache-2.0
// The protocol between the exec broker and the library that radio-exec preloads into programs.
// Includes nothing of Rubble, since that library runs in foreign programs.
//
// Addresses. Each server claims a block B of 127.0.0.0/8. Station S has the address 127.B.0.S, on
// which the robot's own programs listen. The pair address 127.(B+1).local.remote stands for the
// remote station as the local one reaches it. The broker listens there, and the address alone tells
// who talks to whom.
//
// Requests. One request per connection to an abstract Unix socket: one line of tab-separated
// fields. The reply is one line whose first field is kDone, kNone, kFull or kFailed (followed by a
// sentence).
//   hello    ROBOT                              its address
//   resolve  NAME                               the address and the name as the world spells it
//   reverse  ADDRESS                            the name
//   everyone                                    the addresses of all robots
//   tcp      ROBOT ADDRESS REMOTE_ADDRESS PORT  the port to connect to at the pair's address; it is
//                                               PORT unless that is not available
//   udp      ROBOT ADDRESS REMOTE_ADDRESS PORT wait|now  when a datagram may be sent
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

constexpr int kMaxExecStations = 250;
constexpr int kFirstBlock = 77;  // then every second one
constexpr int kLastBlock = 253;

constexpr std::string_view kDone = "done";
constexpr std::string_view kNone = "none";
constexpr std::string_view kFull = "full";
constexpr std::string_view kFailed = "failed";
constexpr char kFieldSeparator = '\t';
constexpr std::size_t kMaxRequestBytes = 1024;  // bytes, its newline included

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
  int local = 0;
  int remote = 0;
  auto operator<=>(const StationPair&) const = default;
};

constexpr std::uint32_t pair_address(int block, StationPair pair) {
  return loopback_address(block + 1, pair.local, pair.remote);
}

constexpr int block_of(std::uint32_t address) { return static_cast<int>(address >> 16 & 0xff); }

constexpr bool is_station_number(std::uint32_t number) {
  return number >= 1 && number <= kMaxExecStations;
}

// Nothing if it is not a station address of that block.
constexpr std::optional<int> station_at(int block, std::uint32_t address) {
  const std::uint32_t number = address & 0xff;
  if (address >> 8 != loopback_address(block, 0, 0) >> 8 || !is_station_number(number)) return {};
  return static_cast<int>(number);
}

constexpr std::optional<StationPair> pair_at(int block, std::uint32_t address) {
  const std::uint32_t local = address >> 8 & 0xff;
  const std::uint32_t remote = address & 0xff;
  if (address >> 16 != loopback_address(block + 1, 0, 0) >> 16) return {};
  if (!is_station_number(local) || !is_station_number(remote)) return {};
  return StationPair{static_cast<int>(local), static_cast<int>(remote)};
}

// --- address of the broker --------------------------------------------------------------------

// An abstract socket name (leading zero byte): no file, released when its owner exits.
inline std::string broker_socket_name(int radio_port) {
  return std::string(1, '\0') + "rubble-radio-" + std::to_string(radio_port);
}

inline socklen_t fill_unix_address(sockaddr_un& address, std::string_view name) {
  address = {};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, name.data(), name.size());
  return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
}

}  // namespace rubble::wireless
