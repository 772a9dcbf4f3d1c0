// SPDX-License-Identifier: Apache-2.0
#include "rubble/report/document.h"

#include <gtest/gtest.h>

#include "rubble/report/chart.h"
#include "rubble/report/embedding.h"
#include "rubble/report/escape.h"

namespace rubble::report {
namespace {

const std::string kAttack = "</p><script>'\"&";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Section section_of(const std::string& words) {
  Section section(words);
  section.text(words).note(words).list({words}).alerts({words}).commands(words);
  section.table({.title = words, .head = {words}, .rows = {{words}}, .note = words});
  section.cards({{.title = words, .value = words, .second_value = words, .lines = {words}}});
  section.verdicts({{.word = words, .subject = words, .reason = words}});
  section.figure({.title = words,
                  .caption = words,
                  .picture = words,
                  .data = words,
                  .data_name = words,
                  .files = {{words, words}}});
  return section;
}

TEST(Document, NothingThatIsPutInBecomesMarkup) {
  Section all = section_of(kAttack);
  all.details(kAttack, section_of(kAttack)).subsection(section_of(kAttack));
  const std::string page = Document(kAttack).lead(kAttack).add(all).html();
  EXPECT_FALSE(has(page, "<script"));
  EXPECT_FALSE(has(page, "'\"&"));
  EXPECT_TRUE(has(page, "&lt;/p&gt;&lt;script&gt;&#39;&quot;&amp;"));
}

TEST(Document, NothingThatIsDrawnBecomesMarkup) {
  Chart chart{.title = kAttack, .x_label = kAttack, .y_label = kAttack};
  chart.series.push_back({.name = kAttack, .x = {0, 1}, .y = {0, 1}, .color = kAttack});
  chart.guides.push_back({.at = 0.5, .label = kAttack});
  EXPECT_FALSE(has(charts_svg({chart}), "<script"));
}

TEST(Document, PicturesAreFilesBesideThePage) {
  Section section("Maps");
  section.figure({.title = "team", .picture = "my maze/javascript:1?.png"});
  const std::string page = Document("Maps").add(section).html();
  EXPECT_TRUE(has(page, "src=\"my%20maze/javascript%3A1%3F.png\"")) << page;
}

TEST(Document, TheNumbersOfAFigureArePartOfThePage) {
  Section section("Errors");
  section.figure({.data = "x,y\n1,2\n", .data_name = "errors.csv"});
  const std::string page = Document("Errors").add(section).html();
  EXPECT_TRUE(has(page, "data:text/csv;base64," + base64_of("x,y\n1,2\n")));
  EXPECT_TRUE(has(page, "download=\"errors.csv\""));
}

TEST(Document, RowsStandOut) {
  const std::string table = html_of(ReportTable{.head = {"a"},
                                                .rows = {{"1"}, {"2"}},
                                                .row_kinds = {RowKind::Best, RowKind::Reference}})
                                .markup();
  EXPECT_TRUE(has(table, "<tr class=\"best\">"));
  EXPECT_TRUE(has(table, "<tr class=\"reference\">"));
}

TEST(Document, DarkScreensAndPrintHaveTheirRules) {
  const std::string page = Document("Page").html();
  EXPECT_TRUE(has(page, "@media screen and (prefers-color-scheme:dark)"));
  EXPECT_TRUE(has(page, "@media print"));
}

// RFC 4648, section 10.
TEST(Embedding, Base64) {
  EXPECT_EQ(base64_of(""), "");
  EXPECT_EQ(base64_of("f"), "Zg==");
  EXPECT_EQ(base64_of("fo"), "Zm8=");
  EXPECT_EQ(base64_of("foobar"), "Zm9vYmFy");
}

TEST(Embedding, PngOfAnImage) {
  EXPECT_TRUE(png_of({.width = 1, .height = 1, .rgb = {1, 2, 3}}).starts_with("\x89PNG"));
  EXPECT_TRUE(png_of({}).empty());
}

TEST(Escape, FieldsOfATable) {
  EXPECT_EQ(csv_field("a b"), "a b");
  EXPECT_EQ(csv_field("a,\"b\""), "\"a,\"\"b\"\"\"");
  EXPECT_EQ(csv_of({.head = {"x", "y"}, .rows = {{"1", "a,b"}}}), "x,y\n1,\"a,b\"\n");
}

}  // namespace
}  // namespace rubble::report
