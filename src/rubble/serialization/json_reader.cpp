// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/json_reader.h"

#include "rubble/base/text.h"
#include "rubble/serialization/json_bytes.h"

namespace rubble {
namespace {

using Json = nlohmann::json;

constexpr double kMaxDouble = std::numeric_limits<double>::max();

// Infinite numbers are written as the largest finite ones.
double with_infinity(double value) {
  if (value >= kMaxDouble) return std::numeric_limits<double>::infinity();
  if (value <= -kMaxDouble) return -std::numeric_limits<double>::infinity();
  return value;
}

std::string short_dump(const Json& json) {
  if (json.is_structured()) return json.is_array() ? "a list" : "an object";
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > 60) text = text.substr(0, 57) + "...";
  return text;
}

}  // namespace

Result<nlohmann::json> parse_json_object(std::string_view text, const char* what) {
  constexpr int kMaxDepth = 64;
  if (json_depth(text) > kMaxDepth) return Error{{}, std::string(what) + " is nested too deep"};
  nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object())
    return Error{{}, std::string(what) + " wants one JSON object"};
  return json;
}

JsonReader::JsonReader(const Json& object, std::string where, JsonRules& rules)
    : object_(object), where_(std::move(where)), rules_(rules) {
  if (!object_.is_object()) fail(where_ + " wants a JSON object in braces");
}

void JsonReader::fail(const std::string& message) {
  if (!rules_.error) rules_.error = Error{rules_.at, message};
}

void JsonReader::refuse(const char* wanted, const char* key, const Json& got) {
  fail(where_ + " wants " + wanted + named(key) + ", got " + short_dump(got));
}

void JsonReader::require(const char* key) {
  if (!rules_.error && !object_.contains(key)) fail(where_ + " wants \"" + key + "\"");
}

const Json* JsonReader::find(const char* key) {
  if (rules_.knows_all_keys) used_.insert(key);
  if (rules_.error) return nullptr;
  const auto found = object_.find(key);
  return found != object_.end() ? &*found : nullptr;
}

void JsonReader::finish() {
  if (rules_.error || !rules_.knows_all_keys) return;
  for (const auto& [key, value] : object_.items()) {
    if (used_.contains(key)) continue;
    const auto known = closest_word(key, std::vector<std::string>(used_.begin(), used_.end()));
    return fail(where_ + " does not know \"" + key + "\"" +
                (known ? "; did you mean \"" + *known + "\"?" : ""));
  }
}

void JsonReader::get(const Json& json, const char* key, double& value) {
  const bool is_missing_number = json.is_null() && !rules_.wants_finite;
  if (!json.is_number() && !is_missing_number) return refuse("a finite number", key, json);
  value = is_missing_number ? std::numeric_limits<double>::quiet_NaN()
                            : with_infinity(json.get<double>());
  if (rules_.wants_finite && !std::isfinite(value)) refuse("a finite number", key, json);
}

void JsonReader::get(const Json& json, const char* key, float& value) {
  double wide = 0.0;
  get(json, key, wide);
  if (std::isfinite(wide) && std::abs(wide) > 3.4028235677973366e38)
    return refuse("a number of single precision", key, json);
  value = static_cast<float>(wide);
}

void JsonReader::get(const Json& json, const char* key, bool& value) {
  if (!json.is_boolean()) return refuse("true or false", key, json);
  value = json.get<bool>();
}

void JsonReader::get(const Json& json, const char* key, int& value) {
  std::int64_t wide = 0;
  get(json, key, wide);
  if (wide < std::numeric_limits<int>::min() || wide > std::numeric_limits<int>::max())
    return refuse("a whole number of 32 bits", key, json);
  value = static_cast<int>(wide);
}

void JsonReader::get(const Json& json, const char* key, std::int64_t& value) {
  const bool is_too_large =
      json.is_number_unsigned() &&
      json.get<std::uint64_t>() >
          static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!json.is_number_integer() || is_too_large) return refuse("a whole number", key, json);
  value = json.get<std::int64_t>();
}

void JsonReader::get(const Json& json, const char* key, std::string& value) {
  if (!json.is_string()) return refuse("a text", key, json);
  value = without_stand_ins(json.get<std::string>());
}

template <std::size_t Count>
std::array<double, Count> JsonReader::numbers(const Json& json, const char* key) {
  std::array<double, Count> values{};
  if (!json.is_array() || json.size() != Count) {
    refuse(Count == 3 ? "three numbers in brackets" : "four numbers in brackets", key, json);
    return values;
  }
  for (std::size_t i = 0; i < Count; ++i) get(json[i], key, values[i]);
  return values;
}

void JsonReader::get(const Json& json, const char* key, Vec3& value) {
  const auto [x, y, z] = numbers<3>(json, key);
  value = Vec3(x, y, z);
}

void JsonReader::get(const Json& json, const char* key, RollPitchYaw& value) {
  const auto [roll, pitch, yaw] = numbers<3>(json, key);
  value = {roll, pitch, yaw};
}

void JsonReader::get(const Json& json, const char* key, Quat& value) {
  const auto [x, y, z, w] = numbers<4>(json, key);
  value = Quat(w, x, y, z);
  if (rules_.wants_finite && !(std::abs(value.norm() - 1.0) < 1e-3))
    refuse("a quaternion x, y, z, w of length 1", key, json);
}

JsonReader& JsonReader::or_angles(const char* key, Quat& rotation) {
  RollPitchYaw angles;
  if (const Json* json = find(key)) {
    get(*json, key, angles);
    rotation = quat_from(angles);
  }
  return *this;
}

void JsonReader::beams(RangeScan& scan) {
  (*this)("ranges", scan.ranges)("density_integral", scan.density_integral);
  bool is_clear = false;
  if ((*this)("is_clear_air", is_clear); is_clear) scan.density_integral.clear();
  const Json* codes = find("codes");
  if (codes == nullptr) return;
  if (!codes->is_array()) return refuse("a list", "codes", *codes);
  for (const Json& element : *codes) {
    int code = kNoCode;
    if (!element.is_null()) get(element, "codes", code);
    if (code < std::numeric_limits<std::int16_t>::min() ||
        code > std::numeric_limits<std::int16_t>::max())
      return refuse("codes of 16 bits", "codes", element);
    scan.codes.push_back(static_cast<std::int16_t>(code));
  }
}

}  // namespace rubble
