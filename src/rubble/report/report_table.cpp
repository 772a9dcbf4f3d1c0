// SPDX-License-Identifier: Apache-2.0
#include "rubble/report/report_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/report/escape.h"

namespace rubble::report {
namespace {

// Letters, not bytes, of UTF-8.
std::size_t letters_of(const std::string& words) {
  return static_cast<std::size_t>(std::count_if(words.begin(), words.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

std::vector<std::size_t> widths_of(const ReportTable& table) {
  std::vector<std::size_t> widths;
  for (const std::string& word : table.head) widths.push_back(letters_of(word));
  for (const auto& row : table.rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], letters_of(row[i]));
  return widths;
}

std::string padded(const std::string& word, std::size_t width, bool is_left) {
  const std::string blanks(width - std::min(width, letters_of(word)), ' ');
  return is_left ? word + blanks : blanks + word;
}

std::string text_row(const std::vector<std::string>& row, const std::vector<std::size_t>& widths,
                     std::size_t word_columns) {
  std::string text;
  for (std::size_t i = 0; i < row.size(); ++i)
    text += (i == 0 ? "" : "  ") + padded(row[i], widths[i], i < word_columns);
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::string latex_word(const std::string& word) {
  std::string text;
  for (const char c : word) {
    if (std::string("&%$#_{}").find(c) != std::string::npos) text += '\\';
    text += c == '\\' ? "\\textbackslash{}" : c == '~' ? "\\~{}" : std::string(1, c);
  }
  text = replaced(std::move(text), "^", "\\textasciicircum{}");
  text = replaced(std::move(text), "m²", "m$^2$");
  text = replaced(std::move(text), "deg²", "deg$^2$");
  return replaced(std::move(text), "±", "$\\pm$");
}

std::string joined(const std::vector<std::string>& row, const std::string& between,
                   std::string (*make)(const std::string&)) {
  std::string text;
  for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : between) + make(row[i]);
  return text;
}

std::string markdown_word(const std::string& word) { return replaced(word, "|", "\\|"); }

}  // namespace

std::string decimals(double value, int digits) {
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : "none";
}

std::string text_of(const ReportTable& table) {
  const auto widths = widths_of(table);
  std::string text = table.title.empty() ? "" : table.title + "\n";
  text += text_row(table.head, widths, table.word_columns);
  for (const auto& row : table.rows) text += text_row(row, widths, table.word_columns);
  return text + (table.note.empty() ? "" : table.note + "\n");
}

std::string markdown_of(const ReportTable& table) {
  std::string text = table.title.empty() ? "" : "### " + table.title + "\n\n";
  text += "| " + joined(table.head, " | ", markdown_word) + " |\n|";
  for (std::size_t i = 0; i < table.head.size(); ++i)
    text += i < table.word_columns ? "---|" : "---:|";
  text += "\n";
  for (const auto& row : table.rows) text += "| " + joined(row, " | ", markdown_word) + " |\n";
  return text + (table.note.empty() ? "" : "\n" + table.note + "\n");
}

std::string latex_of(const ReportTable& table) {
  std::string columns(table.word_columns, 'l');
  columns += std::string(table.head.size() - table.word_columns, 'r');
  std::string text =
      fmt::format("\\begin{{table}}\n\\centering\n\\caption{{{}}}\n", latex_word(table.title));
  text += fmt::format("\\begin{{tabular}}{{{}}}\n\\hline\n{} \\\\\n\\hline\n", columns,
                      joined(table.head, " & ", latex_word));
  for (const auto& row : table.rows) text += joined(row, " & ", latex_word) + " \\\\\n";
  text += "\\hline\n\\end{tabular}\n";
  if (!table.note.empty()) text += "\\\\ " + latex_word(table.note) + "\n";
  return text + "\\end{table}\n";
}

std::string csv_of(const ReportTable& table) {
  std::string text = joined(table.head, ",", csv_field) + "\n";
  for (const auto& row : table.rows) text += joined(row, ",", csv_field) + "\n";
  return text;
}

}  // namespace rubble::report
