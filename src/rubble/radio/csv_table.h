// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/base/result.h"

namespace rubble::radio {

// A table of values between commas (or semicolons, or tabs) below a line of names. Empty lines and
// those that begin with # are left out.
struct CsvTable {
  struct Row {
    int line = 0;                         // in the file, from 1
    std::vector<std::string_view> cells;  // as many as there are columns, without blanks around
  };
  std::string file;
  int header_line = 0;
  std::vector<std::string> columns;  // as written
  std::vector<Row> rows;
  std::shared_ptr<const std::string> text;  // what the cells point into

  // The first column of one of these names, whatever the case; -1: none.
  int find(std::initializer_list<std::string_view> names) const;
  SourceLine at(const Row& row) const { return {file, row.line}; }
  // A number, finite and in these bounds.
  Result<double> number(const Row& row, int column, double low, double high) const;
};

// Also .gz and .xz.
Result<CsvTable> read_csv_table(const std::string& path);
Result<CsvTable> parse_csv_table(std::string text, const std::string& name_for_messages);

std::string lower_case(std::string_view word);

}  // namespace rubble::radio
