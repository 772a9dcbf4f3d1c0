// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rubble/net/web/web_frame.h"
#include "rubble/net/web/web_server.h"

namespace rubble::net {

// Bounded queues between a WebSocket, on the network thread, and other threads. Thread-safe.
class SocketMailbox {
 public:
  // path: of the endpoint.
  SocketMailbox(SessionId id, std::string path, const WebServerSettings& settings)
      : id_(id),
        path_(std::move(path)),
        max_messages_(settings.max_queued_messages),
        max_bytes_(settings.max_queued_bytes) {}

  // --- any thread; true: the caller must schedule service on the network thread ---
  // Of droppable frames only those are taken that leave half of the limit free.
  bool send(std::span<const WebFrame> frames);
  bool close();
  bool drain(std::vector<WebEvent>& events, std::size_t max_messages);

  std::size_t queued_bytes() const;
  std::int64_t bytes_sent() const;
  bool is_open() const;  // after the handshake, until the socket closes
  bool is_closed() const;
  bool is_finished() const;  // closed, and all its events are drained

  // --- network thread ---
  void note_opened();
  // False: reading must pause until has_room_for_messages().
  bool add_message(std::string text, bool is_binary = false);
  bool has_room_for_messages() const;
  // The next frame to write; counts towards queued_bytes() until note_written().
  std::optional<WebFrame> pop_frame();
  void note_written(const WebFrame& frame);
  void note_serviced();  // from now on send() and others schedule again
  bool is_closing() const;
  bool is_overflowed() const;  // the client does not read
  void note_closed();

 private:
  // Includes a fixed cost per frame, so that many tiny frames cannot exceed the memory limit.
  static std::size_t cost(const WebFrame& frame) { return frame.bytes->size() + 64; }
  bool is_full() const;
  bool needs_scheduling();

  struct Message {
    std::string text;
    bool is_binary;
  };

  const SessionId id_;
  const std::string path_;
  const std::size_t max_messages_;
  const std::size_t max_bytes_;

  mutable std::mutex mutex_;
  std::deque<WebFrame> frames_;
  std::size_t queued_bytes_ = 0;
  std::int64_t bytes_sent_ = 0;
  std::deque<Message> messages_;
  bool is_paused_ = false;
  bool is_scheduled_ = false;
  bool is_closing_ = false;
  bool is_overflowed_ = false;
  bool has_opened_ = false;
  bool is_closed_ = false;
  bool opened_reported_ = false;
  bool closed_reported_ = false;
};

}  // namespace rubble::net
