// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "rubble/net/line_server.h"

namespace rubble::net {

struct OutMessage {
  std::string text;
  std::uint64_t number = 0;                     // in the order they were added
  std::chrono::steady_clock::time_point since;  // unset unless delays are collected
};

// What waits to be written to one client. Bounded: sensor messages give way, oldest first.
class Outbox {
 public:
  explicit Outbox(std::size_t max_bytes) : most_bytes_(max_bytes) {}

  // False if replies alone leave no room for this one.
  bool add(std::string text, Urgency urgency, std::chrono::steady_clock::time_point since);
  // Moves out the next messages, as many as make one good write. They count until they are written.
  void take(std::vector<OutMessage>& batch);
  void note_written(const OutMessage& message) { held_bytes_ -= cost(message.text); }

  std::size_t held_bytes() const { return held_bytes_; }
  bool is_empty() const { return sensors_.empty() && replies_.empty(); }
  std::int64_t dropped() const { return dropped_; }

 private:
  // Many tiny messages must not take more memory than few big ones.
  static std::size_t cost(const std::string& text) { return text.size() + sizeof(OutMessage); }
  void make_room_for(std::size_t bytes);

  std::size_t most_bytes_;
  std::size_t held_bytes_ = 0;
  std::uint64_t next_number_ = 0;
  std::int64_t dropped_ = 0;
  std::deque<OutMessage> sensors_;
  std::deque<OutMessage> replies_;
};

}  // namespace rubble::net
