// SPDX-License-Identifier: Apache-2.0
#include "rubble/smoke/smoke_snapshot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rubble/base/hash.h"

namespace rubble::smoke {
namespace {

constexpr double kGaussianReach = 6.0;              // sigmas
constexpr double kMinCorrelationLength = 1e-3;      // m
constexpr double kStepsPerCorrelationLength = 4.0;  // along a line
constexpr double kMaxSteps = 4096.0;                // of one stretch

// Linear between the entries, constant outside.
double scheduled_density(const SmokeArea& area, double time) {
  const auto& schedule = area.schedule;
  if (schedule.empty()) return area.density;
  const auto next = std::upper_bound(schedule.begin(), schedule.end(), time,
                                     [](double t, const DensityAt& at) { return t < at.time; });
  if (next == schedule.begin()) return next->density;
  const auto last = next - 1;
  if (next == schedule.end()) return last->density;
  const double share = (time - last->time) / (next->time - last->time);
  return last->density + share * (next->density - last->density);
}

// The sRGB curve, 0..255 -> 0..1.
float linear_from_srgb(double value) {
  const double c = value / 255.0;
  return static_cast<float>(c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
}

Eigen::Vector3f linear_color(const Color& color) {
  return {linear_from_srgb(color[0]), linear_from_srgb(color[1]), linear_from_srgb(color[2])};
}

// Equal tints share a number: lines that meet only one are cheap and exact.
std::uint32_t tint_number(const Tint& tint, SmokeSnapshot& snapshot) {
  const auto found = std::find(snapshot.tints.begin(), snapshot.tints.end(), tint);
  if (found != snapshot.tints.end())
    return static_cast<std::uint32_t>(found - snapshot.tints.begin());
  snapshot.tints.push_back(tint);
  return static_cast<std::uint32_t>(snapshot.tints.size() - 1);
}

Smoke smoke_of(double density, double visible_ratio, const Color& color, SmokeSnapshot& snapshot) {
  return {density, kExtinction * visible_ratio, tint_number({linear_color(color)}, snapshot)};
}

// How a particle of a plume with glow looks. `left` falls from 1 to 0 over the first third of its
// life. A wholly opaque flame sends out 1.6 * glow * left (1 = white in daylight), in a colour that
// goes from yellow to dark red; of the smoke's own colour 1 - glow * left is there already.
Tint burning_tint(const Plume& plume, double age) {
  const auto left = static_cast<float>(std::max(0.0, 1.0 - 3.0 * age / plume.lifetime));
  const auto glow = static_cast<float>(plume.glow);
  const Eigen::Vector3f yellow(1.0F, 0.50F, 0.07F), red(1.0F, 0.10F, 0.01F);
  return {linear_color(plume.color) * (1.0F - glow * left),
          1.6F * glow * left * (left * yellow + (1.0F - left) * red)};
}

std::shared_ptr<const MeshVolume> mesh_volume_of(const Geometry& geometry) {
  if (const auto* shape = std::get_if<MeshShape>(&geometry))
    return std::make_shared<const MeshVolume>(*shape->mesh, shape->scale);
  if (const auto* extrusion = std::get_if<Extrusion>(&geometry))
    return std::make_shared<const MeshVolume>(*extrusion->mesh, Vec3::Ones());
  return nullptr;
}

std::shared_ptr<const Turbulence> turbulence_of(const SmokeArea& area, std::uint64_t seed) {
  if (!(area.turbulence > 0.0)) return nullptr;
  return std::make_shared<const Turbulence>(
      area.turbulence, std::max(area.correlation_length, kMinCorrelationLength), seed);
}

GaussianBody gaussian_of(const SmokeArea& area, const Pose& pose, double density) {
  const bool has_axis = std::holds_alternative<Cylinder>(area.geometry);
  const Vec3 axis = has_axis ? Vec3(pose.rotation * Vec3::UnitZ()) : Vec3(Vec3::Zero());
  return {pose.position, axis, area.sigma, density};
}

void add_particles(const ParticleSource& source, double time, SmokeSnapshot& snapshot,
                   std::vector<SmokeBall>& balls) {
  const Plume& plume = source.plume();
  const Smoke plain = smoke_of(0.0, plume.visible_ratio, plume.color, snapshot);
  for (const Particle& particle : source.alive_at(time)) {
    if (particle.density <= 0.0) continue;
    Smoke smoke = plain;
    smoke.density = particle.density;
    if (const Tint tint = burning_tint(plume, particle.age); tint.emission.x() > 0.0F) {
      smoke.tint = static_cast<std::uint32_t>(snapshot.tints.size());
      snapshot.tints.push_back(tint);
    }
    balls.push_back({particle.middle, particle.radius, smoke});
  }
}

}  // namespace

double TurbulentCloud::density_at(const Vec3& point) const {
  const bool is_inside =
      mesh ? mesh->volume->contains(mesh->mesh_from_world * point) : convex.density_at(point) > 0.0;
  if (!is_inside) return 0.0;
  const double mean = gaussian ? gaussian->density_at(point) : smoke.density;
  return mean * field->at(field_from_world * point);
}

void TurbulentCloud::find_spans(const Line& line, std::vector<Span>& spans) const {
  spans.clear();
  convex.visit(line, [&](const Span& span, const Smoke&) { spans.push_back(span); });
  if (mesh)
    mesh->volume->cross({mesh->mesh_from_world * line.origin,
                         mesh->mesh_from_world.rotation * line.direction, line.length},
                        spans);
}

// Samples lie at fixed places of the whole straight line, wherever on it a beam begins or ends.
void TurbulentCloud::trace(const Line& line, Curve& curve) const {
  thread_local std::vector<Span> spans;
  find_spans(line, spans);
  curve.points.clear();
  const Vec3 origin = field_from_world * line.origin;
  const Vec3 direction = field_from_world.rotation * line.direction;
  const Turbulence::LineSampler factors(*field, origin, direction);
  const double shift = origin.dot(direction);
  double q = 0.0;
  const auto density = [&](double s) {
    const double mean =
        gaussian ? gaussian->density_at(line.origin + s * line.direction) : smoke.density;
    return mean * factors.at(s);
  };
  const auto go_to = [&](double s, double rho) {
    q += 0.5 * (rho + curve.points.back().density) * (s - curve.points.back().s);
    curve.points.push_back({s, q, rho});
  };
  double step = correlation_length / kStepsPerCorrelationLength;
  if (gaussian) step = std::min(step, gaussian->sigma / 8.0);
  for (const Span& span : spans) {
    const double stride = std::max(step, (span.end - span.start) / kMaxSteps);
    curve.points.push_back({span.start, q, 0.0});
    curve.points.push_back({span.start, q, density(span.start)});
    double k = std::floor((span.start + shift) / stride) + 1.0;
    for (; k * stride - shift < span.end; k += 1.0) {
      const double s = k * stride - shift;
      if (s > span.start) go_to(s, density(s));
    }
    go_to(span.end, density(span.end));
    curve.points.push_back({span.end, q, 0.0});
  }
}

bool SmokeSnapshot::is_clear() const {
  return hazes.empty() && convex.is_empty() && meshes.empty() && gaussians.empty() &&
         turbulents.empty() && particles.is_empty();
}

void SmokeSnapshot::select(std::span<const Line> lines, BallProfile profile,
                           ConvexBodies& result) const {
  const RayConeBound cone(lines);
  result.clear();
  convex.select(cone, result);
  particles.select(cone, profile, result);
}

double SmokeSnapshot::local_distance(const Line& line) const {
  double nearest = std::numeric_limits<double>::infinity();
  const auto note = [&](const GaussianBody& body) {
    nearest = std::min(nearest, body.distance_to_edge(line, SmokeField::kCloudEdge));
  };
  particles.visit(line, [&](const Span& span, const Smoke& /*smoke*/) {
    nearest = std::min(nearest, span.start);
  });
  for (const GaussianCloud& cloud : gaussians) note(cloud.body);
  for (const TurbulentCloud& cloud : turbulents)
    if (cloud.gaussian) note(*cloud.gaussian);
  return nearest;
}

double SmokeSnapshot::density_at(const Vec3& point) const {
  double sum = convex.density_at(point) + particles.density_at(point);
  for (const Smoke& haze : hazes) sum += haze.density;
  for (const MeshBody& mesh : meshes)
    if (mesh.volume->contains(mesh.mesh_from_world * point)) sum += mesh.smoke.density;
  for (const GaussianCloud& cloud : gaussians) sum += cloud.body.density_at(point);
  for (const TurbulentCloud& cloud : turbulents) sum += cloud.density_at(point);
  return sum;
}

SmokeSources::SmokeSources(const World& world, std::uint64_t seed)
    : seed_(seed), hazes_(world.hazes) {
  for (std::size_t i = 0; i < world.smokes.size(); ++i)
    areas_.push_back(prepared(world.smokes[i], noise_seed(seed, world.smokes[i].name, i)));
  plumes_ = plumes_of(world, seed);
}

SmokeSources::Area SmokeSources::prepared(const SmokeArea& area, std::uint64_t seed) {
  return {area, mesh_volume_of(area.geometry), turbulence_of(area, seed)};
}

bool SmokeSources::set_runtime_areas(std::span<const SmokeArea> runtime_areas) {
  if (std::equal(runtime_areas.begin(), runtime_areas.end(), runtime_areas_.begin(),
                 runtime_areas_.end(),
                 [](const SmokeArea& now, const Area& known) { return now == known.settings; }))
    return false;
  runtime_areas_.clear();
  for (std::size_t i = 0; i < runtime_areas.size(); ++i)
    runtime_areas_.push_back(
        prepared(runtime_areas[i], noise_seed(seed_, runtime_areas[i].name, areas_.size() + i)));
  return true;
}

void SmokeSources::add_area(const Area& area, double time, SmokeSnapshot& snapshot) const {
  const SmokeArea& settings = area.settings;
  const double density = scheduled_density(settings, time);
  if (!(density > 0.0)) return;
  const Pose pose{settings.pose.position + settings.velocity * time, settings.pose.rotation};
  const Smoke smoke = smoke_of(density, settings.visible_ratio, settings.color, snapshot);
  const bool is_gaussian = settings.profile == SmokeProfile::Gaussian;
  if (area.field == nullptr) {
    if (is_gaussian)
      snapshot.gaussians.push_back({gaussian_of(settings, pose, density), smoke});
    else if (area.mesh != nullptr)
      snapshot.meshes.push_back({area.mesh, pose.inverse(), smoke});
    else
      snapshot.convex.add(settings.geometry, pose, smoke);
    return;
  }
  TurbulentCloud cloud;
  cloud.smoke = smoke;
  cloud.field = area.field;
  cloud.correlation_length = std::max(settings.correlation_length, kMinCorrelationLength);
  cloud.field_from_world = Pose{pose.position + settings.drift * time, pose.rotation}.inverse();
  if (is_gaussian) {
    cloud.gaussian = gaussian_of(settings, pose, density);
    const double reach = kGaussianReach * settings.sigma;
    const bool has_axis = std::holds_alternative<Cylinder>(settings.geometry);
    cloud.convex.add(has_axis ? Geometry(Cylinder{.radius = reach, .length = 1e9})
                              : Geometry(Sphere{.radius = reach}),
                     pose, smoke);
  } else if (area.mesh != nullptr) {
    cloud.mesh = MeshBody{area.mesh, pose.inverse(), smoke};
  } else {
    cloud.convex.add(settings.geometry, pose, smoke);
  }
  snapshot.turbulents.push_back(std::move(cloud));
}

SmokeSnapshot SmokeSources::at(double time) const {
  SmokeSnapshot snapshot;
  for (const Haze& haze : hazes_)
    if (haze.density > 0.0)
      snapshot.hazes.push_back(smoke_of(haze.density, haze.visible_ratio, haze.color, snapshot));
  for (const Area& area : areas_) add_area(area, time, snapshot);
  for (const Area& area : runtime_areas_) add_area(area, time, snapshot);
  std::vector<SmokeBall> balls;
  for (const ParticleSource& plume : plumes_) add_particles(plume, time, snapshot, balls);
  snapshot.particles.build(std::move(balls));
  return snapshot;
}

double SmokeSources::heat_at(const Vec3& point, double time) const {
  double sum = 0.0;
  for (const ParticleSource& plume : plumes_) sum += plume.heat_at(point, time);
  return sum;
}

}  // namespace rubble::smoke
