// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/world/world.h"

namespace rubble::smoke {

// Mass extinction, 1/(d·m): a beam at 0.0028 d just reaches white paper at 2.5 m.
// ln(5.6 / 2.5) / 0.007, see docs/smoke.md.
constexpr double kExtinction = 115.21083798099264059;

// Meteorological visibility: how far off a black thing keeps a twentieth of its contrast
// (Koschmieder), m. 0.0028 d are 9.3 m.
constexpr double kLn20 = 2.99573227355399099;
inline double density_of_visibility(double visibility) {
  return kLn20 / (kExtinction * visibility);
}

// A straight line through the air.
struct Line {
  Vec3 origin = Vec3::Zero();
  Vec3 direction = Vec3::UnitX();  // unit
  double length = 0.0;             // m
};

struct CurvePiece;

// How much smoke lies on a line up to any distance along it: q(s), not falling, exact at its knots
// and as smooth between them as the smoke asks for.
class Path {
 public:
  // Density integral from 0 to s, d·m; 0 for negative s, the whole for s beyond the end.
  double integral(double s) const;
  double total() const;
  double length() const;
  // The smallest s at which integral(s) >= q, or infinity.
  double distance_at(double q) const;
  // Places where the density jumps or bends, ascending, first 0 and last length().
  std::span<const double> knots() const;

 private:
  friend class SmokeField;
  friend class PathBuilder;
  CurvePiece piece(std::size_t i) const;  // between knots i and i + 1
  void resize(std::size_t knot_count);

  std::vector<double> knots_;      // m
  std::vector<double> integrals_;  // d·m at the knots
  std::vector<double> densities_;  // d just behind (left) and before (right) each knot, two a knot
};

// What smoke does to one line of sight of a camera, linear light: seen = transmission * behind +
// added.
struct SmokeAttenuation {
  float transmittance = 1.0F;
  Eigen::Vector3f inscattered = Eigen::Vector3f::Zero();
};

// The air of a world at one moment: areas, plumes and haze together. Everything is a function of
// time and seed alone, so any moment can be looked at in any order. Looking is safe from several
// threads while nobody advances it.
class SmokeField {
 public:
  SmokeField(const World& world, std::uint64_t seed);
  ~SmokeField();
  SmokeField(const SmokeField&) = delete;
  SmokeField& operator=(const SmokeField&) = delete;

  // To a time (s), with what was made in the run by then beside the smoke of the world.
  void advance(double time, std::span<const SmokeArea> runtime_areas = {});
  bool is_clear() const;  // nothing anywhere at this moment

  double density_at(const Vec3& point) const;
  Path path(const Line& line) const;
  // The same into a path that is there already, whose memory is used again.
  void path(const Line& line, Path& result) const;
  // Path::total of each line, in bulk. Neighbours in the list should be neighbours in space.
  void integrals(std::span<const Line> lines, std::span<double> results) const;
  // How far along each line its first local smoke begins: a particle of a plume, or a gaussian
  // cloud within kCloudEdge sigmas of its middle. Infinity where there is none. Areas and haze are
  // not local.
  static constexpr double kCloudEdge = 2.0;
  void local_distances(std::span<const Line> lines, std::span<double> results) const;
  // For the camera; light is what falls on the smoke (linear, 1 = daylight).
  void attenuations(std::span<const Line> lines, const Eigen::Vector3f& light,
                    std::span<SmokeAttenuation> results) const;
  // Heat dose per second at a point, from plumes; see ParticleSource::heat_at.
  double heat_at(const Vec3& point) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rubble::smoke
