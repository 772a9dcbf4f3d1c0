// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/net/line_server.h"
#include "rubble/page/frame.h"

namespace rubble::server {

using PageId = std::uint64_t;  // counts up, never used again

struct WebServerSettings {
  std::string host = "127.0.0.1";
  int port = 0;                              // 0 = a free one
  std::string folder;                        // of the page's files, read once at the start
  std::string index = "index.html";          // the one of them that is shown first
  std::string token;                         // what a page must bring; empty: none is needed
  int max_connections = 64;                  // HTTP and WebSocket together
  int max_pages = 16;                        // WebSockets
  std::size_t max_message_bytes = 16 << 10;  // from a page, bytes
  std::size_t max_queued_messages = 256;     // from a page; beyond it is not read from
  std::size_t max_queued_bytes = 64 << 20;   // to a page; beyond it the page is closed
  double request_timeout = 10.0;             // s, until all of its head is here
  double keep_alive_timeout = 30.0;          // s, between requests; else the connection is closed
  double silence_timeout = 40.0;             // s, of a page, pings unanswered; else it is closed
};

// Something that happened on a page's WebSocket. Closed comes last.
struct PageEvent {
  enum class Kind { Opened, Message, Closed } kind = Kind::Message;
  PageId page = 0;
  std::string text;  // of a message
};

struct WebServerCounts {
  std::int64_t pages = 0;  // now
  std::int64_t refused = 0;
  std::int64_t requests = 0;  // HTTP
  std::int64_t bytes_out = 0;
};

// The page and its WebSocket: serves the files of a folder over HTTP, and /ws to pages of its own
// origin. Sockets live on the network's thread; everything here may be called from any other
// thread and never waits.
class WebServer {
 public:
  static Result<std::unique_ptr<WebServer>> listen(net::Network& network,
                                                   const WebServerSettings& settings);
  ~WebServer();

  int port() const;
  // What is left comes with the next one; a page whose messages wait is not read from for long.
  std::vector<PageEvent> drain(std::size_t max_messages_each = 256);
  // To a page that is gone: no effect. Order is kept.
  void send(PageId page, const rubble::page::Frame& frame) { send(page, std::span(&frame, 1)); }
  // Cheaper than one by one: the network's thread is woken once.
  void send(PageId page, std::span<const rubble::page::Frame> frames);
  void close(PageId page);
  // How much of what was sent is not yet written; who sends should pause where this grows.
  std::size_t queued_bytes(PageId page) const;
  // Sent to a page in all.
  std::int64_t bytes_sent(PageId page) const;
  WebServerCounts counts() const;

 private:
  class Port;
  explicit WebServer(std::shared_ptr<Port> port);
  std::shared_ptr<Port> port_;
};

// 128 random bits as hexadecimal digits.
std::string make_token();
// Whether a host is only reachable from this machine.
bool is_loopback(const std::string& host);

}  // namespace rubble::server
