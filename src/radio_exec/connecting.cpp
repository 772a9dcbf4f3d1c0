// SPDX-License-Identifier: Apache-2.0
// connect(), accept() and getpeername().
#include <sys/socket.h>

#include <cerrno>

#include "radio_exec/libc_symbols.h"
#include "radio_exec/rewrite.h"

namespace radio_exec {

namespace {

// Makes a call that fills in an address, then restores robot addresses in it.
template <class Call>
int with_address_restored(sockaddr* address, socklen_t* size, Call call) {
  const socklen_t capacity = size != nullptr ? *size : 0;
  const int result = call();
  if (result >= 0 && address != nullptr && size != nullptr)
    restore_robot_address(address, *size, capacity);
  return result;
}

}  // namespace

}  // namespace radio_exec

RUBBLE_INTERPOSED int connect(int socket, const sockaddr* address, socklen_t size) {
  const radio_exec::Rewrite rewrite = radio_exec::rewrite_for_connect(socket, address, size);
  if (rewrite.error != 0) return errno = rewrite.error, -1;
  if (rewrite.to) return RUBBLE_LIBC(connect)(socket, rewrite.to->get(), rewrite.to->size);
  return RUBBLE_LIBC(connect)(socket, address, size);
}

RUBBLE_INTERPOSED int accept(int socket, sockaddr* address, socklen_t* size) {
  return radio_exec::with_address_restored(
      address, size, [&] { return RUBBLE_LIBC(accept)(socket, address, size); });
}

RUBBLE_INTERPOSED int accept4(int socket, sockaddr* address, socklen_t* size, int flags) {
  return radio_exec::with_address_restored(
      address, size, [&] { return RUBBLE_LIBC(accept4)(socket, address, size, flags); });
}

RUBBLE_INTERPOSED int getpeername(int socket, sockaddr* address, socklen_t* size) noexcept {
  return radio_exec::with_address_restored(
      address, size, [&] { return RUBBLE_LIBC(getpeername)(socket, address, size); });
}
