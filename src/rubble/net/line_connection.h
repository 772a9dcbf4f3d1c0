// SPDX-License-Identifier: Apache-2.0
// One client of a LineServer. Only for the .cpp files of this module.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "rubble/net/line_server.h"
#include "rubble/net/network_loop.h"
#include "rubble/net/send_queue.h"
#include "rubble/usarsim/line.h"

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

  // --- the network's thread only ---
  tcp::socket socket;
  asio::steady_timer deadline;  // for what is to be written before it is closed
  std::array<char, 16 << 10> bytes;
  usarsim::LineSplitter splitter;
  std::vector<OutgoingMessage> batch;  // being written
  std::size_t batch_begun = 0;         // bytes of its first message that are written
  bool is_waiting_for_writable = false;

  // --- both threads, under the port's mutex ---
  SendQueue send_queue;
  std::deque<std::string> lines;
  std::size_t line_bytes = 0;
  bool is_paused = false;     // too much waits: not read from
  bool is_scheduled = false;  // the network's thread will look at it
  bool is_slow = false;       // messages are being dropped
  bool is_closing = false;    // once all is written
  bool has_ended = false;     // nothing more will come in
  bool is_closed = false;     // the socket is closed
  bool opened_reported = false;
  bool closed_reported = false;

  bool has_events() const {
    return !opened_reported || !lines.empty() || (has_ended && !closed_reported);
  }
};

}  // namespace rubble::net
