// SPDX-License-Identifier: Apache-2.0
#include "rubble/report/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/base/text.h"
#include "rubble/report/canvas.h"
#include "rubble/report/escape.h"

namespace rubble::report {
namespace {

constexpr double kLeft = 66, kRight = 18, kGuideLabel = 34, kTitle = 32, kLegend = 20,
                 kBottom = 48;  // pixels

std::string color_of(const ThemeColor& color) { return std::string(color.light); }

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
    legend();
  }

 private:
  bool has_legend() const {
    return std::any_of(chart_.series.begin(), chart_.series.end(),
                       [](const Series& series) { return !series.name.empty(); });
  }
  // Labels of levels stand beside the axes, where no data are.
  double right() const {
    const bool has_labels =
        std::any_of(chart_.guides.begin(), chart_.guides.end(),
                    [](const Guide& guide) { return !guide.is_vertical && !guide.label.empty(); });
    return kRight + (has_labels ? kGuideLabel : 0.0);
  }
  double head() const { return kTitle + (has_legend() ? kLegend : 0.0); }

  // Between title and axes, so that it covers no data.
  void legend() {
    double left = kLeft;
    const double y = top_ + kTitle + 8.0;
    for (const Series& series : chart_.series) {
      if (series.name.empty()) continue;
      if (series.mark == Mark::Dots)
        canvas_.dot({left + 6, y}, 3.5, series.color);
      else
        canvas_.line({left, y}, {left + 13, y}, {.color = series.color, .width = 2.5});
      canvas_.text({left + 18, y + 4}, series.name, {.color = color_of(kSoft)});
      left += 36 + 6.6 * static_cast<double>(series.name.size());
    }
  }

  Vec2 at(double x, double y) const {
    return {kLeft + (x - x_.low) / (x_.high - x_.low) * (chart_.width - kLeft - right()),
            top_ + chart_.height - kBottom -
                (y - y_.low) / (y_.high - y_.low) * (chart_.height - head() - kBottom)};
  }
  static std::string tick_text(double value) {
    return fmt::format("{:.6g}", std::abs(value) < 1e-12 ? 0.0 : value);
  }

  void frame() {
    const StrokeStyle grid{.color = color_of(kGrid)};
    const double step_x = tick_step(x_), step_y = tick_step(y_);
    for (double x = std::ceil(x_.low / step_x) * step_x; x <= x_.high + 1e-9 * step_x;
         x += step_x) {
      canvas_.line(at(x, y_.low), at(x, y_.high), grid);
      canvas_.text(at(x, y_.low) + Vec2(0, 16), tick_text(x),
                   {.anchor = Anchor::Middle, .color = color_of(kSoft)});
    }
    for (double y = std::ceil(y_.low / step_y) * step_y; y <= y_.high + 1e-9 * step_y;
         y += step_y) {
      canvas_.line(at(x_.low, y), at(x_.high, y), grid);
      canvas_.text({kLeft - 8, at(0, y).y() + 4}, tick_text(y),
                   {.anchor = Anchor::End, .color = color_of(kSoft)});
    }
    canvas_.frame(at(x_.low, y_.high),
                  {chart_.width - kLeft - right(), chart_.height - head() - kBottom},
                  color_of(kEdge));
    canvas_.text({kLeft, top_ + 22}, chart_.title, {.size = 15, .is_bold = true});
    canvas_.text({(kLeft + chart_.width - right()) / 2, top_ + chart_.height - 12}, chart_.x_label,
                 {.anchor = Anchor::Middle});
    canvas_.text({16, top_ + (head() + chart_.height - kBottom) / 2}, chart_.y_label,
                 {.anchor = Anchor::Middle, .is_upright = true});
  }

  void draw(const Guide& guide) {
    const StrokeStyle style{.color = color_of(kAlert), .is_dashed = true};
    const TextStyle words{.color = style.color};
    if (guide.is_vertical) {
      canvas_.line(at(guide.at, y_.low), at(guide.at, y_.high), style);
      canvas_.text(at(guide.at, y_.low) + Vec2(5, -8), guide.label, words);
    } else {
      canvas_.line(at(x_.low, guide.at), at(x_.high, guide.at), style);
      canvas_.text(at(x_.high, guide.at) + Vec2(6, 4), guide.label, words);
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

Svg charts_drawing(const std::vector<Chart>& charts) {
  SvgCanvas canvas;
  paint(charts, canvas);
  return canvas.finish(size_of(charts).width, size_of(charts).height);
}

std::string charts_svg(const std::vector<Chart>& charts) { return charts_drawing(charts).text(); }

std::string charts_csv(const std::vector<Chart>& charts) {
  std::string text = "chart,series,x_axis,x,y_axis,y\n";
  for (const Chart& chart : charts)
    for (const Series& series : chart.series)
      for (std::size_t i = 0; i < series.x.size(); ++i)
        if (std::isfinite(series.y[i]))
          text += fmt::format("{},{},{},{},{},{}\n", csv_field(chart.title), csv_field(series.name),
                              csv_field(chart.x_label), number_text(series.x[i]),
                              csv_field(chart.y_label), number_text(series.y[i]));
  return text;
}

Image charts_picture(const std::vector<Chart>& charts) {
  ImageCanvas canvas(size_of(charts).width, size_of(charts).height);
  paint(charts, canvas);
  return canvas.finish();
}

}  // namespace rubble::report
