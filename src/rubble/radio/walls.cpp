// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/walls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace rubble::radio {

// Whether a mesh encloses a volume, and how its triangles are wound.
enum class SurfaceTopology { Open, ClosedOutward, ClosedInward };

// Constant properties of a surface.
struct SurfaceMaterial {
  SurfaceTopology topology = SurfaceTopology::Open;
  Material material;
  double breadth = 0.0;  // m
};

// A part of the path inside a solid.
struct WallSegment {
  double begin = 0.0;  // m from the first end
  double end = 0.0;
  int surface = 0;
  float cosine = 1.0F;
  bool is_level = false;  // its face is horizontal
};

namespace {

constexpr double kMaxLayerGap = 0.01;           // m, solids closer than this are one wall
constexpr double kDuplicateHitDistance = 1e-4;  // m, hits on a shared edge of two triangles
constexpr double kFloorThickness = 0.08;        // m, thinner slabs are table tops and ramps
constexpr float kLevelNormal = 0.7F;

// After merging coincident vertices, every edge belongs to an even number of triangles.
bool is_closed(const rays::SurfaceMesh& mesh) {
  constexpr float kGrid = 1e-5F;  // m
  std::map<std::array<std::int64_t, 3>, std::uint32_t> places;
  std::vector<std::uint32_t> corner(mesh.vertices.size());
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    std::array<std::int64_t, 3> cell;
    for (int axis = 0; axis < 3; ++axis)
      cell[static_cast<std::size_t>(axis)] = std::llround(mesh.vertices[i][axis] / kGrid);
    corner[i] = places.try_emplace(cell, static_cast<std::uint32_t>(places.size())).first->second;
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (const auto& triangle : mesh.triangles)
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = corner[triangle[i]], b = corner[triangle[(i + 1) % 3]];
      if (a != b) ++edges[std::minmax(a, b)];
    }
  return !edges.empty() && std::all_of(edges.begin(), edges.end(),
                                       [](const auto& edge) { return edge.second % 2 == 0; });
}

SurfaceTopology topology_of(const rays::SurfaceMesh& mesh) {
  if (!is_closed(mesh)) return SurfaceTopology::Open;
  double volume = 0.0;
  for (const auto& triangle : mesh.triangles)
    volume += mesh.vertices[triangle[0]]
                  .cross(mesh.vertices[triangle[1]])
                  .dot(mesh.vertices[triangle[2]]);
  if (std::abs(volume) < 1e-12) return SurfaceTopology::Open;
  return volume > 0.0 ? SurfaceTopology::ClosedOutward : SurfaceTopology::ClosedInward;
}

double breadth_of(const Bounds& bounds) {
  Vec3 size = bounds.high - bounds.low;
  std::sort(size.data(), size.data() + 3);
  return size.y();
}

WallSegment segment_at(const rays::Hit& hit, const Vec3& direction) {
  return {hit.distance, hit.distance, hit.surface,
          std::abs(hit.normal.dot(direction.cast<float>())),
          std::abs(hit.normal.z()) > kLevelNormal};
}

// Reverses the order of walls. A layer then continues the one that followed it before.
void reverse_path(Path& path) {
  for (Wall& wall : path.walls) wall.at = path.distance - wall.at;
  for (std::size_t i = 1; i < path.walls.size(); ++i)
    path.walls[i - 1].continues = path.walls[i].continues;
  if (!path.walls.empty()) path.walls.back().continues = false;
  std::reverse(path.walls.begin(), path.walls.end());
}

bool is_moved(const Pose& from, const Pose& to) {
  constexpr double kMaxTranslation = 0.005, kMaxRotation = 0.01;  // m, rad
  return (from.position - to.position).norm() > kMaxTranslation ||
         from.rotation.angularDistance(to.rotation) > kMaxRotation;
}

}  // namespace

struct WallFinder::Parts {
  explicit Parts(std::shared_ptr<const rays::StaticScene> static_scene)
      : scene(static_scene != nullptr ? std::move(static_scene)
                                      : std::make_shared<const rays::StaticScene>(World{})) {}

  rays::Scene scene;
  std::vector<bool> is_known;                      // by instance: is in the scene
  std::vector<SurfaceMaterial> surface_materials;  // by surface
  std::map<const rays::SurfaceMesh*, SurfaceTopology> topology_of_mesh;
  std::map<std::pair<std::size_t, std::size_t>, Pose>
      places;  // by instance and link, of movable models

