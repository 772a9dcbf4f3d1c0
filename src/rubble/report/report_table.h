// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rubble::report {

// A text table. Columns of numbers are right-aligned.
struct ReportTable {
  std::string title;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;  // each as long as the head
  std::size_t word_columns = 1;                // number of leading columns that are text
  std::string note;                            // sentence below the table
};

std::string text_of(const ReportTable& table);
std::string markdown_of(const ReportTable& table);
std::string latex_of(const ReportTable& table);
std::string html_of(const ReportTable& table);

// Fixed-point text with this many decimals; "none" for non-finite values.
std::string decimals(double value, int digits);
// Escapes text for HTML.
std::string html_escaped(const std::string& words);
// A field of a CSV file, quoted if necessary.
std::string csv_field(const std::string& words);

}  // namespace rubble::report
