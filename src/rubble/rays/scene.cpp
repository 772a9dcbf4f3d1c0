// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/scene.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string>
#include <tuple>

#include "rubble/base/assert.h"
#include "rubble/rays/facet.h"
#include "rubble/rays/surfaces.h"

namespace rubble::rays {
namespace {

constexpr unsigned kSeen = 1, kCastsShadow = 2;  // bits of ray and geometry masks
constexpr std::size_t kPacket = 8;
constexpr float kFarthest = 1e8F;  // m: rays from beyond meet nothing, Embree would not bear them

// Embree computes in float, on one CPU with fused multiply-add, on another without: what it says of
// rays that pass an edge, and of two surfaces at one distance, differs. So it only proposes. Its
// triangles are larger than they are by a rim, wider than it errs; where a ray meets is computed
// exactly, and where it meets a rim, or what a neighbour meets at the same distance, all that is
// near is weighed by exact arithmetic. For worlds of up to 100 m.
constexpr double kRim = 4e-4;   // m
constexpr float kBlur = 1e-5F;  // m and of a distance: closer things are at one distance
constexpr double kEdge = 1e-9;  // of corner weights: lines through a common edge meet a triangle

float farther(float distance) { return distance * (1.0F + kBlur) + kBlur; }
float nearer(float distance) { return std::max(0.0F, distance * (1.0F - kBlur) - kBlur); }

using Facets = std::vector<Facet>;  // by triangle

// Triangles of a surface in the frame of its tree.
std::vector<std::array<Vec3, 3>> triangles_in(const Pose& frame, const SurfaceMesh& mesh) {
  std::vector<Vec3> places;
  places.reserve(mesh.vertices.size());
  for (const Vec3f& vertex : mesh.vertices) places.push_back(frame * Vec3(vertex.cast<double>()));
  std::vector<std::array<Vec3, 3>> triangles;
  triangles.reserve(mesh.triangles.size());
  for (const auto& [a, b, c] : mesh.triangles)
    triangles.push_back({places[a], places[b], places[c]});
  return triangles;
}

RTCGeometry make_geometry(RTCDevice device, const SurfaceInfo& surface,
                          const std::vector<std::array<Vec3, 3>>& triangles) {
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  auto* vertices = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0,
                                                               RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                                                               3 * triangles.size()));
  for (const auto& triangle : triangles)
    for (const Vec3& place : grown(triangle, kRim))
      for (int axis = 0; axis < 3; ++axis) *vertices++ = static_cast<float>(place[axis]);
  auto* indices = static_cast<std::uint32_t*>(
      rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                              3 * sizeof(std::uint32_t), triangles.size()));
  std::iota(indices, indices + 3 * triangles.size(), 0U);
  rtcSetGeometryMask(geometry, kSeen | (surface.casts_shadow ? kCastsShadow : 0U));
  rtcCommitGeometry(geometry);
  return geometry;
}

std::shared_ptr<const Facets> facets_of(const std::vector<std::array<Vec3, 3>>& triangles) {
  auto facets = std::make_shared<Facets>();
  for (const auto& triangle : triangles) facets->emplace_back(triangle, kRim);
  return facets;
}

// Wider instructions than AVX2's gain nothing here. The variable is for tests: what a CPU without
// AVX2 would do.
std::string embree_settings() {
  const char* const most = std::getenv("RUBBLE_EMBREE_ISA");  // sse2, sse4.2, avx or avx2
  return std::string("threads=1,set_affinity=0,max_isa=") + (most != nullptr ? most : "avx2");
}

std::array<float, 12> columns_of(const Pose& pose) {
  const Mat3 turn = pose.rotation.toRotationMatrix();
  std::array<float, 12> columns{};
  for (int column = 0; column < 3; ++column)
    for (int row = 0; row < 3; ++row)
      columns[static_cast<std::size_t>(3 * column + row)] = static_cast<float>(turn(row, column));
  for (int row = 0; row < 3; ++row)
    columns[static_cast<std::size_t>(9 + row)] =
        std::clamp(static_cast<float>(pose.position[row]), -kFarthest, kFarthest);
  return columns;
}

}  // namespace

