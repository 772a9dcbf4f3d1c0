// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/coverage_picture.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "rubble/report/canvas.h"

namespace rubble::radio {
namespace {

constexpr double kLongSide = 1100.0;                             // pixels of the map
constexpr double kEdge = 16, kHead = 44, kFoot = 46, kKey = 92;  // margins, pixels

using HeatColor = std::array<double, 3>;
// Colours from the sensitivity to the strongest cells.
constexpr HeatColor kHeat[] = {{68, 58, 140},  {46, 108, 175}, {38, 160, 170}, {108, 200, 120},
                               {238, 222, 92}, {246, 152, 58}, {214, 56, 44}};
constexpr HeatColor kDeaf{206, 206, 212};

struct HeatScale {
  double low = -92.0;  // dBm, the sensitivity
  double high = -30.0;

  HeatColor color(double dbm) const {
    if (!(dbm > low)) return kDeaf;
    constexpr auto kSteps = static_cast<double>(std::size(kHeat) - 1);
    const double place = std::clamp((dbm - low) / (high - low), 0.0, 1.0) * kSteps;
    const auto below = static_cast<std::size_t>(std::min(place, kSteps - 1e-9));
    const double share = place - static_cast<double>(below);
    HeatColor color;
    for (std::size_t i = 0; i < 3; ++i)
      color[i] = kHeat[below][i] + share * (kHeat[below + 1][i] - kHeat[below][i]);
    return color;
  }
};

// The scale ends at about the strongest tenth of the cells, since power diverges near the antenna.
HeatScale scale_of(const RadioCoverage& coverage, double sensitivity) {
  std::vector<float> values = coverage.dbm;
  const auto high = values.begin() + static_cast<std::ptrdiff_t>(values.size() * 49 / 50);
  std::nth_element(values.begin(), high, values.end());
  const double top = std::ceil(static_cast<double>(*high) / 5.0) * 5.0;
  return {sensitivity, std::max(top, sensitivity + 20.0)};
}

// A scale bar of about this length: 1, 2 or 5 times a power of ten.
double round_length(double about) {
  const double power = std::pow(10.0, std::floor(std::log10(about)));
  for (const double factor : {5.0, 2.0})
    if (factor * power <= about) return factor * power;
  return power;
}

class MapPainter {
 public:
  explicit MapPainter(const CoverageDrawing& drawing)
      : drawing_(drawing),
        map_(drawing.coverage),
        colors_(scale_of(drawing.coverage, drawing.sensitivity)),
        scale_(kLongSide / (map_.cell * std::max(map_.columns, map_.rows))),
        width_(static_cast<int>(std::ceil(map_.columns * map_.cell * scale_))),
        height_(std::max(220, static_cast<int>(std::ceil(map_.rows * map_.cell * scale_)))),
        canvas_(width_ + static_cast<int>(2 * kEdge + kKey),
                height_ + static_cast<int>(kHead + kFoot)) {}

  Image paint() {
    canvas_.paste({kEdge, kHead}, heat());
    contour();
    for (const rays::CutLine& line : drawing_.walls)
      canvas_.line(at(line.from), at(line.to), {.color = "#16181c", .width = 1.5});
    mark(drawing_.antenna.head<2>());
    cover_rim();
    canvas_.frame({kEdge, kHead}, Vec2(width_, height_), "#777");
    canvas_.text({kEdge, 28}, drawing_.title, {.color = "#111", .size = 15, .is_bold = true});
    key();
    length_bar();
    return canvas_.finish();
  }

 private:
  Vec2 at(const Vec2& place) const {
    const Vec2 away = (place - map_.origin) * scale_;
    return {kEdge + away.x(), kHead + map_.rows * map_.cell * scale_ - away.y()};
  }

  Image heat() const {
    Image image{.width = width_, .height = height_};
    image.rgb.reserve(3 * static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
    const double pixels = map_.cell * scale_;
    for (int y = 0; y < height_; ++y)
      for (int x = 0; x < width_; ++x) {
        const int column = std::min(static_cast<int>((x + 0.5) / pixels), map_.columns - 1);
        const int row = map_.rows - 1 - static_cast<int>((y + 0.5) / pixels);
        const HeatColor color =
            row < 0 ? HeatColor{255, 255, 255} : colors_.color(map_.at(column, row));
        for (const double channel : color)
          image.rgb.push_back(static_cast<std::uint8_t>(std::lround(channel)));
      }
    return image;
  }

  // Marching squares over the centres of cells.
  void contour() {
    for (int row = 0; row + 1 < map_.rows; ++row)
      for (int column = 0; column + 1 < map_.columns; ++column) contour_in(column, row);
  }

  void contour_in(int column, int row) {
    const std::array<std::array<int, 2>, 4> around{
        {{column, row}, {column + 1, row}, {column + 1, row + 1}, {column, row + 1}}};
    std::vector<Vec2> crossings;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto& a = around[i];
      const auto& b = around[(i + 1) % 4];
      const double first = map_.at(a[0], a[1]) - drawing_.sensitivity;
      const double second = map_.at(b[0], b[1]) - drawing_.sensitivity;
      if ((first > 0.0) == (second > 0.0)) continue;
      const Vec2 from = map_.cell_centre(a[0], a[1]), to = map_.cell_centre(b[0], b[1]);
      crossings.push_back(from + first / (first - second) * (to - from));
    }
    for (std::size_t i = 0; i + 1 < crossings.size(); i += 2)
      canvas_.line(at(crossings[i]), at(crossings[i + 1]), {.color = "#a3006b", .width = 2.0});
  }

