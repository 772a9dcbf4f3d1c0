// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/outbox.h"

namespace rubble::net {

void Outbox::make_room_for(std::size_t bytes) {
  while (held_bytes_ + bytes > most_bytes_ && !sensors_.empty()) {
    note_written(sensors_.front());
    sensors_.pop_front();
    ++dropped_;
  }
}

bool Outbox::add(std::string text, Urgency urgency, std::chrono::steady_clock::time_point since) {
  const std::size_t bytes = cost(text);
  make_room_for(bytes);
  const bool has_room = held_bytes_ + bytes <= most_bytes_;
  const bool is_sensor = urgency == Urgency::Sensor;
  if (!has_room && is_sensor) ++dropped_;
  if (!has_room) return is_sensor;
  held_bytes_ += bytes;
  (is_sensor ? sensors_ : replies_).push_back({std::move(text), next_number_++, since});
  return true;
}

void Outbox::take(std::vector<OutMessage>& batch) {
  constexpr std::size_t kMostMessages = 64;  // what the system takes in one gathering write
  constexpr std::size_t kEnoughBytes = 128 << 10;
  std::size_t bytes = 0;
  while (!is_empty() && batch.size() < kMostMessages && bytes < kEnoughBytes) {
    const bool takes_sensor =
        replies_.empty() ||
        (!sensors_.empty() && sensors_.front().number < replies_.front().number);
    std::deque<OutMessage>& queue = takes_sensor ? sensors_ : replies_;
    bytes += queue.front().text.size();
    batch.push_back(std::move(queue.front()));
    queue.pop_front();
  }
}

}  // namespace rubble::net
