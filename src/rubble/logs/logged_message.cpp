// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/logged_message.h"

#include <algorithm>

#include "rubble/base/text.h"

namespace rubble::logs {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::size_t kMaxPrefix = 64;
constexpr std::string_view kRobotWords[] = {"SEN",  "STA", "MISSTA", "ASTA", "EFF",
                                            "CONF", "GEO", "NFO",    "RES",  "DIE"};

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
  return find(name).value_or(std::string_view());
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
  const std::string_view text = line.substr(begin);
  const std::string_view whole_blocks = text.substr(0, text.rfind('}') + 1);  // npos + 1 is 0
  LoggedMessage message{usarsim::parse_line(whole_blocks), text, stamp_in(line.substr(0, begin))};
  message.keyword = line.substr(begin, end - begin);
  return message;
}

bool is_told_by_robot(std::string_view keyword) {
  return std::find(std::begin(kRobotWords), std::end(kRobotWords), keyword) !=
         std::end(kRobotWords);
}

}  // namespace rubble::logs
