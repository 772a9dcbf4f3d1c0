// SPDX-License-Identifier: Apache-2.0
// IPv4 socket addresses, plain or embedded in IPv6 ones.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <optional>
#include <string>

namespace radio_exec {

struct Endpoint {
  std::uint32_t address = 0;  // host byte order; ::1 counts as 127.0.0.1, :: as 0.0.0.0
  int port = 0;
};

// Nothing if it is neither an IPv4 address nor equivalent to one.
std::optional<Endpoint> endpoint_of(const sockaddr* address, socklen_t size);

struct SocketAddress {
  sockaddr_storage storage;
  socklen_t size;
  void set_port(int port);
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
};
// The original with another IPv4 address; same family and port.
SocketAddress with_address(const sockaddr* original, std::uint32_t address);

// If the kernel returned the pair address of another robot, replaces it by that robot's own
// address. size: of the address; capacity: of the program's buffer.
void restore_robot_address(sockaddr* address, socklen_t size, socklen_t capacity);

std::string text_of(std::uint32_t address);

constexpr std::uint32_t kAnyAddress = 0;

}  // namespace radio_exec
