// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/beam_bundle.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rubble/base/assert.h"

namespace rubble::sensors {
namespace {

double cosine_of(const rays::Ray& ray, const rays::Hit& hit) {
  return -static_cast<double>(hit.normal.dot(ray.direction));
}

Target target_of(const rays::Ray& ray, const rays::Hit& hit, const Surface& optics) {
  return {.range = static_cast<double>(hit.distance),
          .reflectivity = optics.reflectivity,
          .cosine = cosine_of(ray, hit),
          .gloss = optics.gloss,
          .is_retro = optics.is_retro};
}

Echo lost_in_local(double q) {
  return {.kind = EchoKind::Lost,
          .loss_db = std::numeric_limits<float>::infinity(),
          .density_integral = static_cast<float>(q)};
}

smoke::Line line_of(const rays::Ray& ray, double length) {
  return {ray.origin.cast<double>(), ray.direction.cast<double>(), length};
}

}  // namespace

BeamBundle::BeamBundle(const EchoModel& model, double min_range, double max_range,
                       bool wants_mismatch)
    : model_(model),
      min_range_(min_range),
      max_range_(max_range),
      wants_soft_margin_(wants_mismatch || model.return_mode == ReturnMode::Strongest),
      looks_for_local_(model.local_smoke != LocalSmoke::Medium) {}

void BeamBundle::shoot(const BeamMedium& medium, std::span<const rays::Ray> rays,
                       std::span<Echo> echoes) {
  RUBBLE_ASSERT(rays.size() == echoes.size());
  hits_.resize(rays.size());
  medium.scene.cast(rays, hits_, medium.filter);
  is_clear_ = medium.smoke_field.is_clear();
  if (!is_clear_) measure_smoke(medium.smoke_field, rays);
  const std::vector<rays::SurfaceInfo>& surfaces = medium.scene.surfaces();
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const rays::Hit& hit = hits_[i];
    Echo& echo = echoes[i];
    if (meets_local(i)) {
      echo = judge_local(medium.smoke_field, i);
    } else if (!hit.is_hit()) {
      echo = judge_nothing(medium.smoke_field, i);
    } else {
      const Surface& optics = surfaces[static_cast<std::size_t>(hit.surface)].optics;
      if (optics.transparency > 0.0)
        echo = judge_glass(medium, rays[i]);
      else if (is_clear_ && is_plainly_visible(rays[i], hit, optics))
        echo = {.kind = EchoKind::Reading, .range = hit.distance};
      else
        echo = judge_surface(medium.smoke_field, i, target_of(rays[i], hit, optics));
    }
    const bool has_range = echo.kind != EchoKind::Nothing && echo.kind != EchoKind::Lost &&
                           echo.kind != EchoKind::Maximum;
    if (has_range && echo.range < static_cast<float>(min_range_)) echo.kind = EchoKind::TooNear;
  }
}

void BeamBundle::measure_smoke(const smoke::SmokeField& smoke_field,
                               std::span<const rays::Ray> rays) {
  lines_.resize(rays.size());
  integrals_.resize(rays.size());
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const rays::Hit& hit = hits_[i];
    lines_[i] = line_of(rays[i], hit.is_hit() ? static_cast<double>(hit.distance) : max_range_);
  }
  if (looks_for_local_) {
    local_.resize(rays.size());
    smoke_field.local_distances(lines_, local_);
    for (std::size_t i = 0; i < rays.size(); ++i)
      lines_[i].length = std::min(lines_[i].length, local_[i]);
  }
  smoke_field.integrals(lines_, integrals_);
}

// The common case without logarithms: a plain surface in clear air, range falloff 2.
bool BeamBundle::is_plainly_visible(const rays::Ray& ray, const rays::Hit& hit,
                                    const Surface& optics) const {
  if (optics.is_retro) return false;
  if (model_.kind == LaserModel::Budget) return true;
  const double distance = static_cast<double>(hit.distance);
  const double relative = distance / model_.white_range;
  return model_.range_falloff == 2.0 &&
         optics.reflectivity * cosine_of(ray, hit) >= 0.9 * relative * relative;
}

