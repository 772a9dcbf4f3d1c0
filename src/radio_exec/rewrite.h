// SPDX-License-Identifier: Apache-2.0
// Decides whether a destination address of a program is replaced, and by what.
#pragma once

#include <optional>
#include <vector>

#include "radio_exec/addresses.h"

namespace radio_exec {

enum class Protocol { Tcp, Udp, Other };
Protocol protocol_of(int socket);

enum class BlockingMode { Blocking, NonBlocking };
// From the flags of the call and O_NONBLOCK of the socket.
BlockingMode blocking_mode_of(int socket, int flags);

struct Rewrite {
  int error = 0;                    // not 0: fail with this errno
  std::optional<SocketAddress> to;  // nothing: leave unchanged
};

// For connect(). Prepares the remote port at the exec broker, and binds an unbound socket to the
// own robot's address.
Rewrite rewrite_for_connect(int socket, const sockaddr* address, socklen_t size);
// For a send with a destination address.
Rewrite rewrite_for_send(int socket, const sockaddr* address, socklen_t size, BlockingMode mode);
// For a broadcast datagram (255.255.255.255, or the last address of the robots' block): one rewrite
// per other robot. Nothing if the address is no broadcast address.
std::optional<std::vector<Rewrite>> rewrites_for_broadcast(int socket, const sockaddr* address,
                                                           socklen_t size, BlockingMode mode);
// For a send on a descriptor that may be a UDP socket connected to a robot: waits for backpressure.
// Returns 0, or an errno.
int wait_until_sendable(int file, int flags);

}  // namespace radio_exec
