// SPDX-License-Identifier: Apache-2.0
#include "rubble/smoke/air.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/assert.h"
#include "rubble/smoke/contents.h"
#include "rubble/smoke/path_builder.h"

namespace rubble::smoke {
namespace {

constexpr std::size_t kLinesPerBlock = 32;

// All but convex bodies and particles.
double total_of_the_rest(const Moment& moment, const Line& line) {
  double sum = 0.0;
  const auto add = [&](const Span& span, const Smoke& smoke) {
    sum += (span.end - span.start) * smoke.density;
  };
  for (const Smoke& haze : moment.hazes) sum += haze.density * line.length;
  moment.visit_meshes(line, add);
  for (const GaussianCloud& cloud : moment.gaussians) sum += cloud.body.total(line);
  thread_local Curve curve;
  for (const TurbulentCloud& cloud : moment.turbulents) {
    cloud.trace(line, curve);
    sum += curve.total();
  }
  return sum;
}

}  // namespace

Air::Air(const World& world, std::uint64_t seed)
    : contents_(std::make_unique<Contents>(world, seed)) {}

Air::~Air() = default;

void Air::advance(double time, std::span<const SmokeArea> made) { contents_->advance(time, made); }

bool Air::is_clear() const { return contents_->now().is_clear(); }

double Air::density_at(const Vec3& point) const { return contents_->now().density_at(point); }

double Air::heat_at(const Vec3& point) const { return contents_->heat_at(point); }

Path Air::path(const Line& line) const {
  Path result;
  path(line, result);
  return result;
}

void Air::path(const Line& line, Path& result) const {
  RUBBLE_ASSERT(line.length >= 0.0 && std::isfinite(line.length));
  thread_local PathBuilder builder;
  builder.build(contents_->now(), line, result);
}

void Air::integrals(std::span<const Line> lines, std::span<double> results) const {
  RUBBLE_ASSERT(lines.size() == results.size());
  const Moment& moment = contents_->now();
  thread_local ConvexBodies near;
  for (std::size_t first = 0; first < lines.size(); first += kLinesPerBlock) {
    const auto block = lines.subspan(first, std::min(kLinesPerBlock, lines.size() - first));
    moment.select(block, Rim::Sharp, near);
    for (std::size_t i = 0; i < block.size(); ++i)
      results[first + i] = near.total(block[i]) + total_of_the_rest(moment, block[i]);
  }
}

void Air::local_distances(std::span<const Line> lines, std::span<double> results) const {
  RUBBLE_ASSERT(lines.size() == results.size());
  const Moment& moment = contents_->now();
  for (std::size_t i = 0; i < lines.size(); ++i) results[i] = moment.local_distance(lines[i]);
}

}  // namespace rubble::smoke