// Embree's side: one scene of all fixed triangles, and one of moving links, each an instance of
// the scene of its triangles. Robots of one model share those.
class Scene::Tree {
 public:
  struct Mover {
    Part part;
    Pose pose;
    RTCGeometry geometry = nullptr;
    int first_surface = 0;
    Mat3 turn = Mat3::Identity();
    const std::vector<std::shared_ptr<const Facets>>* facets = nullptr;  // by geometry
  };

  // Where a surface is: with a mover, or for good.
  struct Place {
    int mover = -1;
    Pose fixed_pose;
    std::shared_ptr<const Facets> facets;  // of what is fixed, in the world
  };

  Tree() : device_(rtcNewDevice(embree_settings().c_str())) {
    RUBBLE_ASSERT(device_ != nullptr);
    fixed_ = new_scene(RTC_BUILD_QUALITY_MEDIUM);
    movers_ = new_scene(RTC_BUILD_QUALITY_MEDIUM);
    rtcSetSceneFlags(movers_, RTC_SCENE_FLAG_DYNAMIC | RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION);
    commit();
  }
  ~Tree() {
    rtcReleaseScene(movers_);
    rtcReleaseScene(fixed_);
    for (auto& [key, link] : link_scenes_) rtcReleaseScene(link.scene);
    rtcReleaseDevice(device_);
  }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  void add_fixed(int surface, const SurfaceInfo& info, const Pose& world_from_mesh) {
    const auto triangles = triangles_in(world_from_mesh, *info.mesh);
    places_.resize(static_cast<std::size_t>(surface) + 1);
    places_.back() = {.fixed_pose = world_from_mesh, .facets = facets_of(triangles)};
    RTCGeometry geometry = make_geometry(device_, info, triangles);
    const unsigned id = rtcAttachGeometry(fixed_, geometry);
    rtcReleaseGeometry(geometry);
    if (surface_of_fixed_.size() <= id) surface_of_fixed_.resize(id + 1, kNothing);
    surface_of_fixed_[id] = surface;
    facets_of_fixed_.resize(surface_of_fixed_.size(), nullptr);
    facets_of_fixed_[id] = places_.back().facets->data();
    fixed_changed_ = true;
  }

  void remove_fixed(int surface) {
    for (unsigned id = 0; id < surface_of_fixed_.size(); ++id)
      if (surface_of_fixed_[id] == surface) {
        rtcDetachGeometry(fixed_, id);
        surface_of_fixed_[id] = kNothing;
        fixed_changed_ = true;
      }
  }

