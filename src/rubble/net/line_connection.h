// SPDX-License-Identifier: Apache-2.0
// State of one client of a LineServer. Private to this module.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "rubble/net/line_server.h"
#include "rubble/net/line_splitter.h"
#include "rubble/net/network_loop.h"
#include "rubble/net/send_queue.h"

namespace rubble::net {

struct LineConnection {
  LineConnection(ConnectionId number, tcp::socket accepted, const LineServerSettings& settings)
      : id(number),
        peer(peer_of(accepted)),
        socket(std::move(accepted)),
        deadline(socket.get_executor()),
        splitter(settings.max_line_bytes),
        send_queue(settings.max_queued_bytes) {}

  const ConnectionId id;
  const std::string peer;

  // --- network thread only ---
  tcp::socket socket;
  asio::steady_timer deadline;  // linger timeout while closing
  std::array<char, 16 << 10> bytes;
  LineSplitter splitter;
  std::vector<OutgoingMessage> batch;  // being written to the socket
  std::size_t batch_begun = 0;         // bytes of the batch's first message already written
  bool is_waiting_for_writable = false;

  // --- both threads, guarded by the port's mutex ---
  SendQueue send_queue;
  std::deque<std::string> lines;
  std::size_t line_bytes = 0;
  bool is_paused = false;     // reading stops while the input queue is full
  bool is_scheduled = false;  // service_scheduled() will visit this connection
  bool is_slow = false;       // droppable messages are being dropped
  bool is_closing = false;    // close once the send queue is written
  bool has_ended = false;     // end of input
  bool is_closed = false;     // the socket is closed
  bool opened_reported = false;
  bool closed_reported = false;

  bool has_events() const {
    return !opened_reported || !lines.empty() || (has_ended && !closed_reported);
  }
};

}  // namespace rubble::net
