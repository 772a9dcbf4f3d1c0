// SPDX-License-Identifier: Apache-2.0
// What is sent, with an address or on a connected socket.
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

#include "radio_exec/real.h"
#include "radio_exec/ways.h"

namespace radio_exec {

namespace {

const sockaddr* address_of(const msghdr& message) {
  return static_cast<const sockaddr*>(message.msg_name);
}

ssize_t send_message(int socket, const msghdr& message, int flags) {
  const Patience patience = patience_of(socket, flags);
  if (message.msg_name == nullptr) {
    if (const int error = wait_for_room(socket, patience)) return errno = error, -1;
    return RUBBLE_REAL(sendmsg)(socket, &message, flags);
  }
  const Way way = way_to_send(socket, address_of(message), message.msg_namelen, patience);
  if (way.error != 0) return errno = way.error, -1;
  if (!way.to) return RUBBLE_REAL(sendmsg)(socket, &message, flags);
  msghdr changed = message;
  changed.msg_name = const_cast<sockaddr*>(way.to->get());
  changed.msg_namelen = way.to->size;
  return RUBBLE_REAL(sendmsg)(socket, &changed, flags);
}

// One after the other, so that each is held up while the air is busy.
int send_messages(int socket, mmsghdr* messages, unsigned count, int flags) {
  for (unsigned i = 0; i < count; ++i) {
    const ssize_t sent = send_message(socket, messages[i].msg_hdr, flags);
    if (sent < 0) return i > 0 ? static_cast<int>(i) : -1;
    messages[i].msg_len = static_cast<unsigned>(sent);
  }
  return static_cast<int>(count);
}

}  // namespace

}  // namespace radio_exec

RUBBLE_STANDS_IN ssize_t send(int socket, const void* bytes, size_t size, int flags) {
  const auto patience = radio_exec::patience_of(socket, flags);
  if (const int error = radio_exec::wait_for_room(socket, patience)) return errno = error, -1;
  return RUBBLE_REAL(send)(socket, bytes, size, flags);
}

RUBBLE_STANDS_IN ssize_t sendto(int socket, const void* bytes, size_t size, int flags,
                                const sockaddr* address, socklen_t address_size) {
  if (address == nullptr) return send(socket, bytes, size, flags);
  const auto patience = radio_exec::patience_of(socket, flags);
  const auto way = radio_exec::way_to_send(socket, address, address_size, patience);
  if (way.error != 0) return errno = way.error, -1;
  if (way.to) return RUBBLE_REAL(sendto)(socket, bytes, size, flags, way.to->get(), way.to->size);
  return RUBBLE_REAL(sendto)(socket, bytes, size, flags, address, address_size);
}

RUBBLE_STANDS_IN ssize_t sendmsg(int socket, const msghdr* message, int flags) {
  if (message == nullptr) return RUBBLE_REAL(sendmsg)(socket, message, flags);
  return radio_exec::send_message(socket, *message, flags);
}

RUBBLE_STANDS_IN int sendmmsg(int socket, mmsghdr* messages, unsigned count, int flags) {
  if (messages == nullptr || radio_exec::protocol_of(socket) != radio_exec::Protocol::Udp)
    return RUBBLE_REAL(sendmmsg)(socket, messages, count, flags);
  return radio_exec::send_messages(socket, messages, count, flags);
}