  void add_mover(const Part& part, const Pose& pose, const Model* model, int first_surface,
                 std::span<const SurfaceInfo> surfaces) {
    LinkScene& link = link_scenes_[{model, part.link}];
    if (link.scene == nullptr) link = scene_of_link(surfaces);
    Mover mover{part, pose, rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_INSTANCE), first_surface};
    rtcSetGeometryInstancedScene(mover.geometry, link.scene);
    rtcSetGeometryMask(mover.geometry, kSeen | kCastsShadow);
    const unsigned id = rtcAttachGeometry(movers_, mover.geometry);
    rtcReleaseGeometry(mover.geometry);  // the scene keeps it
    if (mover_list_.size() <= id) mover_list_.resize(id + 1);
    mover.facets = &link.facets;
    mover_list_[id] = mover;
    place(mover_list_[id], pose);
    places_.resize(static_cast<std::size_t>(first_surface) + surfaces.size());
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
      Place& place = places_[static_cast<std::size_t>(first_surface) + i];
      place.mover = static_cast<int>(id);
    }
  }

  void remove_movers(InstanceId instance) {
    for (unsigned id = 0; id < mover_list_.size(); ++id)
      if (mover_list_[id].geometry != nullptr && mover_list_[id].part.instance == instance) {
        rtcDetachGeometry(movers_, id);
        mover_list_[id] = {};
        movers_changed_ = true;
      }
  }

  void follow(const State& state) {
    for (Mover& mover : mover_list_) {
      if (mover.geometry == nullptr) continue;
      const Pose pose = state.world_from_link(mover.part.instance, mover.part.link);
      if (!(pose == mover.pose)) place(mover, pose);
    }
    commit();
  }

  void commit() {
    if (fixed_changed_) rtcCommitScene(fixed_);
    if (movers_changed_) rtcCommitScene(movers_);
    fixed_changed_ = movers_changed_ = false;
    has_movers_ = std::any_of(mover_list_.begin(), mover_list_.end(),
                              [](const Mover& mover) { return mover.geometry != nullptr; });
  }

  int surface_of(unsigned instance, unsigned geometry) const {
    if (instance == RTC_INVALID_GEOMETRY_ID) return surface_of_fixed_[geometry];
    return mover_list_[instance].first_surface + static_cast<int>(geometry);
  }
  const Mover& mover(unsigned instance) const { return mover_list_[instance]; }
  // The triangles of a geometry, in the frame of its mover or the world's.
  const Facet* facets(unsigned instance, unsigned geometry) const {
    if (instance == RTC_INVALID_GEOMETRY_ID) return facets_of_fixed_[geometry];
    return (*mover_list_[instance].facets)[geometry]->data();
  }
  bool is_fixed(int surface) const { return place_of(surface).mover < 0; }
  Pose world_from_mesh(int surface, const SurfaceInfo& info) const {
    const Place& place = place_of(surface);
    if (place.mover < 0) return place.fixed_pose;
    return mover_list_[static_cast<std::size_t>(place.mover)].pose * info.link_from_mesh;
  }

  RTCScene fixed() const { return fixed_; }
  RTCScene movers() const { return movers_; }
  bool has_movers() const { return has_movers_; }
  int mover_count() const {
    return static_cast<int>(
        std::count_if(mover_list_.begin(), mover_list_.end(),
                      [](const Mover& mover) { return mover.geometry != nullptr; }));
  }
  void count(std::size_t rays) const {
    rays_.fetch_add(static_cast<std::int64_t>(rays), std::memory_order_relaxed);
  }
  std::int64_t rays() const { return rays_.load(std::memory_order_relaxed); }

 private:
  // The triangles of a link, which robots of one model share.
  struct LinkScene {
    RTCScene scene = nullptr;
    std::vector<std::shared_ptr<const Facets>> facets;  // by surface
  };

  RTCScene new_scene(RTCBuildQuality quality) const {
    RTCScene scene = rtcNewScene(device_);
    rtcSetSceneFlags(scene, RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION);
    rtcSetSceneBuildQuality(scene, quality);
    return scene;
  }

  LinkScene scene_of_link(std::span<const SurfaceInfo> surfaces) const {
    LinkScene link{.scene = new_scene(RTC_BUILD_QUALITY_MEDIUM)};
    for (const SurfaceInfo& surface : surfaces) {
      const auto triangles = triangles_in(surface.link_from_mesh, *surface.mesh);
      RTCGeometry geometry = make_geometry(device_, surface, triangles);
      rtcAttachGeometry(link.scene, geometry);
      rtcReleaseGeometry(geometry);
      link.facets.push_back(facets_of(triangles));
    }
    rtcCommitScene(link.scene);
    return link;
  }

  const Place& place_of(int surface) const { return places_[static_cast<std::size_t>(surface)]; }

  void place(Mover& mover, const Pose& pose) {
    mover.pose = pose;
    mover.turn = pose.rotation.toRotationMatrix();
    const std::array<float, 12> columns = columns_of(pose);
    rtcSetGeometryTransform(mover.geometry, 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, columns.data());
    rtcCommitGeometry(mover.geometry);
    movers_changed_ = true;
  }

  RTCDevice device_;
  RTCScene fixed_ = nullptr;
  RTCScene movers_ = nullptr;
  std::map<std::pair<const Model*, int>, LinkScene> link_scenes_;
  std::vector<Place> places_;          // by surface
  std::vector<int> surface_of_fixed_;  // by geometry of fixed_
  std::vector<const Facet*> facets_of_fixed_;
  std::vector<Mover> mover_list_;  // by geometry of movers_
  bool fixed_changed_ = true;
  bool movers_changed_ = true;
  bool has_movers_ = false;
  mutable std::atomic<std::int64_t> rays_ = 0;
};

namespace {

// A triangle that Embree says a ray may meet.
struct Candidate {
  unsigned instance = RTC_INVALID_GEOMETRY_ID;
  unsigned geometry = RTC_INVALID_GEOMETRY_ID;
  unsigned triangle = 0;

