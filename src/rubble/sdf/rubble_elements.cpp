// SPDX-License-Identifier: Apache-2.0
#include "rubble/sdf/rubble_elements.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "rubble/base/text.h"

namespace rubble {
namespace {

enum class ValueKind {
  Text,
  Number,
  NumberOrInfinity,
  Whole,
  TwoWhole,
  Flag,
  Vector,
  Color,
  Choice
};

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
constexpr double kAboveZero = std::numeric_limits<double>::min();

// Where an element of ours may stand and which children it may have, blank-separated.
struct ElementRow {
  const char* element;
  const char* parents;
  const char* children;
};

// "gazebo" is where URDF files put what is not URDF.
constexpr ElementRow kElementRows[] = {
    {"rubble:start", "world", "pose"},
    {"rubble:smoke", "world", "pose geometry rubble:at"},
    {"rubble:at", "rubble:smoke", ""},
    {"rubble:haze", "world", ""},
    {"rubble:plume", "world", "pose"},
    {"rubble:victim", "world", "pose"},
    {"rubble:tag", "world", "pose"},
    {"rubble:source", "world", "pose"},
    {"rubble:radio", "world", ""},
    {"rubble:generator", "world", ""},
    {"rubble:surface", "model link visual collision gazebo", ""},
    {"rubble:semantic", "model link gazebo", ""},
    {"rubble:break", "joint gazebo", ""},
    {"rubble:robot", "model gazebo",
     "rubble:wheel rubble:steer rubble:track rubble:flipper rubble:arm rubble:package"},
    {"rubble:wheel", "rubble:robot", ""},
    {"rubble:steer", "rubble:robot", ""},
    {"rubble:track", "rubble:robot", ""},
    {"rubble:flipper", "rubble:robot", ""},
    {"rubble:arm", "rubble:robot", "rubble:joint"},
    {"rubble:package", "rubble:robot", "rubble:joint"},
    {"rubble:joint", "rubble:arm rubble:package", ""},
    {"rubble:laser", "sensor", ""},
    {"rubble:camera", "sensor", ""},
    {"rubble:inertial", "sensor", ""},
    {"rubble:encoder", "sensor", ""},
    {"rubble:odometry", "sensor", ""},
    {"rubble:gps", "sensor", ""},
    {"rubble:compass", "sensor", ""},
    {"rubble:bumper", "sensor", ""},
    {"rubble:sense", "sensor", ""},
    {"rubble:transmissometer", "sensor", ""},
};

// The value an attribute may have. Defaults are those of the structs it is read into.
struct AttributeRow {
  const char* element;
  const char* attribute;
  ValueKind kind;
  bool is_required = false;
  double low = -kNoLimit;
  double high = kNoLimit;
  const char* choices = "";
};

constexpr bool kRequired = true;
constexpr bool kOptional = false;
// Nothing that burns is a millionth as dense; numbers beyond would only overflow.
constexpr double kMaxDense = 1000.0;  // d
constexpr double kMaxTime = 1e9;      // s
constexpr const char* kSides = "left right";

constexpr AttributeRow kAttributeRows[] = {
    {"rubble:start", "name", ValueKind::Text, kRequired},

    {"rubble:smoke", "name", ValueKind::Text},
    {"rubble:smoke", "density", ValueKind::Number, kOptional, 0.0, kMaxDense},
    {"rubble:smoke", "profile", ValueKind::Choice, kOptional, 0, 0, "uniform gaussian"},
    {"rubble:smoke", "sigma", ValueKind::Number, kOptional, kAboveZero, 1e4},
    {"rubble:smoke", "turbulence", ValueKind::Number, kOptional, 0.0, 10.0},
    {"rubble:smoke", "correlation_length", ValueKind::Number, kOptional, 0.01, 1e4},
    {"rubble:smoke", "drift", ValueKind::Vector, kOptional, -1000.0, 1000.0},
    {"rubble:smoke", "velocity", ValueKind::Vector, kOptional, -1000.0, 1000.0},
    {"rubble:smoke", "color", ValueKind::Color, kOptional, 0.0, 255.0},
    {"rubble:smoke", "visible_ratio", ValueKind::Number, kOptional, 0.0, 1000.0},
    {"rubble:at", "time", ValueKind::Number, kRequired, 0.0, kMaxTime},
    {"rubble:at", "density", ValueKind::Number, kRequired, 0.0, kMaxDense},

    {"rubble:haze", "density", ValueKind::Number, kOptional, 0.0, kMaxDense},
    {"rubble:haze", "color", ValueKind::Color, kOptional, 0.0, 255.0},
    {"rubble:haze", "visible_ratio", ValueKind::Number, kOptional, 0.0, 1000.0},

    {"rubble:plume", "name", ValueKind::Text},
    {"rubble:plume", "rate", ValueKind::Number, kOptional, 0.0, 1e4},
    {"rubble:plume", "lifetime", ValueKind::Number, kOptional, kAboveZero, 3600.0},
    {"rubble:plume", "density", ValueKind::Number, kOptional, 0.0, kMaxDense},
    {"rubble:plume", "radius", ValueKind::Number, kOptional, kAboveZero, 1000.0},
    {"rubble:plume", "growth", ValueKind::Number, kOptional, 0.0, 100.0},
    {"rubble:plume", "velocity", ValueKind::Vector, kOptional, -1000.0, 1000.0},
    {"rubble:plume", "spread", ValueKind::Number, kOptional, 0.0, 100.0},
    {"rubble:plume", "wind", ValueKind::Vector, kOptional, -1000.0, 1000.0},
    {"rubble:plume", "start", ValueKind::Number, kOptional, 0.0, kMaxTime},
    {"rubble:plume", "stop", ValueKind::NumberOrInfinity, kOptional, 0.0},
    {"rubble:plume", "glow", ValueKind::Number, kOptional, 0.0, 1.0},
    {"rubble:plume", "heat", ValueKind::Number, kOptional, 0.0, 1e6},
    {"rubble:plume", "heat_radius", ValueKind::Number, kOptional, 0.0, 1000.0},
    {"rubble:plume", "color", ValueKind::Color, kOptional, 0.0, 255.0},
    {"rubble:plume", "visible_ratio", ValueKind::Number, kOptional, 0.0, 1000.0},
    {"rubble:plume", "seed", ValueKind::Whole, kOptional, 0.0},

    {"rubble:victim", "name", ValueKind::Text, kRequired},
    {"rubble:victim", "state", ValueKind::Choice, kOptional, 0, 0,
     "conscious semiconscious unconscious dead"},
    {"rubble:victim", "temperature", ValueKind::Number, kOptional, -273.15},
    {"rubble:victim", "co2", ValueKind::Number, kOptional, 0.0},
    {"rubble:victim", "sound", ValueKind::Choice, kOptional, 0, 0, "none tap moan speech"},
    {"rubble:victim", "motion", ValueKind::Choice, kOptional, 0, 0, "none wave"},

    {"rubble:tag", "id", ValueKind::Whole, kRequired, 0.0, 2147483647.0},
    {"rubble:tag", "memory", ValueKind::Text},

    {"rubble:source", "kind", ValueKind::Choice, kRequired, 0, 0, "heat co2 sound"},
    {"rubble:source", "level", ValueKind::Number, kRequired},

    {"rubble:radio", "preset", ValueKind::Choice, kOptional, 0, 0, "seed wss multiwall"},
    {"rubble:radio", "frequency", ValueKind::Number, kOptional, kAboveZero},
    {"rubble:radio", "transmit_power", ValueKind::Number},
    {"rubble:radio", "gain", ValueKind::Number},
    {"rubble:radio", "exponent", ValueKind::Number, kOptional, kAboveZero},
    {"rubble:radio", "sensitivity", ValueKind::Number},
    {"rubble:radio", "shadowing_sigma", ValueKind::Number, kOptional, 0.0},
    {"rubble:radio", "shadowing_distance", ValueKind::Number, kOptional, kAboveZero},
    {"rubble:radio", "fading", ValueKind::Choice, kOptional, 0, 0, "none rice rayleigh"},

    {"rubble:generator", "name", ValueKind::Text, kRequired},
    {"rubble:generator", "seed", ValueKind::Whole, kOptional, 0.0},
    {"rubble:generator", "options", ValueKind::Text},
    {"rubble:generator", "hash", ValueKind::Text},
    {"rubble:generator", "cells", ValueKind::TwoWhole, kOptional, 0.0, 1000.0},
    {"rubble:generator", "pitch", ValueKind::Number, kOptional, kAboveZero, 100.0},

    {"rubble:surface", "reflectivity", ValueKind::Number, kOptional, 0.0, 1.0},
    {"rubble:surface", "gloss", ValueKind::Number, kOptional, 0.0},
    {"rubble:surface", "retro", ValueKind::Flag},
    {"rubble:surface", "transparent", ValueKind::Number, kOptional, 0.0, 1.0},
    {"rubble:surface", "material", ValueKind::Text},
    {"rubble:surface", "thickness", ValueKind::Number, kOptional, 0.0},
    {"rubble:surface", "unlit", ValueKind::Flag},

    {"rubble:semantic", "class", ValueKind::Text},
    {"rubble:semantic", "name", ValueKind::Text},

    {"rubble:break", "torque", ValueKind::NumberOrInfinity, kOptional, kAboveZero},
    {"rubble:break", "force", ValueKind::NumberOrInfinity, kOptional, kAboveZero},

    {"rubble:robot", "class", ValueKind::Text, kRequired},
    {"rubble:robot", "drive", ValueKind::Choice, kOptional, 0, 0,
     "none skid differential ackermann tracks flippers quadrotor"},
    {"rubble:robot", "max_speed", ValueKind::Number, kOptional, 0.0},
    {"rubble:robot", "torque", ValueKind::Number, kOptional, 0.0},
    {"rubble:robot", "reported_torque", ValueKind::Number, kOptional, 0.0},
    {"rubble:robot", "battery", ValueKind::Number, kOptional, kAboveZero},
    {"rubble:robot", "relay", ValueKind::Flag},
    {"rubble:wheel", "joint", ValueKind::Text, kRequired},
    {"rubble:wheel", "side", ValueKind::Choice, kRequired, 0, 0, kSides},
    {"rubble:wheel", "driven", ValueKind::Flag},
    {"rubble:wheel", "rolling_resistance", ValueKind::Number, kOptional, 0.0},
    {"rubble:wheel", "omni", ValueKind::Flag},
    {"rubble:steer", "joint", ValueKind::Text, kRequired},
    {"rubble:steer", "axle", ValueKind::Choice, kOptional, 0, 0, "none front rear"},
    {"rubble:track", "link", ValueKind::Text, kRequired},
    {"rubble:track", "side", ValueKind::Choice, kRequired, 0, 0, kSides},
    {"rubble:track", "radius", ValueKind::Number, kOptional, kAboveZero},
    {"rubble:flipper", "joint", ValueKind::Text, kRequired},
    {"rubble:flipper", "side", ValueKind::Choice, kRequired, 0, 0, kSides},
    {"rubble:flipper", "belt", ValueKind::Flag},
    {"rubble:arm", "name", ValueKind::Text, kRequired},
    {"rubble:package", "name", ValueKind::Text, kRequired},
    {"rubble:joint", "name", ValueKind::Text, kRequired},

    {"sensor", "rubble:preset", ValueKind::Text},
    {"rubble:laser", "model", ValueKind::Choice, kOptional, 0, 0, "physical budget"},
    {"rubble:laser", "return_mode", ValueKind::Choice, kOptional, 0, 0, "first strongest last"},
    {"rubble:laser", "local_smoke", ValueKind::Choice, kOptional, 0, 0, "medium code solid"},
    {"rubble:laser", "codes", ValueKind::Choice, kOptional, 0, 0, "none zero scip utm lms"},
    {"rubble:laser", "white_range", ValueKind::Number, kOptional, kAboveZero},
    {"rubble:laser", "range_falloff", ValueKind::Number, kOptional, 0.0, 10.0},
    {"rubble:laser", "penetration", ValueKind::Number, kOptional, 0.0},
    {"rubble:laser", "extinction", ValueKind::Number, kOptional, kAboveZero},
    {"rubble:laser", "soft_integral", ValueKind::NumberOrInfinity, kOptional, kAboveZero},
    {"rubble:laser", "soft_window", ValueKind::Number, kOptional, kAboveZero},
    {"rubble:laser", "rolling", ValueKind::Flag},
    {"rubble:laser", "noise", ValueKind::Flag},
    {"rubble:camera", "noise", ValueKind::Number, kOptional, 0.0, 1.0},
    {"rubble:camera", "exposure", ValueKind::Number, kOptional, 0.0, 1000.0},
    {"rubble:camera", "shutter", ValueKind::Number, kOptional, 0.0, 1.0},
    {"rubble:camera", "shutter_samples", ValueKind::Whole, kOptional, 1.0, 64.0},
    {"rubble:camera", "vignetting", ValueKind::Number, kOptional, 0.0, 1.0},
    {"rubble:camera", "antialiasing", ValueKind::Whole, kOptional, 1.0, 8.0},
    {"rubble:camera", "jpeg_quality", ValueKind::Whole, kOptional, 1.0, 100.0},
    {"rubble:camera", "depth", ValueKind::Flag},
    {"rubble:camera", "labels", ValueKind::Flag},

    {"rubble:inertial", "mode", ValueKind::Choice, kOptional, 0, 0, "deadreckon inertial usarsim"},
    {"rubble:inertial", "unit", ValueKind::Choice, kOptional, 0, 0, "mti mti10 mems_cheap"},
    {"rubble:inertial", "still_seconds", ValueKind::Number, kOptional, 0.0, 3600.0},
    {"rubble:inertial", "powered_seconds", ValueKind::Number, kOptional, 0.0, 1e6},
    {"rubble:inertial", "filter_time", ValueKind::Number, kOptional, 0.01, 1000.0},
    {"rubble:inertial", "noise", ValueKind::Flag},
    {"rubble:encoder", "side", ValueKind::Choice, kOptional, 0, 0, kSides},
    {"rubble:encoder", "joint", ValueKind::Text},
    {"rubble:encoder", "resolution", ValueKind::Number, kOptional, 1e-6, 3.1415},
    {"rubble:encoder", "backlash", ValueKind::Number, kOptional, 0.0, 3.1415},
    {"rubble:odometry", "base", ValueKind::Choice, kOptional, 0, 0, "geometric calibrated"},
    {"rubble:odometry", "chi", ValueKind::Number, kOptional, 0.1, 20.0},
    {"rubble:odometry", "noise", ValueKind::Flag},
    {"rubble:odometry", "resolution", ValueKind::Number, kOptional, 1e-6, 3.1415},
    {"rubble:gps", "mode", ValueKind::Choice, kOptional, 0, 0, "receiver usarsim"},
    {"rubble:gps", "noise", ValueKind::Flag},
    {"rubble:gps", "multipath", ValueKind::Number, kOptional, 0.0, 100.0},
    {"rubble:compass", "hard_iron", ValueKind::Number, kOptional, 0.0, 3.1415},
    {"rubble:compass", "noise", ValueKind::Number, kOptional, 0.0, 3.1415},
    {"rubble:bumper", "zones", ValueKind::Whole, kOptional, 1.0, 1000.0},
    {"rubble:bumper", "arc", ValueKind::Number, kOptional, 1e-3, 6.2832},
    {"rubble:bumper", "radius", ValueKind::Number, kOptional, 0.0, 10.0},
    {"rubble:bumper", "reach", ValueKind::Number, kOptional, 0.0, 1.0},
    {"rubble:sense", "range", ValueKind::Number, kOptional, 1e-3, 1e4},
    {"rubble:sense", "field_of_view", ValueKind::Number, kOptional, 1e-3, 6.2832},
    {"rubble:sense", "noise", ValueKind::Number, kOptional, 0.0, 1e5},
    {"rubble:sense", "response_time", ValueKind::Number, kOptional, 1e-3, 1e4},
    {"rubble:transmissometer", "path", ValueKind::Number, kOptional, 1e-3, 1e4},
    {"rubble:transmissometer", "extinction", ValueKind::Number, kOptional, kAboveZero},
    {"rubble:transmissometer", "voltage", ValueKind::Number, kOptional, kAboveZero, 1e4},
    {"rubble:transmissometer", "noise", ValueKind::Number, kOptional, 0.0, 1.0},
};

std::vector<std::string> word_list(const char* words) {
  std::vector<std::string> list;
  for (const std::string_view word : split_words(words)) list.emplace_back(word);
  return list;
}

bool holds_word(const char* words, std::string_view word) {
  const auto list = split_words(words);
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::string in_words(const char* words, const char* between) {
  std::string text;
  for (const std::string& word : word_list(words)) text += (text.empty() ? "" : between) + word;
  return text;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const auto meant = closest_word(word, known);
  return meant ? "; did you mean '" + *meant + "'?" : "";
}

const ElementRow* element_row(std::string_view name) {
  for (const ElementRow& row : kElementRows)
    if (row.element == name) return &row;
  return nullptr;
}

const AttributeRow* attribute_row(std::string_view element, std::string_view attribute) {
  for (const AttributeRow& row : kAttributeRows)
    if (row.element == element && row.attribute == attribute) return &row;
  return nullptr;
}

std::vector<std::string> attribute_names(std::string_view element) {
  std::vector<std::string> names;
  for (const AttributeRow& row : kAttributeRows)
    if (row.element == element) names.emplace_back(row.attribute);
  return names;
}

std::optional<bool> parse_flag(std::string_view text) {
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  return std::nullopt;
}

std::optional<std::uint64_t> parse_whole(std::string_view text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || text.empty()) return std::nullopt;
  return value;
}

std::optional<double> parse_number_or_infinity(std::string_view text) {
  if (text == "inf" || text == "+inf" || text == "infinity") return kNoLimit;
  return parse_number(text);
}

bool all_within(const std::optional<std::vector<double>>& numbers, const AttributeRow& row) {
  return numbers && std::all_of(numbers->begin(), numbers->end(), [&](double number) {
           return number >= row.low && number <= row.high;
         });
}

bool is_within(const std::optional<double>& number, const AttributeRow& row) {
  return number && *number >= row.low && *number <= row.high;
}

bool is_value_allowed(const AttributeRow& row, const std::string& value) {
  const auto is_whole = [](std::string_view word) { return parse_whole(word).has_value(); };
  switch (row.kind) {
    case ValueKind::Text:
      return !row.is_required || !value.empty();
    case ValueKind::Number:
      return is_within(parse_number(value), row);
    case ValueKind::NumberOrInfinity:
      return is_within(parse_number_or_infinity(value), row);
    case ValueKind::Whole:
      return is_whole(value) && is_within(parse_number(value), row);
    case ValueKind::TwoWhole: {
      const auto words = split_words(value);
      return std::all_of(words.begin(), words.end(), is_whole) &&
             all_within(parse_numbers(value, 2), row);
    }
    case ValueKind::Flag:
      return parse_flag(value).has_value();
    case ValueKind::Vector:
    case ValueKind::Color:
      return all_within(parse_numbers(value, 3), row);
    case ValueKind::Choice:
      return holds_word(row.choices, value);
  }
  return false;
}

std::string kind_words(const AttributeRow& row) {
  switch (row.kind) {
    case ValueKind::Text:
      return "a text";
    case ValueKind::Number:
      return "a number";
    case ValueKind::NumberOrInfinity:
      return "a number or inf";
    case ValueKind::Whole:
      return "a whole number";
    case ValueKind::TwoWhole:
      return "two whole numbers";
    case ValueKind::Flag:
      return "true or false";
    case ValueKind::Vector:
    case ValueKind::Color:
      return "three numbers";
    case ValueKind::Choice:
      return in_words(row.choices, " or ");
  }
  return "";
}

std::string expectation(const AttributeRow& row) {
  std::string text = kind_words(row);
  if (row.kind == ValueKind::Choice) return text;
  if (row.low == kAboveZero && row.high < 1e9)
    return text + " above 0, at most " + number_text(row.high);
  if (row.low == kAboveZero) return text + " above 0";
  if (std::isfinite(row.low) && row.high < 1e9)
    return text + " from " + number_text(row.low) + " to " + number_text(row.high);
  if (std::isfinite(row.low)) return text + " of at least " + number_text(row.low);
  return text;
}

Result<void> check_place(const XmlNode& node, const std::string& parent_name) {
  const ElementRow* row = element_row(node.name);
  if (row == nullptr) {
    std::vector<std::string> names;
    for (const ElementRow& known : kElementRows) names.emplace_back(known.element);
    return Error{node.at(), "unknown element <" + node.name + ">" + did_you_mean(node.name, names)};
  }
  if (!holds_word(row->parents, parent_name))
    return Error{node.at(), "<" + node.name + "> belongs in <" + in_words(row->parents, ">, <") +
                                ">, not in <" + parent_name + ">"};
  for (const XmlNode& child : node.children)
    if (!is_rubble_name(child.name) && !holds_word(row->children, child.name))
      return Error{child.at(), "<" + node.name + "> has no child <" + child.name + ">" +
                                   did_you_mean(child.name, word_list(row->children))};
  return {};
}

Result<void> check_attribute(const XmlNode& node, const std::string& key,
                             const std::string& value) {
  const AttributeRow* row = attribute_row(node.name, key);
  if (row == nullptr)
    return Error{node.at(), "<" + node.name + "> has no attribute '" + key + "'" +
                                did_you_mean(key, attribute_names(node.name))};
  if (!is_value_allowed(*row, value))
    return Error{node.at(), "<" + node.name + "> " + key + " wants " + expectation(*row) +
                                ", got '" + value + "'"};
  return {};
}

Result<void> check_required(const XmlNode& node) {
  for (const AttributeRow& row : kAttributeRows)
    if (row.element == node.name && row.is_required && node.attribute(row.attribute) == nullptr)
      return Error{node.at(), "<" + node.name + "> wants the attribute '" + row.attribute +
                                  "': " + expectation(row)};
  return {};
}

}  // namespace

bool is_rubble_name(std::string_view name) { return name.starts_with("rubble:"); }

Result<void> check_rubble(const XmlNode& node, const std::string& parent_name) {
  const bool is_ours = is_rubble_name(node.name);
  if (is_ours)
    if (Result<void> placed = check_place(node, parent_name); !placed) return placed;
  for (const auto& [key, value] : node.attributes) {
    if (!is_ours && !is_rubble_name(key)) continue;
    if (Result<void> checked = check_attribute(node, key, value); !checked) return checked;
  }
  return is_ours ? check_required(node) : Result<void>{};
}

void read_attribute(const XmlNode& node, std::string_view name, double& value) {
  const std::string* text = node.attribute(name);
  if (text != nullptr) value = parse_number_or_infinity(*text).value_or(value);
}

void read_attribute(const XmlNode& node, std::string_view name, int& value) {
  const std::string* text = node.attribute(name);
  if (text != nullptr) value = static_cast<int>(parse_number(*text).value_or(value));
}

void read_attribute(const XmlNode& node, std::string_view name, std::uint64_t& value) {
  const std::string* text = node.attribute(name);
  if (text != nullptr) value = parse_whole(*text).value_or(value);
}

void read_attribute(const XmlNode& node, std::string_view name, bool& value) {
  const std::string* text = node.attribute(name);
  if (text != nullptr) value = parse_flag(*text).value_or(value);
}

void read_attribute(const XmlNode& node, std::string_view name, std::string& value) {
  const std::string* text = node.attribute(name);
  if (text != nullptr) value = *text;
}

void read_attribute(const XmlNode& node, std::string_view name, Vec3& value) {
  const std::string* text = node.attribute(name);
  if (text == nullptr) return;
  if (const auto numbers = parse_numbers(*text, 3))
    value = Vec3((*numbers)[0], (*numbers)[1], (*numbers)[2]);
}

void read_attribute(const XmlNode& node, std::string_view name, Color& value) {
  const std::string* text = node.attribute(name);
  if (text == nullptr) return;
  if (const auto numbers = parse_numbers(*text, 3))
    value = {(*numbers)[0], (*numbers)[1], (*numbers)[2]};
}

std::optional<std::size_t> choice_index(const XmlNode& node, std::string_view name) {
  const AttributeRow* row = attribute_row(node.name, name);
  const std::string* text = node.attribute(name);
  if (row == nullptr || text == nullptr) return std::nullopt;
  const auto choices = split_words(row->choices);
  const auto found = std::find(choices.begin(), choices.end(), *text);
  if (found == choices.end()) return std::nullopt;
  return static_cast<std::size_t>(found - choices.begin());
}

}  // namespace rubble
