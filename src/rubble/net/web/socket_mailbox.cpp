// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/web/socket_mailbox.h"

#include <utility>

namespace rubble::net {

bool SocketMailbox::needs_scheduling() { return !std::exchange(is_scheduled_, true); }

bool SocketMailbox::is_full() const { return messages_.size() >= max_messages_; }

bool SocketMailbox::send(std::span<const WebFrame> frames) {
  const std::lock_guard lock(mutex_);
  if (is_closed_ || is_closing_ || is_overflowed_ || frames.empty()) return false;
  for (const WebFrame& frame : frames) {
    if (frame.is_droppable && queued_bytes_ + cost(frame) > max_bytes_ / 2) continue;
    is_overflowed_ = queued_bytes_ + cost(frame) > max_bytes_;
    if (is_overflowed_) {
      frames_.clear();
      break;
    }
    queued_bytes_ += cost(frame);
    frames_.push_back(frame);
  }
  return needs_scheduling();
}

bool SocketMailbox::close() {
  const std::lock_guard lock(mutex_);
  if (is_closed_ || std::exchange(is_closing_, true)) return false;
  return needs_scheduling();
}

bool SocketMailbox::drain(std::vector<WebEvent>& events, std::size_t max_messages) {
  const std::lock_guard lock(mutex_);
  if (has_opened_ && !std::exchange(opened_reported_, true))
    events.push_back({WebEvent::Kind::Opened, id_, path_});
  for (std::size_t i = 0; i < max_messages && !messages_.empty(); ++i) {
    Message& message = messages_.front();
    events.push_back({WebEvent::Kind::Message, id_, std::move(message.text), message.is_binary});
    messages_.pop_front();
  }
  if (is_closed_ && messages_.empty() && opened_reported_ && !std::exchange(closed_reported_, true))
    events.push_back({WebEvent::Kind::Closed, id_, {}});
  return !is_full() && std::exchange(is_paused_, false) && needs_scheduling();
}

std::size_t SocketMailbox::queued_bytes() const {
  const std::lock_guard lock(mutex_);
  return is_closed_ ? 0 : queued_bytes_;
}

std::int64_t SocketMailbox::bytes_sent() const {
  const std::lock_guard lock(mutex_);
  return bytes_sent_;
}

bool SocketMailbox::is_open() const {
  const std::lock_guard lock(mutex_);
  return has_opened_ && !is_closed_;
}

bool SocketMailbox::is_closed() const {
  const std::lock_guard lock(mutex_);
  return is_closed_;
}

bool SocketMailbox::is_finished() const {
  const std::lock_guard lock(mutex_);
  return is_closed_ && (closed_reported_ || !has_opened_);
}

void SocketMailbox::note_opened() {
  const std::lock_guard lock(mutex_);
  has_opened_ = true;
}

bool SocketMailbox::add_message(std::string text, bool is_binary) {
  const std::lock_guard lock(mutex_);
  messages_.push_back({std::move(text), is_binary});
  is_paused_ = is_full();
  return !is_paused_;
}

bool SocketMailbox::has_room_for_messages() const {
  const std::lock_guard lock(mutex_);
  return !is_full();
}

std::optional<WebFrame> SocketMailbox::pop_frame() {
  const std::lock_guard lock(mutex_);
  if (frames_.empty()) return {};
  WebFrame frame = std::move(frames_.front());
  frames_.pop_front();
  return frame;
}

void SocketMailbox::note_written(const WebFrame& frame) {
  const std::lock_guard lock(mutex_);
  queued_bytes_ -= cost(frame);
  bytes_sent_ += static_cast<std::int64_t>(frame.bytes->size());
}

void SocketMailbox::note_serviced() {
  const std::lock_guard lock(mutex_);
  is_scheduled_ = false;
}

bool SocketMailbox::is_closing() const {
  const std::lock_guard lock(mutex_);
  return is_closing_;
}

bool SocketMailbox::is_overflowed() const {
  const std::lock_guard lock(mutex_);
  return is_overflowed_;
}

void SocketMailbox::note_closed() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  frames_.clear();
}

}  // namespace rubble::net