  bool update_instances(const State& state);
  bool update_moved_links(const State& state);
  void add_surfaces();
  SurfaceTopology topology(int surface) const {
    return surface_materials[static_cast<std::size_t>(surface)].topology;
  }
  bool enters(const rays::Hit& hit, const Vec3& direction) const;
  // Where the way goes into a solid and where it leaves it.
  struct Faces {
    std::vector<const rays::Hit*> entered, left;
  };
  Faces faces_of(std::span<const rays::Hit> hits, const Vec3& direction) const;
  void add_segments(std::span<const rays::Hit> hits, const Vec3& from, const Vec3& direction,
                    double length, std::vector<WallSegment>& found) const;
  bool contains(int surface, const Vec3& point) const;
  std::vector<WallSegment> segments(const Vec3& from, const Vec3& direction, double length) const;
  Wall wall_of(const WallSegment& segment) const;
  std::vector<Wall> walls(std::vector<WallSegment> segments) const;
};

bool WallFinder::Parts::update_instances(const State& state) {
  bool has_changed = false;
  is_known.resize(state.instances.size(), false);
  for (std::size_t i = 0; i < state.instances.size(); ++i) {
    const Instance& instance = state.instances[i];
    const bool belongs = instance.is_present && !instance.model->robot;
    if (belongs == is_known[i]) continue;
    if (belongs)
      scene.add(state, InstanceId(i));
    else
      scene.remove(InstanceId(i));
    is_known[i] = belongs;
    has_changed = true;
  }
  return has_changed;
}

bool WallFinder::Parts::update_moved_links(const State& state) {
  bool has_moved = false;
  for (std::size_t i = 0; i < state.instances.size(); ++i) {
    if (!is_known[i] || state.instances[i].model->is_static) continue;
    for (std::size_t link = 0; link < state.instances[i].links.size(); ++link) {
      const Pose pose = state.world_from_link(InstanceId(i), static_cast<int>(link));
      const auto [place, is_new] = places.try_emplace({i, link}, pose);
      if (is_new || !is_moved(place->second, pose)) continue;
      place->second = pose;
      has_moved = true;
    }
  }
  return has_moved;
}

void WallFinder::Parts::add_surfaces() {
  for (std::size_t i = surface_materials.size(); i < scene.surfaces().size(); ++i) {
    const rays::SurfaceInfo& surface = scene.surfaces()[i];
    if (surface.victim >= 0) {  // never hit
      surface_materials.emplace_back();
      continue;
    }
    const auto [known, is_new] =
        topology_of_mesh.try_emplace(surface.mesh.get(), SurfaceTopology::Open);
    if (is_new) known->second = topology_of(*surface.mesh);
    surface_materials.push_back(
        {known->second, material_or_brick(surface.optics.material), breadth_of(surface.bounds)});
  }
}

// Whether the path enters the solid at this hit, by the winding of the triangle.
bool WallFinder::Parts::enters(const rays::Hit& hit, const Vec3& direction) const {
  const rays::SurfaceMesh& mesh = *scene.surfaces()[static_cast<std::size_t>(hit.surface)].mesh;
  const auto& [a, b, c] = mesh.triangles[hit.triangle];
  const rays::Vec3f normal =
      (mesh.vertices[b] - mesh.vertices[a]).cross(mesh.vertices[c] - mesh.vertices[a]);
  const Vec3 direction_mesh = scene.world_from_mesh(hit.surface).rotation.conjugate() * direction;
  const bool is_against = normal.cast<double>().dot(direction_mesh) < 0.0;
  return is_against == (topology(hit.surface) == SurfaceTopology::ClosedOutward);
}

std::vector<WallSegment> WallFinder::Parts::segments(const Vec3& from, const Vec3& direction,
                                                     double length) const {
  std::vector<rays::Hit> hits = scene.all_hits({.origin = from.cast<float>(),
                                                .direction = direction.cast<float>(),
                                                .far = static_cast<float>(length)},
                                               {}, rays::Victims::Ignored);
  std::stable_sort(hits.begin(), hits.end(),
                   [](const rays::Hit& a, const rays::Hit& b) { return a.surface < b.surface; });
  std::vector<WallSegment> found;
  found.reserve(hits.size());
  for (auto first = hits.begin(); first != hits.end();) {
    const auto last = std::find_if(
        first, hits.end(), [&](const rays::Hit& hit) { return hit.surface != first->surface; });
    add_segments({first, last}, from, direction, length, found);
    first = last;
  }
  return found;
}

// hits: of one surface, nearest first.
void WallFinder::Parts::add_segments(std::span<const rays::Hit> hits, const Vec3& from,
                                     const Vec3& direction, double length,
                                     std::vector<WallSegment>& found) const {
  if (topology(hits[0].surface) == SurfaceTopology::Open) {
    for (std::size_t i = 0; i < hits.size(); ++i)
      if (i == 0 || hits[i].distance - hits[i - 1].distance >= kDuplicateHitDistance)
        found.push_back(segment_at(hits[i], direction));
    return;
  }
  if (hits.size() == 2 && enters(hits[0], direction) &&
      !enters(hits[1], direction)) {  // the usual case
    found.push_back(segment_at(hits[0], direction));
    found.back().end = hits[1].distance;
    return;
  }
  Faces faces = faces_of(hits, direction);
  const int surface = hits[0].surface;
  const bool began_inside = faces.left.size() > faces.entered.size();
  if (began_inside) {
    if (contains(surface, from)) {
      found.push_back(segment_at(*faces.left[0], direction));
      found.back().begin = 0.0;
    }
    faces.left.erase(faces.left.begin());
  }
  for (std::size_t i = 0; i < faces.entered.size(); ++i) {
    const bool is_left = i < faces.left.size();
    if (!is_left && !contains(surface, from + length * direction)) continue;
    found.push_back(segment_at(*faces.entered[i], direction));
    found.back().end =
        is_left ? std::max(faces.left[i]->distance, faces.entered[i]->distance) : length;
  }
}

