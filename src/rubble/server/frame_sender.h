// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <utility>

#include "rubble/server/page_id.h"
#include "rubble/viewer_protocol/frame.h"

namespace rubble::server {

// Sends frames from worker threads to pages that show the live run, and counts the bytes of each.
// Thread-safe.
class FrameSender {
 public:
  // The web server must outlive it.
  explicit FrameSender(net::WebServer& web) : web_(web) {}

  void register_page(PageId page) {
    const std::lock_guard lock(mutex_);
    bytes_.try_emplace(page, 0.0);
  }
  void unregister_page(PageId page) {
    const std::lock_guard lock(mutex_);
    bytes_.erase(page);
  }
  void send(PageId page, const viewer_protocol::Frame& frame) {
    const std::lock_guard lock(mutex_);
    const auto found = bytes_.find(page);
    if (found == bytes_.end()) return;
    found->second += static_cast<double>(frame.bytes->size());
    web_.send(page, frame);
  }
  // Bytes sent since the last call.
  double take_bytes(PageId page) {
    const std::lock_guard lock(mutex_);
    const auto found = bytes_.find(page);
    return found == bytes_.end() ? 0.0 : std::exchange(found->second, 0.0);
  }

 private:
  net::WebServer& web_;
  std::mutex mutex_;
  std::map<PageId, double> bytes_;  // by page that shows the live run
};

}  // namespace rubble::server
