// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <string>
#include <string_view>

#include "rubble/geometry/pose.h"

namespace rubble::viewer_protocol {

// Writes JSON incrementally, with few digits, for small messages. Infinite numbers become +-1e9,
// NaN becomes null, invalid UTF-8 becomes U+FFFD.
class JsonText {
 public:
  JsonText& open_object() { return open('{'); }
  JsonText& close_object() { return close('}'); }
  JsonText& open_list() { return open('['); }
  JsonText& close_list() { return close(']'); }
  JsonText& key(std::string_view name);

  JsonText& put(double value, int digits = 6);
  JsonText& put(float value) { return put(static_cast<double>(value)); }
  JsonText& put(bool value) { return put_word(value ? "true" : "false"); }
  JsonText& put(std::integral auto value) { return put_word(std::to_string(value)); }
  JsonText& put(std::string_view value);
  JsonText& put(const std::string& value) { return put(std::string_view(value)); }
  JsonText& put(const char* value) { return put(std::string_view(value)); }
  JsonText& put(const Vec2& value) { return put_list(value); }
  JsonText& put(const Vec3& value) { return put_list(value); }
  // x, y, z, qx, qy, qz, qw, with the digits of a float.
  JsonText& put(const Pose& pose);
  template <class Number, std::size_t size>
  JsonText& put(const std::array<Number, size>& values) {
    return put_list(values);
  }
  JsonText& put_null() { return put_word("null"); }
  // Appends text that is JSON already.
  JsonText& put_word(std::string_view word);

  template <class Value>
  JsonText& field(std::string_view name, const Value& value) {
    return key(name).put(value);
  }
  // Simulated time with a resolution of 0.1 ms, however long the run.
  JsonText& time_field(std::string_view name, double seconds);

  std::size_t size() const { return text_.size(); }
  std::string take() { return std::move(text_); }

 private:
  JsonText& open(char bracket);
  JsonText& close(char bracket);
  void separate();
  template <class List>
  JsonText& put_list(const List& values) {
    open_list();
    for (const auto& value : values) put(value);
    return close_list();
  }

  std::string text_;
  bool needs_comma_ = false;
};

}  // namespace rubble::viewer_protocol
