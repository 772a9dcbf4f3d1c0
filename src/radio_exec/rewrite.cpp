// SPDX-License-Identifier: Apache-2.0
#include "radio_exec/rewrite.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <ctime>

#include "radio_exec/binding.h"
#include "radio_exec/broker_client.h"
#include "radio_exec/identity.h"
#include "radio_exec/libc_symbols.h"
#include "rubble/wireless/exec/protocol.h"
#include "rubble/wireless/exec/socket_table.h"

namespace radio_exec {

namespace {

using namespace rubble::wireless;

int option(int socket, int level, int name) {
  int value = -1;
  socklen_t size = sizeof value;
  return getsockopt(socket, level, name, &value, &size) == 0 ? value : -1;
}

bool is_unbound(int socket) {
  sockaddr_storage own{};
  socklen_t size = sizeof own;
  auto* const address = reinterpret_cast<sockaddr*>(&own);
  if (getsockname(socket, address, &size) != 0) return false;
  const auto endpoint = endpoint_of(address, size);
  return endpoint && endpoint->address == kAnyAddress && endpoint->port == 0;
}

// So that getsockname() shows the robot's address.
void bind_to_robot(int socket, const sockaddr* like) {
  if (!is_unbound(socket)) return;
  SocketAddress own = with_address(like, identity().address);
  own.set_port(0);
  const int on = 1;
  setsockopt(socket, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
  RUBBLE_LIBC(bind)(socket, own.get(), own.size);
}

// False for a socket that is connecting or connected: its port was prepared before.
bool needs_preparation(int socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return true;
  return info.tcpi_state == TCP_CLOSE;
}

// The station of another robot with this address.
std::optional<int> other_robot(const Endpoint& endpoint) {
  const auto station = station_at(identity().block, endpoint.address);
  return station && *station != identity().station ? station : std::nullopt;
}

struct Prepared {
  int error = 0;  // not 0: errno
  int port = 0;   // to connect to
};

Prepared prepare(Protocol protocol, const Endpoint& endpoint, BlockingMode mode) {
  std::vector<std::string> request = {protocol == Protocol::Tcp ? "tcp" : "udp", identity().robot,
                                      text_of(identity().address), text_of(endpoint.address),
                                      std::to_string(endpoint.port)};
  if (protocol == Protocol::Udp)
    request.emplace_back(mode == BlockingMode::Blocking ? "wait" : "now");
  const BrokerReply reply = query_broker(request);
  if (reply.is(kDone) && protocol == Protocol::Udp) return {0, endpoint.port};
  if (reply.is(kDone)) return {0, std::atoi(reply.word(0).c_str())};
  return {reply.is(kFull) ? EAGAIN : ENETUNREACH, endpoint.port};
}

Rewrite refusal(int error) { return {.error = error, .to = {}}; }

Rewrite rewrite_to_robot(const sockaddr* address, int station, int port) {
  const StationPair pair{identity().station, station};
  SocketAddress to = with_address(address, pair_address(identity().block, pair));
  to.set_port(port);
  return {.error = 0, .to = to};
}

// Set once a UDP socket of this process was connected to a robot. Until then writes make no extra
// system calls: most programs never need them, and some forbid them (seccomp).
std::atomic<bool> has_connected_udp = false;

int refuse_protocol() {
  warn_once("only TCP and UDP cross the radio");
  return ENETUNREACH;
}

// --- the own loopback -------------------------------------------------------------------------

// Servers that bind all addresses are bound to the robot's own address instead, so connections to
// loopback go there, unless something listens on the loopback address itself.
bool is_at_robot(int protocol, int port) {
  const bool is_elsewhere =
      is_port_bound({.protocol = protocol, .address = INADDR_LOOPBACK, .port = port}) ||
      is_port_bound({.protocol = protocol, .is_ipv6_loopback = true, .port = port});
  return !is_elsewhere &&
         is_port_bound({.protocol = protocol, .address = identity().address, .port = port});
}

// The same for datagrams, which may be many: results are cached. A slot holds the port (low 16
// bits), the result (the next bit) and the time of expiry (ms).
bool is_datagram_port_at_robot(int port) {
  static std::array<std::atomic<std::uint64_t>, 64> slots{};
  constexpr std::uint64_t kCacheLifetime = 200;  // ms
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  const auto now = static_cast<std::uint64_t>(time.tv_sec) * 1000 +
                   static_cast<std::uint64_t>(time.tv_nsec) / 1000000;
  const auto key = static_cast<std::uint64_t>(port);
  auto& slot = slots[key % slots.size()];
  const std::uint64_t known = slot.load(std::memory_order_relaxed);
  if ((known & 0xffff) == key && known >> 17 > now) return (known >> 16 & 1) != 0;
  const bool is_there = is_at_robot(IPPROTO_UDP, port);
  slot.store((now + kCacheLifetime) << 17 | (is_there ? 1u << 16 : 0u) | key,
             std::memory_order_relaxed);
  return is_there;
}

Rewrite rewrite_to_loopback(int socket, const sockaddr* address, const Endpoint& endpoint) {
  const ErrnoGuard guard;
  const Protocol protocol = protocol_of(socket);
  const bool is_there = (protocol == Protocol::Tcp && is_at_robot(IPPROTO_TCP, endpoint.port)) ||
                        (protocol == Protocol::Udp && is_datagram_port_at_robot(endpoint.port));
  if (!is_there) return {};
  return {.error = 0, .to = with_address(address, identity().address)};
}

bool is_broadcast(const Endpoint& endpoint) {
  return endpoint.address == INADDR_BROADCAST ||
         endpoint.address == loopback_address(identity().block, 255, 255);
}

bool is_loopback(const Endpoint& endpoint) {
  return (endpoint.address == INADDR_LOOPBACK || endpoint.address == kAnyAddress) &&
         endpoint.port != 0;
}

}  // namespace

Protocol protocol_of(int socket) {
  switch (option(socket, SOL_SOCKET, SO_PROTOCOL)) {
    case IPPROTO_TCP:
    case IPPROTO_MPTCP:
      return Protocol::Tcp;
    case IPPROTO_UDP:
      return Protocol::Udp;
    default:
      return Protocol::Other;
  }
}

BlockingMode blocking_mode_of(int socket, int flags) {
  if ((flags & MSG_DONTWAIT) != 0) return BlockingMode::NonBlocking;
  const int status = fcntl(socket, F_GETFL);
  return status >= 0 && (status & O_NONBLOCK) != 0 ? BlockingMode::NonBlocking
                                                   : BlockingMode::Blocking;
}

Rewrite rewrite_for_connect(int socket, const sockaddr* address, socklen_t size) {
  const auto endpoint = is_on_robot() ? endpoint_of(address, size) : std::nullopt;
  if (!endpoint) return {};
  const auto station = other_robot(*endpoint);
  if (!station)
    return is_loopback(*endpoint) ? rewrite_to_loopback(socket, address, *endpoint) : Rewrite{};
  const ErrnoGuard guard;
  const Protocol protocol = protocol_of(socket);
  if (protocol == Protocol::Other) return refusal(refuse_protocol());
  if (protocol == Protocol::Tcp && !needs_preparation(socket))
    return rewrite_to_robot(address, *station, endpoint->port);
  const Prepared prepared = prepare(protocol, *endpoint, BlockingMode::NonBlocking);
  if (prepared.error != 0 && prepared.error != EAGAIN)  // EAGAIN matters to sends only
    return refusal(prepared.error);
  bind_to_robot(socket, address);
  if (protocol == Protocol::Udp) {
    share_port(socket);
    has_connected_udp = true;
  }
  return rewrite_to_robot(address, *station, prepared.port);
}

Rewrite rewrite_for_send(int socket, const sockaddr* address, socklen_t size, BlockingMode mode) {
  const auto endpoint = is_on_robot() ? endpoint_of(address, size) : std::nullopt;
  if (!endpoint) return {};
  const auto station = other_robot(*endpoint);
  if (!station)
    return is_loopback(*endpoint) ? rewrite_to_loopback(socket, address, *endpoint) : Rewrite{};
  const ErrnoGuard guard;
  const Protocol protocol = protocol_of(socket);
  if (protocol == Protocol::Other) return refusal(refuse_protocol());
  if (protocol == Protocol::Udp) share_port(socket);
  const Prepared prepared = prepare(protocol, *endpoint, mode);
  if (prepared.error != 0) return refusal(prepared.error);
  return rewrite_to_robot(address, *station, prepared.port);
}

std::optional<std::vector<Rewrite>> rewrites_for_broadcast(int socket, const sockaddr* address,
                                                           socklen_t size, BlockingMode mode) {
  const auto endpoint = is_on_robot() ? endpoint_of(address, size) : std::nullopt;
  if (!endpoint || !is_broadcast(*endpoint)) return {};
  const ErrnoGuard guard;
  if (protocol_of(socket) != Protocol::Udp) return {};
  if (option(socket, SOL_SOCKET, SO_BROADCAST) <= 0) return {{refusal(EACCES)}};
  std::vector<Rewrite> rewrites;
  for (const std::string& robot : query_broker({"everyone"}).words) {
    in_addr wire{};
    if (inet_pton(AF_INET, robot.c_str(), &wire) != 1) continue;
    const SocketAddress one = with_address(address, ntohl(wire.s_addr));
    if (ntohl(wire.s_addr) == identity().address) continue;
    rewrites.push_back(rewrite_for_send(socket, one.get(), one.size, mode));
  }
  return rewrites;
}

int wait_until_sendable(int file, int flags) {
  if (!has_connected_udp) return 0;
  const ErrnoGuard guard;
  if (protocol_of(file) != Protocol::Udp) return 0;
  sockaddr_storage peer{};
  socklen_t size = sizeof peer;
  auto* const address = reinterpret_cast<sockaddr*>(&peer);
  if (RUBBLE_LIBC(getpeername)(file, address, &size) != 0) return 0;
  restore_robot_address(address, size, sizeof peer);
  const auto endpoint = endpoint_of(address, size);
  if (!endpoint || !other_robot(*endpoint)) return 0;
  return prepare(Protocol::Udp, *endpoint, blocking_mode_of(file, flags)).error;
}

}  // namespace radio_exec
