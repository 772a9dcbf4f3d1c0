// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>

#include "rubble/base/assert.h"

namespace rubble {

// Strongly typed array index: not convertible from int or from the id of another kind. A
// default-constructed id is invalid.
template <class Tag>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value_(static_cast<int>(index)) {}

  constexpr bool is_valid() const { return value_ >= 0; }
  constexpr std::size_t index() const {
    RUBBLE_ASSERT(value_ >= 0);
    return static_cast<std::size_t>(value_);
  }
  constexpr int value() const { return value_; }
  constexpr auto operator<=>(const Id&) const = default;
  void serialize(auto& archive) { archive(value_); }

 private:
  int value_ = -1;
};

}  // namespace rubble
