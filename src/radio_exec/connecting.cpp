// SPDX-License-Identifier: Apache-2.0
// connect(), accept() and the names of both ends.
#include <sys/socket.h>

#include <cerrno>

#include "radio_exec/real.h"
#include "radio_exec/ways.h"

namespace radio_exec {

namespace {

// Calls what fills in an address, and shows robots in it.
template <class Call>
int with_robot_shown(sockaddr* address, socklen_t* size, Call call) {
  const socklen_t room = size != nullptr ? *size : 0;
  const int result = call();
  if (result >= 0 && address != nullptr && size != nullptr) show_robot(address, *size, room);
  return result;
}

}  // namespace

}  // namespace radio_exec

RUBBLE_STANDS_IN int connect(int socket, const sockaddr* address, socklen_t size) {
  const radio_exec::Way way = radio_exec::way_to_connect(socket, address, size);
  if (way.error != 0) return errno = way.error, -1;
  if (way.to) return RUBBLE_REAL(connect)(socket, way.to->get(), way.to->size);
  return RUBBLE_REAL(connect)(socket, address, size);
}

RUBBLE_STANDS_IN int accept(int socket, sockaddr* address, socklen_t* size) {
  return radio_exec::with_robot_shown(address, size,
                                      [&] { return RUBBLE_REAL(accept)(socket, address, size); });
}

RUBBLE_STANDS_IN int accept4(int socket, sockaddr* address, socklen_t* size, int flags) {
  return radio_exec::with_robot_shown(
      address, size, [&] { return RUBBLE_REAL(accept4)(socket, address, size, flags); });
}

RUBBLE_STANDS_IN int getpeername(int socket, sockaddr* address, socklen_t* size) noexcept {
  return radio_exec::with_robot_shown(
      address, size, [&] { return RUBBLE_REAL(getpeername)(socket, address, size); });
}
