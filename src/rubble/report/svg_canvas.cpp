// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "rubble/report/canvas.h"
#include "rubble/report/embedding.h"
#include "rubble/report/escape.h"

namespace rubble::report {
namespace {

const char* word_of(Anchor anchor) {
  if (anchor == Anchor::Start) return "start";
  return anchor == Anchor::Middle ? "middle" : "end";
}

// The class of a colour of the theme: fill-ink, stroke-grid; empty for others.
std::string class_of(const char* property, const std::string& color) {
  for (const ThemeColor& known : kPageColors)
    if (known.light == color) return fmt::format("{}-{}", property, known.name);
  for (const ThemeColor& known : kSeriesColors)
    if (known.light == color) return fmt::format("{}-{}", property, known.name);
  return {};
}

// The attributes that colour an element; an empty colour is none.
std::string paint(const std::string& fill, const std::string& stroke) {
  std::string classes = class_of("fill", fill);
  const std::string stroke_class = class_of("stroke", stroke);
  if (!classes.empty() && !stroke_class.empty()) classes += ' ';
  classes += stroke_class;
  std::string text = fmt::format(" fill='{}'", fill.empty() ? "none" : markup_escaped(fill));
  if (!stroke.empty()) text += fmt::format(" stroke='{}'", markup_escaped(stroke));
  if (!classes.empty()) text += fmt::format(" class='{}'", classes);
  return text;
}

std::string stroke_of(const StrokeStyle& style) {
  return fmt::format("{} stroke-width='{}' stroke-linejoin='round'{}", paint("", style.color),
                     style.width, style.is_dashed ? " stroke-dasharray='5 4'" : "");
}

std::string fill_of(const FillStyle& style) {
  std::string text = paint(style.color, style.outline);
  if (style.opacity < 1.0) text += fmt::format(" fill-opacity='{}'", style.opacity);
  if (!style.outline.empty()) text += fmt::format(" stroke-width='{}'", style.outline_width);
  return text;
}

std::string rectangle(const Vec2& corner, const Vec2& size, const std::string& paints) {
  return fmt::format("<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}'{}/>\n", corner.x(),
                     corner.y(), size.x(), size.y(), paints);
}

std::string outline_of(const std::vector<Vec2>& points) {
  std::string outline;
  for (const Vec2& point : points)
    outline += fmt::format("{}{:.1f} {:.1f}", outline.empty() ? "M" : "L", point.x(), point.y());
  return outline;
}

// Dark screens show a drawing that stands alone as its page does.
std::string dark_rules(const std::string& body) {
  std::string rules;
  const auto add = [&](const ThemeColor& color) {
    for (const char* const property : {"fill", "stroke"})
      if (body.find(fmt::format("{}-{}", property, color.name)) != std::string::npos)
        rules += fmt::format(".{0}-{1}{{{0}:{2}}}", property, color.name, color.dark);
  };
  for (const ThemeColor& color : kPageColors) add(color);
  for (const ThemeColor& color : kSeriesColors) add(color);
  return "<style>@media screen and (prefers-color-scheme:dark){" + rules + "}</style>\n";
}

}  // namespace

void SvgCanvas::picture(const Vec2& corner, const Vec2& size, const Image& image) {
  body_ += fmt::format(
      "<image x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' preserveAspectRatio='none' "
      "style='image-rendering:pixelated' href='{}'/>\n",
      corner.x(), corner.y(), size.x(), size.y(), data_url("image/png", png_of(image)));
}

void SvgCanvas::line(const Vec2& from, const Vec2& to, const StrokeStyle& style) {
  body_ += fmt::format("<line x1='{:.1f}' y1='{:.1f}' x2='{:.1f}' y2='{:.1f}'{}/>\n", from.x(),
                       from.y(), to.x(), to.y(), stroke_of(style));
}

void SvgCanvas::path(const std::vector<Vec2>& points, const StrokeStyle& style) {
  body_ += fmt::format("<path d='{}'{}/>\n", outline_of(points), stroke_of(style));
}

void SvgCanvas::polygon(const std::vector<Vec2>& corners, const FillStyle& style) {
  body_ += fmt::format("<path d='{}Z'{}/>\n", outline_of(corners), fill_of(style));
}

void SvgCanvas::frame(const Vec2& corner, const Vec2& size, const std::string& color) {
  body_ += rectangle(corner, size, paint("", color));
}

void SvgCanvas::box(const Vec2& corner, const Vec2& size, const std::string& color) {
  body_ += rectangle(corner, size, paint(color, ""));
}

void SvgCanvas::dot(const Vec2& middle, double radius, const FillStyle& style) {
  body_ += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{:.4g}'{}/>\n", middle.x(), middle.y(),
                       radius, fill_of(style));
}

void SvgCanvas::ring(const Vec2& middle, double radius, const StrokeStyle& style) {
  body_ += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{:.4g}'{}/>\n", middle.x(), middle.y(),
                       radius, stroke_of(style));
}

void SvgCanvas::text(const Vec2& place, const std::string& words, const TextStyle& style) {
  body_ += fmt::format(
      "<text x='{0:.1f}' y='{1:.1f}' text-anchor='{2}'{3} font-size='{4:.4g}'{5}{6}>{7}</text>\n",
      place.x(), place.y(), word_of(style.anchor), paint(style.color, ""), style.size,
      style.is_bold ? " font-weight='bold'" : "",
      style.is_upright ? fmt::format(" transform='rotate(-90 {:.1f} {:.1f})'", place.x(), place.y())
                       : "",
      markup_escaped(words));
}

Svg SvgCanvas::finish(int width, int height) const {
  const std::string background =
      "<rect width='100%' height='100%'" + paint(std::string(kPaper.light), "") + "/>\n";
  return Svg(fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' "
      "font-family='sans-serif' font-size='12'>\n{2}{3}{4}</svg>\n",
      width, height, dark_rules(background + body_), background, body_));
}

}  // namespace rubble::report
