// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "rubble/smoke/smoke_field.h"
#include "rubble/world/model.h"

namespace rubble::sensors {

// Physical: the lidar equation with two-way Beer-Lambert loss. Budget: a beam is spent once it has
// crossed a fixed amount of smoke, whatever it meets.
enum class LaserModel { Physical, Budget };

// Which echo is reported where several are strong enough.
enum class ReturnMode { First, Strongest, Last };

// What local smoke (plumes and gaussian clouds) is to a laser. Medium: smoke like any other. Code:
// a beam that meets it is lost. Solid: a surface where it begins.
enum class LocalSmoke { Medium, Code, Solid };

// What a laser can still see in smoke; see docs/lasers.md.
struct EchoModel {
  LaserModel kind = LaserModel::Physical;
  double white_range = 5.6;    // m, how far white paper is seen in clear air
  double range_falloff = 2.0;  // power of distance an echo fades with
  double penetration = 0.0;    // d·m, what a beam crosses beyond that; all of it in budget mode
  double extinction = smoke::kExtinction;  // 1/(d·m)
  double soft_integral = kInfinity;        // d·m within the window that look solid; inf: never
  double soft_window = 1.0;                // m, of smoke the receiver collects at a time
  ReturnMode return_mode = ReturnMode::First;
  LocalSmoke local_smoke = LocalSmoke::Medium;
};

// A surface in the beam.
struct Target {
  double range = 0.0;         // m
  double reflectivity = 0.9;  // white paper 0.9
  double cosine = 1.0;        // of the angle of incidence
  double gloss = 0.0;         // relative growth of the reading at the edge of what is visible
  double power = 1.0;         // share of the beam that gets there and back through glass
  bool is_retro = false;
};

// The most smoke, d·m, through which the target is still seen. Negative: not even in clear air.
double visible_integral(const EchoModel& model, const Target& target);

// Natural logarithm of the echo over what can just be detected, behind q d·m of smoke.
double log_margin(const EchoModel& model, const Target& target, double q);

// Rays are float: an echo that is right at the limit counts as seen.
constexpr double kLogMarginTolerance = 1e-5;
inline bool is_visible(double log_margin) { return log_margin >= -kLogMarginTolerance; }

// Smoke that is so dense that its own back-scatter looks like a surface.
struct SoftEcho {
  double range = kInfinity;  // m; infinity = none
  double log_margin = -kInfinity;
};

// The first place before `far` at which smoke looks solid, to 0.01 mm. The strongest back-scatter
// is looked for only if wanted; without it the margin of a soft echo is 0.
SoftEcho find_soft_echo(const EchoModel& model, const smoke::Path& path, double far,
                        bool wants_margin);

// Whether smoke could look solid at all on a line with this integral: saves the search.
inline bool may_look_solid(const EchoModel& model, double total_integral) {
  return total_integral >= model.soft_integral;
}

enum class EchoKind : std::uint8_t {
  Reading,
  Maximum,        // nothing met, and the sensor says so by its maximum range
  Nothing,        // nothing in range
  Lost,           // something in range, too weak to be seen
  TooNear,        // nearer than the sensor can measure
  Mismatch,       // smoke and surface answer equally strong
  Dazzled,        // a reflector
  NotMeasurable,  // the sensor cannot look there
};

// What came back of one beam, before codes and noise.
struct Echo {
  EchoKind kind = EchoKind::Nothing;
  float range = 0.0F;             // m, of a reading
  float loss_db = 0.0F;           // how much a lost echo lacks
  float noise_factor = 1.0F;      // what smoke makes of the range noise
  float density_integral = 0.0F;  // d·m to what the beam met
};

constexpr double kDecibelsPerNeper = 4.342944819032518;  // of power: 10 / ln 10

// A target with the smoke in front of it.
struct TargetInSmoke {
  Target target;
  double q = 0.0;  // d·m
};

// What a laser makes of the surfaces on its way, nearest first, and of the smoke. Nothing of range
// limits or codes is decided here.
Echo decide(const EchoModel& model, std::span<const TargetInSmoke> targets, const SoftEcho& soft,
            const smoke::Path* path);

// Shot noise: the weaker the echo, the wider the spread.
double noise_growth(const EchoModel& model, double q);

// A reflector's echo is this much stronger than white paper's (assumed), and blinds a receiver that
// is built for paper once the margin is this large.
constexpr double kRetroGain = 1000.0;
constexpr double kDazzlingMargin = 100.0;

}  // namespace rubble::sensors
