// SPDX-License-Identifier: Apache-2.0
#include "radio_exec/addresses.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cstring>

#include "radio_exec/identity.h"
#include "rubble/wireless/exec/protocol.h"

namespace radio_exec {

namespace {

constexpr std::size_t kMappedPrefix = 12;  // bytes before the four of IPv4

std::optional<std::uint32_t> ipv4_address_of(const in6_addr& address) {
  if (IN6_IS_ADDR_LOOPBACK(&address)) return INADDR_LOOPBACK;
  if (IN6_IS_ADDR_UNSPECIFIED(&address)) return kAnyAddress;
  if (!IN6_IS_ADDR_V4MAPPED(&address)) return {};
  std::uint32_t inner = 0;
  std::memcpy(&inner, address.s6_addr + kMappedPrefix, sizeof inner);
  return ntohl(inner);
}

in6_addr ipv4_mapped(std::uint32_t address) {
  in6_addr outer{};
  outer.s6_addr[10] = outer.s6_addr[11] = 0xff;
  const std::uint32_t inner = htonl(address);
  std::memcpy(outer.s6_addr + kMappedPrefix, &inner, sizeof inner);
  return outer;
}

}  // namespace

std::optional<Endpoint> endpoint_of(const sockaddr* address, socklen_t size) {
  if (address == nullptr || size < sizeof(sa_family_t)) return {};
  if (address->sa_family == AF_INET && size >= sizeof(sockaddr_in)) {
    sockaddr_in inet;
    std::memcpy(&inet, address, sizeof inet);
    return Endpoint{ntohl(inet.sin_addr.s_addr), ntohs(inet.sin_port)};
  }
  if (address->sa_family == AF_INET6 && size >= sizeof(sockaddr_in6)) {
    sockaddr_in6 inet;
    std::memcpy(&inet, address, sizeof inet);
    const auto inner = ipv4_address_of(inet.sin6_addr);
    if (inner) return Endpoint{*inner, ntohs(inet.sin6_port)};
  }
  return {};
}

SocketAddress with_address(const sockaddr* original, std::uint32_t address) {
  SocketAddress result{};
  if (original->sa_family == AF_INET6) {
    result.size = sizeof(sockaddr_in6);
    std::memcpy(&result.storage, original, result.size);
    reinterpret_cast<sockaddr_in6*>(&result.storage)->sin6_addr = ipv4_mapped(address);
  } else {
    result.size = sizeof(sockaddr_in);
    std::memcpy(&result.storage, original, result.size);
    reinterpret_cast<sockaddr_in*>(&result.storage)->sin_addr.s_addr = htonl(address);
  }
  return result;
}

void SocketAddress::set_port(int port) {
  auto& endpoint = storage.ss_family == AF_INET6
                       ? reinterpret_cast<sockaddr_in6*>(&storage)->sin6_port
                       : reinterpret_cast<sockaddr_in*>(&storage)->sin_port;
  endpoint = htons(static_cast<std::uint16_t>(port));
}

void restore_robot_address(sockaddr* address, socklen_t size, socklen_t capacity) {
  if (!is_on_robot() || size > capacity) return;
  const auto endpoint = endpoint_of(address, size);
  if (!endpoint) return;
  const auto pair = rubble::wireless::pair_at(identity().block, endpoint->address);
  if (!pair || pair->local != identity().station) return;
  const SocketAddress robot =
      with_address(address, rubble::wireless::station_address(identity().block, pair->remote));
  std::memcpy(address, robot.get(), std::min(size, robot.size));
}

std::string text_of(std::uint32_t address) {
  const in_addr wire{htonl(address)};
  char text[INET_ADDRSTRLEN] = {};
  inet_ntop(AF_INET, &wire, text, sizeof text);
  return text;
}

}  // namespace radio_exec
