// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "rubble/smoke/smoke_field.h"
#include "rubble/world/model.h"

namespace rubble::sensors {

// Physical: the lidar equation with two-way Beer-Lambert loss. Budget: a beam is lost once it has
// crossed a fixed density integral, whatever it hits.
enum class LaserModel { Physical, Budget };

// Which echo is reported if several are detectable.
enum class ReturnMode { First, Strongest, Last };

// Effect of local smoke (plumes and Gaussian clouds) on a laser. Medium: like any other smoke.
// Code: a beam that enters it is lost. Solid: it reflects like a surface at its boundary.
enum class LocalSmoke { Medium, Code, Solid };

// Detection model of a laser in smoke; see docs/lasers.md for the equations.
struct EchoModel {
  LaserModel kind = LaserModel::Physical;
  double white_range = 5.6;    // m, detection range of white paper in clear air
  double range_falloff = 2.0;  // exponent of distance in the echo power
  double penetration = 0.0;    // d·m, additional density integral; the whole budget in Budget mode
  double extinction = smoke::kExtinction;  // 1/(d·m)
  double soft_integral = kInfinity;        // d·m within the window that give an echo; inf: never
  double soft_window = 1.0;                // m, depth of smoke integrated by the receiver
  ReturnMode return_mode = ReturnMode::First;
  LocalSmoke local_smoke = LocalSmoke::Medium;
};

// A surface hit by the beam.
struct Target {
  double range = 0.0;         // m
  double reflectivity = 0.9;  // white paper 0.9
  double cosine = 1.0;        // of the angle of incidence
  double gloss = 0.0;         // relative range bias at the detection limit
  double power = 1.0;         // two-way transmittance of glass in front of it
  bool is_retro = false;
};

// The largest density integral (d·m) through which the target is detected. Negative: not detected
// even in clear air.
double visible_integral(const EchoModel& model, const Target& target);

// Natural logarithm of echo power over detection threshold, behind a density integral q (d·m).
double log_margin(const EchoModel& model, const Target& target, double q);

// Tolerance for the float precision of ray distances: an echo at the threshold is detected.
constexpr double kLogMarginTolerance = 1e-5;
inline bool is_visible(double log_margin) { return log_margin >= -kLogMarginTolerance; }

// Echo from back-scatter of dense smoke, reported like a surface.
struct SoftEcho {
  double range = kInfinity;  // m; infinity = none
  double log_margin = -kInfinity;
};

// The first distance before `far` (m) at which smoke gives an echo, to 0.01 mm. The maximum of the
// back-scatter is computed only if wants_margin; otherwise log_margin of a soft echo is 0.
SoftEcho find_soft_echo(const EchoModel& model, const smoke::Path& path, double far,
                        bool wants_margin);

// Necessary condition for a soft echo on a line with this density integral; saves the search.
inline bool may_look_solid(const EchoModel& model, double total_integral) {
  return total_integral >= model.soft_integral;
}

enum class EchoKind : std::uint8_t {
  Reading,
  Maximum,        // no hit; reported as maximum range
  Nothing,        // no hit in range
  Lost,           // a hit in range, below the detection threshold
  TooNear,        // closer than the minimum range
  Mismatch,       // echoes of smoke and surface are equally strong
  Dazzled,        // saturated by a retroreflector
  NotMeasurable,  // outside the angles that the sensor measures
};

// Echo of one beam, before codes and noise.
struct Echo {
  EchoKind kind = EchoKind::Nothing;
  float range = 0.0F;             // m, for Reading
  float loss_db = 0.0F;           // dB below the detection threshold, for Lost
  float noise_factor = 1.0F;      // factor of the range noise due to smoke
  float density_integral = 0.0F;  // d·m up to the hit
};

constexpr double kDecibelsPerNeper = 4.342944819032518;  // of power: 10 / ln 10

// A target with the smoke in front of it.
struct TargetInSmoke {
  Target target;
  double q = 0.0;  // d·m
};

// Selects the echo that a laser reports from the surfaces along the beam (nearest first) and the
// smoke. Range limits and codes are applied by the caller.
Echo decide(const EchoModel& model, std::span<const TargetInSmoke> targets, const SoftEcho& soft,
            const smoke::Path* path);

// Factor of the range noise behind a density integral q (d·m): shot noise grows as echoes weaken.
double noise_growth(const EchoModel& model, double q);

// Gain of a retroreflector over white paper, and the margin above threshold at which its echo
// saturates the receiver (both assumed).
constexpr double kRetroGain = 1000.0;
constexpr double kDazzlingMargin = 100.0;

}  // namespace rubble::sensors
