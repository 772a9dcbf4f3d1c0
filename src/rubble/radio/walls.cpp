// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/walls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <tuple>

namespace rubble::radio {

// How the triangles of a surface close around matter.
enum class Skin { Sheet, Outward, Inward };

// What is always the same about a surface.
struct Matter {
  Skin skin = Skin::Sheet;
  Material material;
  double breadth = 0.0;  // m
};

// A part of the way that is inside matter.
struct Stretch {
  double begin = 0.0;  // m from the first end
  double end = 0.0;
  int surface = 0;
  float cosine = 1.0F;
  bool is_level = false;  // its face is
};

namespace {

constexpr double kOneWall = 0.01;         // m, what is nearer to each other is one wall
constexpr double kSameHit = 1e-4;         // m, two triangles that share an edge are hit at once
constexpr double kFloorThickness = 0.08;  // m, thinner ones are table tops and ramps
constexpr float kLevelNormal = 0.7F;

// Every edge belongs to two triangles once corners at one place are one corner.
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

Skin skin_of(const rays::SurfaceMesh& mesh) {
  if (!is_closed(mesh)) return Skin::Sheet;
  double volume = 0.0;
  for (const auto& triangle : mesh.triangles)
    volume += mesh.vertices[triangle[0]]
                  .cross(mesh.vertices[triangle[1]])
                  .dot(mesh.vertices[triangle[2]]);
  if (std::abs(volume) < 1e-12) return Skin::Sheet;
  return volume > 0.0 ? Skin::Outward : Skin::Inward;
}

double breadth_of(const Bounds& bounds) {
  Vec3 size = bounds.high - bounds.low;
  std::sort(size.data(), size.data() + 3);
  return size.y();
}

Stretch stretch_at(const rays::Hit& hit, const Vec3& direction) {
  return {hit.distance, hit.distance, hit.surface,
          std::abs(hit.normal.dot(direction.cast<float>())),
          std::abs(hit.normal.z()) > kLevelNormal};
}

// From the other end the walls come in the opposite order, and a layer lies against the one that
// came after it.
void turn_round(Path& path) {
  for (Wall& wall : path.walls) wall.at = path.distance - wall.at;
  for (std::size_t i = 1; i < path.walls.size(); ++i)
    path.walls[i - 1].continues = path.walls[i].continues;
  if (!path.walls.empty()) path.walls.back().continues = false;
  std::reverse(path.walls.begin(), path.walls.end());
}

bool is_moved(const Pose& from, const Pose& to) {
  constexpr double kWay = 0.005, kTurn = 0.01;  // m, rad
  return (from.position - to.position).norm() > kWay ||
         from.rotation.angularDistance(to.rotation) > kTurn;
}

}  // namespace

struct WallFinder::Parts {
  rays::Scene scene{World{}};  // without victims
  std::vector<bool> is_known;  // by instance: stands in the scene
  std::vector<Matter> matter;  // by surface
  std::map<const rays::SurfaceMesh*, Skin> skin_of_mesh;
  std::map<std::pair<std::size_t, std::size_t>, Pose> places;  // by instance and link, of movers

