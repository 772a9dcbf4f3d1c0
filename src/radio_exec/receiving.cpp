// SPDX-License-Identifier: Apache-2.0
// recvfrom() and kin: the sender address shown to the program.
#include <sys/socket.h>

#include <vector>

#include "radio_exec/addresses.h"
#include "radio_exec/identity.h"
#include "radio_exec/libc_symbols.h"

extern "C" ssize_t __recvfrom_chk(int socket, void* bytes, size_t size, size_t capacity, int flags,
                                  sockaddr* address, socklen_t* address_size);

namespace radio_exec {

namespace {

void restore_sender(msghdr& message, socklen_t capacity) {
  if (message.msg_name != nullptr)
    restore_robot_address(static_cast<sockaddr*>(message.msg_name), message.msg_namelen, capacity);
}

template <class Call>
ssize_t with_sender_restored(sockaddr* address, socklen_t* size, Call call) {
  const socklen_t capacity = size != nullptr ? *size : 0;
  const ssize_t result = call();
  if (result >= 0 && address != nullptr && size != nullptr)
    restore_robot_address(address, *size, capacity);
  return result;
}

}  // namespace

}  // namespace radio_exec

RUBBLE_INTERPOSED ssize_t recvfrom(int socket, void* bytes, size_t size, int flags,
                                   sockaddr* address, socklen_t* address_size) {
  return radio_exec::with_sender_restored(address, address_size, [&] {
    return RUBBLE_LIBC(recvfrom)(socket, bytes, size, flags, address, address_size);
  });
}

// Called by programs built with _FORTIFY_SOURCE.
RUBBLE_INTERPOSED ssize_t __recvfrom_chk(int socket, void* bytes, size_t size, size_t capacity,
                                         int flags, sockaddr* address, socklen_t* address_size) {
  return radio_exec::with_sender_restored(address, address_size, [&] {
    return RUBBLE_LIBC(__recvfrom_chk)(socket, bytes, size, capacity, flags, address, address_size);
  });
}

RUBBLE_INTERPOSED ssize_t recvmsg(int socket, msghdr* message, int flags) {
  const socklen_t capacity = message != nullptr ? message->msg_namelen : 0;
  const ssize_t result = RUBBLE_LIBC(recvmsg)(socket, message, flags);
  if (result >= 0) radio_exec::restore_sender(*message, capacity);
  return result;
}

RUBBLE_INTERPOSED int recvmmsg(int socket, mmsghdr* messages, unsigned count, int flags,
                               timespec* timeout) {
  if (!radio_exec::is_on_robot() || messages == nullptr)
    return RUBBLE_LIBC(recvmmsg)(socket, messages, count, flags, timeout);
  std::vector<socklen_t> capacities(count);  // the kernel overwrites them with address sizes
  for (unsigned i = 0; i < count; ++i) capacities[i] = messages[i].msg_hdr.msg_namelen;
  const int result = RUBBLE_LIBC(recvmmsg)(socket, messages, count, flags, timeout);
  for (int i = 0; i < result; ++i)
    radio_exec::restore_sender(messages[i].msg_hdr, capacities[static_cast<std::size_t>(i)]);
  return result;
}
