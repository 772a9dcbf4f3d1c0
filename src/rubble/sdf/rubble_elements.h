// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rubble/base/result.h"
#include "rubble/sdf/xml.h"
#include "rubble/world/scenario_elements.h"

namespace rubble {

// True for the elements and attributes of our namespace.
bool is_rubble_name(std::string_view name);

// Validates a node against the table of known rubble: elements and attributes: permitted parents,
// children, attributes and value ranges, and our attributes on SDF elements. Does not recurse.
Result<void> check_rubble(const XmlNode& node, const std::string& parent_name);

// Readers for validated nodes. An absent attribute leaves the value unchanged, so that defaults
// live in the structs.
void read_attribute(const XmlNode& node, std::string_view name, double& value);
void read_attribute(const XmlNode& node, std::string_view name, int& value);
void read_attribute(const XmlNode& node, std::string_view name, std::uint64_t& value);
void read_attribute(const XmlNode& node, std::string_view name, bool& value);
void read_attribute(const XmlNode& node, std::string_view name, std::string& value);
void read_attribute(const XmlNode& node, std::string_view name, Vec3& value);
void read_attribute(const XmlNode& node, std::string_view name, Color& value);

// Index of an attribute's value in the table's list of choices. Enumerators are in the same order.
std::optional<std::size_t> choice_index(const XmlNode& node, std::string_view name);

template <class Enum>
void read_choice(const XmlNode& node, std::string_view name, Enum& value) {
  if (const auto index = choice_index(node, name)) value = static_cast<Enum>(*index);
}

}  // namespace rubble
