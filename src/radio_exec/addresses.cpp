// SPDX-License-Identifier: Apache-2.0
#include "radio_exec/addresses.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cstring>

#include "radio_exec/identity.h"
#include "rubble/wireless/exec_protocol.h"

namespace radio_exec {

namespace {

constexpr std::size_t kMappedPrefix = 12;  // bytes before the four of IPv4

std::optional<std::uint32_t> inner_address(const in6_addr& address) {
  if (IN6_IS_ADDR_LOOPBACK(&address)) return INADDR_LOOPBACK;
  if (IN6_IS_ADDR_UNSPECIFIED(&address)) return kAnyAddress;
  if (!IN6_IS_ADDR_V4MAPPED(&address)) return {};
  std::uint32_t inner = 0;
  std::memcpy(&inner, address.s6_addr + kMappedPrefix, sizeof inner);
  return ntohl(inner);
}

in6_addr mapped(std::uint32_t address) {
  in6_addr outer{};
  outer.s6_addr[10] = outer.s6_addr[11] = 0xff;
  const std::uint32_t inner = htonl(address);
  std::memcpy(outer.s6_addr + kMappedPrefix, &inner, sizeof inner);
  return outer;
}

}  // namespace

std::optional<Place> place_of(const sockaddr* address, socklen_t size) {
  if (address == nullptr || size < sizeof(sa_family_t)) return {};
  if (address->sa_family == AF_INET && size >= sizeof(sockaddr_in)) {
    sockaddr_in inet;
    std::memcpy(&inet, address, sizeof inet);
    return Place{ntohl(inet.sin_addr.s_addr), ntohs(inet.sin_port)};
  }
  if (address->sa_family == AF_INET6 && size >= sizeof(sockaddr_in6)) {
    sockaddr_in6 inet;
    std::memcpy(&inet, address, sizeof inet);
    const auto inner = inner_address(inet.sin6_addr);
    if (inner) return Place{*inner, ntohs(inet.sin6_port)};
  }
  return {};
}

Rewritten rewritten(const sockaddr* original, std::uint32_t address) {
  Rewritten result{};
  if (original->sa_family == AF_INET6) {
    result.size = sizeof(sockaddr_in6);
    std::memcpy(&result.storage, original, result.size);
    reinterpret_cast<sockaddr_in6*>(&result.storage)->sin6_addr = mapped(address);
  } else {
    result.size = sizeof(sockaddr_in);
    std::memcpy(&result.storage, original, result.size);
    reinterpret_cast<sockaddr_in*>(&result.storage)->sin_addr.s_addr = htonl(address);
  }
  return result;
}

void Rewritten::set_port(int port) {
  auto& place = storage.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6*>(&storage)->sin6_port
                                              : reinterpret_cast<sockaddr_in*>(&storage)->sin_port;
  place = htons(static_cast<std::uint16_t>(port));
}

void show_robot(sockaddr* address, socklen_t size, socklen_t room) {
  if (!is_on_robot() || size > room) return;
  const auto place = place_of(address, size);
  if (!place) return;
  const auto pair = rubble::wireless::pair_at(identity().block, place->address);
  if (!pair || pair->viewer != identity().station) return;
  const Rewritten robot =
      rewritten(address, rubble::wireless::station_address(identity().block, pair->seen));
  std::memcpy(address, robot.get(), std::min(size, robot.size));
}

std::string text_of(std::uint32_t address) {
  const in_addr wire{htonl(address)};
  char text[INET_ADDRSTRLEN] = {};
  inet_ntop(AF_INET, &wire, text, sizeof text);
  return text;
}

}  // namespace radio_exec
