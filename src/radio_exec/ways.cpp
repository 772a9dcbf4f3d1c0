// SPDX-License-Identifier: Apache-2.0
#include "radio_exec/ways.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <ctime>

#include "radio_exec/binding.h"
#include "radio_exec/identity.h"
#include "radio_exec/real.h"
#include "radio_exec/switchboard_line.h"
#include "rubble/wireless/exec_protocol.h"
#include "rubble/wireless/socket_table.h"

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
  const auto place = place_of(address, size);
  return place && place->address == kAnyAddress && place->port == 0;
}

// So that a program that asks for its end of the connection sees the robot's address.
void bind_to_robot(int socket, const sockaddr* like) {
  if (!is_unbound(socket)) return;
  Rewritten own = rewritten(like, identity().address);
  own.set_port(0);
  const int on = 1;
  setsockopt(socket, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
  RUBBLE_REAL(bind)(socket, own.get(), own.size);
}

// A socket that is being connected, or is, has had its port prepared.
bool is_to_be_prepared(int socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return true;
  return info.tcpi_state == TCP_CLOSE;
}

// Another robot that an address is of.
std::optional<int> other_robot(const Place& place) {
  const auto station = station_at(identity().block, place.address);
  return station && *station != identity().station ? station : std::nullopt;
}

struct Prepared {
  int error = 0;  // not 0: for errno
  int port = 0;   // to be used
};

Prepared prepare(Protocol protocol, const Place& place, Patience patience) {
  std::vector<std::string> request = {protocol == Protocol::Tcp ? "tcp" : "udp", identity().robot,
                                      text_of(identity().address), text_of(place.address),
                                      std::to_string(place.port)};
  if (protocol == Protocol::Udp) request.emplace_back(patience == Patience::Wait ? "wait" : "now");
  const Answer answer = ask(request);
  if (answer.is(kDone) && protocol == Protocol::Udp) return {0, place.port};
  if (answer.is(kDone)) return {0, std::atoi(answer.word(0).c_str())};
  return {answer.is(kFull) ? EAGAIN : ENETUNREACH, place.port};
}

Way refused_way(int error) { return {.error = error, .to = {}}; }

Way way_to_robot(const sockaddr* address, int station, int port) {
  const StationPair pair{identity().station, station};
  Rewritten to = rewritten(address, pair_address(identity().block, pair));
  to.set_port(port);
  return {.error = 0, .to = to};
}

// Set once some UDP socket of this process was connected to a robot. Until then nothing is asked of
// the kernel before a write: most programs never need it, and some forbid themselves to ask.
std::atomic<bool> has_connected_datagrams = false;

int refuse_protocol() {
  complain_once("only TCP and UDP cross the radio");
  return ENETUNREACH;
}

// --- loopback to itself -----------------------------------------------------------------------

// What was bound to every address of the robot is bound to its own, so that is where to go if
// nothing else is there.
bool is_at_robot(int protocol, int port) {
  const bool is_elsewhere =
      is_taken({.protocol = protocol, .address = INADDR_LOOPBACK, .port = port}) ||
      is_taken({.protocol = protocol, .is_ipv6_loopback = true, .port = port});
  return !is_elsewhere &&
         is_taken({.protocol = protocol, .address = identity().address, .port = port});
}

// The same for datagrams, which may be many: an answer is good for a while. A slot holds a port
// (low 16 bits), the answer (the next) and until when (ms).
bool is_datagram_port_at_robot(int port) {
  static std::array<std::atomic<std::uint64_t>, 64> slots{};
  constexpr std::uint64_t kGoodFor = 200;  // ms
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  const auto now = static_cast<std::uint64_t>(time.tv_sec) * 1000 +
                   static_cast<std::uint64_t>(time.tv_nsec) / 1000000;
  const auto key = static_cast<std::uint64_t>(port);
  auto& slot = slots[key % slots.size()];
  const std::uint64_t known = slot.load(std::memory_order_relaxed);
  if ((known & 0xffff) == key && known >> 17 > now) return (known >> 16 & 1) != 0;
  const bool is_there = is_at_robot(IPPROTO_UDP, port);
  slot.store((now + kGoodFor) << 17 | (is_there ? 1u << 16 : 0u) | key, std::memory_order_relaxed);
  return is_there;
}

Way way_to_itself(int socket, const sockaddr* address, const Place& place) {
  const ErrnoKeeper keeper;
  const Protocol protocol = protocol_of(socket);
  const bool is_there = (protocol == Protocol::Tcp && is_at_robot(IPPROTO_TCP, place.port)) ||
                        (protocol == Protocol::Udp && is_datagram_port_at_robot(place.port));
  if (!is_there) return {};
  return {.error = 0, .to = rewritten(address, identity().address)};
}

bool is_everyone(const Place& place) {
  return place.address == INADDR_BROADCAST ||
         place.address == loopback_address(identity().block, 255, 255);
}

bool is_itself(const Place& place) {
  return (place.address == INADDR_LOOPBACK || place.address == kAnyAddress) && place.port != 0;
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

Patience patience_of(int socket, int flags) {
  if ((flags & MSG_DONTWAIT) != 0) return Patience::Now;
  const int status = fcntl(socket, F_GETFL);
  return status >= 0 && (status & O_NONBLOCK) != 0 ? Patience::Now : Patience::Wait;
}

Way way_to_connect(int socket, const sockaddr* address, socklen_t size) {
  const auto place = is_on_robot() ? place_of(address, size) : std::nullopt;
  if (!place) return {};
  const auto station = other_robot(*place);
  if (!station) return is_itself(*place) ? way_to_itself(socket, address, *place) : Way{};
  const ErrnoKeeper keeper;
  const Protocol protocol = protocol_of(socket);
  if (protocol == Protocol::Other) return refused_way(refuse_protocol());
  if (protocol == Protocol::Tcp && !is_to_be_prepared(socket))
    return way_to_robot(address, *station, place->port);
  const Prepared prepared = prepare(protocol, *place, Patience::Now);
  if (prepared.error != 0 && prepared.error != EAGAIN)  // room is needed to send only
    return refused_way(prepared.error);
  bind_to_robot(socket, address);
  if (protocol == Protocol::Udp) {
    share_port(socket);
    has_connected_datagrams = true;
  }
  return way_to_robot(address, *station, prepared.port);
}

Way way_to_send(int socket, const sockaddr* address, socklen_t size, Patience patience) {
  const auto place = is_on_robot() ? place_of(address, size) : std::nullopt;
  if (!place) return {};
  const auto station = other_robot(*place);
  if (!station) return is_itself(*place) ? way_to_itself(socket, address, *place) : Way{};
  const ErrnoKeeper keeper;
  const Protocol protocol = protocol_of(socket);
  if (protocol == Protocol::Other) return refused_way(refuse_protocol());
  if (protocol == Protocol::Udp) share_port(socket);
  const Prepared prepared = prepare(protocol, *place, patience);
  if (prepared.error != 0) return refused_way(prepared.error);
  return way_to_robot(address, *station, prepared.port);
}

std::optional<std::vector<Way>> ways_to_everyone(int socket, const sockaddr* address,
                                                 socklen_t size, Patience patience) {
  const auto place = is_on_robot() ? place_of(address, size) : std::nullopt;
  if (!place || !is_everyone(*place)) return {};
  const ErrnoKeeper keeper;
  if (protocol_of(socket) != Protocol::Udp) return {};
  if (option(socket, SOL_SOCKET, SO_BROADCAST) <= 0) return {{refused_way(EACCES)}};
  std::vector<Way> ways;
  for (const std::string& robot : ask({"everyone"}).words) {
    in_addr wire{};
    if (inet_pton(AF_INET, robot.c_str(), &wire) != 1) continue;
    const Rewritten one = rewritten(address, ntohl(wire.s_addr));
    if (ntohl(wire.s_addr) == identity().address) continue;
    ways.push_back(way_to_send(socket, one.get(), one.size, patience));
  }
  return ways;
}

int wait_for_room(int file, int flags) {
  if (!has_connected_datagrams) return 0;
  const ErrnoKeeper keeper;
  if (protocol_of(file) != Protocol::Udp) return 0;
  sockaddr_storage peer{};
  socklen_t size = sizeof peer;
  auto* const address = reinterpret_cast<sockaddr*>(&peer);
  if (RUBBLE_REAL(getpeername)(file, address, &size) != 0) return 0;
  show_robot(address, size, sizeof peer);
  const auto place = place_of(address, size);
  if (!place || !other_robot(*place)) return 0;
  return prepare(Protocol::Udp, *place, patience_of(file, flags)).error;
}

}  // namespace radio_exec
