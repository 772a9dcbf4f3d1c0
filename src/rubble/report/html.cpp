// SPDX-License-Identifier: Apache-2.0
#include "rubble/report/html.h"

#include <algorithm>

#include "rubble/base/assert.h"
#include "rubble/report/escape.h"

namespace rubble::report {
namespace {

// Tags and names of attributes are written without escapes.
bool is_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

std::string opening(std::string_view tag, const Html::Attributes& attributes) {
  RUBBLE_ASSERT(is_name(tag) && tag != "script" && tag != "style");
  std::string text = "<" + std::string(tag);
  for (const auto& [name, value] : attributes) {
    RUBBLE_ASSERT(is_name(name));
    text += " " + std::string(name) + "=\"" + markup_escaped(value) + "\"";
  }
  return text + ">";
}

// Line ends after blocks keep pages readable as text.
bool is_block(std::string_view tag) {
  for (const std::string_view inline_tag : {"a", "b", "code", "span", "td", "th", "h1", "h2", "h3"})
    if (tag == inline_tag) return false;
  return true;
}

}  // namespace

Html Html::text(std::string_view words) {
  Html html;
  html.markup_ = markup_escaped(words);
  return html;
}

Html Html::drawing(const Svg& svg) {
  Html html;
  html.markup_ = svg.text();
  return html;
}

Html Html::element(std::string_view tag, const Attributes& attributes, const Html& content) {
  Html html;
  html.markup_ = opening(tag, attributes) + content.markup_ + "</" + std::string(tag) + ">";
  if (is_block(tag)) html.markup_ += "\n";
  return html;
}

Html Html::element(std::string_view tag, const Html& content) { return element(tag, {}, content); }

Html Html::element(std::string_view tag, std::string_view words) {
  return element(tag, {}, text(words));
}

Html Html::empty_element(std::string_view tag, const Attributes& attributes) {
  Html html;
  html.markup_ = opening(tag, attributes);
  return html;
}

Html& Html::operator+=(const Html& other) {
  markup_ += other.markup_;
  return *this;
}

Html operator+(Html first, const Html& second) {
  first += second;
  return first;
}

}  // namespace rubble::report
