// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/line_splitter.h"

#include <algorithm>
#include <utility>

namespace rubble::net {

void LineSplitter::feed(std::string_view bytes, std::vector<std::string>& lines) {
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
    if (!is_skipping_ && partial_.size() + end > max_line_bytes_) {
      is_skipping_ = true;
      partial_.clear();
      ++dropped_lines_;
    }
    if (!is_skipping_) partial_.append(bytes.substr(0, end));
    if (end == bytes.size()) return;
    if (!partial_.empty()) lines.push_back(std::move(partial_));
    partial_.clear();
    is_skipping_ = false;
    bytes.remove_prefix(end + 1);
  }
}

}  // namespace rubble::net
