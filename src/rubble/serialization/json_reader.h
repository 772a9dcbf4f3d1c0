// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose.h"
#include "rubble/serialization/json_writer.h"

namespace rubble {

struct JsonRules {
  SourceLine at;
  bool knows_all_keys = false;   // unknown keys are errors
  bool wants_finite = false;     // null and infinite numbers are errors
  std::optional<Error> error{};  // the first error
};

// A JSON object that is not nested too deep. The error says `what` wants one.
Result<nlohmann::json> parse_json_object(std::string_view text, const char* what);

// Archive that reads a message from one JSON object. Missing keys leave the message's value. Only
// for .cpp files of this module.
class JsonReader {
 public:
  JsonReader(const nlohmann::json& object, std::string where, JsonRules& rules);
  // Call after the last field: reports unknown keys if the rules forbid them.
  void finish();

  template <class T>
  JsonReader& operator()(const char* key, T& value) {
    if (const nlohmann::json* json = find(key)) get(*json, key, value);
    return *this;
  }
  template <class T>
  JsonReader& operator()(const char* key, std::optional<T>& value) {
    if (const nlohmann::json* json = find(key)) get(*json, key, value.emplace());
    return *this;
  }
  template <class T>
  JsonReader& derived(const char* key, const T&) {
    find(key);
    return *this;
  }
  // Accepts roll, pitch, yaw in place of a quaternion.
  JsonReader& or_angles(const char* key, Quat& rotation);
  void beams(RangeScan& scan);
  // Null if the key is absent or an error was already found.
  const nlohmann::json* find(const char* key);
  void fail(const std::string& message);
  void require(const char* key);

 private:
  std::string named(const char* key) const { return " for \"" + std::string(key) + "\""; }
  void refuse(const char* wanted, const char* key, const nlohmann::json& got);

  void get(const nlohmann::json& json, const char* key, double& value);
  void get(const nlohmann::json& json, const char* key, float& value);
  void get(const nlohmann::json& json, const char* key, bool& value);
  void get(const nlohmann::json& json, const char* key, int& value);
  void get(const nlohmann::json& json, const char* key, std::int64_t& value);
  void get(const nlohmann::json& json, const char* key, std::string& value);
  void get(const nlohmann::json& json, const char* key, Vec3& value);
  void get(const nlohmann::json& json, const char* key, RollPitchYaw& value);
  void get(const nlohmann::json& json, const char* key, Quat& value);
  template <std::size_t Count>
  std::array<double, Count> numbers(const nlohmann::json& json, const char* key);

  template <class Item>
  void get(const nlohmann::json& json, const char* key, std::vector<Item>& items) {
    if (!json.is_array()) return refuse("a list", key, json);
    items.clear();
    for (const nlohmann::json& element : json) {
      Item item{};
      get(element, key, item);
      if (rules_.error) return;
      items.push_back(std::move(item));
    }
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void get(const nlohmann::json& json, const char* key, Enum& value) {
    const auto names = names_of(value);
    for (std::size_t i = 0; i < names.size(); ++i)
      if (json.is_string() && json.get_ref<const std::string&>() == names[i]) {
        value = static_cast<Enum>(i);
        return;
      }
    std::string wanted = "one of";
    for (const char* const name : names) wanted += std::string(" ") + name;
    refuse(wanted.c_str(), key, json);
  }
  template <class Message>
  requires std::is_class_v<Message>
  void get(const nlohmann::json& json, const char* key, Message& message) {
    JsonReader inner(json, where_ + "." + key, rules_);
    fields(inner, message);
    inner.finish();
  }

  const nlohmann::json& object_;
  std::string where_;
  JsonRules& rules_;
  std::set<std::string> used_;
};

}  // namespace rubble
