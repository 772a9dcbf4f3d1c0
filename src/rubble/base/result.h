// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "rubble/base/assert.h"

namespace rubble {

// A position in an input file. Lines count from 1; 0 means unknown.
struct SourceLine {
  std::string file;
  int line = 0;
};

// An error caused by input or the environment. The message says what was expected.
struct Error {
  SourceLine at;
  std::string message;

  // "maze.sdf:12: speed wants a number in m/s, got 'fast'"
  std::string to_string() const;
};

// A value or an Error. Access to the one that is not there fails an assertion.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return content_.index() == 0; }
  explicit operator bool() const { return ok(); }

  const T& value() const& {
    RUBBLE_ASSERT(ok());
    return std::get<0>(content_);
  }
  T& value() & {
    RUBBLE_ASSERT(ok());
    return std::get<0>(content_);
  }
  T&& value() && {
    RUBBLE_ASSERT(ok());
    return std::get<0>(std::move(content_));
  }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  const Error& error() const {
    RUBBLE_ASSERT(!ok());
    return std::get<1>(content_);
  }

 private:
  std::variant<T, Error> content_;
};

// Success or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return !error_; }
  explicit operator bool() const { return ok(); }
  const Error& error() const {
    RUBBLE_ASSERT(!ok());
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

}  // namespace rubble
