// SPDX-License-Identifier: Apache-2.0
#include "rubble/smoke/turbulence.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "rubble/base/random.h"

namespace rubble::smoke {
namespace {

constexpr std::size_t kSide = 64;        // cells of the baked cube along an edge
constexpr double kCellsPerLength = 4.0;  // per correlation length
constexpr std::size_t kCells = kSide * kSide * kSide;

using Spectrum = std::vector<std::complex<double>>;

// In place, `count` numbers `stride` apart; radix 2.
void transform(std::complex<double>* data, std::size_t stride,
               const std::vector<std::complex<double>>& roots) {
  for (std::size_t i = 1, j = 0; i < kSide; ++i) {
    std::size_t bit = kSide >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(data[i * stride], data[j * stride]);
  }
  for (std::size_t length = 2; length <= kSide; length *= 2)
    for (std::size_t start = 0; start < kSide; start += length)
      for (std::size_t k = 0; k < length / 2; ++k) {
        std::complex<double>& a = data[(start + k) * stride];
        std::complex<double>& b = data[(start + k + length / 2) * stride];
        const std::complex<double> turned = b * roots[k * (kSide / length)];
        b = a - turned;
        a += turned;
      }
}

void transform_cube(Spectrum& cube) {
  std::vector<std::complex<double>> roots;
  for (std::size_t i = 0; i < kSide / 2; ++i)
    roots.push_back(std::polar(1.0, -2.0 * kPi * static_cast<double>(i) / kSide));
  for (std::size_t i = 0; i < kSide * kSide; ++i) transform(&cube[i * kSide], 1, roots);
  for (std::size_t i = 0; i < kSide * kSide; ++i)
    transform(&cube[(i / kSide) * kSide * kSide + i % kSide], kSide, roots);
  for (std::size_t i = 0; i < kSide * kSide; ++i) transform(&cube[i], kSide * kSide, roots);
}

template <class Act>
void for_each_cell(Act act) {
  for (std::size_t z = 0; z < kSide; ++z)
    for (std::size_t y = 0; y < kSide; ++y)
      for (std::size_t x = 0; x < kSide; ++x) act(x, y, z, (z * kSide + y) * kSide + x);
}

double min_length(std::size_t i) { return static_cast<double>(i < kSide / 2 ? i : kSide - i); }

// Variance of every wave of the cube: the transform of the correlation, divided by what linear
// interpolation between cells does to it. With that the interpolated field has, over all places,
// variance 1 and the right correlation at whole cells.
std::vector<double> wave_variances() {
  Spectrum cube(kCells);
  for_each_cell([&](std::size_t x, std::size_t y, std::size_t z, std::size_t i) {
    const double distance = std::hypot(min_length(x), min_length(y), min_length(z));
    cube[i] = std::exp(-distance / kCellsPerLength);
  });
  transform_cube(cube);
  std::array<double, kSide> loss;
  for (std::size_t i = 0; i < kSide; ++i)
    loss[i] = (2.0 + std::cos(2.0 * kPi * static_cast<double>(i) / kSide)) / 3.0;
  std::vector<double> variances(kCells);
  for_each_cell([&](std::size_t x, std::size_t y, std::size_t z, std::size_t i) {
    variances[i] = std::max(0.0, cube[i].real()) / (loss[x] * loss[y] * loss[z]);
  });
  return variances;
}

struct BakedField {
  std::vector<float> values;  // x fastest
  double level_std = 0.0;     // of the wave of infinite length, which the values leave out
};

// Every wave has exactly its amplitude and a random phase: averages over all places of this one
// cube then equal those over all fields.
BakedField bake() {
  const std::vector<double> variances = wave_variances();
  Spectrum cube(kCells);
  Random random(1, "smoke turbulence");
  for (auto& value : cube) value = random.normal();
  transform_cube(cube);
  for (std::size_t i = 0; i < kCells; ++i)
    cube[i] *= std::sqrt(variances[i]) / std::max(1e-300, std::abs(cube[i]));
  cube[0] = 0.0;
  transform_cube(cube);
  BakedField field;
  field.level_std = std::sqrt(variances[0] / static_cast<double>(kCells));
  const double scale = 1.0 / std::sqrt(static_cast<double>(kCells));
  for (const auto& value : cube) field.values.push_back(static_cast<float>(value.real() * scale));
  return field;
}

const BakedField& baked_field() {
  static const BakedField field = bake();
  return field;
}

double value_between(const float* values, const Vec3& at) {
  constexpr std::size_t kMask = kSide - 1;
  const Vec3 base(std::floor(at.x()), std::floor(at.y()), std::floor(at.z()));
  const Eigen::Vector3f f = (at - base).cast<float>();
  const auto wrapped = [](double x) {
    return static_cast<std::size_t>(static_cast<std::int64_t>(x)) & kMask;
  };
  const std::size_t x0 = wrapped(base.x()), x1 = (x0 + 1) & kMask;
  const std::size_t y0 = wrapped(base.y()) * kSide, y1 = (y0 + kSide) & (kMask * kSide);
  const std::size_t z0 = wrapped(base.z()) * kSide * kSide,
                    z1 = (z0 + kSide * kSide) & (kMask * kSide * kSide);
  const auto row = [&](std::size_t start) {
    return values[start + x0] + f.x() * (values[start + x1] - values[start + x0]);
  };
  const float low = row(z0 + y0) + f.y() * (row(z0 + y1) - row(z0 + y0));
  const float high = row(z1 + y0) + f.y() * (row(z1 + y1) - row(z1 + y0));
  return static_cast<double>(low + f.z() * (high - low));
}

}  // namespace

Turbulence::Turbulence(double strength, double correlation_length, std::uint64_t seed)
    : log_std_(std::sqrt(std::log1p(strength * strength))) {
  Random random(seed, "smoke turbulence look");
  for (Layer& layer : layers_) {
    const double z = random.normal(), y = random.normal(), x = random.normal();
    Quat turn(random.normal(), x, y, z);
    turn.normalize();
    layer.cells_from_area = turn.toRotationMatrix() * (kCellsPerLength / correlation_length);
    for (const int axis : {2, 1, 0}) layer.offset[axis] = random.uniform() * kSide;
  }
  level_ = baked_field().level_std * random.normal();
}

double Turbulence::factor(double gaussian) const {
  return std::exp(log_std_ * (gaussian + level_) - 0.5 * log_std_ * log_std_);
}

double Turbulence::at(const Vec3& point) const {
  return LineSampler(*this, point, Vec3::Zero()).at(0.0);
}

Turbulence::LineSampler::LineSampler(const Turbulence& field, const Vec3& origin,
                                     const Vec3& direction)
    : field_(field) {
  for (std::size_t i = 0; i < 2; ++i) {
    const Layer& layer = field.layers_[i];
    origins_[i] = layer.cells_from_area * origin + layer.offset;
    steps_[i] = layer.cells_from_area * direction;
  }
}

double Turbulence::LineSampler::at(double s) const {
  static constexpr double kShare = 0.70710678118654752440;  // of each of the two, root of 1/2
  const float* values = baked_field().values.data();
  const double sum = value_between(values, origins_[0] + s * steps_[0]) +
                     value_between(values, origins_[1] + s * steps_[1]);
  return field_.factor(kShare * sum);
}

}  // namespace rubble::smoke
