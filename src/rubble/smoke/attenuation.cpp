// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "rubble/base/assert.h"
#include "rubble/smoke/smoke_field_impl.h"

namespace rubble::smoke {
namespace {

constexpr std::size_t kLinesPerBlock = 32;

// An interval of a line with constant extinction of one body.
struct Layer {
  double start = 0.0;
  double end = 0.0;
  double extinction = 0.0;  // 1/m
  std::uint32_t tint = 0;
};

struct LayerEdge {
  double s = 0.0;
  double change = 0.0;  // of the extinction
  std::uint32_t tint = 0;
};

// Beer-Lambert attenuation with airlight (Koschmieder): an interval of optical depth x transmits
// exp(-x) of the background and adds 1 - exp(-x) of the source radiance of its smoke. Overlapping
// smoke has the mean radiance, weighted by extinction. Intervals are composited front to back.
class AttenuationIntegrator {
 public:
  AttenuationIntegrator(const SmokeSnapshot& snapshot, const Eigen::Vector3f& light)
      : snapshot_(snapshot),
        has_only_bodies_(snapshot.hazes.empty() && snapshot.meshes.empty() &&
                         snapshot.gaussians.empty() && snapshot.turbulents.empty()) {
    for (const Tint& tint : snapshot.tints)
      shown_.push_back((tint.color.cwiseProduct(light) + tint.emission).cast<double>());
  }

  // For lines that are close to each other, so that one cone bounds them.
  void integrate(std::span<const Line> lines, std::span<SmokeAttenuation> results) {
    snapshot_.select(lines, BallProfile::Parabolic, near_);
    const bool is_simple = has_only_bodies_ && near_.has_only_tint(0);
    for (std::size_t i = 0; i < lines.size(); ++i)
      results[i] =
          is_simple ? attenuation_of_depth(near_.depth(lines[i]), 0) : attenuation(lines[i]);
  }

 private:
  SmokeAttenuation attenuation(const Line& line) {
    collect(line);
    if (layers_.empty()) return {};
    const bool is_one_tint = std::all_of(layers_.begin(), layers_.end(), [&](const Layer& layer) {
      return layer.tint == layers_.front().tint;
    });
    return is_one_tint ? attenuation_of_one_tint() : attenuation_of_many_tints();
  }

  void collect(const Line& line) {
    layers_.clear();
    const auto add = [&](const Span& span, const Smoke& smoke) {
      layers_.push_back({span.start, span.end, smoke.density * smoke.extinction, smoke.tint});
    };
    for (const Smoke& haze : snapshot_.hazes) add({0.0, line.length}, haze);
    near_.visit(line, add);
    snapshot_.visit_meshes(line, add);
    snapshot_.visit_curves(line, [&](const Curve& curve, const Smoke& smoke) {
      for (std::size_t i = 1; i < curve.points.size(); ++i) {
        const CurvePoint &from = curve.points[i - 1], &to = curve.points[i];
        if (!(to.s > from.s) || !(to.integral > from.integral)) continue;
        const double density = (to.integral - from.integral) / (to.s - from.s);
        layers_.push_back({from.s, to.s, density * smoke.extinction, smoke.tint});
      }
    });
  }

  SmokeAttenuation attenuation_of_one_tint() const {
    double depth = 0.0;
    for (const Layer& layer : layers_) depth += layer.extinction * (layer.end - layer.start);
    return attenuation_of_depth(depth, layers_.front().tint);
  }

  SmokeAttenuation attenuation_of_depth(double depth, std::uint32_t tint) const {
    if (depth == 0.0) return {};
    const Eigen::Vector3d inscattered = -std::expm1(-depth) * shown_[tint];
    return {static_cast<float>(std::exp(-depth)), inscattered.cast<float>()};
  }

  SmokeAttenuation attenuation_of_many_tints() {
    edges_.clear();
    for (const Layer& layer : layers_) {
      edges_.push_back({layer.start, layer.extinction, layer.tint});
      edges_.push_back({layer.end, -layer.extinction, layer.tint});
    }
    std::sort(edges_.begin(), edges_.end(),
              [](const LayerEdge& a, const LayerEdge& b) { return a.s < b.s; });
    double transmittance = 1.0, extinction = 0.0, s = 0.0;
    Eigen::Vector3d source = Eigen::Vector3d::Zero(), inscattered = Eigen::Vector3d::Zero();
    for (const LayerEdge& edge : edges_) {
      const double width = edge.s - s;
      if (width > 0.0 && extinction > kMinExtinction) {
        const double kept = std::exp(-extinction * width);
        inscattered += transmittance * (1.0 - kept) / extinction * source.cwiseMax(0.0);
        transmittance *= kept;
        if (transmittance < kMinTransmittance) break;
      }
      s = edge.s;
      extinction += edge.change;
      source += edge.change * shown_[edge.tint];
    }
    return {static_cast<float>(transmittance), inscattered.cast<float>()};
  }

  // 1/m. Smaller values are rounding residues of intervals that have ended.
  static constexpr double kMinExtinction = 1e-9;
  // Light behind a smaller transmittance is below float precision.
  static constexpr double kMinTransmittance = 1e-8;

  const SmokeSnapshot& snapshot_;
  const bool has_only_bodies_;
  ConvexBodies near_;
  std::vector<Eigen::Vector3d> shown_;  // source radiance of each tint
  std::vector<Layer> layers_;
  std::vector<LayerEdge> edges_;
};

}  // namespace

void SmokeField::attenuations(std::span<const Line> lines, const Eigen::Vector3f& light,
                              std::span<SmokeAttenuation> results) const {
  RUBBLE_ASSERT(lines.size() == results.size());
  AttenuationIntegrator maker(impl_->now(), light);
  for (std::size_t first = 0; first < lines.size(); first += kLinesPerBlock) {
    const std::size_t count = std::min(kLinesPerBlock, lines.size() - first);
    maker.integrate(lines.subspan(first, count), results.subspan(first, count));
  }
}

}  // namespace rubble::smoke
