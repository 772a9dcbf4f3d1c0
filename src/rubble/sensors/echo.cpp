// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/echo.h"

#include <algorithm>
#include <cmath>

namespace rubble::sensors {
namespace {

constexpr double kWhitePaper = 0.9;
constexpr double kMaxNoiseGrowth = 10.0;
constexpr double kSoftResolution = 1e-5;    // m
constexpr double kMarginResolution = 0.01;  // relative

// Back-scatter collected at a distance: F(s) = exp(-2 k q(s - window)) - exp(-2 k q(s)).
class BackScatter {
 public:
  BackScatter(const EchoModel& model, const smoke::Path& path)
      : path_(path), decay_(-2.0 * model.extinction), window_(model.soft_window) {}

  double at(double s) const { return most_between(s, s); }
  // q never falls, so no F in between is above this.
  double most_between(double low, double high) const {
    return std::exp(decay_ * path_.integral(low - window_)) -
           std::exp(decay_ * path_.integral(high));
  }

 private:
  const smoke::Path& path_;
  double decay_;
  double window_;
};

// Branch and bound: halves that cannot reach the threshold are left out, so no peak is missed,
// however narrow.
double first_reaching(const BackScatter& scatter, double threshold, double low, double high) {
  if (scatter.most_between(low, high) < threshold) return kInfinity;
  const double middle = 0.5 * (low + high);
  if (high - low < kSoftResolution) return scatter.at(high) >= threshold ? middle : kInfinity;
  const double left = first_reaching(scatter, threshold, low, middle);
  return left < kInfinity ? left : first_reaching(scatter, threshold, middle, high);
}

void find_most(const BackScatter& scatter, double low, double high, double& most) {
  if (scatter.most_between(low, high) <= most * (1.0 + kMarginResolution)) return;
  const double middle = 0.5 * (low + high);
  most = std::max(most, scatter.at(middle));
  if (high - low < kSoftResolution) return;
  find_most(scatter, low, middle, most);
  find_most(scatter, middle, high, most);
}

// The surface a sensor would report, or null.
const TargetInSmoke* chosen_surface(const EchoModel& model,
                                    std::span<const TargetInSmoke> targets) {
  const TargetInSmoke* chosen = nullptr;
  double chosen_margin = 0.0;
  for (const TargetInSmoke& each : targets) {
    const double margin = log_margin(model, each.target, each.q);
    if (!is_visible(margin)) continue;
    const bool is_better = chosen == nullptr || model.return_mode == ReturnMode::Last ||
                           (model.return_mode == ReturnMode::Strongest && margin > chosen_margin);
    if (!is_better) continue;
    chosen = &each;
    chosen_margin = margin;
  }
  return chosen;
}

double strongest_margin(const EchoModel& model, std::span<const TargetInSmoke> targets) {
  double strongest = -kInfinity;
  for (const TargetInSmoke& each : targets)
    strongest = std::max(strongest, log_margin(model, each.target, each.q));
  return strongest;
}

bool smoke_wins(const EchoModel& model, const TargetInSmoke* surface, const SoftEcho& soft) {
  if (soft.range == kInfinity) return false;
  if (surface == nullptr) return true;
  switch (model.return_mode) {
    case ReturnMode::First:
      return soft.range < surface->target.range;
    case ReturnMode::Strongest:
      return soft.log_margin > log_margin(model, surface->target, surface->q);
    case ReturnMode::Last:
      return false;
  }
  return false;
}

// Glossy surfaces read too long, the more the weaker the echo.
double reading_of(const EchoModel& model, const TargetInSmoke& surface) {
  const double range = surface.target.range;
  if (surface.target.gloss <= 0.0 || surface.q <= 0.0) return range;
  const double visible = visible_integral(model, surface.target);
  const double share = visible > 0.0 ? std::min(1.0, surface.q / visible) : 1.0;
  return range * (1.0 + surface.target.gloss * share);
}

// Smoke and surface within 3 dB of each other, both seen.
bool is_mismatch(double surface_margin, const SoftEcho& soft) {
  constexpr double kThreeDecibels = 3.0 / kDecibelsPerNeper;
  return soft.range < kInfinity && std::abs(soft.log_margin - surface_margin) < kThreeDecibels;
}

EchoKind kind_of_answer(const EchoModel& model, const TargetInSmoke* surface,
                        const SoftEcho& soft) {
  if (surface == nullptr) return EchoKind::Reading;
  const double margin = log_margin(model, surface->target, surface->q);
  if (surface->target.is_retro && margin >= std::log(kDazzlingMargin)) return EchoKind::Dazzled;
  return is_mismatch(margin, soft) ? EchoKind::Mismatch : EchoKind::Reading;
}

}  // namespace

double visible_integral(const EchoModel& model, const Target& target) {
  if (model.kind == LaserModel::Budget) return model.penetration;
  const double gain = target.is_retro ? kRetroGain : 1.0;
  const double strength =
      target.power * gain * target.reflectivity / kWhitePaper * std::max(0.0, target.cosine);
  const double decay = model.range_falloff * std::log(model.white_range / target.range);
  return model.penetration + (decay + std::log(strength)) / (2.0 * model.extinction);
}

double log_margin(const EchoModel& model, const Target& target, double q) {
  return 2.0 * model.extinction * (visible_integral(model, target) - q);
}

SoftEcho find_soft_echo(const EchoModel& model, const smoke::Path& path, double far,
                        bool wants_margin) {
  SoftEcho soft;
  if (!may_look_solid(model, path.integral(far))) return soft;
  const BackScatter scatter(model, path);
  const double threshold = -std::expm1(-2.0 * model.extinction * model.soft_integral);
  const double earliest = std::min(far, path.distance_at(model.soft_integral));
  // Where the window reaches back to clear air, that is it already.
  soft.range =
      path.integral(earliest - model.soft_window) <= 0.0
          ? earliest
          : first_reaching(scatter, threshold, std::max(0.0, earliest - kSoftResolution), far);
  if (soft.range == kInfinity) return soft;
  double most = threshold;
  if (wants_margin) find_most(scatter, soft.range, far, most);
  soft.log_margin = std::log(most / threshold);
  return soft;
}

double noise_growth(const EchoModel& model, double q) {
  return std::min(kMaxNoiseGrowth, std::exp(model.extinction * q));
}

Echo decide(const EchoModel& model, std::span<const TargetInSmoke> targets, const SoftEcho& soft,
            const smoke::Path* path) {
  Echo echo;
  echo.density_integral = targets.empty() ? 0.0F : static_cast<float>(targets.back().q);
  const TargetInSmoke* surface = chosen_surface(model, targets);
  const bool is_smoke = smoke_wins(model, surface, soft);
  if (surface == nullptr && !is_smoke) {
    echo.kind = targets.empty() ? EchoKind::Nothing : EchoKind::Lost;
    echo.loss_db = static_cast<float>(-kDecibelsPerNeper * strongest_margin(model, targets));
    return echo;
  }
  echo.kind = kind_of_answer(model, surface, soft);
  echo.range = static_cast<float>(is_smoke ? soft.range : reading_of(model, *surface));
  const double q = is_smoke ? path->integral(soft.range) : surface->q;
  echo.noise_factor = static_cast<float>(noise_growth(model, q));
  return echo;
}

}  // namespace rubble::sensors
