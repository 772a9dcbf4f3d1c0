// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/send_queue.h"

namespace rubble::net {

void SendQueue::make_room_for(std::size_t bytes) {
  while (queued_bytes_ + bytes > max_bytes_ && !droppable_.empty()) {
    note_written(droppable_.front());
    droppable_.pop_front();
    ++dropped_;
  }
}

bool SendQueue::add(std::string text, Delivery delivery,
                    std::chrono::steady_clock::time_point since) {
  const std::size_t bytes = cost(text);
  make_room_for(bytes);
  const bool has_room = queued_bytes_ + bytes <= max_bytes_;
  const bool is_sensor = delivery == Delivery::Droppable;
  if (!has_room && is_sensor) ++dropped_;
  if (!has_room) return is_sensor;
  queued_bytes_ += bytes;
  (is_sensor ? droppable_ : reliable_).push_back({std::move(text), next_number_++, since});
  return true;
}

void SendQueue::pop_batch(std::vector<OutgoingMessage>& batch) {
  constexpr std::size_t kMaxMessages =
      64;  // buffers per gathering write (IOV_MAX is at least 16; Linux: 1024)
  constexpr std::size_t kEnoughBytes = 128 << 10;
  std::size_t bytes = 0;
  while (!is_empty() && batch.size() < kMaxMessages && bytes < kEnoughBytes) {
    const bool takes_sensor =
        reliable_.empty() ||
        (!droppable_.empty() && droppable_.front().number < reliable_.front().number);
    std::deque<OutgoingMessage>& queue = takes_sensor ? droppable_ : reliable_;
    bytes += queue.front().text.size();
    batch.push_back(std::move(queue.front()));
    queue.pop_front();
  }
}

}  // namespace rubble::net
