// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose.h"

namespace rubble {

// An element of an XML file with everything inside it.
struct XmlNode {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string text;  // the character data directly inside
  std::vector<XmlNode> children;
  std::shared_ptr<const std::string> file;
  int line = 0;

  SourceLine at() const { return {file ? *file : std::string(), line}; }
  // Null if there is none.
  const std::string* attribute(std::string_view attribute_name) const;
  // The attribute's text, or the fallback.
  std::string attribute_or(std::string_view attribute_name, std::string_view fallback) const;
  // The first child of that name, or the one at a path such as "surface/friction/ode/mu".
  const XmlNode* child(std::string_view path) const;
  // All children of that name, in order.
  std::vector<const XmlNode*> all(std::string_view child_name) const;
};

// The numbers inside the element at the path: nothing if it is absent, or if it does not hold
// exactly this many finite numbers.
std::optional<std::vector<double>> numbers_at(const XmlNode& node, std::string_view path,
                                              std::size_t count);
std::optional<double> number_at(const XmlNode& node, std::string_view path);
std::optional<Vec3> vector_at(const XmlNode& node, std::string_view path);
// "true" or "1", "false" or "0".
bool flag_at(const XmlNode& node, std::string_view path, bool fallback);
std::string text_at(const XmlNode& node, std::string_view path);
// The finite number each word starts with, whatever follows it; nothing if one has none.
std::optional<std::vector<double>> leading_numbers(const std::string& text);
// What <pose> says, without its frame: six numbers, or seven with rotation_format="quat_xyzw";
// degrees="true" is heeded. Identity if there is none.
Pose pose_in(const XmlNode& holder);

// The root element. Document type declarations are refused, so that nothing expands.
Result<XmlNode> parse_xml(std::string_view text, const std::string& file);

}  // namespace rubble
