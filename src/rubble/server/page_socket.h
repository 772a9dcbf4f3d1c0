// SPDX-License-Identifier: Apache-2.0
// WebSocket of a page. Private to this module.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "rubble/net/network_loop.h"
#include "rubble/server/page_mailbox.h"

namespace rubble::server {

namespace asio = net::asio;
using net::tcp;

// Header fields of the upgrade request.
struct PageHandshake {
  std::string host;
  std::string key;
  std::string version;
};

class PageSocket {
 public:
  // Network thread only. connection_slot is released when the socket closes; slow_pages must
  // outlive the socket.
  static std::shared_ptr<PageSocket> open(tcp::socket socket, const PageHandshake& handshake,
                                          PageId id, const WebServerSettings& settings,
                                          std::shared_ptr<void> connection_slot,
                                          net::LogThrottle& slow_pages);
  virtual ~PageSocket() = default;

  // --- any thread ---
  void send(std::span<const viewer_protocol::Frame> frames);
  void close();  // after the queued frames are written
  void drain(std::vector<PageEvent>& events, std::size_t max_messages);
  const PageMailbox& mailbox() const { return mailbox_; }

  // --- network thread ---
  // Closes at once, with close code 1001 if possible.
  virtual void close_now() = 0;

 protected:
  PageSocket(PageId id, const WebServerSettings& settings) : mailbox_(id, settings) {}
  // Posts a call of service() to the network thread.
  virtual void schedule() = 0;

  PageMailbox mailbox_;
};

}  // namespace rubble::server
