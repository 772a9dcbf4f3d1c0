// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

namespace rubble::viewer_protocol {

// One message to a page, text (JSON) or binary; shared, since it may go to several pages. The
// formats are specified in viewer/src/protocol.ts.
struct Frame {
  bool is_binary = false;
  std::shared_ptr<const std::string> bytes;
};

inline Frame text_frame(std::string text) {
  return {false, std::make_shared<const std::string>(std::move(text))};
}
inline Frame binary_frame(std::string bytes) {
  return {true, std::make_shared<const std::string>(std::move(bytes))};
}

}  // namespace rubble::viewer_protocol
