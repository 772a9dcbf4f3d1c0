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
#include "rubble/net/outbox.h"
#include "rubble/usarsim/line.h"

namespace rubble::net {

struct LineConnection {
  LineConnection(ConnectionId number, tcp::socket accepted, const LineServerSettings& settings)
      : id(number),
        peer(peer_of(accepted)),
        socket(std::move(accepted)),
        deadline(socket.get_executor()),
        splitter(settings.longest_line),
        outbox(settings.most_waiting_bytes) {}

  const ConnectionId id;
  const std::string peer;

  // --- the network's thread only ---
  tcp::socket socket;
  asio::steady_timer deadline;  // for what is to be written before it is closed
  std::array<char, 16 << 10> bytes;
  usarsim::LineSplitter splitter;
  std::vector<OutMessage> batch;  // being written
  std::size_t batch_begun = 0;    // bytes of its first message that are written
  bool is_waiting_for_room = false;

  // --- both threads, under the port's mutex ---
  Outbox outbox;
  std::deque<std::string> lines;
  std::size_t line_bytes = 0;
  bool is_paused = false;   // too much waits: not read from
  bool is_dirty = false;    // the network's thread will look at it
  bool is_slow = false;     // messages are being dropped
  bool is_closing = false;  // once all is written
  bool has_ended = false;   // nothing more will come in
  bool is_gone = false;     // the socket is closed
  bool has_told_opened = false;
  bool has_told_closed = false;

  bool has_something_to_tell() const {
    return !has_told_opened || !lines.empty() || (has_ended && !has_told_closed);
  }
};

}  // namespace rubble::net
