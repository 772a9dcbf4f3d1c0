// SPDX-License-Identifier: Apache-2.0
#include "rubble/report/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/report/canvas.h"

namespace rubble::report {
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

// Draws one chart; y grows upwards.
class Painter {
 public:
  Painter(const Chart& chart, double top, Canvas& canvas)
      : chart_(chart), top_(top), canvas_(canvas) {
    x_ = span_of(chart.series, true);
    y_ = span_of(chart.series, false);
    const double slack = 0.05 * (y_.high - y_.low);
    y_ = {chart.y_low.value_or(y_.low - slack), chart.y_high.value_or(y_.high + slack)};
  }

  void paint() {
    frame();
    for (const Guide& guide : chart_.guides) draw(guide);
    for (const Series& series : chart_.series)
      series.mark == Mark::Line ? line(series) : dots(series);
    double legend = kLeft + 12;
    for (const Series& series : chart_.series) {
      if (series.name.empty()) continue;
      canvas_.text({legend + 16, top_ + kTop + 14}, series.name, {.color = "#333"});
      canvas_.box({legend, top_ + kTop + 8}, {10, 4}, series.color);
      legend += 30 + 6.8 * static_cast<double>(series.name.size());
    }
  }

 private:
  Vec2 at(double x, double y) const {
    return {kLeft + (x - x_.low) / (x_.high - x_.low) * (chart_.width - kLeft - kRight),
            top_ + chart_.height - kBottom -
                (y - y_.low) / (y_.high - y_.low) * (chart_.height - kTop - kBottom)};
  }
  static std::string tick_text(double value) {
    return fmt::format("{:.6g}", std::abs(value) < 1e-12 ? 0.0 : value);
  }

  void frame() {
    const StrokeStyle grid{.color = "#e3e6e8"};
    const double step_x = tick_step(x_), step_y = tick_step(y_);
    for (double x = std::ceil(x_.low / step_x) * step_x; x <= x_.high + 1e-9 * step_x;
         x += step_x) {
      canvas_.line(at(x, y_.low), at(x, y_.high), grid);
      canvas_.text(at(x, y_.low) + Vec2(0, 16), tick_text(x),
                   {.anchor = Anchor::Middle, .color = "#555"});
    }
    for (double y = std::ceil(y_.low / step_y) * step_y; y <= y_.high + 1e-9 * step_y;
         y += step_y) {
      canvas_.line(at(x_.low, y), at(x_.high, y), grid);
      canvas_.text({kLeft - 8, at(0, y).y() + 4}, tick_text(y),
                   {.anchor = Anchor::End, .color = "#555"});
    }
    canvas_.frame(at(x_.low, y_.high),
                  {chart_.width - kLeft - kRight, chart_.height - kTop - kBottom}, "#888");
    canvas_.text({kLeft, top_ + 22}, chart_.title, {.color = "#000", .size = 15, .is_bold = true});
    canvas_.text({(kLeft + chart_.width - kRight) / 2, top_ + chart_.height - 12}, chart_.x_label,
                 {.anchor = Anchor::Middle});
    canvas_.text({16, top_ + (kTop + chart_.height - kBottom) / 2}, chart_.y_label,
                 {.anchor = Anchor::Middle, .is_upright = true});
  }

  void draw(const Guide& guide) {
    const StrokeStyle style{.color = "#c0392b", .is_dashed = true};
    const TextStyle words{.color = style.color};
    if (guide.is_vertical) {
      canvas_.line(at(guide.at, y_.low), at(guide.at, y_.high), style);
      canvas_.text(at(guide.at, y_.low) + Vec2(5, -8), guide.label, words);
    } else {
      canvas_.line(at(x_.low, guide.at), at(x_.high, guide.at), style);
      canvas_.text(at(x_.high, guide.at) + Vec2(-6, -6), guide.label,
                   {.anchor = Anchor::End, .color = style.color});
    }
  }

  void line(const Series& series) {
    const StrokeStyle style{.color = series.color, .width = 1.6};
    std::vector<Vec2> points;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (std::isfinite(series.y[i])) {
        points.push_back(at(series.x[i], std::clamp(series.y[i], y_.low, y_.high)));
        continue;
      }
      if (points.size() > 1) canvas_.path(points, style);
      points.clear();
    }
    if (points.size() > 1) canvas_.path(points, style);
  }

  void dots(const Series& series) {
    for (std::size_t i = 0; i < series.x.size(); ++i)
      if (std::isfinite(series.y[i]) && series.y[i] >= y_.low && series.y[i] <= y_.high)
        canvas_.dot(at(series.x[i], series.y[i]), series.dot_radius, series.color);
  }

  const Chart& chart_;
  double top_;
  Canvas& canvas_;
  Span x_;
  Span y_;
};

struct Size {
  int width = 0;
  int height = 0;
};

Size size_of(const std::vector<Chart>& charts) {
  Size size;
  for (const Chart& chart : charts)
    size = {std::max(size.width, chart.width), size.height + chart.height};
  return size;
}

void paint(const std::vector<Chart>& charts, Canvas& canvas) {
  int top = 0;
  for (const Chart& chart : charts) {
    Painter(chart, top, canvas).paint();
    top += chart.height;
  }
}

}  // namespace

std::string charts_svg(const std::vector<Chart>& charts) {
  SvgCanvas canvas;
  paint(charts, canvas);
  return canvas.finish(size_of(charts).width, size_of(charts).height);
}

Image charts_picture(const std::vector<Chart>& charts) {
  ImageCanvas canvas(size_of(charts).width, size_of(charts).height);
  paint(charts, canvas);
  return canvas.finish();
}

}  // namespace rubble::report
