// SPDX-License-Identifier: Apache-2.0
// WebSocket of a client. Private to this module.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "rubble/net/network_loop.h"
#include "rubble/net/web/socket_mailbox.h"

namespace rubble::net {

// Header fields of the upgrade request.
struct WebSocketHandshake {
  std::string host;
  std::string key;
  std::string version;
};

class WebSocket {
 public:
  // Network thread only. connection_slot is released when the socket closes; slow_sockets must
  // outlive the socket.
  static std::shared_ptr<WebSocket> open(tcp::socket socket, const WebSocketHandshake& handshake,
                                         const WebSocketEndpoint& endpoint, SessionId id,
                                         const WebServerSettings& settings,
                                         std::shared_ptr<void> connection_slot,
                                         LogThrottle& slow_sockets);
  virtual ~WebSocket() = default;

  // --- any thread ---
  void send(std::span<const WebFrame> frames);
  void close();  // after the queued frames are written
  void drain(std::vector<WebEvent>& events, std::size_t max_messages);
  const SocketMailbox& mailbox() const { return mailbox_; }

  // --- network thread ---
  // Closes at once, with close code 1001 if possible.
  virtual void close_now() = 0;

 protected:
  WebSocket(SessionId id, const WebSocketEndpoint& endpoint, const WebServerSettings& settings)
      : mailbox_(id, endpoint.path, settings) {}
  // Posts a call of service() to the network thread.
  virtual void schedule() = 0;

  SocketMailbox mailbox_;
};

}  // namespace rubble::net
