// SPDX-License-Identifier: Apache-2.0
// Who it was that sent what is received.
#include <sys/socket.h>

#include <vector>

#include "radio_exec/addresses.h"
#include "radio_exec/identity.h"
#include "radio_exec/real.h"

extern "C" ssize_t __recvfrom_chk(int socket, void* bytes, size_t size, size_t room, int flags,
                                  sockaddr* address, socklen_t* address_size);

namespace radio_exec {

namespace {

void show_sender(msghdr& message, socklen_t room) {
  if (message.msg_name != nullptr)
    show_robot(static_cast<sockaddr*>(message.msg_name), message.msg_namelen, room);
}

template <class Call>
ssize_t with_sender_shown(sockaddr* address, socklen_t* size, Call call) {
  const socklen_t room = size != nullptr ? *size : 0;
  const ssize_t result = call();
  if (result >= 0 && address != nullptr && size != nullptr) show_robot(address, *size, room);
  return result;
}

}  // namespace

}  // namespace radio_exec

RUBBLE_STANDS_IN ssize_t recvfrom(int socket, void* bytes, size_t size, int flags,
                                  sockaddr* address, socklen_t* address_size) {
  return radio_exec::with_sender_shown(address, address_size, [&] {
    return RUBBLE_REAL(recvfrom)(socket, bytes, size, flags, address, address_size);
  });
}

// What programs call that were built with checks of buffer sizes.
RUBBLE_STANDS_IN ssize_t __recvfrom_chk(int socket, void* bytes, size_t size, size_t room,
                                        int flags, sockaddr* address, socklen_t* address_size) {
  return radio_exec::with_sender_shown(address, address_size, [&] {
    return RUBBLE_REAL(__recvfrom_chk)(socket, bytes, size, room, flags, address, address_size);
  });
}

RUBBLE_STANDS_IN ssize_t recvmsg(int socket, msghdr* message, int flags) {
  const socklen_t room = message != nullptr ? message->msg_namelen : 0;
  const ssize_t result = RUBBLE_REAL(recvmsg)(socket, message, flags);
  if (result >= 0) radio_exec::show_sender(*message, room);
  return result;
}

RUBBLE_STANDS_IN int recvmmsg(int socket, mmsghdr* messages, unsigned count, int flags,
                              timespec* timeout) {
  if (!radio_exec::is_on_robot() || messages == nullptr)
    return RUBBLE_REAL(recvmmsg)(socket, messages, count, flags, timeout);
  std::vector<socklen_t> rooms(count);  // the kernel writes sizes of addresses in their places
  for (unsigned i = 0; i < count; ++i) rooms[i] = messages[i].msg_hdr.msg_namelen;
  const int result = RUBBLE_REAL(recvmmsg)(socket, messages, count, flags, timeout);
  for (int i = 0; i < result; ++i)
    radio_exec::show_sender(messages[i].msg_hdr, rooms[static_cast<std::size_t>(i)]);
  return result;
}
