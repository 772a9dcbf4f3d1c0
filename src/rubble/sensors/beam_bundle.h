// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/rays/scene.h"
#include "rubble/sensors/echo.h"
#include "rubble/smoke/smoke_field.h"

namespace rubble::sensors {

// What beams travel through: surfaces and smoke.
struct BeamMedium {
  const rays::Scene& scene;
  const smoke::SmokeField& smoke_field;
  rays::RayFilter filter;
};

// Casts light beams and determines the echo of each. Reuses its buffers between calls.
class BeamBundle {
 public:
  BeamBundle(const EchoModel& model, double min_range, double max_range, bool wants_mismatch);

  // rays.size() == echoes.size(). Rays extend from 0 to the maximum range.
  void shoot(const BeamMedium& medium, std::span<const rays::Ray> rays, std::span<Echo> echoes);

 private:
  void measure_smoke(const smoke::SmokeField& smoke_field, std::span<const rays::Ray> rays);
  bool is_plainly_visible(const rays::Ray& ray, const rays::Hit& hit, const Surface& optics) const;
  Echo judge_nothing(const smoke::SmokeField& smoke_field, std::size_t beam);
  Echo judge_surface(const smoke::SmokeField& smoke_field, std::size_t beam, const Target& target);
  // For a beam that meets local smoke (LocalSmoke::Code or Solid) first.
  Echo judge_local(const smoke::SmokeField& smoke_field, std::size_t beam);
  Echo judge_glass(const BeamMedium& medium, const rays::Ray& ray);
  SoftEcho find_soft(const smoke::SmokeField& smoke_field, std::size_t beam, bool wants_margin);
  bool is_seen(const TargetInSmoke& surface) const;
  bool meets_local(std::size_t beam) const {
    return looks_for_local_ && !is_clear_ && local_[beam] < kInfinity;
  }
  double integral_of(std::size_t beam) const { return is_clear_ ? 0.0 : integrals_[beam]; }

  EchoModel model_;
  double min_range_;
  double max_range_;
  bool wants_soft_margin_;
  bool looks_for_local_;
  bool is_clear_ = true;
  std::vector<rays::Hit> hits_;
  std::vector<smoke::Line> lines_;
  std::vector<double> integrals_;
  std::vector<double> local_;  // m to the first local smoke of each beam, if needed
  std::vector<TargetInSmoke> targets_;
  smoke::Path path_;  // of the current beam
};

}  // namespace rubble::sensors
