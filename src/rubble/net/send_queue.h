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
  std::uint64_t number = 0;                     // sequence number
  std::chrono::steady_clock::time_point since;  // unset unless delays are collected
};

// Bounded queue of messages to one client. When full, droppable messages are dropped, oldest first.
// Order is preserved among the messages that remain. Not thread-safe.
class SendQueue {
 public:
  explicit SendQueue(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  // False if a reliable message does not fit because reliable messages alone fill the queue.
  bool add(std::string text, Delivery delivery, std::chrono::steady_clock::time_point since);
  // Appends the next messages to `batch`, as many as suit one gathering write. They count towards
  // queued_bytes() until note_written().
  void pop_batch(std::vector<OutgoingMessage>& batch);
  void note_written(const OutgoingMessage& message) { queued_bytes_ -= cost(message.text); }

  std::size_t queued_bytes() const { return queued_bytes_; }
  bool is_empty() const { return droppable_.empty() && reliable_.empty(); }
  std::int64_t dropped() const { return dropped_; }

 private:
  // Includes a fixed cost per message, so that many tiny messages cannot exceed the memory limit.
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
