// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "rubble/base/assert.h"
#include "rubble/smoke/contents.h"

namespace rubble::smoke {
namespace {

// A stretch of a line in which one body takes away and adds light evenly.
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

// Beer-Lambert with airlight (Koschmieder): a stretch of optical depth x keeps exp(-x) of what is
// behind and adds 1 - exp(-x) of what its smoke shows. Where several kinds of smoke overlap they
// show their mean, weighed by their extinctions; stretches are put behind each other.
class VeilMaker {
 public:
  VeilMaker(const Moment& moment, const Eigen::Vector3f& light) : moment_(moment) {
    for (const Tint& tint : moment.tints)
      shown_.push_back((tint.color.cwiseProduct(light) + tint.emission).cast<double>());
  }

  Veil veil(const Line& line) {
    collect(line);
    if (layers_.empty()) return {};
    const bool is_one_tint = std::all_of(layers_.begin(), layers_.end(), [&](const Layer& layer) {
      return layer.tint == layers_.front().tint;
    });
    return is_one_tint ? veil_of_one_tint() : veil_of_many_tints();
  }

 private:
  void collect(const Line& line) {
    layers_.clear();
    const auto add = [&](const Span& span, const Smoke& smoke) {
      layers_.push_back({span.start, span.end, smoke.density * smoke.extinction, smoke.tint});
    };
    for (const Smoke& haze : moment_.hazes) add({0.0, line.length}, haze);
    moment_.visit_bodies(line, add);
    moment_.visit_curves(line, [&](const Curve& curve, const Smoke& smoke) {
      for (std::size_t i = 1; i < curve.points.size(); ++i) {
        const CurvePoint &from = curve.points[i - 1], &to = curve.points[i];
        if (!(to.s > from.s) || !(to.integral > from.integral)) continue;
        const double density = (to.integral - from.integral) / (to.s - from.s);
        layers_.push_back({from.s, to.s, density * smoke.extinction, smoke.tint});
      }
    });
  }

  Veil veil_of_one_tint() const {
    double depth = 0.0;
    for (const Layer& layer : layers_) depth += layer.extinction * (layer.end - layer.start);
    const Eigen::Vector3d added = -std::expm1(-depth) * shown_[layers_.front().tint];
    return {static_cast<float>(std::exp(-depth)), added.cast<float>()};
  }

  Veil veil_of_many_tints() {
    edges_.clear();
    for (const Layer& layer : layers_) {
      edges_.push_back({layer.start, layer.extinction, layer.tint});
      edges_.push_back({layer.end, -layer.extinction, layer.tint});
    }
    std::sort(edges_.begin(), edges_.end(),
              [](const LayerEdge& a, const LayerEdge& b) { return a.s < b.s; });
    double transmission = 1.0, extinction = 0.0, s = 0.0;
    Eigen::Vector3d source = Eigen::Vector3d::Zero(), added = Eigen::Vector3d::Zero();
    for (const LayerEdge& edge : edges_) {
      const double width = edge.s - s;
      if (width > 0.0 && extinction > kLeast) {
        const double kept = std::exp(-extinction * width);
        added += transmission * (1.0 - kept) / extinction * source.cwiseMax(0.0);
        transmission *= kept;
      }
      s = edge.s;
      extinction += edge.change;
      source += edge.change * shown_[edge.tint];
    }
    return {static_cast<float>(transmission), added.cast<float>()};
  }

  // Below it an extinction is what rounding left of one that has ended, 1/m.
  static constexpr double kLeast = 1e-9;

  const Moment& moment_;
  std::vector<Eigen::Vector3d> shown_;  // of each tint, when opaque
  std::vector<Layer> layers_;
  std::vector<LayerEdge> edges_;
};

}  // namespace

void Air::veils(std::span<const Line> lines, const Eigen::Vector3f& light,
                std::span<Veil> results) const {
  RUBBLE_ASSERT(lines.size() == results.size());
  VeilMaker maker(contents_->now(), light);
  for (std::size_t i = 0; i < lines.size(); ++i) results[i] = maker.veil(lines[i]);
}

}  // namespace rubble::smoke
