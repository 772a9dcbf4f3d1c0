// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/world/world.h"

namespace rubble::smoke {

// Extinction coefficient per density unit d, 1/(d·m), for a single crossing (Beer-Lambert).
// Calibrated so that at 0.0028 d a URG-04LX just detects white paper at 2.5 m: ln(5.6 / 2.5) /
// 0.007, see docs/smoke.md.
constexpr double kExtinction = 115.21083798099264059;

// Meteorological visibility, m: the distance at which a black object keeps 5 % of its contrast
// (Koschmieder 1924). 0.0028 d corresponds to 9.3 m.
constexpr double kLn20 = 2.99573227355399099;
inline double density_of_visibility(double visibility) {
  return kLn20 / (kExtinction * visibility);
}

// A line segment in the world frame.
struct Line {
  Vec3 origin = Vec3::Zero();
  Vec3 direction = Vec3::UnitX();  // unit
  double length = 0.0;             // m
};

struct CurvePiece;

// Density integral q(s) along a line, as a piecewise cubic: monotone, exact at its knots, and cubic
// Hermite between them.
class Path {
 public:
  // Density integral from 0 to s (m), in d·m; 0 for negative s, total() beyond the end.
  double integral(double s) const;
  double total() const;
  double length() const;
  // The smallest s at which integral(s) >= q, or infinity.
  double distance_at(double q) const;
  // Distances (m) at which the density or its slope is discontinuous, ascending; the first is 0,
  // the last is length().
  std::span<const double> knots() const;

 private:
  friend class SmokeField;
  friend class PathBuilder;
  CurvePiece piece(std::size_t i) const;  // between knots i and i + 1
  void resize(std::size_t knot_count);

  std::vector<double> knots_;      // m
  std::vector<double> integrals_;  // d·m at the knots
  std::vector<double> densities_;  // d, left and right limit at each knot
};

// Effect of smoke on one camera ray, linear light:
// observed = transmittance * background + inscattered.
struct SmokeAttenuation {
  float transmittance = 1.0F;
  Eigen::Vector3f inscattered = Eigen::Vector3f::Zero();
};

// Smoke density of a world at one time: areas, plumes and haze. The field is a pure function of
// time and seed, so times may be visited in any order. Const member functions may be called from
// several threads as long as no thread calls advance().
class SmokeField {
 public:
  SmokeField(const World& world, std::uint64_t seed);
  ~SmokeField();
  SmokeField(const SmokeField&) = delete;
  SmokeField& operator=(const SmokeField&) = delete;

  // Sets the time (s) and the areas that were created during the run, in addition to those of the
  // world file.
  void advance(double time, std::span<const SmokeArea> runtime_areas = {});
  bool is_clear() const;  // no smoke anywhere at this time

  double density_at(const Vec3& point) const;
  Path path(const Line& line) const;
  // The same; reuses the memory of `result`.
  void path(const Line& line, Path& result) const;
  // Path::total of each line. Faster if consecutive lines are close to each other in space.
  void integrals(std::span<const Line> lines, std::span<double> results) const;
  // Distance (m) to the first local smoke on each line: a plume particle, or a Gaussian cloud
  // within kCloudEdge sigmas of its centre. Infinity if there is none. Areas and haze do not count.
  static constexpr double kCloudEdge = 2.0;
  void local_distances(std::span<const Line> lines, std::span<double> results) const;
  // For cameras. `light` is the illumination of the smoke, linear RGB, 1 = daylight.
  void attenuations(std::span<const Line> lines, const Eigen::Vector3f& light,
                    std::span<SmokeAttenuation> results) const;
  // Heat dose rate of plumes at a point (world frame); see ParticleSource::heat_at.
  double heat_at(const Vec3& point) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rubble::smoke
