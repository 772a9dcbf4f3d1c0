// SPDX-License-Identifier: Apache-2.0
// One HTTP connection, on the network's thread. Only for the .cpp files of this module.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "rubble/net/network_loop.h"
#include "rubble/server/http_response.h"
#include "rubble/server/page_socket.h"

namespace rubble::server {

namespace asio = net::asio;
using net::tcp;

// What connections need of the server they came to.
class HttpServerContext {
 public:
  virtual ~HttpServerContext() = default;
  virtual const WebServerSettings& settings() const = 0;
  // The answer to a request.
  virtual HttpResponse answer(const HttpRequest& request) = 0;
  // Makes a page of a connection whose request allows_websocket granted.
  virtual void add_page(tcp::socket socket, const PageHandshake& handshake,
                        std::shared_ptr<void> connection_slot) = 0;
  // Whether a request for a WebSocket is granted; else answer says why not.
  virtual bool allows_websocket(const HttpRequest& request) = 0;
  virtual void note_sent(std::size_t bytes) = 0;
};

class HttpSession {
 public:
  // What is held is let go when the connection is gone, or goes to the page it becomes.
  static std::shared_ptr<HttpSession> open(tcp::socket socket,
                                           std::shared_ptr<HttpServerContext> context,
                                           std::shared_ptr<void> connection_slot);
  virtual ~HttpSession() = default;
  virtual void close() = 0;
  using Moment = std::chrono::steady_clock::time_point;
  // Set while nothing is asked or answered.
  virtual std::optional<Moment> idle_since() const = 0;
  // Set while a request has begun and not ended.
  virtual std::optional<Moment> receiving_since() const = 0;
};

}  // namespace rubble::server
