// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rubble::apps {

// Rows of words under a head, for people. Columns of numbers are set to the right.
struct ReportTable {
  std::string title;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;  // each as long as the head
  std::size_t word_columns = 1;                // the first so many are words
  std::string note;                            // a sentence below
};

std::string text_of(const ReportTable& table);
std::string markdown_of(const ReportTable& table);
std::string latex_of(const ReportTable& table);
std::string html_of(const ReportTable& table);

// With so many digits behind the point; "none" for what is no finite number.
std::string decimals(double value, int digits);
// Words as they may stand in a page.
std::string html_escaped(const std::string& words);
// A field of a CSV file, quoted where it must be.
std::string csv_field(const std::string& words);

}  // namespace rubble::apps
