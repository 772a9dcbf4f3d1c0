// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/net/line_server.h"
#include "rubble/viewer_protocol/frame.h"

namespace rubble::server {

using PageId = std::uint64_t;  // increases; never reused

struct WebServerSettings {
  std::string host = "127.0.0.1";
  int port = 0;                              // 0 = a free one
  std::string folder;                        // with the page's files; read once at the start
  std::string index = "index.html";          // the start page
  std::string token;                         // required of pages; empty: none
  int max_connections = 64;                  // HTTP and WebSocket together
  int max_pages = 16;                        // WebSockets
  std::size_t max_message_bytes = 16 << 10;  // from a page, bytes
  std::size_t max_queued_messages = 256;     // from a page; reading pauses beyond it
  std::size_t max_queued_bytes = 64 << 20;   // to a page; beyond it the page is closed
  double request_timeout = 10.0;             // s, to receive a request header
  double keep_alive_timeout = 30.0;          // s, between requests of a connection
  double silence_timeout = 40.0;             // s without data or pong from a page
};

// An event on a page's WebSocket. Closed is the last one.
struct PageEvent {
  enum class Kind { Opened, Message, Closed } kind = Kind::Message;
  PageId page = 0;
  std::string text;  // Message only
};

struct WebServerCounts {
  std::int64_t pages = 0;  // currently open
  std::int64_t refused = 0;
  std::int64_t requests = 0;  // HTTP
  std::int64_t bytes_out = 0;
};

// HTTP and WebSocket server of the page: serves the files of a folder, and /ws to pages of its own
// origin. Sockets live on the network thread; all functions may be called from any other thread and
// never block.
class WebServer {
 public:
  static Result<std::unique_ptr<WebServer>> listen(net::Network& network,
                                                   const WebServerSettings& settings);
  ~WebServer();

  int port() const;
  // Events since the last call, at most `max_messages_each` messages per page; the rest is kept.
  std::vector<PageEvent> drain(std::size_t max_messages_each = 256);
  // Sends in order. No effect on a closed page.
  void send(PageId page, const rubble::viewer_protocol::Frame& frame) {
    send(page, std::span(&frame, 1));
  }
  // As one by one, but wakes the network thread only once.
  void send(PageId page, std::span<const rubble::viewer_protocol::Frame> frames);
  void close(PageId page);
  // Bytes sent but not yet written; senders should pause while this grows.
  std::size_t queued_bytes(PageId page) const;
  // Total bytes written to a page.
  std::int64_t bytes_sent(PageId page) const;
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

}  // namespace rubble::server
