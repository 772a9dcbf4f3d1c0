// SPDX-License-Identifier: Apache-2.0
#include "rubble/report/style_sheet.h"

#include <fmt/format.h>

#include "rubble/report/theme.h"

namespace rubble::report {
namespace {

constexpr const char* kRules = R"(
* { box-sizing: border-box; }
body { margin: 0; background: var(--background); color: var(--ink);
       font: 15px/1.55 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 32px 24px 64px; }
h1 { margin: 0 0 4px; font-size: 27px; letter-spacing: -0.01em; line-height: 1.25; }
h2 { margin: 0 0 12px; font-size: 19px; }
h3 { margin: 26px 0 8px; font-size: 15px; }
p { margin: 8px 0; max-width: 78ch; }
a { color: var(--blue); }
ul { margin: 6px 0 14px; padding-left: 20px; max-width: 82ch; }
li { margin: 4px 0; }
pre { background: var(--background); border: 1px solid var(--grid); border-radius: 6px;
      padding: 10px 14px; overflow-x: auto; font-size: 13px; line-height: 1.5; }
section { background: var(--paper); border: 1px solid var(--grid); border-radius: 10px;
          padding: 20px 24px; margin: 16px 0; }
nav { display: flex; flex-wrap: wrap; gap: 2px 18px; margin: 14px 0 4px; font-size: 14px; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
.lead { color: var(--soft); overflow-wrap: anywhere; }
.note, .small { color: var(--soft); font-size: 13px; }
.note { margin: 10px 0 0; }
.alerts { color: var(--alert); font-weight: 600; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(230px, 1fr)); gap: 14px;
         margin: 16px 0; }
.card { background: var(--paper); border: 1px solid var(--grid); border-top: 4px solid var(--blue);
        border-radius: 10px; padding: 14px 18px; }
.card b { display: block; overflow-wrap: anywhere; }
.value { font-size: 23px; font-weight: 650; font-variant-numeric: tabular-nums; }
.second { margin-top: 8px; font-weight: 600; font-variant-numeric: tabular-nums; }
.verdicts { list-style: none; padding: 0; margin: 0; }
.verdicts li { margin: 8px 0; }
.mark { display: inline-block; min-width: 92px; margin-right: 8px; padding: 1px 10px;
        border-radius: 10px; background: var(--grid); text-align: center; font-weight: 600; }
.mark.differs { background: var(--notice); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums;
        font-size: 14px; }
th, td { padding: 6px 10px; text-align: right; vertical-align: top; }
td { border-bottom: 1px solid var(--grid); white-space: nowrap; }
th { color: var(--soft); font-weight: 600; border-bottom: 2px solid var(--grid);
     vertical-align: bottom; }
tbody tr:last-child td { border-bottom: 0; }
tbody tr:hover td { background: var(--background); }
.word { text-align: left; }
td.prose { white-space: normal; min-width: 15em; }
tr.best td { font-weight: 600; background: var(--good); }
tr.reference td { color: var(--soft); }
figure { margin: 18px 0; }
figure svg, figure img { display: block; width: 100%; height: auto; max-width: 860px; margin: 0 auto 6px; }
figure img { border: 1px solid var(--grid); border-radius: 4px; width: auto; max-width: 100%; }
figcaption { color: var(--soft); font-size: 13px; max-width: 860px; margin: 0 auto; }
figcaption b { color: var(--ink); }
.links { display: block; }
.links a { margin-right: 10px; }
.gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(330px, 1fr)); gap: 4px 20px; }
.gallery figure img { width: 100%; }
details > summary { cursor: pointer; color: var(--blue); margin-top: 14px; }
)";

constexpr const char* kPrintRules = R"(
@media print { body { background: #fff; font-size: 12px; } main { max-width: none; padding: 0; }
  section { border: 0; padding: 8px 0; } section, .card, figure, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; } nav, .links { display: none; } }
)";

template <class Call>
void for_each_color(const Call& call) {
  for (const ThemeColor& color : kPageColors) call(color);
  for (const ThemeColor& color : kSeriesColors) call(color);
}

}  // namespace

std::string style_sheet() {
  std::string light, dark, drawings;
  for_each_color([&](const ThemeColor& color) {
    light += fmt::format("--{}:{};", color.name, color.light);
    dark += fmt::format("--{}:{};", color.name, color.dark);
    drawings +=
        fmt::format(".fill-{0}{{fill:var(--{0})}}.stroke-{0}{{stroke:var(--{0})}}\n", color.name);
  });
  return fmt::format(
      "\n:root{{color-scheme:light dark;{}}}\n"
      "@media screen and (prefers-color-scheme:dark){{:root{{{}}}"
      "figure img:not([src$='.svg']),figure image{{filter:brightness(.86)}}}}\n{}{}{}",
      light, dark, drawings, kRules, kPrintRules);
}

}  // namespace rubble::report
