// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "rubble/base/tick.h"
#include "rubble/messages/event_data.h"

namespace rubble {

// Something that happened in a tick.
struct Event {
  Tick tick = 0;
  std::string subject;  // name of the robot or object
  EventData data;

  // Null if it is of another kind.
  template <class Data>
  const Data* as() const {
    return std::get_if<Data>(&data);
  }
  template <class Data>
  bool is() const {
    return std::holds_alternative<Data>(data);
  }
};

// The kind in JSON, such as "robot_entered".
inline const char* kind_of(const EventData& data) {
  return std::visit([](const auto& kind) { return kind.kKind; }, data);
}

}  // namespace rubble
