// SPDX-License-Identifier: Apache-2.0
#include "rubble/smoke/smoke_field.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/assert.h"
#include "rubble/smoke/path_builder.h"
#include "rubble/smoke/smoke_field_impl.h"

namespace rubble::smoke {
namespace {

constexpr std::size_t kLinesPerBlock = 32;

// All but convex bodies and particles.
double total_of_the_rest(const SmokeSnapshot& snapshot, const Line& line) {
  double sum = 0.0;
  const auto add = [&](const Span& span, const Smoke& smoke) {
    sum += (span.end - span.start) * smoke.density;
  };
  for (const Smoke& haze : snapshot.hazes) sum += haze.density * line.length;
  snapshot.visit_meshes(line, add);
  for (const GaussianCloud& cloud : snapshot.gaussians) sum += cloud.body.total(line);
  thread_local Curve curve;
  for (const TurbulentCloud& cloud : snapshot.turbulents) {
    cloud.trace(line, curve);
    sum += curve.total();
  }
  return sum;
}

}  // namespace

SmokeField::SmokeField(const World& world, std::uint64_t seed)
    : impl_(std::make_unique<Impl>(world, seed)) {}

SmokeField::~SmokeField() = default;

void SmokeField::advance(double time, std::span<const SmokeArea> runtime_areas) {
  impl_->advance(time, runtime_areas);
}

bool SmokeField::is_clear() const { return impl_->now().is_clear(); }

double SmokeField::density_at(const Vec3& point) const { return impl_->now().density_at(point); }

double SmokeField::heat_at(const Vec3& point) const { return impl_->heat_at(point); }

Path SmokeField::path(const Line& line) const {
  Path result;
  path(line, result);
  return result;
}

void SmokeField::path(const Line& line, Path& result) const {
  RUBBLE_ASSERT(line.length >= 0.0 && std::isfinite(line.length));
  thread_local PathBuilder builder;
  builder.build(impl_->now(), line, result);
}

void SmokeField::integrals(std::span<const Line> lines, std::span<double> results) const {
  RUBBLE_ASSERT(lines.size() == results.size());
  const SmokeSnapshot& snapshot = impl_->now();
  thread_local ConvexBodies near;
  for (std::size_t first = 0; first < lines.size(); first += kLinesPerBlock) {
    const auto block = lines.subspan(first, std::min(kLinesPerBlock, lines.size() - first));
    snapshot.select(block, BallProfile::Uniform, near);
    for (std::size_t i = 0; i < block.size(); ++i)
      results[first + i] = near.total(block[i]) + total_of_the_rest(snapshot, block[i]);
  }
}

void SmokeField::local_distances(std::span<const Line> lines, std::span<double> results) const {
  RUBBLE_ASSERT(lines.size() == results.size());
  const SmokeSnapshot& snapshot = impl_->now();
  for (std::size_t i = 0; i < lines.size(); ++i) results[i] = snapshot.local_distance(lines[i]);
}

}  // namespace rubble::smoke
