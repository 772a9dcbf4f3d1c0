// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace radio_exec {

// A port that the kernel chose for a socket is the socket's on every address, and the switchboard
// could not use it for the robot's. This lets it; for a socket that is not bound yet, after the
// kernel has chosen, so that it still chooses a free one. Nothing happens to sockets that are bound
// to one address.
void share_port(int socket);

}  // namespace radio_exec
