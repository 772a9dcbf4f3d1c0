// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/usarsim_text.h"

#include <algorithm>

#include "rubble/base/text.h"

namespace rubble::logs {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::size_t kMaxPrefix = 64;
constexpr std::string_view kRobotWords[] = {"SEN",  "STA", "MISSTA", "ASTA", "EFF",
                                            "CONF", "GEO", "NFO",    "RES",  "DIE"};

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::vector<LoggedSegment> segments_of(std::string_view text) {
  std::vector<LoggedSegment> segments;
  for (std::size_t open = text.find('{'); open != std::string_view::npos;) {
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos) break;
    const std::string_view inside = without_blanks(text.substr(open + 1, close - open - 1));
    const std::size_t blank = std::min(inside.find_first_of(kBlanks), inside.size());
    segments.push_back({inside.substr(0, blank), without_blanks(inside.substr(blank))});
    open = text.find('{', close);
  }
  return segments;
}

bool is_letter(char letter) { return letter >= 'A' && letter <= 'Z'; }

// The number a logger wrote before the message: "12.5 SEN", "[12.5] SEN".
std::optional<double> stamp_in(std::string_view prefix) {
  for (std::string_view word : split_words(prefix)) {
    while (!word.empty() && std::string_view("[(<:,").find(word.front()) != std::string_view::npos)
      word.remove_prefix(1);
    while (!word.empty() && std::string_view("])>:,").find(word.back()) != std::string_view::npos)
      word.remove_suffix(1);
    if (const auto stamp = parse_number(word)) return stamp;
  }
  return std::nullopt;
}

}  // namespace

std::string_view LoggedMessage::value(std::string_view name) const {
  for (const LoggedSegment& segment : segments)
    if (segment.name == name) return segment.value;
  return {};
}

std::optional<double> LoggedMessage::number(std::string_view name) const {
  return parse_number(value(name));
}

std::optional<LoggedMessage> find_message(std::string_view line) {
  const std::size_t brace = line.find('{');
  if (brace == std::string_view::npos) return std::nullopt;
  std::size_t end = brace;
  while (end > 0 && kBlanks.find(line[end - 1]) != std::string_view::npos) --end;
  std::size_t begin = end;
  while (begin > 0 && is_letter(line[begin - 1])) --begin;
  if (begin == end || begin > kMaxPrefix) return std::nullopt;
  LoggedMessage message;
  message.text = line.substr(begin);
  message.keyword = line.substr(begin, end - begin);
  message.stamp = stamp_in(line.substr(0, begin));
  message.segments = segments_of(message.text);
  return message;
}

bool is_told_by_robot(std::string_view keyword) {
  return std::find(std::begin(kRobotWords), std::end(kRobotWords), keyword) !=
         std::end(kRobotWords);
}

}  // namespace rubble::logs
