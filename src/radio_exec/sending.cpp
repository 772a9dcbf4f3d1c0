// SPDX-License-Identifier: Apache-2.0
// What is sent, with an address or on a connected socket.
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "radio_exec/real.h"
#include "radio_exec/ways.h"

namespace radio_exec {

namespace {

const sockaddr* address_of(const msghdr& message) {
  return static_cast<const sockaddr*>(message.msg_name);
}

ssize_t send_along(const Way& way, int socket, const msghdr& message, int flags) {
  if (way.error != 0) return errno = way.error, -1;
  if (!way.to) return RUBBLE_REAL(sendmsg)(socket, &message, flags);
  msghdr changed = message;
  changed.msg_name = const_cast<sockaddr*>(way.to->get());
  changed.msg_namelen = way.to->size;
  return RUBBLE_REAL(sendmsg)(socket, &changed, flags);
}

// What does not reach one robot is lost, as anything on the radio may be.
ssize_t send_to_everyone(const std::vector<Way>& ways, int socket, const msghdr& message,
                         int flags) {
  if (ways.size() == 1 && ways[0].error == EACCES) return errno = EACCES, -1;
  for (const Way& way : ways) send_along(way, socket, message, flags);
  ssize_t size = 0;
  for (std::size_t i = 0; i < message.msg_iovlen; ++i)
    size += static_cast<ssize_t>(message.msg_iov[i].iov_len);
  return size;
}

ssize_t send_message(int socket, const msghdr& message, int flags) {
  if (message.msg_name == nullptr) {
    if (const int error = wait_for_room(socket, flags)) return errno = error, -1;
    return RUBBLE_REAL(sendmsg)(socket, &message, flags);
  }
  const sockaddr* const to = address_of(message);
  const Patience patience = patience_of(socket, flags);
  if (const auto ways = ways_to_everyone(socket, to, message.msg_namelen, patience))
    return send_to_everyone(*ways, socket, message, flags);
  return send_along(way_to_send(socket, to, message.msg_namelen, patience), socket, message, flags);
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
  if (const int error = radio_exec::wait_for_room(socket, flags)) return errno = error, -1;
  return RUBBLE_REAL(send)(socket, bytes, size, flags);
}

RUBBLE_STANDS_IN ssize_t sendto(int socket, const void* bytes, size_t size, int flags,
                                const sockaddr* address, socklen_t address_size) {
  if (address == nullptr) return send(socket, bytes, size, flags);
  iovec part{const_cast<void*>(bytes), size};
  msghdr message{};
  message.msg_name = const_cast<sockaddr*>(address);
  message.msg_namelen = address_size;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  return radio_exec::send_message(socket, message, flags);
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

// Netcat and others write to a connected socket as to a file.
RUBBLE_STANDS_IN ssize_t write(int file, const void* bytes, size_t size) {
  if (const int error = radio_exec::wait_for_room(file, 0)) return errno = error, -1;
  return RUBBLE_REAL(write)(file, bytes, size);
}

RUBBLE_STANDS_IN ssize_t writev(int file, const iovec* parts, int count) {
  if (const int error = radio_exec::wait_for_room(file, 0)) return errno = error, -1;
  return RUBBLE_REAL(writev)(file, parts, count);
}
