// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/messages/reading.h"

// Messages describe themselves once, with a function fields(archive, message), to whoever asks:
// JsonWriter, JsonReader and SchemaWriter. Only for the .cpp files of this module.
namespace rubble {

// T with or without const.
template <class T, class Message>
concept Of = std::same_as<std::remove_const_t<T>, Message>;

// Numbers as the shortest text that reads back to the same bits; infinite ones as the largest
// finite, NaN as null. Bytes that are not UTF-8 become characters of a private range.
void append_number(std::string& text, double value);
void append_number(std::string& text, float value);
void append_quoted(std::string& text, const std::string& value);

// Writes one JSON object.
class JsonWriter {
 public:
  JsonWriter() { text_ += '{'; }
  std::string finish() {
    text_ += '}';
    return std::move(text_);
  }

  template <class T>
  JsonWriter& operator()(const char* key, const T& value) {
    begin(key);
    put(value);
    return *this;
  }
  template <class T>
  JsonWriter& operator()(const char* key, const std::optional<T>& value) {
    return value ? (*this)(key, *value) : *this;
  }
  // For people only; not read back.
  template <class T>
  JsonWriter& derived(const char* key, const T& value) {
    return (*this)(key, value);
  }
  JsonWriter& or_angles(const char*, const Quat&) { return *this; }
  void beams(const RangeScan& scan);
  void text(const char* key, const std::string& json) {
    begin(key);
    text_ += json;
  }

 private:
  void begin(const char* key) {
    if (text_.back() != '{') text_ += ',';
    text_ += '"';
    text_ += key;
    text_ += "\":";
  }
  void put(double value) { append_number(text_, value); }
  void put(float value) { append_number(text_, value); }
  void put(bool value) { text_ += value ? "true" : "false"; }
  void put(int value) { text_ += std::to_string(value); }
  void put(std::int64_t value) { text_ += std::to_string(value); }
  void put(const std::string& value) { append_quoted(text_, value); }
  void put(const Vec3& v) { put_list(std::array{v.x(), v.y(), v.z()}); }
  void put(const RollPitchYaw& a) { put_list(std::array{a.roll, a.pitch, a.yaw}); }
  void put(const Quat& q) { put_list(std::array{q.x(), q.y(), q.z(), q.w()}); }
  template <class Item>
  void put(const std::vector<Item>& items) {
    put_list(items);
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void put(Enum value) {
    text_ += '"';
    text_ += names_of(value)[static_cast<std::size_t>(value)];
    text_ += '"';
  }
  template <class Message>
  requires std::is_class_v<Message>
  void put(const Message& message) {
    text_ += '{';
    fields(*this, message);
    text_ += '}';
  }
  template <class List>
  void put_list(const List& items) {
    text_ += '[';
    bool is_first = true;
    for (const typename List::value_type& item : items) {
      if (!is_first) text_ += ',';
      is_first = false;
      put(item);
    }
    text_ += ']';
  }

  std::string text_;
};

}  // namespace rubble
