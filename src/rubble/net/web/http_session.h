// SPDX-License-Identifier: Apache-2.0
// One HTTP connection, on the network thread. Private to this module.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "rubble/net/network_loop.h"
#include "rubble/net/web/http_response.h"
#include "rubble/net/web/web_socket.h"

namespace rubble::net {

// What HTTP sessions need of their server. Network thread only.
class HttpServerContext {
 public:
  virtual ~HttpServerContext() = default;
  virtual const WebServerSettings& settings() const = 0;
  // The response to a request.
  virtual HttpResponse answer(const HttpRequest& request) = 0;
  // Turns a connection into a WebSocket. Only after allows_websocket().
  virtual void add_socket(tcp::socket socket, const HttpRequest& request,
                          const WebSocketHandshake& handshake,
                          std::shared_ptr<void> connection_slot) = 0;
  // Whether a WebSocket request is allowed; otherwise answer() gives the reason.
  virtual bool allows_websocket(const HttpRequest& request) = 0;
  virtual void note_sent(std::size_t bytes) = 0;
};

class HttpSession {
 public:
  // connection_slot is released when the connection closes, or passed on to the
  // WebSocket it becomes.
  static std::shared_ptr<HttpSession> open(tcp::socket socket,
                                           std::shared_ptr<HttpServerContext> context,
                                           std::shared_ptr<void> connection_slot);
  virtual ~HttpSession() = default;
  virtual void close() = 0;
  using Moment = std::chrono::steady_clock::time_point;
  // Start of the keep-alive pause; nothing while a request is in progress.
  virtual std::optional<Moment> idle_since() const = 0;
  // Start of the request header being received; nothing otherwise.
  virtual std::optional<Moment> receiving_since() const = 0;
};

}  // namespace rubble::net
