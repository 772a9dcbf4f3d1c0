// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "rubble/base/random.h"
#include "rubble/rays/scene.h"
#include "rubble/rendering/renderer.h"
#include "rubble/rendering/tone.h"

namespace rubble::rendering {

// Sensor model: converts linear light to bytes by vignetting, exposure, sRGB encoding and noise.
class Film {
 public:
  Film(const CameraSettings& settings, Random noise);

  // One pixel without noise.
  void expose(int column, int row, const rays::Vec3f& light, std::uint8_t* rgb) const;
  // Adds noise to consecutive pixels of a row. The noise depends only on the seed and the pixel.
  void add_noise(int first_column, int row, int count, std::uint8_t* rgb) const;

  bool is_noisy() const { return !noise_levels_.empty(); }

 private:
  float vignetting_factor(int column, int row) const;

  CameraSettings settings_;
  const ToneTables& tone_;
  float exposure_;
  std::uint64_t seed_;
  std::vector<float> noise_levels_;  // equiprobable quantiles of the noise, 8-bit units
};

}  // namespace rubble::rendering