  bool is_something() const { return geometry != RTC_INVALID_GEOMETRY_ID; }
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

// A candidate by exact arithmetic.
struct Contact {
  Meeting at;
  const Facet* facet = nullptr;
  Candidate candidate;

  bool is_met(const Ray& ray) const {
    return at.depth() >= -kEdge && at.distance >= static_cast<double>(ray.near) &&
           at.distance <= static_cast<double>(ray.far);
  }
  // Met, and too far inside for another triangle to share the place.
  bool is_sure(const Ray& ray) const {
    return at.depth() >= facet->rim() && at.distance >= static_cast<double>(farther(ray.near)) &&
           at.distance <= static_cast<double>(nearer(ray.far));
  }
  bool is_before(const Contact& other) const {
    return std::tie(at.distance, candidate.instance, candidate.geometry, candidate.triangle) <
           std::tie(other.at.distance, other.candidate.instance, other.candidate.geometry,
                    other.candidate.triangle);
  }
};

Contact contact_of(const Scene::Tree& tree, const Candidate& candidate, const Ray& ray) {
  Contact contact;
  contact.candidate = candidate;
  contact.facet = tree.facets(candidate.instance, candidate.geometry) + candidate.triangle;
  const Vec3 origin = ray.origin.cast<double>(), direction = ray.direction.cast<double>();
  if (candidate.instance == RTC_INVALID_GEOMETRY_ID) {
    contact.at = contact.facet->meet(origin, direction);
  } else {
    const Scene::Tree::Mover& mover = tree.mover(candidate.instance);
    const Vec3 from_mover = origin - mover.pose.position;
    contact.at = contact.facet->meet(mover.turn.transpose() * from_mover,
                                     mover.turn.transpose() * direction);
  }
  return contact;
}

Hit hit_of(const Scene::Tree& tree, const Contact& contact, const Ray& ray) {
  Hit hit;
  hit.distance = static_cast<float>(contact.at.distance);
  hit.surface = tree.surface_of(contact.candidate.instance, contact.candidate.geometry);
  hit.triangle = contact.candidate.triangle;
  hit.u = static_cast<float>(contact.at.u);
  hit.v = static_cast<float>(contact.at.v);
  const unsigned instance = contact.candidate.instance;
  const Vec3f normal =
      instance == RTC_INVALID_GEOMETRY_ID
          ? contact.facet->normal().cast<float>()
          : Vec3(tree.mover(instance).turn * contact.facet->normal()).cast<float>();
  hit.normal = normal.dot(ray.direction) > 0.0F ? Vec3f(-normal) : normal;
  return hit;
}

// Embree's context and what a filter needs beside it.
struct CastContext {
  RTCIntersectContext embree;
  const Scene::Tree* tree = nullptr;
  std::span<const int> unseen;
  const Ray* rays = nullptr;                 // of the packet under way
  std::vector<Contact>* contacts = nullptr;  // where all that one ray meets is collected
};

bool is_unseen(const CastContext& context, const Candidate& candidate) {
  if (context.unseen.empty()) return false;
  const int surface = context.tree->surface_of(candidate.instance, candidate.geometry);
  return std::find(context.unseen.begin(), context.unseen.end(), surface) != context.unseen.end();
}

Candidate candidate_of(const RTCFilterFunctionNArguments& arguments, unsigned lane) {
  return {RTCHitN_instID(arguments.hit, arguments.N, lane, 0),
          RTCHitN_geomID(arguments.hit, arguments.N, lane),
          RTCHitN_primID(arguments.hit, arguments.N, lane)};
}

// Filters: Embree proposes a hit for some lanes of a packet; a lane whose hit is to be forgotten is
// set to 0. What a lane's ray really meets, if the eye sees it, is given to `take`.
template <class Take>
void look_closely(const RTCFilterFunctionNArguments& arguments, CastContext& context, Take take) {
  for (unsigned lane = 0; lane < arguments.N; ++lane) {
    if (arguments.valid[lane] != -1) continue;
    const unsigned id = RTCRayN_id(arguments.ray, arguments.N, lane);
    const Ray& ray = context.rays[id];
    const Contact contact = contact_of(*context.tree, candidate_of(arguments, lane), ray);
    const bool is_real = contact.is_met(ray) && !is_unseen(context, contact.candidate);
    if (!is_real || !take(contact, lane, id)) arguments.valid[lane] = 0;
  }
}

CastContext& context_of(const RTCFilterFunctionNArguments& arguments) {
  return *reinterpret_cast<CastContext*>(arguments.context);
}

// Drops hits on surfaces the eye does not see.
void drop_unseen(const RTCFilterFunctionNArguments* arguments) {
  const CastContext& context = context_of(*arguments);
  for (unsigned lane = 0; lane < arguments->N; ++lane) {
    if (arguments->valid[lane] != -1) continue;
    const Candidate candidate = candidate_of(*arguments, lane);
    if (is_unseen(context, candidate)) arguments->valid[lane] = 0;
  }
}

void keep_all(const RTCFilterFunctionNArguments* arguments) {
  CastContext& context = context_of(*arguments);
  look_closely(*arguments, context, [&](const Contact& contact, unsigned, unsigned) {
    context.contacts->push_back(contact);
    return false;
  });
}

void keep_any(const RTCFilterFunctionNArguments* arguments) {
  look_closely(*arguments, context_of(*arguments),
               [](const Contact&, unsigned, unsigned) { return true; });
}

CastContext make_context(const Scene::Tree& tree, const View& view, RTCIntersectContextFlags flags,
                         RTCFilterFunctionN filter) {
  CastContext context{.tree = &tree, .unseen = view.unseen};
  rtcInitIntersectContext(&context.embree);
  context.embree.flags = flags;
  context.embree.filter = filter;
  return context;
}

bool is_castable(const Ray& ray) {
  const Vec3f &from = ray.origin, &along = ray.direction;
  constexpr float kLargest = std::numeric_limits<float>::max();
  // Without branches: this is asked of every ray.
  return static_cast<int>(std::abs(from.x()) < kFarthest) &
         static_cast<int>(std::abs(from.y()) < kFarthest) &
         static_cast<int>(std::abs(from.z()) < kFarthest) &
         static_cast<int>(std::abs(along.x()) <= kLargest) &
         static_cast<int>(std::abs(along.y()) <= kLargest) &
         static_cast<int>(std::abs(along.z()) <= kLargest) & static_cast<int>(ray.near >= 0.0F) &
         static_cast<int>(!(ray.far < ray.near));
}

struct Lanes {
  alignas(32) std::array<int, kPacket> valid;
};

template <class RayPacket>
Lanes fill_packet(std::span<const Ray> rays, unsigned mask, RayPacket& packet) {
  Lanes lanes;
  for (std::size_t i = 0; i < kPacket; ++i) {
    lanes.valid[i] = i < rays.size() && is_castable(rays[i]) ? -1 : 0;
    const Ray& ray = rays[i < rays.size() ? i : 0];
    packet.org_x[i] = ray.origin.x();
    packet.org_y[i] = ray.origin.y();
    packet.org_z[i] = ray.origin.z();
    packet.dir_x[i] = ray.direction.x();
    packet.dir_y[i] = ray.direction.y();
    packet.dir_z[i] = ray.direction.z();
    packet.tnear[i] = nearer(ray.near);
    packet.tfar[i] = farther(ray.far);
    packet.time[i] = 0.0F;
    packet.mask[i] = mask;
    packet.id[i] = static_cast<unsigned>(i);
    packet.flags[i] = 0;
  }
  return lanes;
}

// All that a ray meets, in no order.
std::vector<Contact> contacts_of(const Scene::Tree& tree, const Ray& ray, const View& view) {
  std::vector<Contact> contacts;
  CastContext context = make_context(tree, view, RTC_INTERSECT_CONTEXT_FLAG_NONE, keep_all);
  context.rays = &ray;
  context.contacts = &contacts;
  contacts.reserve(16);
  for (RTCScene scene : {tree.fixed(), tree.movers()}) {
    if (scene == tree.movers() && !tree.has_movers()) continue;
    RTCRayHit single{};
    single.ray = {ray.origin.x(),
                  ray.origin.y(),
                  ray.origin.z(),
                  nearer(ray.near),
                  ray.direction.x(),
                  ray.direction.y(),
                  ray.direction.z(),
                  0.0F,
                  farther(ray.far),
                  kSeen,
                  0,
                  0};
    single.hit.geomID = single.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene, &context.embree, &single);
  }
  return contacts;
}

// The nearest of all that a ray meets. `proposed`: what Embree says.
Hit nearest_hit(const Scene::Tree& tree, const Contact& proposed, const Ray& ray,
                const View& view) {
  Ray part = ray;
  const Contact* nearest = nullptr;
  if (proposed.is_met(ray)) {  // then nothing is much nearer, and what is farther does not matter
    nearest = &proposed;
    const auto distance = static_cast<float>(proposed.at.distance);
    part.near = std::max(ray.near, nearer(distance));
    part.far = std::min(ray.far, farther(distance));
  }
  const std::vector<Contact> contacts = contacts_of(tree, part, view);
  for (const Contact& contact : contacts)
    if (nearest == nullptr || contact.is_before(*nearest)) nearest = &contact;
  return nearest == nullptr ? Hit{} : hit_of(tree, *nearest, ray);
}

// The fixed scene and the moving one as an eye casts rays at them.
class Eye {
 public:
  Eye(const Scene::Tree& tree, const View& view)
      : tree_(tree),
        movers_(make_context(tree, view, RTC_INTERSECT_CONTEXT_FLAG_COHERENT, nullptr)) {
    fixed_ = movers_;
    const auto is_fixed = [&](int surface) { return tree.is_fixed(surface); };
    if (!view.unseen.empty()) movers_.embree.filter = drop_unseen;
    if (std::any_of(view.unseen.begin(), view.unseen.end(), is_fixed))
      fixed_.embree.filter = drop_unseen;
  }

