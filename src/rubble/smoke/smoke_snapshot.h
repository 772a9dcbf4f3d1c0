// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "rubble/smoke/ball_tree.h"
#include "rubble/smoke/convex.h"
#include "rubble/smoke/curve.h"
#include "rubble/smoke/mesh_volume.h"
#include "rubble/smoke/particles.h"
#include "rubble/smoke/turbulence.h"

namespace rubble::smoke {

// Appearance of smoke, linear light.
struct Tint {
  Eigen::Vector3f color = Eigen::Vector3f::Ones();     // single-scattering albedo
  Eigen::Vector3f emission = Eigen::Vector3f::Zero();  // emitted radiance of opaque smoke

  bool operator==(const Tint&) const = default;
};

struct MeshBody {
  std::shared_ptr<const MeshVolume> volume;
  Pose mesh_from_world;
  Smoke smoke;
};

struct GaussianCloud {
  GaussianBody body;
  Smoke smoke;
};

// A smoke area whose density is modulated by a turbulence field.
struct TurbulentCloud {
  ConvexBodies convex;                   // its extent: exactly one body,
  std::optional<MeshBody> mesh;          // or a mesh
  std::optional<GaussianBody> gaussian;  // Gaussian profile; `convex` then only bounds it
  std::shared_ptr<const Turbulence> field;
  double correlation_length = 0.2;  // m
  Pose field_from_world;
  Smoke smoke;

  double density_at(const Vec3& point) const;
  void trace(const Line& line, Curve& curve) const;

 private:
  void find_spans(const Line& line, std::vector<Span>& spans) const;
};

// All smoke of a world at one time, in the world frame.
struct SmokeSnapshot {
  std::vector<Smoke> hazes;
  ConvexBodies convex;
  std::vector<MeshBody> meshes;
  std::vector<GaussianCloud> gaussians;
  std::vector<TurbulentCloud> turbulents;
  BallTree particles;
  std::vector<Tint> tints;

  bool is_clear() const;
  double density_at(const Vec3& point) const;
  // Calls visit(const Span&, const Smoke&) for every uniform body on the line. Haze is not a body.
  template <class Visit>
  void visit_bodies(const Line& line, Visit&& visit) const;
  // Copies the convex bodies and particles that at least one line may hit to `result`.
  void select(std::span<const Line> lines, BallProfile profile, ConvexBodies& result) const;
  double local_distance(const Line& line) const;  // m, see SmokeField::local_distances
  template <class Visit>
  void visit_meshes(const Line& line, Visit&& visit) const;
  // Calls visit(const Curve&, const Smoke&) for every Gaussian or turbulent area on the line.
  template <class Visit>
  void visit_curves(const Line& line, Visit&& visit) const;
};

// The smoke sources of a run: areas, plumes and haze of the world file, and areas created at run
// time. Evaluates them at any time.
class SmokeSources {
 public:
  SmokeSources(const World& world, std::uint64_t seed);

  // Replaces the areas created at run time; false if they are unchanged.
  bool set_runtime_areas(std::span<const SmokeArea> runtime_areas);

  SmokeSnapshot at(double time) const;
  double heat_at(const Vec3& point, double time) const;

 private:
  struct Area {
    SmokeArea settings;
    std::shared_ptr<const MeshVolume> mesh;   // or null
    std::shared_ptr<const Turbulence> field;  // or null
  };
  static Area prepared(const SmokeArea& area, std::uint64_t seed);
  void add_area(const Area& area, double time, SmokeSnapshot& snapshot) const;

  std::uint64_t seed_;
  std::vector<Area> areas_;
  std::vector<Area> runtime_areas_;
  std::vector<Haze> hazes_;
  std::vector<ParticleSource> plumes_;
};

template <class Visit>
void SmokeSnapshot::visit_bodies(const Line& line, Visit&& visit) const {
  convex.visit(line, visit);
  particles.visit(line, visit);
  visit_meshes(line, visit);
}

template <class Visit>
void SmokeSnapshot::visit_meshes(const Line& line, Visit&& visit) const {
  if (meshes.empty()) return;
  thread_local std::vector<Span> spans;
  for (const MeshBody& mesh : meshes) {
    mesh.volume->cross({mesh.mesh_from_world * line.origin,
                        mesh.mesh_from_world.rotation * line.direction, line.length},
                       spans);
    for (const Span& span : spans) visit(span, mesh.smoke);
  }
}

template <class Visit>
void SmokeSnapshot::visit_curves(const Line& line, Visit&& visit) const {
  if (gaussians.empty() && turbulents.empty()) return;
  thread_local Curve curve;
  for (const GaussianCloud& cloud : gaussians) {
    cloud.body.trace(line, curve);
    visit(curve, cloud.smoke);
  }
  for (const TurbulentCloud& cloud : turbulents) {
    cloud.trace(line, curve);
    visit(curve, cloud.smoke);
  }
}

}  // namespace rubble::smoke
