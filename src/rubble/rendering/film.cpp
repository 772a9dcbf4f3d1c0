// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/film.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rubble::rendering {
namespace {

constexpr std::size_t kNoiseLevels = 4096;
constexpr unsigned kLevelBits = 12;
constexpr int kLevelsInWord = 5;  // 5 * 12 of 64 bits

// The value below which a share of a standard normal lies, by bisection.
double normal_quantile(double share) {
  double low = -8.0;
  double high = 8.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (0.5 * std::erfc(-middle / std::sqrt(2.0)) < share ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// Drawing one of these at random draws from a normal distribution, at the price of a look-up.
std::array<float, kNoiseLevels> make_standard_levels() {
  std::array<float, kNoiseLevels> levels{};
  double squares = 0.0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const double level = normal_quantile((static_cast<double>(i) + 0.5) / kNoiseLevels);
    levels[i] = static_cast<float>(level);
    squares += level * level;
  }
  const auto scale = static_cast<float>(1.0 / std::sqrt(squares / kNoiseLevels));
  for (float& level : levels) level *= scale;
  return levels;
}

}  // namespace

Film::Film(const CameraSettings& settings, Random noise)
    : settings_(settings),
      tone_(tone_tables()),
      exposure_(static_cast<float>(settings.exposure)),
      seed_(noise.bits()) {
  if (settings.noise <= 0.0) return;
  static const std::array<float, kNoiseLevels> standard = make_standard_levels();
  noise_levels_.assign(standard.begin(), standard.end());
  for (float& level : noise_levels_) level *= static_cast<float>(255.0 * settings.noise);
}

float Film::vignetting_factor(int column, int row) const {
  const double x = (column + 0.5) / settings_.width - 0.5;
  const double y = (row + 0.5) / settings_.height - 0.5;
  const double aspect = static_cast<double>(settings_.height) / settings_.width;
  const double corner = 0.25 * (1.0 + aspect * aspect);
  const double share = (x * x + y * y * aspect * aspect) / corner;
  return static_cast<float>(1.0 - settings_.vignetting * share);
}

void Film::expose(int column, int row, const rays::Vec3f& light, std::uint8_t* rgb) const {
  const float factor =
      settings_.vignetting > 0.0 ? exposure_ * vignetting_factor(column, row) : exposure_;
  for (int i = 0; i < 3; ++i) rgb[i] = tone_.encode(light[i] * factor);
}

void Film::add_noise(int first_column, int row, int count, std::uint8_t* rgb) const {
  Random random(seed_, static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(first_column));
  std::uint64_t word = 0;
  int left = 0;
  for (int i = 0; i < 3 * count; ++i) {
    if (left == 0) {
      word = random.bits();
      left = kLevelsInWord;
    }
    const float noisy = static_cast<float>(rgb[i]) + noise_levels_[word & (kNoiseLevels - 1)];
    rgb[i] = static_cast<std::uint8_t>(std::min(std::max(noisy + 0.5F, 0.0F), 255.0F));
    word >>= kLevelBits;
    --left;
  }
}

}  // namespace rubble::rendering
