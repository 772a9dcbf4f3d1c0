// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rubble::report {

// How a row stands out on a page.
enum class RowKind {
  Plain,
  Best,
  Reference,  // of another source
};

// A text table. Columns of numbers are right-aligned.
struct ReportTable {
  std::string title;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;  // each as long as the head
  std::size_t word_columns = 1;                // number of leading columns that are text
  std::string note = {};                       // sentence below the table
  std::vector<RowKind> row_kinds = {};         // one per row; empty: all plain
};

std::string text_of(const ReportTable& table);
std::string markdown_of(const ReportTable& table);
std::string latex_of(const ReportTable& table);
// One line per row, with the head.
std::string csv_of(const ReportTable& table);

// Fixed-point text with this many decimals; "none" for non-finite values.
std::string decimals(double value, int digits);

}  // namespace rubble::report
