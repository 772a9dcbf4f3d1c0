// SPDX-License-Identifier: Apache-2.0
// bind() and listen(): every robot has all ports for itself.
#include "radio_exec/binding.h"

#include <sys/socket.h>

#include <cerrno>

#include "radio_exec/identity.h"
#include "radio_exec/real.h"
#include "radio_exec/ways.h"
#include "rubble/wireless/exec_protocol.h"

namespace radio_exec {

namespace {

using namespace rubble::wireless;

bool is_only_ipv6(int socket, const sockaddr* address) {
  int value = 0;
  socklen_t size = sizeof value;
  return address->sa_family == AF_INET6 &&
         getsockopt(socket, IPPROTO_IPV6, IPV6_V6ONLY, &value, &size) == 0 && value != 0;
}

// There is no IPv6 on the radio. A socket for it alone gets a place where nobody comes by, so that
// the port is free for every robot.
std::uint32_t place_for_ipv6(int socket) {
  const int off = 0;
  setsockopt(socket, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  return pair_address(identity().block, {identity().station, identity().station});
}

int bind_socket(int socket, const sockaddr* address, socklen_t size) {
  const auto as_it_is = [&] { return RUBBLE_REAL(bind)(socket, address, size); };
  const auto place = is_on_robot() ? place_of(address, size) : std::nullopt;
  if (!place || protocol_of(socket) == Protocol::Other) return as_it_is();
  const auto station = station_at(identity().block, place->address);
  if (station && *station != identity().station) return errno = EADDRNOTAVAIL, -1;
  if (place->address != kAnyAddress) return as_it_is();
  // A port that the kernel chooses is nobody else's: the socket may keep every address, and so can
  // still be used with other hosts.
  if (place->port == 0) {
    const int result = as_it_is();
    if (result == 0 && protocol_of(socket) == Protocol::Udp) share_port(socket);
    return result;
  }
  const std::uint32_t own =
      is_only_ipv6(socket, address) ? place_for_ipv6(socket) : identity().address;
  const Rewritten robot = rewritten(address, own);
  return RUBBLE_REAL(bind)(socket, robot.get(), robot.size);
}

}  // namespace

void share_port(int socket) {
  const ErrnoKeeper keeper;
  sockaddr_storage own{};
  socklen_t size = sizeof own;
  auto* const address = reinterpret_cast<sockaddr*>(&own);
  if (getsockname(socket, address, &size) != 0) return;
  const auto place = place_of(address, size);
  if (!place || place->address != kAnyAddress) return;
  if (place->port == 0) RUBBLE_REAL(bind)(socket, address, size);
  const int on = 1;
  const int option = protocol_of(socket) == Protocol::Tcp ? SO_REUSEPORT : SO_REUSEADDR;
  setsockopt(socket, SOL_SOCKET, option, &on, sizeof on);
}

}  // namespace radio_exec

RUBBLE_STANDS_IN int bind(int socket, const sockaddr* address, socklen_t size) noexcept {
  return radio_exec::bind_socket(socket, address, size);
}

RUBBLE_STANDS_IN int listen(int socket, int backlog) noexcept {
  if (radio_exec::is_on_robot() && radio_exec::protocol_of(socket) == radio_exec::Protocol::Tcp)
    radio_exec::share_port(socket);
  return RUBBLE_REAL(listen)(socket, backlog);
}
