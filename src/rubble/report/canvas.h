// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/messages/reading.h"
#include "rubble/report/theme.h"

namespace rubble::report {

enum class Anchor { Start, Middle, End };

struct TextStyle {
  Anchor anchor = Anchor::Start;
  std::string color{kInk.light};
  double size = 12.0;  // pixels
  bool is_bold = false;
  bool is_upright = false;  // rotated by 90 degrees, bottom to top
};

struct StrokeStyle {
  std::string color{kInk.light};  // #rgb or #rrggbb
  double width = 1.0;             // pixels
  bool is_dashed = false;
};

struct FillStyle {
  std::string color{kInk.light};  // #rgb or #rrggbb
  double opacity = 1.0;           // 0..1
  std::string outline = {};       // colour; empty: none
  double outline_width = 1.0;     // pixels
};

// Vector drawing in pixels, y downwards. Later shapes cover earlier ones.
class Canvas {
 public:
  virtual ~Canvas() = default;
  virtual void line(const Vec2& from, const Vec2& to, const StrokeStyle& style) = 0;
  virtual void path(const std::vector<Vec2>& points, const StrokeStyle& style) = 0;
  virtual void polygon(const std::vector<Vec2>& corners, const FillStyle& style) = 0;
  virtual void frame(const Vec2& corner, const Vec2& size, const std::string& color) = 0;
  virtual void box(const Vec2& corner, const Vec2& size, const std::string& color) = 0;
  virtual void dot(const Vec2& middle, double radius, const FillStyle& style) = 0;
  virtual void ring(const Vec2& middle, double radius, const StrokeStyle& style) = 0;
  virtual void text(const Vec2& place, const std::string& words, const TextStyle& style) = 0;

  void dot(const Vec2& middle, double radius, const std::string& color) {
    dot(middle, radius, FillStyle{.color = color});
  }
};

// A finished drawing. Only SvgCanvas makes one, so it is valid and can be part of a page as it is.
class Svg {
 public:
  Svg() = default;  // nothing
  bool is_empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }

 private:
  friend class SvgCanvas;
  explicit Svg(std::string text) : text_(std::move(text)) {}

  std::string text_;
};

// Escapes text and attributes. Colours of the theme get a class, by which a page can replace them.
class SvgCanvas final : public Canvas {
 public:
  using Canvas::dot;
  void line(const Vec2& from, const Vec2& to, const StrokeStyle& style) override;
  void path(const std::vector<Vec2>& points, const StrokeStyle& style) override;
  void polygon(const std::vector<Vec2>& corners, const FillStyle& style) override;
  void frame(const Vec2& corner, const Vec2& size, const std::string& color) override;
  void box(const Vec2& corner, const Vec2& size, const std::string& color) override;
  void dot(const Vec2& middle, double radius, const FillStyle& style) override;
  void ring(const Vec2& middle, double radius, const StrokeStyle& style) override;
  void text(const Vec2& place, const std::string& words, const TextStyle& style) override;
  // Embeds an image as PNG, scaled without interpolation.
  void picture(const Vec2& corner, const Vec2& size, const Image& image);
  // On a background of paper.
  Svg finish(int width, int height) const;

 private:
  std::string body_;
};

// Draws to an image, initially white. Text is ASCII only.
class ImageCanvas final : public Canvas {
 public:
  using Canvas::dot;
  ImageCanvas(int width, int height);
  ~ImageCanvas() override;
  void line(const Vec2& from, const Vec2& to, const StrokeStyle& style) override;
  void path(const std::vector<Vec2>& points, const StrokeStyle& style) override;
  void polygon(const std::vector<Vec2>& corners, const FillStyle& style) override;
  void frame(const Vec2& corner, const Vec2& size, const std::string& color) override;
  void box(const Vec2& corner, const Vec2& size, const std::string& color) override;
  void dot(const Vec2& middle, double radius, const FillStyle& style) override;
  void ring(const Vec2& middle, double radius, const StrokeStyle& style) override;
  void text(const Vec2& place, const std::string& words, const TextStyle& style) override;
  // Copies an image with its upper left corner at `corner`.
  void paste(const Vec2& corner, const Image& image);
  Image finish() const;

 private:
  struct Pixels;
  std::unique_ptr<Pixels> pixels_;
};

}  // namespace rubble::report
