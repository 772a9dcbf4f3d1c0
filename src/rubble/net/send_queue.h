// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "rubble/net/line_server.h"

namespace rubble::net {

struct OutgoingMessage {
  std::string text;
  std::uint64_t number = 0;                     // in the order they were added
  std::chrono::steady_clock::time_point since;  // unset unless delays are collected
};

// What waits to be written to one client. Bounded: sensor messages give way, oldest first.
class SendQueue {
 public:
  explicit SendQueue(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  // False if replies alone leave no room for this one.
  bool add(std::string text, Delivery delivery, std::chrono::steady_clock::time_point since);
  // Moves out the next messages, as many as make one good write. They count until they are written.
  void pop_batch(std::vector<OutgoingMessage>& batch);
  void note_written(const OutgoingMessage& message) { queued_bytes_ -= cost(message.text); }

  std::size_t queued_bytes() const { return queued_bytes_; }
  bool is_empty() const { return droppable_.empty() && reliable_.empty(); }
  std::int64_t dropped() const { return dropped_; }

 private:
  // Many tiny messages must not take more memory than few big ones.
  static std::size_t cost(const std::string& text) { return text.size() + sizeof(OutgoingMessage); }
  void make_room_for(std::size_t bytes);

  std::size_t max_bytes_;
  std::size_t queued_bytes_ = 0;
  std::uint64_t next_number_ = 0;
  std::int64_t dropped_ = 0;
  std::deque<OutgoingMessage> droppable_;
  std::deque<OutgoingMessage> reliable_;
};

}  // namespace rubble::net
