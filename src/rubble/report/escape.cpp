// SPDX-License-Identifier: Apache-2.0
#include "rubble/report/escape.h"

#include <fmt/format.h>

#include <cctype>

namespace rubble::report {

std::string markup_escaped(std::string_view words) {
  std::string safe;
  safe.reserve(words.size());
  for (const char c : words) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (c == '&')
      safe += "&amp;";
    else if (c == '"')
      safe += "&quot;";
    else if (c == '\'')
      safe += "&#39;";
    else if (code >= 0x20 || c == '\n' || c == '\t')
      safe += c;
  }
  return safe;
}

std::string url_of_path(std::string_view path) {
  std::string url;
  for (const char c : path) {
    const auto code = static_cast<unsigned char>(c);
    const bool is_plain =
        code < 0x80 &&
        (std::isalnum(code) != 0 || std::string_view("/-._~").find(c) != std::string_view::npos);
    url += is_plain ? std::string(1, c) : fmt::format("%{:02X}", code);
  }
  return url;
}

std::string csv_field(const std::string& words) {
  if (words.find_first_of(",\"\r\n") == std::string::npos) return words;
  std::string field = "\"";
  for (const char c : words) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + '"';
}

}  // namespace rubble::report
