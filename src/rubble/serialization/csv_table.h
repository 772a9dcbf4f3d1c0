// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/base/result.h"

namespace rubble {

// A table with a header line and values separated by commas, semicolons or tabs. Empty lines and
// lines that begin with # are skipped.
struct CsvTable {
  struct Row {
    int line = 0;                         // in the file, counted from 1
    std::vector<std::string_view> cells;  // one per column, trimmed
  };
  std::string file;
  int header_line = 0;
  std::vector<std::string> columns;  // as written
  std::vector<Row> rows;
  std::shared_ptr<const std::string> text;  // the storage of the cells

  // The first column with one of these names, ignoring case; -1: none.
  int find(std::initializer_list<std::string_view> names) const;
  SourceLine at(const Row& row) const { return {file, row.line}; }
  // Parses a finite number within [low, high].
  Result<double> number(const Row& row, int column, double low, double high) const;
};

// Also reads .gz and .xz files.
Result<CsvTable> read_csv_table(const std::string& path);
Result<CsvTable> parse_csv_table(std::string text, const std::string& name_for_messages);

std::string lower_case(std::string_view word);

}  // namespace rubble
