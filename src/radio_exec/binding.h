// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace radio_exec {

// A socket with a kernel-chosen port occupies that port on all addresses, so the exec broker could
// not bind it at a pair address. This sets the socket option that permits sharing. An unbound
// socket is bound first, so that the kernel still chooses a free port. No effect on sockets bound
// to a single address.
void share_port(int socket);

}  // namespace radio_exec
