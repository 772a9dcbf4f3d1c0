// SPDX-License-Identifier: Apache-2.0
// Pages of reports: sections of text, tables and figures with one look, light or dark, and printed.
#pragma once

#include <string>
#include <vector>

#include "rubble/report/html.h"
#include "rubble/report/report_table.h"

namespace rubble::report {

// A file that belongs to a page.
struct FileLink {
  std::string name;  // as shown
  std::string path;  // relative to the page
};

struct Figure {
  std::string title;
  std::string caption;  // what is shown, with units and the meaning of colours
  Svg drawing;          // part of the page, or
  std::string picture;  // a file, relative to the page
  std::string data;     // CSV of the numbers shown; part of the page, for download
  std::string data_name = "figure.csv";
  std::vector<FileLink> files = {};  // with the data
};

// A result at a glance.
struct Card {
  std::string title;
  std::string value;
  std::string second_value;  // smaller
  std::vector<std::string> lines;
  std::size_t series = 0;  // index of its colour, as in charts
};

// A judgement in one word, and its reason.
struct Verdict {
  std::string word;
  bool is_marked = false;  // stands out
  std::string subject;
  std::string reason;
};

// A part of a page, in the order of calls.
class Section {
 public:
  explicit Section(std::string title = {}) : title_(std::move(title)) {}

  Section& text(const std::string& sentence);
  Section& note(const std::string& sentence);  // smaller
  Section& list(const std::vector<std::string>& items);
  Section& alerts(const std::vector<std::string>& items);
  Section& commands(const std::string& lines);  // for a shell, as typed
  Section& table(const ReportTable& table);     // the title is shown if it is not the section's
  Section& figure(const Figure& figure);
  Section& gallery(const std::vector<Figure>& figures);  // side by side where there is room
  Section& cards(const std::vector<Card>& cards);
  Section& verdicts(const std::vector<Verdict>& verdicts);
  Section& subsection(const Section& section);
  // Folded until the reader opens it.
  Section& details(const std::string& summary, const Section& section);

  const std::string& title() const { return title_; }
  const Html& body() const { return body_; }

 private:
  std::string title_;
  Html body_;
};

// A whole page without scripts and foreign files, except for pictures that figures name.
class Document {
 public:
  explicit Document(std::string title) : title_(std::move(title)) {}

  Document& lead(const std::string& sentence);  // below the title
  Document& add(const Section& section);        // one without a title has no frame
  std::string html() const;

 private:
  std::string title_;
  Html lead_;
  Html contents_;
  Html sections_;
  std::size_t titled_ = 0;
};

// The table with its note, without its title.
Html html_of(const ReportTable& table);

}  // namespace rubble::report
