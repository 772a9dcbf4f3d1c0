// SPDX-License-Identifier: Apache-2.0
#include "apps/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rubble::apps {
namespace {

constexpr double kLeft = 66, kRight = 18, kTop = 36, kBottom = 48;  // margins, pixels

struct Span {
  double low = 0.0;
  double high = 1.0;
};

Span span_of(const std::vector<Series>& series, bool is_x) {
  Span span{1e300, -1e300};
  for (const Series& one : series)
    for (const double value : is_x ? one.x : one.y)
      if (std::isfinite(value)) span = {std::min(span.low, value), std::max(span.high, value)};
  if (span.low > span.high) return {};
  if (span.low == span.high) return {span.low - 0.5, span.high + 0.5};
  return span;
}

// 1, 2 or 5 times a power of ten, so that about six ticks fit.
double tick_step(const Span& span) {
  const double rough = (span.high - span.low) / 6.0;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough) return factor * power;
  return 10.0 * power;
}

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text)
    safe += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return safe;
}

// Draws one chart; y grows upwards.
class Painter {
 public:
  Painter(const Chart& chart, double top) : chart_(chart), top_(top) {
    x_ = span_of(chart.series, true);
    y_ = span_of(chart.series, false);
    const double slack = 0.05 * (y_.high - y_.low);
    y_ = {chart.y_low.value_or(y_.low - slack), chart.y_high.value_or(y_.high + slack)};
  }

  std::string paint() {
    frame();
    for (const Guide& guide : chart_.guides) draw(guide);
    double legend = kLeft + 12;
    for (const Series& series : chart_.series) {
      series.mark == Mark::Line ? line(series) : dots(series);
      text(legend + 16, top_ + kTop + 14, series.name, "start", "#333");
      svg_ += fmt::format("<rect x='{:.1f}' y='{:.1f}' width='10' height='4' fill='{}'/>\n", legend,
                          top_ + kTop + 8, series.color);
      legend += 30 + 6.4 * static_cast<double>(series.name.size());
    }
    return std::move(svg_);
  }

 private:
  double px(double x) const {
    return kLeft + (x - x_.low) / (x_.high - x_.low) * (chart_.width - kLeft - kRight);
  }
  double py(double y) const {
    return top_ + chart_.height - kBottom -
           (y - y_.low) / (y_.high - y_.low) * (chart_.height - kTop - kBottom);
  }

  void text(double x, double y, const std::string& words, const char* anchor, const char* color,
            double turn = 0.0) {
    svg_ += fmt::format(
        "<text x='{0:.1f}' y='{1:.1f}' text-anchor='{2}' fill='{3}' transform='rotate({4} {0:.1f} "
        "{1:.1f})'>{5}</text>\n",
        x, y, anchor, color, turn, escaped(words));
  }

  void stroke(double x1, double y1, double x2, double y2, const char* style) {
    svg_ += fmt::format("<line x1='{:.1f}' y1='{:.1f}' x2='{:.1f}' y2='{:.1f}' {}/>\n", x1, y1, x2,
                        y2, style);
  }

  void frame() {
    constexpr const char* kGridStyle = "stroke='#e3e6e8'";
    const double step_x = tick_step(x_), step_y = tick_step(y_);
    for (double x = std::ceil(x_.low / step_x) * step_x; x <= x_.high + 1e-9 * step_x;
         x += step_x) {
      stroke(px(x), py(y_.low), px(x), py(y_.high), kGridStyle);
      text(px(x), py(y_.low) + 16, fmt::format("{:.6g}", std::abs(x) < 1e-12 ? 0.0 : x), "middle",
           "#555");
    }
    for (double y = std::ceil(y_.low / step_y) * step_y; y <= y_.high + 1e-9 * step_y;
         y += step_y) {
      stroke(px(x_.low), py(y), px(x_.high), py(y), kGridStyle);
      text(kLeft - 8, py(y) + 4, fmt::format("{:.6g}", std::abs(y) < 1e-12 ? 0.0 : y), "end",
           "#555");
    }
    svg_ += fmt::format(
        "<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='none' "
        "stroke='#888'/>\n",
        kLeft, py(y_.high), chart_.width - kLeft - kRight, chart_.height - kTop - kBottom);
    svg_ += fmt::format("<text x='{}' y='{:.1f}' font-size='15' font-weight='bold'>{}</text>\n",
                        kLeft, top_ + 22, escaped(chart_.title));
    text((kLeft + chart_.width - kRight) / 2, top_ + chart_.height - 12, chart_.x_label, "middle",
         "#222");
    text(16, top_ + (kTop + chart_.height - kBottom) / 2, chart_.y_label, "middle", "#222", -90);
  }

  void draw(const Guide& guide) {
    constexpr const char* kGuideStyle = "stroke='#c0392b' stroke-dasharray='5 4'";
    if (guide.is_vertical) {
      stroke(px(guide.at), py(y_.low), px(guide.at), py(y_.high), kGuideStyle);
      text(px(guide.at) + 5, py(y_.low) - 8, guide.label, "start", "#c0392b");
    } else {
      stroke(px(x_.low), py(guide.at), px(x_.high), py(guide.at), kGuideStyle);
      text(px(x_.high) - 6, py(guide.at) - 6, guide.label, "end", "#c0392b");
    }
  }

  void line(const Series& series) {
    std::string path;
    bool is_down = false;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!std::isfinite(series.y[i])) {
        is_down = false;
        continue;
      }
      const double y = std::clamp(series.y[i], y_.low, y_.high);
      path += fmt::format("{}{:.1f} {:.1f}", is_down ? "L" : "M", px(series.x[i]), py(y));
      is_down = true;
    }
    svg_ += fmt::format("<path d='{}' fill='none' stroke='{}' stroke-width='1.6'/>\n", path,
                        series.color);
  }

  void dots(const Series& series) {
    for (std::size_t i = 0; i < series.x.size(); ++i)
      if (std::isfinite(series.y[i]) && series.y[i] >= y_.low && series.y[i] <= y_.high)
        svg_ += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='1.7' fill='{}'/>\n",
                            px(series.x[i]), py(series.y[i]), series.color);
  }

  const Chart& chart_;
  double top_;
  Span x_;
  Span y_;
  std::string svg_;
};

}  // namespace

std::string charts_svg(const std::vector<Chart>& charts) {
  int width = 0, height = 0;
  std::string body;
  for (const Chart& chart : charts) {
    body += Painter(chart, height).paint();
    width = std::max(width, chart.width);
    height += chart.height;
  }
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' "
      "font-family='sans-serif' font-size='12'>\n<rect width='100%' height='100%' "
      "fill='white'/>\n{2}</svg>\n",
      width, height, body);
}

}  // namespace rubble::apps
