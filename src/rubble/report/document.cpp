// SPDX-License-Identifier: Apache-2.0
#include "rubble/report/document.h"

#include <fmt/format.h>

#include "rubble/base/assert.h"
#include "rubble/report/embedding.h"
#include "rubble/report/escape.h"
#include "rubble/report/style_sheet.h"

namespace rubble::report {
namespace {

constexpr std::size_t kMinContents = 4;  // sections; a shorter page needs no list of them

Html block(std::string_view kind, const Html& content) {
  return Html::element("div", {{"class", std::string(kind)}}, content);
}

Html paragraph(const std::string& sentence, const std::string& kind) {
  return Html::element("p", {{"class", kind}}, Html::text(sentence));
}

Html items(const std::vector<std::string>& list) {
  Html content;
  for (const std::string& item : list) content += Html::element("li", item);
  return content;
}

Html picture_of(const Figure& figure) {
  if (figure.picture.empty()) return Html::drawing(figure.drawing);
  const std::string url = url_of_path(figure.picture);
  const Html image =
      Html::empty_element("img", {{"src", url}, {"alt", figure.title}, {"loading", "lazy"}});
  return Html::element("a", {{"href", url}}, image);
}

Html links_of(const Figure& figure) {
  Html links;
  if (!figure.data.empty())
    links += Html::element(
        "a", {{"href", data_url("text/csv", figure.data)}, {"download", figure.data_name}},
        Html::text("data (CSV)"));
  for (const FileLink& file : figure.files) {
    if (!links.is_empty()) links += Html::text(" ");
    links += Html::element("a", {{"href", url_of_path(file.path)}}, Html::text(file.name));
  }
  return links.is_empty() ? links : Html::element("span", {{"class", "links"}}, links);
}

Html html_of(const Figure& figure) {
  Html caption;
  if (!figure.title.empty()) caption += Html::element("b", figure.title);
  if (!figure.caption.empty())
    caption += Html::text((figure.title.empty() ? "" : " ") + figure.caption);
  caption += links_of(figure);
  return Html::element("figure", picture_of(figure) + Html::element("figcaption", caption));
}

Html html_of(const Card& card) {
  Html content = Html::element("b", card.title);
  if (!card.value.empty())
    content += Html::element("div", {{"class", "value"}}, Html::text(card.value));
  if (!card.second_value.empty())
    content += Html::element("div", {{"class", "second"}}, Html::text(card.second_value));
  for (const std::string& line : card.lines) content += block("small", Html::text(line));
  const std::string_view color = kSeriesColors[card.series % kSeriesColors.size()].name;
  const std::string style = fmt::format("border-top-color:var(--{})", color);
  return Html::element("div", {{"class", "card"}, {"style", style}}, content);
}

Html html_of(const Verdict& verdict) {
  const Html mark = Html::element("span", {{"class", verdict.is_marked ? "mark differs" : "mark"}},
                                  Html::text(verdict.word));
  return Html::element("li", mark + Html::element("b", verdict.subject) +
                                 block("small", Html::text(verdict.reason)));
}

const char* class_of(RowKind kind) {
  if (kind == RowKind::Best) return "best";
  return kind == RowKind::Reference ? "reference" : "plain";
}

// Long text may break into lines, numbers and names may not.
std::string class_of_cell(const std::string& words, bool is_word) {
  constexpr std::size_t kMaxUnbroken = 48;
  if (!is_word) return "number";
  return words.size() > kMaxUnbroken ? "word prose" : "word";
}

Html row_of(const std::vector<std::string>& cells, std::string_view tag, std::size_t word_columns) {
  Html row;
  for (std::size_t i = 0; i < cells.size(); ++i)
    row += Html::element(tag, {{"class", class_of_cell(cells[i], i < word_columns)}},
                         Html::text(cells[i]));
  return row;
}

}  // namespace

Html html_of(const ReportTable& table) {
  RUBBLE_ASSERT(table.row_kinds.empty() || table.row_kinds.size() == table.rows.size());
  Html rows;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const RowKind kind = table.row_kinds.empty() ? RowKind::Plain : table.row_kinds[i];
    rows += Html::element("tr", {{"class", class_of(kind)}},
                          row_of(table.rows[i], "td", table.word_columns));
  }
  const Html head =
      Html::element("thead", Html::element("tr", row_of(table.head, "th", table.word_columns)));
  Html html = block("scroll", Html::element("table", head + Html::element("tbody", rows)));
  if (!table.note.empty()) html += paragraph(table.note, "note");
  return html;
}

Section& Section::text(const std::string& sentence) {
  body_ += Html::element("p", sentence);
  return *this;
}

Section& Section::note(const std::string& sentence) {
  body_ += paragraph(sentence, "note");
  return *this;
}

Section& Section::list(const std::vector<std::string>& list) {
  if (!list.empty()) body_ += Html::element("ul", items(list));
  return *this;
}

Section& Section::alerts(const std::vector<std::string>& list) {
  if (!list.empty()) body_ += Html::element("ul", {{"class", "alerts"}}, items(list));
  return *this;
}

Section& Section::commands(const std::string& lines) {
  body_ += Html::element("pre", lines);
  return *this;
}

Section& Section::table(const ReportTable& table) {
  if (!table.title.empty() && table.title != title_) body_ += Html::element("h3", table.title);
  body_ += html_of(table);
  return *this;
}

Section& Section::figure(const Figure& figure) {
  body_ += html_of(figure);
  return *this;
}

Section& Section::gallery(const std::vector<Figure>& figures) {
  Html all;
  for (const Figure& figure : figures) all += html_of(figure);
  body_ += block("gallery", all);
  return *this;
}

Section& Section::cards(const std::vector<Card>& cards) {
  Html all;
  for (const Card& card : cards) all += html_of(card);
  body_ += block("cards", all);
  return *this;
}

Section& Section::verdicts(const std::vector<Verdict>& verdicts) {
  Html all;
  for (const Verdict& verdict : verdicts) all += html_of(verdict);
  if (!verdicts.empty()) body_ += Html::element("ul", {{"class", "verdicts"}}, all);
  return *this;
}

Section& Section::subsection(const Section& section) {
  body_ += Html::element("h3", section.title()) + section.body();
  return *this;
}

Section& Section::details(const std::string& summary, const Section& section) {
  body_ += Html::element("details", Html::element("summary", summary) + section.body());
  return *this;
}

Document& Document::lead(const std::string& sentence) {
  lead_ += paragraph(sentence, "lead");
  return *this;
}

Document& Document::add(const Section& section) {
  if (section.title().empty()) {
    sections_ += section.body();
    return *this;
  }
  const std::string id = fmt::format("section-{}", ++titled_);
  sections_ +=
      Html::element("section", {{"id", id}}, Html::element("h2", section.title()) + section.body());
  contents_ +=
      Html::element("a", {{"href", "#" + id}}, Html::text(section.title())) + Html::text(" ");
  return *this;
}

std::string Document::html() const {
  Html main = Html::element("h1", title_) + lead_;
  if (titled_ >= kMinContents) main += Html::element("nav", contents_);
  main += sections_;
  return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n" +
         Html::element("title", title_).markup() + "<style>" + style_sheet() +
         "</style></head>\n<body>" + Html::element("main", main).markup() + "</body></html>\n";
}

}  // namespace rubble::report