  bool take_up(const State& state);
  bool notice_moves(const State& state);
  void learn_matter();
  Skin skin(int surface) const { return matter[static_cast<std::size_t>(surface)].skin; }
  bool enters(const rays::Hit& hit, const Vec3& direction) const;
  // Where the way goes into a solid and where it leaves it.
  struct Faces {
    std::vector<const rays::Hit*> entered, left;
  };
  Faces faces_of(std::span<const rays::Hit> hits, const Vec3& direction) const;
  void add_stretches(std::span<const rays::Hit> hits, const Vec3& from, const Vec3& direction,
                     double length, std::vector<Stretch>& found) const;
  bool is_around(int surface, const Vec3& point) const;
  std::vector<Stretch> stretches(const Vec3& from, const Vec3& direction, double length) const;
  Wall wall_of(const Stretch& stretch) const;
  std::vector<Wall> walls(std::vector<Stretch> stretches) const;
};

bool WallFinder::Parts::take_up(const State& state) {
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

bool WallFinder::Parts::notice_moves(const State& state) {
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

void WallFinder::Parts::learn_matter() {
  for (std::size_t i = matter.size(); i < scene.surfaces().size(); ++i) {
    const rays::SurfaceInfo& surface = scene.surfaces()[i];
    const auto [known, is_new] = skin_of_mesh.try_emplace(surface.mesh.get(), Skin::Sheet);
    if (is_new) known->second = skin_of(*surface.mesh);
    matter.push_back(
        {known->second, material_or_brick(surface.optics.material), breadth_of(surface.bounds)});
  }
}

// Whether the way goes into the solid here, by how its triangle is wound.
bool WallFinder::Parts::enters(const rays::Hit& hit, const Vec3& direction) const {
  const rays::SurfaceMesh& mesh = *scene.surfaces()[static_cast<std::size_t>(hit.surface)].mesh;
  const auto& [a, b, c] = mesh.triangles[hit.triangle];
  const rays::Vec3f normal =
      (mesh.vertices[b] - mesh.vertices[a]).cross(mesh.vertices[c] - mesh.vertices[a]);
  const Vec3 direction_mesh = scene.world_from_mesh(hit.surface).rotation.conjugate() * direction;
  const bool is_against = normal.cast<double>().dot(direction_mesh) < 0.0;
  return is_against == (skin(hit.surface) == Skin::Outward);
}

std::vector<Stretch> WallFinder::Parts::stretches(const Vec3& from, const Vec3& direction,
                                                  double length) const {
  std::vector<rays::Hit> hits = scene.all_hits({.origin = from.cast<float>(),
                                                .direction = direction.cast<float>(),
                                                .far = static_cast<float>(length)});
  std::stable_sort(hits.begin(), hits.end(),
                   [](const rays::Hit& a, const rays::Hit& b) { return a.surface < b.surface; });
  std::vector<Stretch> found;
  found.reserve(hits.size());
  for (auto first = hits.begin(); first != hits.end();) {
    const auto last = std::find_if(
        first, hits.end(), [&](const rays::Hit& hit) { return hit.surface != first->surface; });
    add_stretches({first, last}, from, direction, length, found);
    first = last;
  }
  return found;
}

// Of one surface, nearest first.
void WallFinder::Parts::add_stretches(std::span<const rays::Hit> hits, const Vec3& from,
                                      const Vec3& direction, double length,
                                      std::vector<Stretch>& found) const {
  if (skin(hits[0].surface) == Skin::Sheet) {
    for (std::size_t i = 0; i < hits.size(); ++i)
      if (i == 0 || hits[i].distance - hits[i - 1].distance >= kSameHit)
        found.push_back(stretch_at(hits[i], direction));
    return;
  }
  if (hits.size() == 2 && enters(hits[0], direction) && !enters(hits[1], direction)) {  // mostly
    found.push_back(stretch_at(hits[0], direction));
    found.back().end = hits[1].distance;
    return;
  }
  Faces faces = faces_of(hits, direction);
  const int surface = hits[0].surface;
  const bool began_inside = faces.left.size() > faces.entered.size();
  if (began_inside) {
    if (is_around(surface, from)) {
      found.push_back(stretch_at(*faces.left[0], direction));
      found.back().begin = 0.0;
    }
    faces.left.erase(faces.left.begin());
  }
  for (std::size_t i = 0; i < faces.entered.size(); ++i) {
    const bool is_left = i < faces.left.size();
    if (!is_left && !is_around(surface, from + length * direction)) continue;
    found.push_back(stretch_at(*faces.entered[i], direction));
    found.back().end =
        is_left ? std::max(faces.left[i]->distance, faces.entered[i]->distance) : length;
  }
}

// Where a way only touches an edge, one of its two faces may be missed: then it seems to go in and
// never out, or the other way round. Who is truly inside is in its box.
bool WallFinder::Parts::is_around(int surface, const Vec3& point) const {
  const Bounds& bounds = scene.surfaces()[static_cast<std::size_t>(surface)].bounds;
  const Vec3 point_mesh = scene.world_from_mesh(surface).inverse() * point;
  return (point_mesh.array() >= bounds.low.array()).all() &&
         (point_mesh.array() <= bounds.high.array()).all();
}

// Two triangles that share an edge are often both hit on it.
WallFinder::Parts::Faces WallFinder::Parts::faces_of(std::span<const rays::Hit> hits,
                                                     const Vec3& direction) const {
  Faces faces;
  for (const rays::Hit& hit : hits) {
    std::vector<const rays::Hit*>& side = enters(hit, direction) ? faces.entered : faces.left;
    if (side.empty() || hit.distance - side.back()->distance >= kSameHit) side.push_back(&hit);
  }
  return faces;
}

Wall WallFinder::Parts::wall_of(const Stretch& stretch) const {
  const rays::SurfaceInfo& surface = scene.surfaces()[static_cast<std::size_t>(stretch.surface)];
  const Matter& known = matter[static_cast<std::size_t>(stretch.surface)];
  const bool is_sheet = known.skin == Skin::Sheet;
  Wall wall;
  wall.material = known.material;
  wall.cosine = stretch.cosine;
  wall.breadth = known.breadth;
  wall.at = (stretch.begin + stretch.end) / 2;
  wall.thickness = is_sheet ? kUsualThickness : (stretch.end - stretch.begin) * wall.cosine;
  wall.is_floor = surface.optics.material.empty() && surface.optics.thickness <= 0.0 &&
                  stretch.is_level && wall.thickness >= kFloorThickness;
  if (surface.optics.thickness > 0.0) wall.thickness = surface.optics.thickness;
  return wall;
}

// In the order of the way. What is inside another one is the same matter, told twice.
std::vector<Wall> WallFinder::Parts::walls(std::vector<Stretch> stretches) const {
  std::sort(stretches.begin(), stretches.end(), [](const Stretch& a, const Stretch& b) {
    return std::tie(a.begin, b.end, a.surface) < std::tie(b.begin, a.end, b.surface);
  });
  std::vector<Wall> walls;
  walls.reserve(stretches.size());
  double reached = -kInfinity;
  for (Stretch& stretch : stretches) {
    const bool continues = stretch.begin <= reached + kOneWall;
    if (continues && stretch.end <= reached + kSameHit) continue;
    stretch.begin = std::max(stretch.begin, reached);
    reached = stretch.end;
    walls.push_back(wall_of(stretch));
    walls.back().continues = continues;
  }
  return walls;
}

WallFinder::WallFinder(const State& state) : parts_(std::make_unique<Parts>()) { follow(state); }
WallFinder::~WallFinder() = default;

bool WallFinder::follow(const State& state) {
  const bool has_changed = parts_->take_up(state);
  const bool has_moved = parts_->notice_moves(state);
  if (has_changed) parts_->learn_matter();
  if (has_changed || has_moved) parts_->scene.update(state);
  return has_changed || has_moved;
}

Path WallFinder::between(const Vec3& from, const Vec3& to) const {
  const auto key = [](const Vec3& point) { return std::tuple(point.x(), point.y(), point.z()); };
  const bool is_turned = key(to) < key(from);
  const Vec3& begin = is_turned ? to : from;
  const Vec3& end = is_turned ? from : to;
  Path path;
  path.distance = (end - begin).norm();
  if (!(path.distance > 0.0) || !std::isfinite(path.distance)) return path;
  path.walls =
      parts_->walls(parts_->stretches(begin, (end - begin) / path.distance, path.distance));
  if (is_turned) turn_round(path);
  return path;
}

}  // namespace rubble::radio
