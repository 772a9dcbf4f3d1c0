// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/messages/reading.h"

namespace rubble::report {

enum class Anchor { Start, Middle, End };

struct TextStyle {
  Anchor anchor = Anchor::Start;
  std::string color = "#222";
  double size = 12.0;  // pixels
  bool is_bold = false;
  bool is_upright = false;  // rotated by 90 degrees, bottom to top
};

struct StrokeStyle {
  std::string color = "#222";  // #rgb or #rrggbb
  double width = 1.0;          // pixels
  bool is_dashed = false;
};

// Vector drawing in pixels, y downwards. Later shapes cover earlier ones.
class Canvas {
 public:
  virtual ~Canvas() = default;
  virtual void line(const Vec2& from, const Vec2& to, const StrokeStyle& style) = 0;
  virtual void path(const std::vector<Vec2>& points, const StrokeStyle& style) = 0;
  virtual void frame(const Vec2& corner, const Vec2& size, const std::string& color) = 0;
  virtual void box(const Vec2& corner, const Vec2& size, const std::string& color) = 0;
  virtual void dot(const Vec2& middle, double radius, const std::string& color) = 0;
  virtual void text(const Vec2& place, const std::string& words, const TextStyle& style) = 0;
};

class SvgCanvas final : public Canvas {
 public:
  void line(const Vec2& from, const Vec2& to, const StrokeStyle& style) override;
  void path(const std::vector<Vec2>& points, const StrokeStyle& style) override;
  void frame(const Vec2& corner, const Vec2& size, const std::string& color) override;
  void box(const Vec2& corner, const Vec2& size, const std::string& color) override;
  void dot(const Vec2& middle, double radius, const std::string& color) override;
  void text(const Vec2& place, const std::string& words, const TextStyle& style) override;
  // Embeds PNG bytes, scaled without interpolation.
  void picture(const Vec2& corner, const Vec2& size, const std::string& png);
  // Returns the whole file.
  std::string finish(int width, int height) const;

 private:
  std::string body_;
};

// Draws to an image, initially white. Text is ASCII only.
class ImageCanvas final : public Canvas {
 public:
  ImageCanvas(int width, int height);
  ~ImageCanvas() override;
  void line(const Vec2& from, const Vec2& to, const StrokeStyle& style) override;
  void path(const std::vector<Vec2>& points, const StrokeStyle& style) override;
  void frame(const Vec2& corner, const Vec2& size, const std::string& color) override;
  void box(const Vec2& corner, const Vec2& size, const std::string& color) override;
  void dot(const Vec2& middle, double radius, const std::string& color) override;
  void text(const Vec2& place, const std::string& words, const TextStyle& style) override;
  // Copies an image with its upper left corner at `corner`.
  void paste(const Vec2& corner, const Image& image);
  Image finish() const;

 private:
  struct Pixels;
  std::unique_ptr<Pixels> pixels_;
};

}  // namespace rubble::report