  void intersect(const Lanes& lanes, RTCRayHit8& packet) {
    rtcIntersect8(lanes.valid.data(), tree_.fixed(), &fixed_.embree, &packet);
    if (tree_.has_movers())
      rtcIntersect8(lanes.valid.data(), tree_.movers(), &movers_.embree, &packet);
  }
  void occlude(const Lanes& lanes, RTCRay8& packet) {
    rtcOccluded8(lanes.valid.data(), tree_.fixed(), &fixed_.embree, &packet);
    if (tree_.has_movers())
      rtcOccluded8(lanes.valid.data(), tree_.movers(), &movers_.embree, &packet);
  }
  // From now on only what is met by exact arithmetic blocks.
  void look_closely_at(const Ray* rays) {
    for (CastContext* context : {&fixed_, &movers_}) {
      context->rays = rays;
      context->embree.filter = keep_any;
    }
  }

 private:
  const Scene::Tree& tree_;
  CastContext fixed_{};
  CastContext movers_;
};

// What Embree says the rays of a packet meet, behind the last one of the packet before.
using Proposals = std::array<Candidate, kPacket + 1>;

// Where the rays of a packet meet one fixed triangle, eight at a time.
using EightNumbers = Eigen::Array<double, kPacket, 1>;
MeetingOf<EightNumbers> meetings_of(const Facet& facet, const RTCRay8& rays) {
  const auto numbers = [](const float* from) -> EightNumbers {
    return Eigen::Map<const Eigen::Array<float, kPacket, 1>>(from).cast<double>();
  };
  return facet.meet_all<EightNumbers>(
      {numbers(rays.org_x), numbers(rays.org_y), numbers(rays.org_z)},
      {numbers(rays.dir_x), numbers(rays.dir_y), numbers(rays.dir_z)});
}

// Whether Embree may have taken the triangle of a neighbour for the one it named, or will on
// another CPU: neighbours are next in the list or, in pictures, in the other row of four.
bool is_like_neighbour(const Scene::Tree& tree, const Proposals& proposals, std::size_t i,
                       std::size_t count, const Contact& contact, const Ray& ray) {
  const double blur = static_cast<double>(kBlur) * (1.0 + contact.at.distance);
  const Vec3 place = ray.origin.cast<double>() + contact.at.distance * ray.direction.cast<double>();
  for (const std::size_t neighbour : {i - 1, i + 1, i - 4, i + 4}) {
    if (neighbour > count) continue;  // also those below 0
    const Candidate& other = proposals[neighbour];
    if (!other.is_something() || other == proposals[i]) continue;
    if (other.instance == RTC_INVALID_GEOMETRY_ID &&
        std::abs(tree.facets(other.instance, other.geometry)[other.triangle].height(place)) > blur)
      continue;  // the ray meets that plane even farther off
    const Contact there = contact_of(tree, other, ray);
    const double off = std::abs(there.at.distance - contact.at.distance);
    if (off <= blur && there.at.depth() >= -there.facet->rim()) return true;
  }
  return false;
}

}  // namespace

