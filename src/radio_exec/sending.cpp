// SPDX-License-Identifier: Apache-2.0
// send() and kin, with an address or on a connected socket.
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "radio_exec/libc_symbols.h"
#include "radio_exec/rewrite.h"

namespace radio_exec {

namespace {

const sockaddr* address_of(const msghdr& message) {
  return static_cast<const sockaddr*>(message.msg_name);
}

ssize_t send_rewritten(const Rewrite& rewrite, int socket, const msghdr& message, int flags) {
  if (rewrite.error != 0) return errno = rewrite.error, -1;
  if (!rewrite.to) return RUBBLE_LIBC(sendmsg)(socket, &message, flags);
  msghdr changed = message;
  changed.msg_name = const_cast<sockaddr*>(rewrite.to->get());
  changed.msg_namelen = rewrite.to->size;
  return RUBBLE_LIBC(sendmsg)(socket, &changed, flags);
}

// A failure for one robot counts as packet loss; the others are still sent to.
ssize_t send_broadcast(const std::vector<Rewrite>& rewrites, int socket, const msghdr& message,
                       int flags) {
  if (rewrites.size() == 1 && rewrites[0].error == EACCES) return errno = EACCES, -1;
  for (const Rewrite& rewrite : rewrites) send_rewritten(rewrite, socket, message, flags);
  ssize_t size = 0;
  for (std::size_t i = 0; i < message.msg_iovlen; ++i)
    size += static_cast<ssize_t>(message.msg_iov[i].iov_len);
  return size;
}

ssize_t send_message(int socket, const msghdr& message, int flags) {
  if (message.msg_name == nullptr) {
    if (const int error = wait_until_sendable(socket, flags)) return errno = error, -1;
    return RUBBLE_LIBC(sendmsg)(socket, &message, flags);
  }
  const sockaddr* const to = address_of(message);
  const BlockingMode mode = blocking_mode_of(socket, flags);
  if (const auto rewrites = rewrites_for_broadcast(socket, to, message.msg_namelen, mode))
    return send_broadcast(*rewrites, socket, message, flags);
  return send_rewritten(rewrite_for_send(socket, to, message.msg_namelen, mode), socket, message,
                        flags);
}

// One at a time, so that each waits while the channel is busy.
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

RUBBLE_INTERPOSED ssize_t send(int socket, const void* bytes, size_t size, int flags) {
  if (const int error = radio_exec::wait_until_sendable(socket, flags)) return errno = error, -1;
  return RUBBLE_LIBC(send)(socket, bytes, size, flags);
}

RUBBLE_INTERPOSED ssize_t sendto(int socket, const void* bytes, size_t size, int flags,
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

RUBBLE_INTERPOSED ssize_t sendmsg(int socket, const msghdr* message, int flags) {
  if (message == nullptr) return RUBBLE_LIBC(sendmsg)(socket, message, flags);
  return radio_exec::send_message(socket, *message, flags);
}

RUBBLE_INTERPOSED int sendmmsg(int socket, mmsghdr* messages, unsigned count, int flags) {
  if (messages == nullptr || radio_exec::protocol_of(socket) != radio_exec::Protocol::Udp)
    return RUBBLE_LIBC(sendmmsg)(socket, messages, count, flags);
  return radio_exec::send_messages(socket, messages, count, flags);
}

// Netcat and others use write() on connected sockets.
RUBBLE_INTERPOSED ssize_t write(int file, const void* bytes, size_t size) {
  if (const int error = radio_exec::wait_until_sendable(file, 0)) return errno = error, -1;
  return RUBBLE_LIBC(write)(file, bytes, size);
}

RUBBLE_INTERPOSED ssize_t writev(int file, const iovec* parts, int count) {
  if (const int error = radio_exec::wait_until_sendable(file, 0)) return errno = error, -1;
  return RUBBLE_LIBC(writev)(file, parts, count);
}
