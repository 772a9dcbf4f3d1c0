// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "rubble/report/canvas.h"

namespace rubble::report {
namespace {

constexpr int kFiner = 2;  // everything is drawn that much larger and then averaged
constexpr int kSubpixelBits = 4;
constexpr double kCapHeight = 21.0;  // pixels of OpenCV's letters at scale 1
constexpr int kFont = cv::FONT_HERSHEY_SIMPLEX;

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 0;
}

// #rgb or #rrggbb; pictures are kept as RGB.
cv::Scalar color_of(const std::string& text) {
  cv::Scalar color(0, 0, 0);
  const std::size_t digits = text.size() >= 7 ? 2 : 1;
  for (std::size_t i = 0; i < 3 && 1 + (i + 1) * digits <= text.size(); ++i) {
    const int high = digit_of(text[1 + i * digits]);
    const int low = digits == 2 ? digit_of(text[2 + i * digits]) : high;
    color[static_cast<int>(i)] = 16 * high + low;
  }
  return color;
}

cv::Point fine(const Vec2& place) {
  const double scale = kFiner * (1 << kSubpixelBits);
  constexpr double kFar = 1e7;
  return {static_cast<int>(std::lround(std::clamp(place.x() * scale, -kFar, kFar))),
          static_cast<int>(std::lround(std::clamp(place.y() * scale, -kFar, kFar)))};
}

int fine_length(double pixels) {
  return static_cast<int>(std::lround(pixels * kFiner * (1 << kSubpixelBits)));
}

int thickness_of(double width) {
  return std::max(1, static_cast<int>(std::lround(width * kFiner)));
}

}  // namespace

struct ImageCanvas::Pixels {
  cv::Mat mat;
};

ImageCanvas::ImageCanvas(int width, int height)
    : pixels_(std::make_unique<Pixels>(
          Pixels{cv::Mat(height * kFiner, width * kFiner, CV_8UC3, cv::Scalar(255, 255, 255))})) {}
ImageCanvas::~ImageCanvas() = default;

void ImageCanvas::line(const Vec2& from, const Vec2& to, const StrokeStyle& style) {
  const auto draw = [&](const Vec2& a, const Vec2& b) {
    cv::line(pixels_->mat, fine(a), fine(b), color_of(style.color), thickness_of(style.width),
             cv::LINE_AA, kSubpixelBits);
  };
  if (!style.is_dashed) return draw(from, to);
  constexpr double kDash = 5.0, kGap = 4.0;  // pixels
  const double length = (to - from).norm();
  const Vec2 direction = length > 0.0 ? Vec2((to - from) / length) : Vec2::Zero();
  for (double at = 0.0; at < std::min(length, 1e5); at += kDash + kGap)
    draw(from + at * direction, from + std::min(at + kDash, length) * direction);
}

void ImageCanvas::path(const std::vector<Vec2>& points, const StrokeStyle& style) {
  for (std::size_t i = 1; i < points.size(); ++i) line(points[i - 1], points[i], style);
}

void ImageCanvas::frame(const Vec2& corner, const Vec2& size, const std::string& color) {
  cv::rectangle(pixels_->mat, fine(corner), fine(corner + size), color_of(color), thickness_of(1.0),
                cv::LINE_AA, kSubpixelBits);
}

void ImageCanvas::box(const Vec2& corner, const Vec2& size, const std::string& color) {
  cv::rectangle(pixels_->mat, fine(corner), fine(corner + size), color_of(color), cv::FILLED,
                cv::LINE_AA, kSubpixelBits);
}

