// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

namespace rubble::net {

// One WebSocket message, text or binary; shared, since it may go to several clients.
struct WebFrame {
  bool is_binary = false;
  std::shared_ptr<const std::string> bytes;  // never null when sent
  bool is_droppable = false;  // not sent to a client that already has half of its limit queued
};

inline WebFrame text_frame(std::string text) {
  return {.is_binary = false, .bytes = std::make_shared<const std::string>(std::move(text))};
}
inline WebFrame binary_frame(std::string bytes) {
  return {.is_binary = true, .bytes = std::make_shared<const std::string>(std::move(bytes))};
}

}  // namespace rubble::net
