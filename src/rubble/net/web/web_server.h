// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/net/line_server.h"
#include "rubble/net/web/origin_policy.h"
#include "rubble/net/web/web_frame.h"

namespace rubble::net {

using SessionId = std::uint64_t;  // increases; never reused

struct WebServerSettings {
  std::string host = "127.0.0.1";
  int port = 0;                      // 0 = a free one
  std::string folder;                // with the files to serve; read once at the start
  std::string index = "index.html";  // the start page
  std::vector<WebSocketEndpoint> endpoints{{}};
  std::string token;                         // required of WebSockets; empty: none
  int max_connections = 64;                  // HTTP and WebSocket together
  int max_sockets = 16;                      // WebSockets
  std::size_t max_message_bytes = 16 << 10;  // from a client, bytes
  std::size_t max_queued_messages = 256;     // from a client; reading pauses beyond it
  std::size_t max_queued_bytes = 64 << 20;   // to a client; beyond it the WebSocket is closed
  double request_timeout = 10.0;             // s, to receive a request header
  double keep_alive_timeout = 30.0;          // s, between requests of a connection
  double silence_timeout = 40.0;             // s without data or pong from a client
};

// An event on a WebSocket. Closed is the last one.
struct WebEvent {
  enum class Kind { Opened, Message, Closed } kind = Kind::Message;
  SessionId session = 0;
  std::string text;        // of a Message; path of the endpoint when Opened
  bool is_binary = false;  // a Message of bytes; only where the endpoint accepts them
};

struct WebServerCounts {
  std::int64_t sockets = 0;  // WebSockets currently open
  std::int64_t refused = 0;
  std::int64_t requests = 0;  // HTTP
  std::int64_t bytes_out = 0;
};

// HTTP and WebSocket server: serves the files of a folder, and WebSockets to pages of its own
// origin. It does not know what the messages mean. Sockets live on the network thread; all
// functions may be called from any other thread and never block.
class WebServer {
 public:
  static Result<std::unique_ptr<WebServer>> listen(Network& network,
                                                   const WebServerSettings& settings);
  ~WebServer();

  int port() const;
  // Events since the last call, at most `max_messages_each` messages per session; the rest is kept.
  std::vector<WebEvent> drain(std::size_t max_messages_each = 256);
  // Sends in order. No effect on a closed session.
  void send(SessionId session, const WebFrame& frame) { send(session, std::span(&frame, 1)); }
  // As one by one, but wakes the network thread only once.
  void send(SessionId session, std::span<const WebFrame> frames);
  void close(SessionId session);
  // Bytes sent but not yet written; senders should pause while this grows.
  std::size_t queued_bytes(SessionId session) const;
  // Total bytes written to a session.
  std::int64_t bytes_sent(SessionId session) const;
  WebServerCounts counts() const;

 private:
  class Port;
  explicit WebServer(std::shared_ptr<Port> port);
  std::shared_ptr<Port> port_;
};

// 128 random bits, hexadecimal.
std::string make_token();
// Whether an address is reachable from this machine only.
bool is_loopback(const std::string& host);

}  // namespace rubble::net