Echo BeamBundle::judge_nothing(const smoke::SmokeField& smoke_field, std::size_t beam) {
  const double q = integral_of(beam);
  Echo echo;
  if (!is_clear_ && may_look_solid(model_, q)) {
    echo = decide(model_, {}, find_soft(smoke_field, beam, false), &path_);
  }
  if (echo.kind == EchoKind::Nothing && model_.kind == LaserModel::Budget) {
    const double margin = 2.0 * model_.extinction * (model_.penetration - q);
    echo.kind = is_visible(margin) ? EchoKind::Maximum : EchoKind::Lost;
    echo.loss_db = static_cast<float>(-kDecibelsPerNeper * margin);
  }
  echo.density_integral = static_cast<float>(q);
  return echo;
}

Echo BeamBundle::judge_surface(const smoke::SmokeField& smoke_field, std::size_t beam,
                               const Target& target) {
  const TargetInSmoke surface{target, integral_of(beam)};
  if (is_clear_ || !may_look_solid(model_, surface.q))
    return decide(model_, {&surface, 1}, {}, nullptr);
  const bool wants_margin = wants_soft_margin_ && is_seen(surface);
  return decide(model_, {&surface, 1}, find_soft(smoke_field, beam, wants_margin), &path_);
}

Echo BeamBundle::judge_local(const smoke::SmokeField& smoke_field, std::size_t beam) {
  if (model_.local_smoke == LocalSmoke::Solid)
    return judge_surface(smoke_field, beam, {.range = local_[beam]});
  return lost_in_local(integral_of(beam));
}

// Glass gives back a part of the light and lets the rest through, twice. What is behind it counts
// only up to the first thing that lets nothing through.
Echo BeamBundle::judge_glass(const BeamMedium& medium, const rays::Ray& ray) {
  targets_.clear();
  medium.smoke_field.path(line_of(ray, max_range_), path_);
  double power = 1.0;
  double far = max_range_;
  bool is_blocked = false;
  double local = kInfinity;
  if (looks_for_local_ && !is_clear_) {
    const smoke::Line line = line_of(ray, max_range_);
    medium.smoke_field.local_distances({&line, 1}, {&local, 1});
  }
  for (const rays::Hit& hit : medium.scene.all_hits(ray, medium.filter)) {
    if (static_cast<double>(hit.distance) > local) break;
    const Surface& optics = medium.scene.surfaces()[static_cast<std::size_t>(hit.surface)].optics;
    Target target = target_of(ray, hit, optics);
    target.power = power * (1.0 - optics.transparency);
    targets_.push_back({target, path_.integral(target.range)});
    power *= optics.transparency * optics.transparency;
    is_blocked = optics.transparency <= 0.0;
    if (!is_blocked) continue;
    far = target.range;
    break;
  }
  if (!is_blocked && local < kInfinity) {
    if (model_.local_smoke == LocalSmoke::Code) return lost_in_local(path_.integral(local));
    targets_.push_back({{.range = local, .power = power}, path_.integral(local)});
    far = local;
    is_blocked = true;
  }
  const SoftEcho soft = find_soft_echo(model_, path_, far, wants_soft_margin_);
  Echo echo = decide(model_, targets_, soft, &path_);
  if (echo.kind == EchoKind::Lost && !is_blocked && model_.kind == LaserModel::Physical)
    echo.kind = EchoKind::Nothing;
  echo.density_integral = static_cast<float>(path_.integral(far));
  return echo;
}

bool BeamBundle::is_seen(const TargetInSmoke& surface) const {
  return is_visible(log_margin(model_, surface.target, surface.q));
}

// Smoke thick enough to look solid mostly does so long before the end of the line: the beginning is
// looked at first.
SoftEcho BeamBundle::find_soft(const smoke::SmokeField& smoke_field, std::size_t beam,
                               bool wants_margin) {
  constexpr double kBeginning = 3.0;  // times where uniform smoke would look solid
  const smoke::Line& line = lines_[beam];
  const double share = kBeginning * model_.soft_integral / integrals_[beam];
  if (!wants_margin && share < 0.5) {
    const smoke::Line beginning{line.origin, line.direction, share * line.length};
    smoke_field.path(beginning, path_);
    const SoftEcho soft = find_soft_echo(model_, path_, beginning.length, false);
    if (soft.range < kInfinity) return soft;
  }
  smoke_field.path(line, path_);
  return find_soft_echo(model_, path_, line.length, wants_margin);
}

}  // namespace rubble::sensors