// Whether the bounding box of the surface contains the point. Guards against paths that graze an
// edge: one of its two faces may be missed, so the path seems to enter and never leave, or vice
// versa.
bool WallFinder::Parts::contains(int surface, const Vec3& point) const {
  const Bounds& bounds = scene.surfaces()[static_cast<std::size_t>(surface)].bounds;
  const Vec3 point_mesh = scene.world_from_mesh(surface).inverse() * point;
  return (point_mesh.array() >= bounds.low.array()).all() &&
         (point_mesh.array() <= bounds.high.array()).all();
}

// Removes duplicate hits on the shared edge of two triangles.
WallFinder::Parts::Faces WallFinder::Parts::faces_of(std::span<const rays::Hit> hits,
                                                     const Vec3& direction) const {
  Faces faces;
  for (const rays::Hit& hit : hits) {
    std::vector<const rays::Hit*>& side = enters(hit, direction) ? faces.entered : faces.left;
    if (side.empty() || hit.distance - side.back()->distance >= kDuplicateHitDistance)
      side.push_back(&hit);
  }
  return faces;
}

Wall WallFinder::Parts::wall_of(const WallSegment& segment) const {
  const rays::SurfaceInfo& surface = scene.surfaces()[static_cast<std::size_t>(segment.surface)];
  const SurfaceMaterial& known = surface_materials[static_cast<std::size_t>(segment.surface)];
  const bool is_open = known.topology == SurfaceTopology::Open;
  Wall wall;
  wall.material = known.material;
  wall.cosine = segment.cosine;
  wall.breadth = known.breadth;
  wall.at = (segment.begin + segment.end) / 2;
  wall.thickness = is_open ? kDefaultWallThickness : (segment.end - segment.begin) * wall.cosine;
  wall.is_floor = surface.optics.material.empty() && surface.optics.thickness <= 0.0 &&
                  segment.is_level && wall.thickness >= kFloorThickness;
  if (surface.optics.thickness > 0.0) wall.thickness = surface.optics.thickness;
  return wall;
}

// In path order. Segments inside another one are dropped: their matter is counted already.
std::vector<Wall> WallFinder::Parts::walls(std::vector<WallSegment> segments) const {
  std::sort(segments.begin(), segments.end(), [](const WallSegment& a, const WallSegment& b) {
    return std::tie(a.begin, b.end, a.surface) < std::tie(b.begin, a.end, b.surface);
  });
  std::vector<Wall> walls;
  walls.reserve(segments.size());
  double covered_to = -kInfinity;
  for (WallSegment& segment : segments) {
    const bool continues = segment.begin <= covered_to + kMaxLayerGap;
    if (continues && segment.end <= covered_to + kDuplicateHitDistance) continue;
    segment.begin = std::max(segment.begin, covered_to);
    covered_to = segment.end;
    walls.push_back(wall_of(segment));
    walls.back().continues = continues;
  }
  return walls;
}

WallFinder::WallFinder(const State& state, std::shared_ptr<const rays::StaticScene> static_scene)
    : parts_(std::make_unique<Parts>(std::move(static_scene))) {
  update(state);
}
WallFinder::~WallFinder() = default;

bool WallFinder::update(const State& state) {
  const bool has_changed = parts_->update_instances(state);
  const bool has_moved = parts_->update_moved_links(state);
  if (has_changed) parts_->add_surfaces();
  if (has_changed || has_moved) parts_->scene.update(state);
  return has_changed || has_moved;
}

Path WallFinder::between(const Vec3& from, const Vec3& to) const {
  const auto key = [](const Vec3& point) { return std::tuple(point.x(), point.y(), point.z()); };
  const bool is_reversed = key(to) < key(from);
  const Vec3& begin = is_reversed ? to : from;
  const Vec3& end = is_reversed ? from : to;
  Path path;
  path.distance = (end - begin).norm();
  if (!(path.distance > 0.0) || !std::isfinite(path.distance)) return path;
  path.walls = parts_->walls(parts_->segments(begin, (end - begin) / path.distance, path.distance));
  if (is_reversed) reverse_path(path);
  return path;
}

}  // namespace rubble::radio
