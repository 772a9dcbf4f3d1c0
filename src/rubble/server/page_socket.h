// SPDX-License-Identifier: Apache-2.0
// A page's WebSocket. Only for the .cpp files of this module.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "rubble/net/network_loop.h"
#include "rubble/server/page_mailbox.h"

namespace rubble::server {

namespace asio = net::asio;
using net::tcp;

// What the request to open a WebSocket said that matters for the answer.
struct PageHandshake {
  std::string host;
  std::string key;
  std::string version;
};

class PageSocket {
 public:
  // Begins on the network's thread. What is held is let go when the socket is gone; the
  // notice must last as long.
  static std::shared_ptr<PageSocket> open(tcp::socket socket, const PageHandshake& handshake,
                                          PageId id, const WebServerSettings& settings,
                                          std::shared_ptr<void> connection_slot,
                                          net::LogThrottle& slow_pages);
  virtual ~PageSocket() = default;

  // --- any thread ---
  void send(std::span<const page::Frame> frames);
  void close();  // once what was sent before is written
  void drain(std::vector<PageEvent>& events, std::size_t max_messages);
  const PageMailbox& mailbox() const { return mailbox_; }

  // --- the network's thread ---
  // At once: says only that it goes.
  virtual void close_now() = 0;

 protected:
  PageSocket(PageId id, const WebServerSettings& settings) : mailbox_(id, settings) {}
  // Calls attend on the network's thread.
  virtual void schedule() = 0;

  PageMailbox mailbox_;
};

}  // namespace rubble::server
