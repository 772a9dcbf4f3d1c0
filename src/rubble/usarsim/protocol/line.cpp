// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/line.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace rubble::usarsim {
namespace {

// NUL counts as a blank: clients written in C send the terminator of their buffer.
constexpr std::string_view kBlanks(" \t\v\f\r\n\0", 7);

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool starts_like_number(std::string_view text) {
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) text.remove_prefix(1);
  if (!text.empty() && text[0] == '.') text.remove_prefix(1);
  return !text.empty() && is_digit(text[0]);
}

// The next brace, or the end of the text.
std::size_t end_of_block(std::string_view text, std::size_t begin) {
  const std::size_t close = std::min(text.find('}', begin), text.size());
  const std::size_t open = text.substr(0, close).find('{', begin);
  return std::min(open, close);
}

Segment segment_of(std::string_view block) {
  if (starts_like_number(block)) return {{}, block};
  const std::size_t end = std::min(block.find_first_of(kBlanks), block.size());
  return {block.substr(0, end), trimmed(block.substr(end))};
}

}  // namespace

bool equal_without_case(std::string_view first, std::string_view second) {
  return std::equal(first.begin(), first.end(), second.begin(), second.end(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

std::optional<double> leading_number(std::string_view text) {
  text = trimmed(text);
  if (!starts_like_number(text)) return std::nullopt;
  if (text[0] == '+') text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<bool> leading_flag(std::string_view text) {
  text = trimmed(text);
  if (equal_without_case(text, "true")) return true;
  if (equal_without_case(text, "false")) return false;
  const std::optional<double> number = leading_number(text);
  return number ? std::optional(*number != 0.0) : std::nullopt;
}

std::vector<double> number_list(std::string_view text) {
  std::vector<double> numbers;
  bool is_after_number = false;
  while (!(text = trimmed(text)).empty()) {
    if (text[0] == ',') {
      if (!is_after_number) numbers.push_back(0.0);
      is_after_number = false;
      text.remove_prefix(1);
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(", \t\v\f\r\n"), text.size());
    const std::optional<double> number = leading_number(text.substr(0, end));
    if (!number) break;
    numbers.push_back(*number);
    is_after_number = true;
    text.remove_prefix(end);
  }
  return numbers;
}

bool Line::is(std::string_view word) const { return equal_without_case(keyword, word); }

std::optional<std::string_view> Line::find(std::string_view name) const {
  std::optional<std::string_view> found;
  for (const Segment& segment : segments) {
    if (!equal_without_case(segment.name, name)) continue;
    if (!segment.value.empty()) return segment.value;
    found = segment.value;
  }
  return found;
}

std::string Line::text(std::string_view name) const { return std::string(find(name).value_or("")); }

std::optional<double> Line::number(std::string_view name) const {
  return leading_number(find(name).value_or(""));
}

std::optional<bool> Line::flag(std::string_view name) const {
  return leading_flag(find(name).value_or(""));
}

std::optional<std::vector<double>> Line::numbers(std::string_view name, std::size_t count) const {
  std::vector<double> all = number_list(find(name).value_or(""));
  if (all.size() < count) return std::nullopt;
  all.resize(count);
  return all;
}

// Blocks do not nest: an opening brace inside a block ends it and begins a new one.
Line parse_line(std::string_view text) {
  Line line;
  std::size_t open = std::min(text.find('{'), text.size());
  line.keyword = trimmed(text.substr(0, text.find_first_of("{}")));
  while (open < text.size()) {
    const std::size_t begin = open + 1;
    const std::size_t end = end_of_block(text, begin);
    const std::string_view block = trimmed(text.substr(begin, end - begin));
    if (!block.empty()) line.segments.push_back(segment_of(block));
    open = std::min(text.find('{', end), text.size());
  }
  return line;
}

}  // namespace rubble::usarsim
