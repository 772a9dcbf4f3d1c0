// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rubble/report/canvas.h"

namespace rubble::report {

// A piece of an HTML page. There is no way to make one of unescaped text, so whatever is put into
// a page, it stays well-formed.
class Html {
 public:
  // Names are literals of the program; values are escaped.
  using Attributes = std::vector<std::pair<std::string_view, std::string>>;

  Html() = default;
  static Html text(std::string_view words);
  static Html drawing(const Svg& svg);
  static Html element(std::string_view tag, const Html& content);
  static Html element(std::string_view tag, const Attributes& attributes, const Html& content);
  static Html element(std::string_view tag, std::string_view words);
  // An element without content, such as img.
  static Html empty_element(std::string_view tag, const Attributes& attributes);

  Html& operator+=(const Html& other);
  bool is_empty() const { return markup_.empty(); }
  const std::string& markup() const { return markup_; }

 private:
  std::string markup_;
};

Html operator+(Html first, const Html& second);

}  // namespace rubble::report
