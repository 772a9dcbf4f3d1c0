// SPDX-License-Identifier: Apache-2.0
// Addresses of IPv4, as they are and inside those of IPv6.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <optional>
#include <string>

namespace radio_exec {

struct Place {
  std::uint32_t address = 0;  // in the machine's byte order; ::1 counts as 127.0.0.1, :: as 0.0.0.0
  int port = 0;
};

// Nothing if it is not of IPv4 and does not stand for one.
std::optional<Place> place_of(const sockaddr* address, socklen_t size);

// The same family and port at another address of IPv4.
struct Rewritten {
  sockaddr_storage storage;
  socklen_t size;
  void set_port(int port);
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
};
Rewritten rewritten(const sockaddr* original, std::uint32_t address);

// An address that the kernel gave: where it is that of another robot's port on the switchboard, the
// robot's own takes its place. room: the size of the buffer that the program gave.
void show_robot(sockaddr* address, socklen_t size, socklen_t room);

std::string text_of(std::uint32_t address);

constexpr std::uint32_t kAnyAddress = 0;

}  // namespace radio_exec
