// SPDX-License-Identifier: Apache-2.0
// The kernel's lists of sockets. Includes nothing of Rubble: the library that radio-exec loads into
// programs uses it too.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace rubble::wireless {

// Whether something is bound to that port of that address (in the machine's byte order), or to the
// port of every address; in a list such as /proc/net/tcp. Of TCP only what listens counts. ::1
// counts as 127.0.0.1.
inline bool is_in_socket_list(const char* path, bool is_tcp, std::uint32_t address, int port) {
  std::FILE* const list = std::fopen(path, "re");
  if (list == nullptr) return false;
  // Words of an address are printed as the machine reads them from the network's byte order.
  const std::uint32_t wanted = __builtin_bswap32(address);
  char line[512];
  bool is_found = std::fgets(line, sizeof line, list) == nullptr;  // the headline
  while (!is_found && std::fgets(line, sizeof line, list) != nullptr) {
    unsigned words[4] = {};
    unsigned their_port = 0;
    unsigned state = 0;
    const bool is_long = std::sscanf(line, "%*d: %8x%8x%8x%8x:%4x %*[0-9A-F]:%*4x %2x", &words[0],
                                     &words[1], &words[2], &words[3], &their_port, &state) == 6;
    if (!is_long) {
      words[3] = 0;
      if (std::sscanf(line, "%*d: %8x:%4x %*8x:%*4x %2x", &words[3], &their_port, &state) != 3)
        continue;
    }
    constexpr unsigned kListening = 0x0a;
    if (is_tcp && state != kListening) break;  // those that listen stand first
    if (is_long && words[3] == 0x01000000 && words[2] == 0) words[3] = 0x0100007f;
    const bool is_mapped = is_long && words[0] == 0 && words[1] == 0 && words[2] == 0xffff0000;
    const bool is_any = words[3] == 0 && words[0] == 0 && words[1] == 0 && words[2] == 0;
    const bool is_it = words[3] == wanted && (!is_long || is_mapped || words[2] == 0);
    is_found = static_cast<int>(their_port) == port && (is_any || is_it);
  }
  std::fclose(list);
  return is_found;
}

inline bool is_listening(std::uint32_t address, int port) {
  return is_in_socket_list("/proc/net/tcp", true, address, port) ||
         is_in_socket_list("/proc/net/tcp6", true, address, port);
}

inline bool hears_datagrams(std::uint32_t address, int port) {
  return is_in_socket_list("/proc/net/udp", false, address, port) ||
         is_in_socket_list("/proc/net/udp6", false, address, port);
}

}  // namespace rubble::wireless
