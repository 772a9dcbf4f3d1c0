// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "rubble/report/canvas.h"

namespace rubble::report {
namespace {

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text)
    safe += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return safe;
}

const char* word_of(Anchor anchor) {
  if (anchor == Anchor::Start) return "start";
  return anchor == Anchor::Middle ? "middle" : "end";
}

std::string stroke_of(const StrokeStyle& style) {
  return fmt::format("fill='none' stroke='{}' stroke-width='{}'{}", style.color, style.width,
                     style.is_dashed ? " stroke-dasharray='5 4'" : "");
}

std::string base64(const std::string& bytes) {
  static constexpr char kDigits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t k) {
      return i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U;
    };
    const unsigned bits = byte(0) << 16U | byte(1) << 8U | byte(2);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k > bytes.size() ? '=' : kDigits[bits >> (18U - 6U * k) & 63U];
  }
  return text;
}

}  // namespace

void SvgCanvas::picture(const Vec2& corner, const Vec2& size, const std::string& png) {
  body_ += fmt::format(
      "<image x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' preserveAspectRatio='none' "
      "style='image-rendering:pixelated' href='data:image/png;base64,{}'/>\n",
      corner.x(), corner.y(), size.x(), size.y(), base64(png));
}

void SvgCanvas::line(const Vec2& from, const Vec2& to, const StrokeStyle& style) {
  body_ += fmt::format("<line x1='{:.1f}' y1='{:.1f}' x2='{:.1f}' y2='{:.1f}' {}/>\n", from.x(),
                       from.y(), to.x(), to.y(), stroke_of(style));
}

void SvgCanvas::path(const std::vector<Vec2>& points, const StrokeStyle& style) {
  std::string way;
  for (const Vec2& point : points)
    way += fmt::format("{}{:.1f} {:.1f}", way.empty() ? "M" : "L", point.x(), point.y());
  body_ += fmt::format("<path d='{}' {}/>\n", way, stroke_of(style));
}

void SvgCanvas::frame(const Vec2& corner, const Vec2& size, const std::string& color) {
  body_ += fmt::format(
      "<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='none' stroke='{}'/>\n",
      corner.x(), corner.y(), size.x(), size.y(), color);
}

void SvgCanvas::box(const Vec2& corner, const Vec2& size, const std::string& color) {
  body_ += fmt::format("<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='{}'/>\n",
                       corner.x(), corner.y(), size.x(), size.y(), color);
}

void SvgCanvas::dot(const Vec2& middle, double radius, const std::string& color) {
  body_ += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{}' fill='{}'/>\n", middle.x(),
                       middle.y(), radius, color);
}

void SvgCanvas::text(const Vec2& place, const std::string& words, const TextStyle& style) {
  body_ += fmt::format(
      "<text x='{0:.1f}' y='{1:.1f}' text-anchor='{2}' fill='{3}' font-size='{4}'{5}{6}>{7}"
      "</text>\n",
      place.x(), place.y(), word_of(style.anchor), style.color, style.size,
      style.is_bold ? " font-weight='bold'" : "",
      style.is_upright ? fmt::format(" transform='rotate(-90 {:.1f} {:.1f})'", place.x(), place.y())
                       : "",
      escaped(words));
}

std::string SvgCanvas::finish(int width, int height) const {
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' "
      "font-family='sans-serif' font-size='12'>\n<rect width='100%' height='100%' "
      "fill='white'/>\n{2}</svg>\n",
      width, height, body_);
}

}  // namespace rubble::report