Scene::Scene(const World& world) : tree_(std::make_unique<Tree>()) {
  for (std::size_t i = 0; i < world.victims.size(); ++i)
    for (SurfaceInfo& surface : surfaces_of_victim(world.victims[i], static_cast<int>(i))) {
      tree_->add_fixed(static_cast<int>(surfaces_.size()), surface, surface.link_from_mesh);
      surfaces_.push_back(std::move(surface));
    }
  victim_surface_count_ = surfaces_.size();
  tree_->commit();
}

Scene::~Scene() = default;

const std::vector<SurfaceInfo>& Scene::prototypes(const std::shared_ptr<const Model>& model,
                                                  int link) {
  const auto [place, is_new] = prototypes_.try_emplace({model.get(), link});
  if (is_new) place->second = surfaces_of_link(*model, link);
  return place->second;
}

void Scene::add(const State& state, InstanceId id) {
  const Instance& instance = state.instances[id.index()];
  const std::size_t first_of_all = surfaces_.size();
  for (int link = 0; link < static_cast<int>(instance.model->links.size()); ++link) {
    const std::vector<SurfaceInfo>& surfaces = prototypes(instance.model, link);
    if (surfaces.empty()) continue;
    const auto first = static_cast<int>(surfaces_.size());
    const Pose world_from_link = state.world_from_link(id, link);
    for (const SurfaceInfo& surface : surfaces) {
      if (instance.model->is_static)
        tree_->add_fixed(static_cast<int>(surfaces_.size()), surface,
                         world_from_link * surface.link_from_mesh);
      surfaces_.push_back(surface);
      surfaces_.back().part.instance = id;
    }
    if (!instance.model->is_static)
      tree_->add_mover({id, link}, world_from_link, instance.model.get(), first, surfaces);
  }
  if (ranges_.size() <= id.index()) ranges_.resize(id.index() + 1);
  ranges_[id.index()] = {first_of_all, surfaces_.size()};
}

