// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "apps/commands.h"
#include "apps/interleague_experiment.h"
#include "apps/radio_experiment.h"
#include "apps/smoke_experiments.h"
#include "apps/support.h"
#include "rubble/base/text.h"

namespace rubble::apps {
namespace {

struct SectionKind {
  const char* name;
  Result<Section> (*run)(const std::string& folder, const ShowProgress& progress);
};

constexpr SectionKind kSections[] = {
    {"smoke-room", smoke_room_experiment},
    {"smoke-field", smoke_field_experiment},
    {"radio", radio_experiment},
    {"interleague", interleague_experiment},
};

std::string html_of(const Table& table) {
  std::string html = fmt::format("<h3>{}</h3>\n<table><tr>", table.title);
  for (const std::string& name : table.head) html += "<th>" + name + "</th>";
  html += "</tr>\n";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (const std::string& cell : row) html += "<td>" + cell + "</td>";
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

std::string remarks_of(const Section& section) {
  if (section.remarks.empty()) return {};
  std::string html = "<ul>\n";
  for (const std::string& remark : section.remarks) html += "<li>" + remark + "</li>\n";
  return html + "</ul>\n";
}

std::string page_of(const std::vector<Section>& sections) {
  std::string page =
      "<!doctype html>\n<meta charset='utf-8'>\n<title>Rubble against the papers</title>\n<style>"
      "body{font:16px/1.5 sans-serif;max-width:820px;margin:2em auto;padding:0 1em}"
      "table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.3em .7em;"
      "text-align:left}h3{margin:1.2em 0 .4em}img{max-width:100%;margin:.6em 0;border:1px solid "
      "#ddd}</style>\n"
      "<h1>Rubble against the papers</h1>\n";
  for (const Section& section : sections) {
    page += fmt::format(
        "<h2>{}</h2>\n<p>{}</p>\n<table><tr><th></th><th>paper</th><th>Rubble"
        "</th></tr>\n",
        section.title, section.text);
    for (const Finding& finding : section.findings)
      page += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", finding.what,
                          finding.paper, finding.rubble);
    page += "</table>\n" + remarks_of(section);
    for (const Table& table : section.tables) page += html_of(table);
    for (const std::string& figure : section.figures)
      page += fmt::format("<img src='{0}' alt='{0}'>\n", figure);
  }
  return page;
}

const SectionKind* find_section(const std::string& name) {
  for (const SectionKind& kind : kSections)
    if (name == kind.name) return &kind;
  return nullptr;
}

int unknown_section(const std::string& name) {
  std::vector<std::string> known;
  for (const SectionKind& kind : kSections) known.emplace_back(kind.name);
  const auto meant = closest_word(name, known);
  return fail({{},
               fmt::format("there is no section '{}'; {}", name,
                           meant ? "did you mean '" + *meant + "'?"
                                 : fmt::format("there are {}", fmt::join(known, ", ")))},
              kWrongUsage);
}

}  // namespace

int validate(const ValidateOptions& options) {
  std::vector<const SectionKind*> chosen;
  for (const std::string& name : options.sections) {
    chosen.push_back(find_section(name));
    if (chosen.back() == nullptr) return unknown_section(name);
  }
  if (chosen.empty())
    for (const SectionKind& kind : kSections) chosen.push_back(&kind);
  std::error_code error;
  std::filesystem::create_directories(options.output, error);
  if (error) return fail({{options.output}, "cannot be made a folder: " + error.message()});
  std::vector<Section> sections;
  for (const SectionKind* kind : chosen) {
    Progress progress(kind->name);
    auto section = kind->run(options.output, [&](double done) { progress.show(done); });
    if (!section) return fail(section.error(), kRunFailed);
    fmt::print("{}\n", section->title);
    for (const Finding& finding : section->findings)
      fmt::print("  {:<46} paper: {:<36} here: {}\n", finding.what, finding.paper, finding.rubble);
    sections.push_back(*std::move(section));
  }
  const std::string page = options.output + "/index.html";
  if (const auto written = write_file(page, page_of(sections)); !written)
    return fail(written.error(), kRunFailed);
  fmt::print("The figures are in {}\n", page);
  return kDone;
}

}  // namespace rubble::apps
