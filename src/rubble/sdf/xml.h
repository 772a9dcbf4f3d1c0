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

// An XML element with its content.
struct XmlNode {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string text;  // character data directly inside
  std::vector<XmlNode> children;
  std::shared_ptr<const std::string> file;
  int line = 0;

  SourceLine at() const { return {file ? *file : std::string(), line}; }
  // Null if there is none.
  const std::string* attribute(std::string_view attribute_name) const;
  // The attribute's value, or the fallback.
  std::string attribute_or(std::string_view attribute_name, std::string_view fallback) const;
  // The first child of that name, or the one at a path such as "surface/friction/ode/mu".
  const XmlNode* child(std::string_view path) const;
  // All children of that name, in document order.
  std::vector<const XmlNode*> all(std::string_view child_name) const;
};

// The numbers inside the element at the path; nullopt if it is absent or does not hold exactly this
// many finite numbers.
std::optional<std::vector<double>> numbers_at(const XmlNode& node, std::string_view path,
                                              std::size_t count);
std::optional<double> number_at(const XmlNode& node, std::string_view path);
std::optional<Vec3> vector_at(const XmlNode& node, std::string_view path);
// "true" or "1", "false" or "0".
bool flag_at(const XmlNode& node, std::string_view path, bool fallback);
std::string text_at(const XmlNode& node, std::string_view path);
// The finite number at the start of each word, ignoring what follows it; nullopt if a word does not
// start with a number.
std::optional<std::vector<double>> leading_numbers(const std::string& text);
// The <pose> of an element, ignoring relative_to: six numbers, or seven with
// rotation_format="quat_xyzw"; degrees="true" is supported. Identity if there is none.
Pose pose_in(const XmlNode& holder);

// Parses a document and returns its root element. Document type declarations are rejected, which
// rules out entity expansion attacks.
Result<XmlNode> parse_xml(std::string_view text, const std::string& file);

}  // namespace rubble