Scene::Range Scene::surfaces_of(InstanceId instance) const {
  return instance.index() < ranges_.size() ? ranges_[instance.index()] : Range{};
}

void Scene::remove(InstanceId instance) {
  const Range own = surfaces_of(instance);
  for (std::size_t i = own.first; i < own.last; ++i) {
    if (tree_->is_fixed(static_cast<int>(i))) tree_->remove_fixed(static_cast<int>(i));
    surfaces_[i].is_present = false;
  }
  tree_->remove_movers(instance);
}

void Scene::follow(const State& state) { tree_->follow(state); }

void Scene::cast(std::span<const Ray> rays, std::span<Hit> hits, const View& view) const {
  RUBBLE_ASSERT(rays.size() == hits.size());
  Eye eye(*tree_, view);
  RTCRayHit8 packet;
  Proposals proposals;
  MeetingOf<EightNumbers> meetings;
  for (std::size_t first = 0; first < rays.size(); first += kPacket) {
    const std::size_t count = std::min(kPacket, rays.size() - first);
    const Lanes lanes = fill_packet(rays.subspan(first, count), kSeen, packet.ray);
    std::fill_n(packet.hit.geomID, kPacket, RTC_INVALID_GEOMETRY_ID);
    std::fill_n(packet.hit.instID[0], kPacket, RTC_INVALID_GEOMETRY_ID);
    eye.intersect(lanes, packet);
    proposals[0] = proposals[kPacket];
    for (std::size_t i = 0; i < count; ++i)
      proposals[i + 1] = {packet.hit.instID[0][i], packet.hit.geomID[i], packet.hit.primID[i]};
    const bool is_uniform =
        std::all_of(proposals.begin(), proposals.begin() + static_cast<std::ptrdiff_t>(count) + 1,
                    [&](const Candidate& one) { return one == proposals[0]; });
    const Candidate& common = proposals[1];
    const bool is_one_wall =
        is_uniform && common.is_something() && common.instance == RTC_INVALID_GEOMETRY_ID;
    if (is_one_wall) {
      const Facet& facet = tree_->facets(common.instance, common.geometry)[common.triangle];
      meetings = meetings_of(facet, packet.ray);
    }
    for (std::size_t i = 1; i <= count; ++i) {
      Hit& hit = hits[first + i - 1];
      hit = {};
      if (!proposals[i].is_something()) continue;
      const Ray& ray = rays[first + i - 1];
      const auto lane = static_cast<Eigen::Index>(i) - 1;
      const Contact contact =
          is_one_wall ? Contact{{{meetings.distance[lane], meetings.u[lane], meetings.v[lane]}},
                                tree_->facets(common.instance, common.geometry) + common.triangle,
                                common}
                      : contact_of(*tree_, proposals[i], ray);
      const bool is_sure =
          contact.is_sure(ray) &&
          (is_uniform || !is_like_neighbour(*tree_, proposals, i, count, contact, ray));
      hit = is_sure ? hit_of(*tree_, contact, ray) : nearest_hit(*tree_, contact, ray, view);
    }
  }
  tree_->count(rays.size());
}

