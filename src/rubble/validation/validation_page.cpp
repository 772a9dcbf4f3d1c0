// SPDX-License-Identifier: Apache-2.0
#include "rubble/report/document.h"
#include "rubble/validation/experiment.h"

namespace rubble::validation {
namespace {

report::Figure figure_of(const FigureFile& figure) {
  return {.caption = figure.caption, .picture = figure.file, .files = figure.files};
}

bool is_drawing(const FigureFile& figure) { return figure.file.ends_with(".svg"); }

// Drawings one below the other, pictures side by side.
void add_figures(const std::vector<FigureFile>& figures, report::Section& section) {
  std::vector<report::Figure> pictures;
  for (const FigureFile& figure : figures)
    if (is_drawing(figure))
      section.figure(figure_of(figure));
    else
      pictures.push_back(figure_of(figure));
  if (!pictures.empty()) section.gallery(pictures);
}

report::Section section_of(const ExperimentResult& result) {
  report::Section section(result.title);
  section.text(result.text).table(finding_table(result.findings)).list(result.remarks);
  for (const report::ReportTable& table : result.tables) section.table(table);
  add_figures(result.figures, section);
  return section;
}

}  // namespace

report::ReportTable finding_table(const std::vector<Finding>& findings) {
  report::ReportTable table{.head = {"", "paper", "Rubble"}, .word_columns = 3};
  for (const Finding& finding : findings)
    table.rows.push_back({finding.what, finding.paper, finding.rubble});
  return table;
}

std::string validation_page(std::span<const ExperimentResult> results) {
  report::Document document("Rubble against the papers");
  document.lead("Experiments of published papers, repeated in simulation.");
  for (const ExperimentResult& result : results) document.add(section_of(result));
  return document.html();
}

}  // namespace rubble::validation
