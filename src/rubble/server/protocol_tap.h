// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace rubble::server {

// Observes all lines, terminators included, to and from robots' clients.
class ProtocolTap {
 public:
  // robot: of the client; empty if it has none.
  using Observer =
      std::function<void(const std::string& robot, bool is_from_client, std::string_view text)>;

  // Null: none.
  void set_observer(Observer observer) { observer_ = std::move(observer); }
  bool is_active() const { return observer_ != nullptr; }
  void observe(const std::string& robot, bool is_from_client, std::string_view text) const {
    if (observer_) observer_(robot, is_from_client, text);
  }

 private:
  Observer observer_;
};

}  // namespace rubble::server
