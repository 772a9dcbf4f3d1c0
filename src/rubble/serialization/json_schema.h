// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/serialization/json_writer.h"

namespace rubble {

// Archive that writes the JSON Schema of a message. A number that may be null is marked with
// "nullable", because viewers such as Foxglove expect one type per field. Only for .cpp files of
// this module.
class SchemaWriter {
 public:
  template <class T>
  SchemaWriter& operator()(const char* key, const T& value) {
    return add(key, schema_of(value), true);
  }
  template <class T>
  SchemaWriter& operator()(const char* key, const std::optional<T>&) {
    return add(key, schema_of(T{}), false);
  }
  template <class T>
  SchemaWriter& derived(const char* key, const T& value) {
    return add(key, schema_of(value), false);
  }
  SchemaWriter& or_angles(const char* key, const Quat&) {
    return add(key, schema_of(RollPitchYaw{}), false);
  }
  void beams(const RangeScan&) {
    add("ranges", list_of(kNumber), true);
    add("codes", list_of(R"({"type":"integer","nullable":true})"), true);
    add("density_integral", list_of(kNumber), true);
    add("is_clear_air", schema_of(true), true);
  }
  SchemaWriter& add(const char* key, const std::string& schema, bool is_required) {
    const std::string quoted = '"' + std::string(key) + '"';
    properties_ += (properties_.empty() ? "" : ",") + quoted + ":" + schema;
    if (is_required) required_ += (required_.empty() ? "" : ",") + quoted;
    return *this;
  }

  // `head`: JSON members that precede the properties, such as a title.
  std::string finish(const std::string& head = "") const {
    return "{" + head + R"("type":"object","properties":{)" + properties_ + R"(},"required":[)" +
           required_ + "]}";
  }

  template <class Message>
  requires std::is_class_v<Message>
  static std::string schema_of(const Message& message) {
    SchemaWriter inner;
    fields(inner, message);
    return inner.finish();
  }
  static std::string schema_of(double) { return kNumber; }
  static std::string schema_of(float) { return kNumber; }
  static std::string schema_of(bool) { return R"({"type":"boolean"})"; }
  static std::string schema_of(int) { return R"({"type":"integer"})"; }
  static std::string schema_of(std::int64_t) { return R"({"type":"integer"})"; }
  static std::string schema_of(const std::string&) { return R"({"type":"string"})"; }
  static std::string schema_of(const Vec3&) { return list_of(kNumber, 3); }
  static std::string schema_of(const RollPitchYaw&) { return list_of(kNumber, 3); }
  static std::string schema_of(const Quat&) { return list_of(kNumber, 4); }
  template <class Item>
  static std::string schema_of(const std::vector<Item>&) {
    return list_of(schema_of(Item{}));
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  static std::string schema_of(Enum value) {
    std::string names;
    for (const char* const name : names_of(value))
      names += (names.empty() ? "\"" : ",\"") + std::string(name) + '"';
    return R"({"type":"string","enum":[)" + names + "]}";
  }

 private:
  static constexpr const char* kNumber = R"({"type":"number","nullable":true})";
  static std::string list_of(const std::string& items, int count = 0) {
    std::string schema = R"({"type":"array","items":)" + items;
    if (count > 0) {
      const std::string number = std::to_string(count);
      schema += R"(,"minItems":)" + number + R"(,"maxItems":)" + number;
    }
    return schema + "}";
  }

  std::string properties_;
  std::string required_;
};

}  // namespace rubble
