// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/exec/socket_table.h"

#include <gtest/gtest.h>

namespace rubble::wireless {
namespace {

// A socket bound to a free port of an address in IPv6 notation.
struct Bound {
  Bound(int kind, const char* address, bool is_listening = true)
      : handle(::socket(AF_INET6, kind, 0)) {
    sockaddr_in6 where{};
    where.sin6_family = AF_INET6;
    EXPECT_EQ(inet_pton(AF_INET6, address, &where.sin6_addr), 1);
    socklen_t size = sizeof where;
    EXPECT_EQ(::bind(handle, reinterpret_cast<sockaddr*>(&where), size), 0);
    if (kind == SOCK_STREAM && is_listening) ::listen(handle, 1);
    ::getsockname(handle, reinterpret_cast<sockaddr*>(&where), &size);
    port = ntohs(where.sin6_port);
  }
  ~Bound() { ::close(handle); }
  int handle;
  int port = 0;
};

constexpr std::uint32_t kFirst = 0x7f0a0001;  // 127.10.0.1
constexpr std::uint32_t kSecond = 0x7f0a0002;

// Both implementations, which must agree.
void expect_taken(const PortQuery& wanted, bool expected) {
  EXPECT_EQ(is_port_bound(wanted), expected);
  EXPECT_EQ(is_in_proc_net_files(wanted), expected);
}

TEST(SocketTable, FindsWhatIsBoundToOneAddress) {
  for (const int protocol : {IPPROTO_TCP, IPPROTO_UDP}) {
    const Bound bound(protocol == IPPROTO_TCP ? SOCK_STREAM : SOCK_DGRAM, "::ffff:127.10.0.1");
    expect_taken({.protocol = protocol, .address = kFirst, .port = bound.port}, true);
    expect_taken({.protocol = protocol, .address = kSecond, .port = bound.port}, false);
    expect_taken({.protocol = protocol, .is_ipv6_loopback = true, .port = bound.port}, false);
  }
}

TEST(SocketTable, FindsWhatIsBoundToAllAddresses) {
  for (const int protocol : {IPPROTO_TCP, IPPROTO_UDP}) {
    const Bound bound(protocol == IPPROTO_TCP ? SOCK_STREAM : SOCK_DGRAM, "::");
    expect_taken({.protocol = protocol, .address = kSecond, .port = bound.port}, true);
    expect_taken({.protocol = protocol, .is_ipv6_loopback = true, .port = bound.port}, true);
  }
}

TEST(SocketTable, FindsWhatIsBoundToLoopbackOfIpv6) {
  const Bound bound(SOCK_STREAM, "::1");
  expect_taken({.is_ipv6_loopback = true, .port = bound.port}, true);
  expect_taken({.address = INADDR_LOOPBACK, .port = bound.port}, false);
}

TEST(SocketTable, BoundSocketThatDoesNotListenDoesNotCount) {
  const Bound bound(SOCK_STREAM, "::ffff:127.10.0.1", false);
  expect_taken({.address = kFirst, .port = bound.port}, false);
}

}  // namespace
}  // namespace rubble::wireless
