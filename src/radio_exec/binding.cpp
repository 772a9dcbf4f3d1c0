// SPDX-License-Identifier: Apache-2.0
// bind() and listen(): every robot has its own port space.
#include "radio_exec/binding.h"

#include <sys/socket.h>

#include <cerrno>

#include "radio_exec/identity.h"
#include "radio_exec/libc_symbols.h"
#include "radio_exec/rewrite.h"
#include "rubble/wireless/exec/protocol.h"

namespace radio_exec {

namespace {

using namespace rubble::wireless;

bool is_only_ipv6(int socket, const sockaddr* address) {
  int value = 0;
  socklen_t size = sizeof value;
  return address->sa_family == AF_INET6 &&
         getsockopt(socket, IPPROTO_IPV6, IPV6_V6ONLY, &value, &size) == 0 && value != 0;
}

// The radio carries no IPv6. An IPv6-only socket is bound to an unused address, so that its port
// stays free for the other robots.
std::uint32_t parking_address_for_ipv6(int socket) {
  const int off = 0;
  setsockopt(socket, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  return pair_address(identity().block, {identity().station, identity().station});
}

int bind_socket(int socket, const sockaddr* address, socklen_t size) {
  const auto unchanged = [&] { return RUBBLE_LIBC(bind)(socket, address, size); };
  const auto endpoint = is_on_robot() ? endpoint_of(address, size) : std::nullopt;
  if (!endpoint || protocol_of(socket) == Protocol::Other) return unchanged();
  const auto station = station_at(identity().block, endpoint->address);
  if (station && *station != identity().station) return errno = EADDRNOTAVAIL, -1;
  if (endpoint->address != kAnyAddress) return unchanged();
  // A port chosen by the kernel conflicts with no other: the socket stays bound to all addresses,
  // so it can still be used with other hosts.
  if (endpoint->port == 0) {
    const int result = unchanged();
    if (result == 0 && protocol_of(socket) == Protocol::Udp) share_port(socket);
    return result;
  }
  const std::uint32_t own =
      is_only_ipv6(socket, address) ? parking_address_for_ipv6(socket) : identity().address;
  const SocketAddress robot = with_address(address, own);
  return RUBBLE_LIBC(bind)(socket, robot.get(), robot.size);
}

}  // namespace

void share_port(int socket) {
  const ErrnoGuard guard;
  sockaddr_storage own{};
  socklen_t size = sizeof own;
  auto* const address = reinterpret_cast<sockaddr*>(&own);
  if (getsockname(socket, address, &size) != 0) return;
  const auto endpoint = endpoint_of(address, size);
  if (!endpoint || endpoint->address != kAnyAddress) return;
  if (endpoint->port == 0) RUBBLE_LIBC(bind)(socket, address, size);
  const int on = 1;
  const int option = protocol_of(socket) == Protocol::Tcp ? SO_REUSEPORT : SO_REUSEADDR;
  setsockopt(socket, SOL_SOCKET, option, &on, sizeof on);
}

}  // namespace radio_exec

RUBBLE_INTERPOSED int bind(int socket, const sockaddr* address, socklen_t size) noexcept {
  return radio_exec::bind_socket(socket, address, size);
}

RUBBLE_INTERPOSED int listen(int socket, int backlog) noexcept {
  if (radio_exec::is_on_robot() && radio_exec::protocol_of(socket) == radio_exec::Protocol::Tcp)
    radio_exec::share_port(socket);
  return RUBBLE_LIBC(listen)(socket, backlog);
}
