// SPDX-License-Identifier: Apache-2.0
#include "rubble/sdf/xml_writer.h"

#include "rubble/base/assert.h"

namespace rubble {

std::string escaped_xml(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '&')
      escaped += "&amp;";
    else if (c == '<')
      escaped += "&lt;";
    else if (c == '>')
      escaped += "&gt;";
    else if (c == '"')
      escaped += "&quot;";
    else
      escaped += c;
  }
  return escaped;
}

void XmlWriter::indent() {
  if (!is_in_line_) out_.append(2 * open_tags_.size(), ' ');
}

void XmlWriter::end_of_line() {
  if (!is_in_line_) out_ += '\n';
}

void XmlWriter::begin_line() {
  indent();
  is_in_line_ = true;
}

void XmlWriter::end_line() {
  is_in_line_ = false;
  end_of_line();
}

void XmlWriter::start_tag(std::string_view tag, const XmlAttributes& attributes) {
  indent();
  out_.append("<").append(tag);
  for (const auto& [name, value] : attributes)
    out_.append(" ").append(name).append("=\"").append(escaped_xml(value)).append("\"");
}

void XmlWriter::open(std::string_view tag, const XmlAttributes& attributes) {
  start_tag(tag, attributes);
  out_ += ">";
  end_of_line();
  open_tags_.emplace_back(tag);
}

void XmlWriter::close() {
  RUBBLE_ASSERT(!open_tags_.empty());
  const std::string tag = std::move(open_tags_.back());
  open_tags_.pop_back();
  indent();
  out_.append("</").append(tag).append(">");
  end_of_line();
}

void XmlWriter::text(std::string_view tag, std::string_view content) {
  start_tag(tag, {});
  out_.append(">").append(escaped_xml(content)).append("</").append(tag).append(">");
  end_of_line();
}

void XmlWriter::empty(std::string_view tag, const XmlAttributes& attributes) {
  start_tag(tag, attributes);
  out_ += "/>";
  end_of_line();
}

void XmlWriter::comment(std::string_view content) {
  RUBBLE_ASSERT(content.find("--") == std::string_view::npos);
  line(std::string("<!-- ").append(content).append(" -->"));
}

void XmlWriter::line(std::string_view xml) {
  indent();
  out_.append(xml);
  end_of_line();
}

}  // namespace rubble