void Scene::find_blocked(std::span<const Ray> rays, std::span<std::uint8_t> blocked,
                         const View& view) const {
  RUBBLE_ASSERT(rays.size() == blocked.size());
  Eye eye(*tree_, view), close(*tree_, view);
  RTCRay8 packet;
  for (std::size_t first = 0; first < rays.size(); first += kPacket) {
    const std::size_t count = std::min(kPacket, rays.size() - first);
    const auto part = rays.subspan(first, count);
    const auto is_blocked = [&](std::size_t lane) { return packet.tfar[lane] < 0.0F; };
    const Lanes lanes = fill_packet(part, kCastsShadow, packet);
    eye.occlude(lanes, packet);
    // Edges of shadows lie where neighbours differ.
    bool is_edge = count < kPacket;
    for (std::size_t i = 1; i < count; ++i) is_edge |= is_blocked(i) != is_blocked(0);
    if (first > 0) is_edge |= is_blocked(0) != (blocked[first - 1] != 0);
    if (is_edge) {
      fill_packet(part, kCastsShadow, packet);
      close.look_closely_at(part.data());
      close.occlude(lanes, packet);
    }
    for (std::size_t i = 0; i < count; ++i)  // Embree sets far to -infinity where blocked
      blocked[first + i] = is_blocked(i) ? 1 : 0;
  }
  tree_->count(rays.size());
}

std::vector<Hit> Scene::all_hits(const Ray& ray, const View& view) const {
  std::vector<Hit> hits;
  if (!is_castable(ray)) return hits;
  std::vector<Contact> contacts = contacts_of(*tree_, ray, view);
  std::sort(contacts.begin(), contacts.end(),
            [](const Contact& a, const Contact& b) { return a.is_before(b); });
  hits.reserve(contacts.size());
  for (const Contact& contact : contacts) hits.push_back(hit_of(*tree_, contact, ray));
  tree_->count(1);
  return hits;
}

Pose Scene::world_from_mesh(int surface) const {
  return tree_->world_from_mesh(surface, surfaces_[static_cast<std::size_t>(surface)]);
}

std::vector<int> Scene::surfaces_around(const State& state, InstanceId instance,
                                        const Vec3& point_world, double margin) const {
  std::vector<int> around;
  const Range own = surfaces_of(instance);
  for (std::size_t i = own.first; i < own.last; ++i) {
    const SurfaceInfo& surface = surfaces_[i];
    if (!surface.is_present) continue;
    const Pose world_from_mesh =
        state.world_from_link(instance, surface.part.link) * surface.link_from_mesh;
    const Vec3 point = world_from_mesh.inverse() * point_world;
    const Vec3 slack = Vec3::Constant(margin);
    if ((point.array() >= (surface.bounds.low - slack).array()).all() &&
        (point.array() <= (surface.bounds.high + slack).array()).all())
      around.push_back(static_cast<int>(i));
  }
  return around;
}

std::int64_t Scene::ray_count() const { return tree_->rays(); }
int Scene::mover_count() const { return tree_->mover_count(); }

}  // namespace rubble::rays
