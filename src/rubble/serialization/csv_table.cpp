// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/csv_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "rubble/base/text.h"
#include "rubble/serialization/text_file.h"

namespace rubble {
namespace {

constexpr std::size_t kMaxTableBytes = std::size_t{64} << 20;  // uncompressed
constexpr std::size_t kMaxRows = 1'000'000;
constexpr std::size_t kMaxColumns = 256;

std::string_view trimmed(std::string_view cell) {
  constexpr std::string_view kBlanks = " \t\"";
  const std::size_t first = cell.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return cell.substr(first, cell.find_last_not_of(kBlanks) - first + 1);
}

std::vector<std::string_view> cells_of(std::string_view line, char separator) {
  std::vector<std::string_view> cells;
  while (true) {
    const std::size_t end = line.find(separator);
    cells.push_back(trimmed(line.substr(0, end)));
    if (end == std::string_view::npos || cells.size() > kMaxColumns) return cells;
    line.remove_prefix(end + 1);
  }
}

char separator_of(std::string_view header) {
  for (const char candidate : {',', ';', '\t'})
    if (header.find(candidate) != std::string_view::npos) return candidate;
  return ',';
}

// The first 40 characters of a cell for messages, without control characters.
std::string printable(std::string_view cell) {
  std::string text(cell.substr(0, 40));
  for (char& c : text)
    if (std::isprint(static_cast<unsigned char>(c)) == 0) c = '?';
  return text;
}

class TableReader {
 public:
  explicit TableReader(CsvTable& table) : table_(table) {}

  Result<void> read_line(std::string_view line) {
    ++line_;
    if (line_ == 1 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
    if (trimmed(line).empty() || line.front() == '#') return {};
    return table_.columns.empty() ? header(line) : row(line);
  }

 private:
  Result<void> header(std::string_view line) {
    separator_ = separator_of(line);
    for (const std::string_view name : cells_of(line, separator_))
      table_.columns.push_back(printable(name));
    table_.header_line = line_;
    if (table_.columns.size() > kMaxColumns)
      return Error{{table_.file, line_},
                   fmt::format("there are more than {} columns", kMaxColumns)};
    return {};
  }

  Result<void> row(std::string_view line) {
    CsvTable::Row row{line_, cells_of(line, separator_)};
    if (row.cells.size() != table_.columns.size())
      return Error{{table_.file, line_},
                   fmt::format("this line has {} values where line {} names {} columns",
                               row.cells.size(), table_.header_line, table_.columns.size())};
    if (table_.rows.size() == kMaxRows)
      return Error{{table_.file, line_},
                   fmt::format("there are more than {} lines of values", kMaxRows)};
    table_.rows.push_back(std::move(row));
    return {};
  }

  CsvTable& table_;
  char separator_ = ',';
  int line_ = 0;
};

}  // namespace

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

int CsvTable::find(std::initializer_list<std::string_view> names) const {
  for (const std::string_view name : names)
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (lower_case(columns[i]) == name) return static_cast<int>(i);
  return -1;
}

Result<double> CsvTable::number(const Row& row, int column, double low, double high) const {
  const auto index = static_cast<std::size_t>(column);
  const auto value = parse_number(row.cells[index]);
  if (value && *value >= low && *value <= high) return *value;
  return Error{at(row), fmt::format("'{}' wants a number from {} to {}, got '{}'", columns[index],
                                    low, high, printable(row.cells[index]))};
}

Result<CsvTable> parse_csv_table(std::string text, const std::string& name_for_messages) {
  CsvTable table;
  table.file = name_for_messages;
  table.text = std::make_shared<const std::string>(std::move(text));
  TableReader reader(table);
  Result<void> state;
  for_each_line(*table.text, [&](std::string_view line) {
    if (state) state = reader.read_line(line);
  });
  if (!state) return state.error();
  if (table.columns.empty())
    return Error{{table.file}, "this file is empty; a line of column names was expected"};
  if (table.rows.empty())
    return Error{{table.file, table.header_line}, "there are no values below the column names"};
  return table;
}

Result<CsvTable> read_csv_table(const std::string& path) {
  auto text = read_log_file(path, kMaxTableBytes);
  if (!text) return text.error();
  return parse_csv_table(*std::move(text), path);
}

}  // namespace rubble