void ImageCanvas::polygon(const std::vector<Vec2>& corners, const FillStyle& style) {
  if (corners.empty()) return;
  std::vector<cv::Point> points;
  for (const Vec2& corner : corners) points.push_back(fine(corner));
  const std::vector<std::vector<cv::Point>> outlines{points};
  const bool is_solid = style.opacity >= 1.0;
  cv::Mat target = is_solid ? pixels_->mat : pixels_->mat.clone();
  cv::fillPoly(target, outlines, color_of(style.color), cv::LINE_AA, kSubpixelBits);
  if (!is_solid)
    cv::addWeighted(target, style.opacity, pixels_->mat, 1.0 - style.opacity, 0.0, pixels_->mat);
  if (!style.outline.empty())
    cv::polylines(pixels_->mat, outlines, true, color_of(style.outline),
                  thickness_of(style.outline_width), cv::LINE_AA, kSubpixelBits);
}

void ImageCanvas::dot(const Vec2& middle, double radius, const FillStyle& style) {
  const bool is_solid = style.opacity >= 1.0;
  cv::Mat target = is_solid ? pixels_->mat : pixels_->mat.clone();
  cv::circle(target, fine(middle), fine_length(radius), color_of(style.color), cv::FILLED,
             cv::LINE_AA, kSubpixelBits);
  if (!is_solid)
    cv::addWeighted(target, style.opacity, pixels_->mat, 1.0 - style.opacity, 0.0, pixels_->mat);
  if (!style.outline.empty())
    ring(middle, radius, {.color = style.outline, .width = style.outline_width});
}

void ImageCanvas::ring(const Vec2& middle, double radius, const StrokeStyle& style) {
  cv::circle(pixels_->mat, fine(middle), fine_length(radius), color_of(style.color),
             thickness_of(style.width), cv::LINE_AA, kSubpixelBits);
}

void ImageCanvas::text(const Vec2& place, const std::string& words, const TextStyle& style) {
  const double scale = 0.64 * style.size * kFiner / kCapHeight;
  const int thickness = style.is_bold ? 2 * kFiner : kFiner;
  int below = 0;
  const cv::Size size = cv::getTextSize(words, kFont, scale, thickness, &below);
  const double back = style.anchor == Anchor::Start    ? 0.0
                      : style.anchor == Anchor::Middle ? 0.5 * size.width
                                                       : size.width;
  const cv::Point begin(static_cast<int>(place.x() * kFiner - back),
                        static_cast<int>(place.y() * kFiner));
  if (!style.is_upright) {
    cv::putText(pixels_->mat, words, begin, kFont, scale, color_of(style.color), thickness,
                cv::LINE_AA);
    return;
  }
  // Drawn level on a turned copy of the picture, so that it blends with what is below.
  cv::Mat turned;
  cv::rotate(pixels_->mat, turned, cv::ROTATE_90_CLOCKWISE);
  const cv::Point start(static_cast<int>(pixels_->mat.rows - place.y() * kFiner - back),
                        static_cast<int>(place.x() * kFiner));
  cv::putText(turned, words, start, kFont, scale, color_of(style.color), thickness, cv::LINE_AA);
  cv::rotate(turned, pixels_->mat, cv::ROTATE_90_COUNTERCLOCKWISE);
}

void ImageCanvas::paste(const Vec2& corner, const Image& image) {
  const cv::Mat source(image.height, image.width, CV_8UC3,
                       const_cast<std::uint8_t*>(image.rgb.data()));
  cv::Mat large;
  cv::resize(source, large, {}, kFiner, kFiner, cv::INTER_NEAREST);
  const cv::Rect wanted(static_cast<int>(corner.x()) * kFiner,
                        static_cast<int>(corner.y()) * kFiner, large.cols, large.rows);
  const cv::Rect shown = wanted & cv::Rect(0, 0, pixels_->mat.cols, pixels_->mat.rows);
  if (shown.empty()) return;
  large(shown - wanted.tl()).copyTo(pixels_->mat(shown));
}

Image ImageCanvas::finish() const {
  cv::Mat small;
  cv::resize(pixels_->mat, small, {}, 1.0 / kFiner, 1.0 / kFiner, cv::INTER_AREA);
  Image image{.width = small.cols, .height = small.rows};
  image.rgb.assign(small.datastart, small.dataend);
  return image;
}

}  // namespace rubble::report