  void mark(const Vec2& place) {
    const Vec2 middle = at(place);
    canvas_.dot(middle, 9.0, "#ffffff");
    canvas_.dot(middle, 7.0, "#111111");
    canvas_.dot(middle, 3.0, "#ffffff");
    for (const double side : {-1.0, 1.0})
      for (const double radius : {13.0, 18.0}) {
        std::vector<Vec2> wave;
        for (double angle = -0.6; angle <= 0.61; angle += 0.1)
          wave.push_back(middle + radius * Vec2(side * std::cos(angle), std::sin(angle)));
        canvas_.path(wave, {.color = "#ffffff", .width = 4.0});
        canvas_.path(wave, {.color = "#111111", .width = 2.0});
      }
  }

  // Clip: lines may leave the map.
  void cover_rim() {
    const double right = kEdge + width_, below = kHead + height_;
    canvas_.box({0, 0}, {right + kEdge + kKey, kHead - 1}, "#ffffff");
    canvas_.box({0, below}, {right + kEdge + kKey, kFoot}, "#ffffff");
    canvas_.box({0, 0}, {kEdge - 1, below + kFoot}, "#ffffff");
    canvas_.box({right, 0}, {kEdge + kKey, below + kFoot}, "#ffffff");
  }

  void key() {
    const double left = kEdge + width_ + 18, top = kHead + 24;
    const double tall = std::clamp(height_ - 90.0, 100.0, 420.0);
    const auto y_of = [&](double dbm) {
      return top + tall * (colors_.high - dbm) / (colors_.high - colors_.low);
    };
    canvas_.text({left, kHead + 12}, "dBm", {});
    for (double y = 0.0; y < tall; y += 1.0) {
      const HeatColor color = colors_.color(colors_.high - y / tall * (colors_.high - colors_.low));
      canvas_.box({left, top + y}, {18, 1},
                  fmt::format("#{:02x}{:02x}{:02x}", std::lround(color[0]), std::lround(color[1]),
                              std::lround(color[2])));
    }
    const double step = tall / (colors_.high - colors_.low) < 3.0 ? 20.0 : 10.0;
    for (double dbm = std::floor(colors_.high / step) * step; dbm > colors_.low + 0.25 * step;
         dbm -= step) {
      canvas_.line({left + 18, y_of(dbm)}, {left + 22, y_of(dbm)}, {});
      canvas_.text({left + 26, y_of(dbm) + 4}, fmt::format("{:.0f}", dbm), {});
    }
    canvas_.line({left - 3, top + tall}, {left + 24, top + tall},
                 {.color = "#a3006b", .width = 2.0});
    canvas_.text({left + 26, top + tall + 4}, fmt::format("{:.5g}", colors_.low),
                 {.color = "#a3006b"});
    canvas_.box({left, top + tall + 14}, {18, 18}, "#ceced4");
    canvas_.text({left + 24, top + tall + 27}, "deaf", {});
  }

  void length_bar() {
    const double length = round_length(width_ / scale_ / 4.0);
    const double y = kHead + height_ + 20;
    const Vec2 from(kEdge, y), to(kEdge + length * scale_, y);
    canvas_.line(from, to, {.color = "#111", .width = 2.0});
    for (const Vec2& end : {from, to})
      canvas_.line(end - Vec2(0, 5), end + Vec2(0, 5), {.color = "#111", .width = 2.0});
    canvas_.text(to + Vec2(10, 4), fmt::format("{:g} m", length), {});
  }

  const CoverageDrawing& drawing_;
  const RadioCoverage& map_;
  HeatScale colors_;
  double scale_;  // pixels per metre
  int width_;     // pixels of the map
  int height_;
  report::ImageCanvas canvas_;
};

}  // namespace

Image coverage_picture(const CoverageDrawing& drawing) { return MapPainter(drawing).paint(); }

}  // namespace rubble::radio
