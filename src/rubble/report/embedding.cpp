// SPDX-License-Identifier: Apache-2.0
#include "rubble/report/embedding.h"

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include "rubble/base/assert.h"

namespace rubble::report {

std::string png_of(const Image& image) {
  const auto pixels =
      static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  RUBBLE_ASSERT(image.rgb.size() == 3 * pixels);
  if (pixels == 0) return {};
  cv::Mat blue_first(image.height, image.width, CV_8UC3);
  for (std::size_t i = 0; i < image.rgb.size(); i += 3)
    for (std::size_t channel = 0; channel < 3; ++channel)
      blue_first.data[i + channel] = image.rgb[i + 2 - channel];
  std::vector<std::uint8_t> bytes;
  cv::imencode(".png", blue_first, bytes);
  return {bytes.begin(), bytes.end()};
}

std::string base64_of(std::string_view bytes) {
  static constexpr char kDigits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
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

std::string data_url(std::string_view media_type, std::string_view bytes) {
  return "data:" + std::string(media_type) + ";base64," + base64_of(bytes);
}

}  // namespace rubble::report
