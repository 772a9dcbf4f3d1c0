// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rubble {

using XmlAttributes = std::vector<std::pair<std::string_view, std::string>>;

// Indented XML: an element that holds other elements opens a block, any other takes one line.
class XmlWriter {
 public:
  void open(std::string_view tag, const XmlAttributes& attributes = {});
  void close();
  void text(std::string_view tag, std::string_view content);
  void empty(std::string_view tag, const XmlAttributes& attributes);
  void comment(std::string_view content);
  // Writes a complete element that is XML already.
  void line(std::string_view xml);

  // Elements written between these calls are on one line.
  void begin_line();
  void end_line();

  std::string take() { return std::move(out_); }

 private:
  void indent();
  void end_of_line();
  void start_tag(std::string_view tag, const XmlAttributes& attributes);

  std::string out_;
  std::vector<std::string> open_tags_;
  bool is_in_line_ = false;
};

std::string escaped_xml(std::string_view text);

}  // namespace rubble
