// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/page_mailbox.h"

#include <utility>

namespace rubble::server {

bool PageMailbox::needs_scheduling() { return !std::exchange(is_scheduled_, true); }

bool PageMailbox::is_full() const { return messages_.size() >= max_messages_; }

bool PageMailbox::send(std::span<const viewer_protocol::Frame> frames) {
  const std::lock_guard lock(mutex_);
  if (is_closed_ || is_closing_ || is_overflowed_ || frames.empty()) return false;
  for (const viewer_protocol::Frame& frame : frames) {
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

bool PageMailbox::close() {
  const std::lock_guard lock(mutex_);
  if (is_closed_ || std::exchange(is_closing_, true)) return false;
  return needs_scheduling();
}

bool PageMailbox::drain(std::vector<PageEvent>& events, std::size_t max_messages) {
  const std::lock_guard lock(mutex_);
  if (has_opened_ && !std::exchange(opened_reported_, true))
    events.push_back({PageEvent::Kind::Opened, id_, {}});
  for (std::size_t i = 0; i < max_messages && !messages_.empty(); ++i) {
    events.push_back({PageEvent::Kind::Message, id_, std::move(messages_.front())});
    messages_.pop_front();
  }
  if (is_closed_ && messages_.empty() && opened_reported_ && !std::exchange(closed_reported_, true))
    events.push_back({PageEvent::Kind::Closed, id_, {}});
  return !is_full() && std::exchange(is_paused_, false) && needs_scheduling();
}

std::size_t PageMailbox::queued_bytes() const {
  const std::lock_guard lock(mutex_);
  return is_closed_ ? 0 : queued_bytes_;
}

std::int64_t PageMailbox::bytes_sent() const {
  const std::lock_guard lock(mutex_);
  return bytes_sent_;
}

bool PageMailbox::is_open() const {
  const std::lock_guard lock(mutex_);
  return has_opened_ && !is_closed_;
}

bool PageMailbox::is_closed() const {
  const std::lock_guard lock(mutex_);
  return is_closed_;
}

bool PageMailbox::is_finished() const {
  const std::lock_guard lock(mutex_);
  return is_closed_ && (closed_reported_ || !has_opened_);
}

void PageMailbox::note_opened() {
  const std::lock_guard lock(mutex_);
  has_opened_ = true;
}

bool PageMailbox::add_message(std::string text) {
  const std::lock_guard lock(mutex_);
  messages_.push_back(std::move(text));
  is_paused_ = is_full();
  return !is_paused_;
}

bool PageMailbox::has_room_for_messages() const {
  const std::lock_guard lock(mutex_);
  return !is_full();
}

std::optional<viewer_protocol::Frame> PageMailbox::pop_frame() {
  const std::lock_guard lock(mutex_);
  if (frames_.empty()) return {};
  viewer_protocol::Frame frame = std::move(frames_.front());
  frames_.pop_front();
  return frame;
}

void PageMailbox::note_written(const viewer_protocol::Frame& frame) {
  const std::lock_guard lock(mutex_);
  queued_bytes_ -= cost(frame);
  bytes_sent_ += static_cast<std::int64_t>(frame.bytes->size());
}

void PageMailbox::note_serviced() {
  const std::lock_guard lock(mutex_);
  is_scheduled_ = false;
}

bool PageMailbox::is_closing() const {
  const std::lock_guard lock(mutex_);
  return is_closing_;
}

bool PageMailbox::is_overflowed() const {
  const std::lock_guard lock(mutex_);
  return is_overflowed_;
}

void PageMailbox::note_closed() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  frames_.clear();
}

}  // namespace rubble::server
