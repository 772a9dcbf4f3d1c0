// SPDX-License-Identifier: Apache-2.0
// Which ports of this machine are bound, according to the kernel (sock_diag(7), else /proc/net).
// Includes nothing of Rubble, since the library that radio-exec preloads uses it too.
#pragma once

#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>

namespace rubble::wireless {

struct PortQuery {
  int protocol = IPPROTO_TCP;  // listening sockets only; or IPPROTO_UDP
  bool is_ipv6_loopback = false;
  std::uint32_t address = 0;  // IPv4, host byte order; ignored for ::1
  int port = 0;
};

struct SockDiagRequest {
  nlmsghdr header;
  inet_diag_req_v2 question;
};

inline SockDiagRequest sock_diag_request(const PortQuery& wanted) {
  SockDiagRequest request{};
  request.header.nlmsg_len = sizeof request;
  request.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  request.header.nlmsg_flags = NLM_F_REQUEST;
  request.question.sdiag_family = wanted.is_ipv6_loopback ? AF_INET6 : AF_INET;
  request.question.sdiag_protocol = static_cast<std::uint8_t>(wanted.protocol);
  request.question.idiag_states = ~0u;
  inet_diag_sockid& id = request.question.id;
  id.idiag_cookie[0] = id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
  // For UDP the kernel swaps source and destination.
  const bool is_tcp = wanted.protocol == IPPROTO_TCP;
  (is_tcp ? id.idiag_sport : id.idiag_dport) = htons(static_cast<std::uint16_t>(wanted.port));
  auto& address = is_tcp ? id.idiag_src : id.idiag_dst;
  if (wanted.is_ipv6_loopback)
    address[3] = htonl(1);
  else
    address[0] = htonl(wanted.address);
  return request;
}

// Whether a packet to that port would find a socket. Nothing if sock_diag is not available.
inline std::optional<bool> query_sock_diag(const PortQuery& wanted) {
  const int handle = ::socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (handle < 0) return {};
  const SockDiagRequest request = sock_diag_request(wanted);
  struct {
    nlmsghdr header;
    union {
      nlmsgerr error;
      inet_diag_msg found;
      char room[1024];
    };
  } answer{};
  const bool is_asked = ::send(handle, &request, sizeof request, 0) == sizeof request;
  const ssize_t size = is_asked ? ::recv(handle, &answer, sizeof answer, 0) : -1;
  ::close(handle);
  if (size < static_cast<ssize_t>(sizeof(nlmsghdr) + sizeof(nlmsgerr))) return {};
  if (answer.header.nlmsg_type == SOCK_DIAG_BY_FAMILY) return true;
  const bool is_none = answer.header.nlmsg_type == NLMSG_ERROR && answer.error.error == -ENOENT;
  return is_none ? std::optional(false) : std::nullopt;
}

// The same from a file such as /proc/net/tcp; slow where there are many sockets.
inline bool is_in_proc_net_file(const char* path, const PortQuery& wanted) {
  std::FILE* const list = std::fopen(path, "re");
  if (list == nullptr) return false;
  // The kernel prints the 32-bit words of a network-order address in host order.
  const std::uint32_t last_word = htonl(wanted.is_ipv6_loopback ? 1 : wanted.address);
  char line[512];
  bool is_found = false;
  while (!is_found && std::fgets(line, sizeof line, list) != nullptr) {
    unsigned words[4] = {};
    unsigned port = 0;
    unsigned state = 0;
    const bool is_long = std::sscanf(line, "%*d: %8x%8x%8x%8x:%4x %*[0-9A-F]:%*4x %2x", &words[0],
                                     &words[1], &words[2], &words[3], &port, &state) == 6;
    if (!is_long) {
      words[2] = words[1] = words[0] = 0;
      if (std::sscanf(line, "%*d: %8x:%4x %*8x:%*4x %2x", &words[3], &port, &state) != 3) continue;
      if (wanted.is_ipv6_loopback) break;
      words[2] = words[3] != 0 ? 0xffff0000 : 0;
    }
    constexpr unsigned kListening = 0x0a;
    if (wanted.protocol == IPPROTO_TCP && state != kListening)
      break;  // listening sockets come first
    const bool is_any = words[2] == 0 && words[3] == 0;
    const bool is_it =
        words[3] == last_word && words[2] == (wanted.is_ipv6_loopback ? 0 : 0xffff0000);
    const bool has_prefix = words[0] != 0 || words[1] != 0;
    is_found = static_cast<int>(port) == wanted.port && !has_prefix && (is_any || is_it);
  }
  std::fclose(list);
  return is_found;
}

inline bool is_in_proc_net_files(const PortQuery& wanted) {
  const bool is_tcp = wanted.protocol == IPPROTO_TCP;
  return is_in_proc_net_file(is_tcp ? "/proc/net/tcp" : "/proc/net/udp", wanted) ||
         is_in_proc_net_file(is_tcp ? "/proc/net/tcp6" : "/proc/net/udp6", wanted);
}

// Whether a socket is bound to that port, at the address or at all addresses.
inline bool is_port_bound(const PortQuery& wanted) {
  const auto answer = query_sock_diag(wanted);
  return answer ? *answer : is_in_proc_net_files(wanted);
}

}  // namespace rubble::wireless
