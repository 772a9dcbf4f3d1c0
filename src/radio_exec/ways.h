// SPDX-License-Identifier: Apache-2.0
// Where what a program sends to an address has to go instead.
#pragma once

#include <optional>
#include <vector>

#include "radio_exec/addresses.h"

namespace radio_exec {

enum class Protocol { Tcp, Udp, Other };
Protocol protocol_of(int socket);

enum class Patience { Wait, Now };
// What the program wants of a send on that socket.
Patience patience_of(int socket, int flags);

struct Way {
  int error = 0;                // not 0: for errno, it cannot be sent
  std::optional<Rewritten> to;  // nothing: as it is
};

// For connect(): the robot's port is prepared on the switchboard, and the socket is bound to the
// own robot's address if it is to none.
Way way_to_connect(int socket, const sockaddr* address, socklen_t size);
// For what is sent to an address.
Way way_to_send(int socket, const sockaddr* address, socklen_t size, Patience patience);
// For a datagram to everybody (255.255.255.255, or the last of the robots' addresses): a way to
// each other robot. Nothing if it is not one.
std::optional<std::vector<Way>> ways_to_everyone(int socket, const sockaddr* address,
                                                 socklen_t size, Patience patience);
// For what is sent on anything that may be a socket connected to a robot over UDP: 0, or for errno.
int wait_for_room(int file, int flags);

}  // namespace radio_exec
