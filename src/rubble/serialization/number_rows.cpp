// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/number_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "rubble/base/text.h"
#include "rubble/serialization/text_lines.h"

namespace rubble {
namespace {

std::string count_complaint(const NumberTable& table, std::size_t got) {
  const std::string wanted = table.min_columns == table.max_columns
                                 ? std::to_string(table.min_columns)
                                 : fmt::format("at least {}", table.min_columns);
  return fmt::format("wanted {} numbers ({}), got {}", wanted, table.columns, got);
}

std::optional<std::string> read_row(const NumberTable& table, NumberRow& row) {
  if (row.words.size() < table.min_columns || row.words.size() > table.max_columns)
    return count_complaint(table, row.words.size());
  row.numbers.clear();
  for (const std::string_view word : row.words) {
    const auto number = parse_number(word);
    if (!number)
      return fmt::format("'{}' is not a finite number (wanted {})", word.substr(0, 40),
                         table.columns);
    row.numbers.push_back(*number);
  }
  return std::nullopt;
}

bool has_numbers(const std::vector<std::string_view>& words) {
  return std::any_of(words.begin(), words.end(),
                     [](std::string_view word) { return parse_number(word).has_value(); });
}

}  // namespace

Result<void> complain(const LinePlace& place, const std::string& complaint,
                      std::vector<std::string>& remarks) {
  if (place.has_end) return Error{{place.path, place.line}, complaint};
  remarks.push_back(fmt::format(
      "The last line ({}) is cut off and left out: the file may not be whole.", place.line));
  return {};
}

Result<void> for_each_row(const std::string& path, const NumberTable& table,
                          std::vector<std::string>& remarks,
                          const std::function<std::optional<std::string>(const NumberRow&)>& take) {
  auto lines = TextLines::open(path);
  if (!lines) return lines.error();
  NumberRow row;
  bool is_first = true;
  while (const auto line = lines->next()) {
    if (is_blank_or_comment(*line)) {
      if (table.see_heading) table.see_heading(*line);
      continue;
    }
    split_fields(*line, row.words);
    row.line = lines->number();
    const bool is_heading = is_first && lines->has_end() && !has_numbers(row.words);
    is_first = false;
    if (is_heading) {
      if (table.see_heading) table.see_heading(*line);
      continue;
    }
    auto complaint = read_row(table, row);
    if (!complaint) complaint = take(row);
    if (!complaint) continue;
    const auto complained = complain({path, row.line, lines->has_end()}, *complaint, remarks);
    if (!complained) return complained.error();
  }
  if (lines->problem()) return *lines->problem();
  return {};
}

}  // namespace rubble
