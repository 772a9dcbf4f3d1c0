// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/scene.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <tuple>

#include "rubble/base/assert.h"
#include "rubble/rays/surfaces.h"

namespace rubble::rays {
namespace {

constexpr unsigned kSeen = 1, kCastsShadow = 2;  // bits of ray and geometry masks
constexpr std::size_t kPacket = 8;
constexpr float kFarthest = 1e8F;  // m: rays from beyond meet nothing, Embree would not bear them

RTCGeometry make_geometry(RTCDevice device, const SurfaceInfo& surface, const Pose& frame) {
  const SurfaceMesh& mesh = *surface.mesh;
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  auto* vertices = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0,
                                                               RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                                                               mesh.vertices.size()));
  for (const Vec3f& vertex : mesh.vertices) {
    const Vec3 place = frame * Vec3(vertex.cast<double>());
    for (int axis = 0; axis < 3; ++axis) *vertices++ = static_cast<float>(place[axis]);
  }
  auto* indices = static_cast<std::uint32_t*>(
      rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                              3 * sizeof(std::uint32_t), mesh.triangles.size()));
  for (const auto& triangle : mesh.triangles) indices = std::copy_n(triangle.data(), 3, indices);
  rtcSetGeometryMask(geometry, kSeen | (surface.casts_shadow ? kCastsShadow : 0U));
  return geometry;
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
    Eigen::Matrix3f turn = Eigen::Matrix3f::Identity();
  };

  // Where a surface is: with a mover, or for good.
  struct Place {
    int mover = -1;
    Pose fixed_pose;
  };

  Tree() : device_(rtcNewDevice("threads=1,set_affinity=0")) {
    RUBBLE_ASSERT(device_ != nullptr);
    fixed_ = new_scene(RTC_BUILD_QUALITY_MEDIUM);
    movers_ = new_scene(RTC_BUILD_QUALITY_MEDIUM);
    rtcSetSceneFlags(movers_, RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_DYNAMIC |
                                  RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION);
    commit();
  }
  ~Tree() {
    rtcReleaseScene(movers_);
    rtcReleaseScene(fixed_);
    for (auto& [key, scene] : link_scenes_) rtcReleaseScene(scene);
    rtcReleaseDevice(device_);
  }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  void add_fixed(int surface, const SurfaceInfo& info, const Pose& world_from_mesh) {
    places_.resize(static_cast<std::size_t>(surface) + 1);
    places_.back() = {.fixed_pose = world_from_mesh};
    RTCGeometry geometry = make_geometry(device_, info, world_from_mesh);
    rtcCommitGeometry(geometry);
    const unsigned id = rtcAttachGeometry(fixed_, geometry);
    rtcReleaseGeometry(geometry);
    if (surface_of_fixed_.size() <= id) surface_of_fixed_.resize(id + 1, kNothing);
    surface_of_fixed_[id] = surface;
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
    RTCScene& scene = link_scenes_[{model, part.link}];
    if (scene == nullptr) scene = scene_of_link(surfaces);
    Mover mover{part, pose, rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_INSTANCE), first_surface};
    rtcSetGeometryInstancedScene(mover.geometry, scene);
    rtcSetGeometryMask(mover.geometry, kSeen | kCastsShadow);
    const unsigned id = rtcAttachGeometry(movers_, mover.geometry);
    rtcReleaseGeometry(mover.geometry);  // the scene keeps it
    if (mover_list_.size() <= id) mover_list_.resize(id + 1);
    mover_list_[id] = mover;
    place(mover_list_[id], pose);
    places_.resize(static_cast<std::size_t>(first_surface) + surfaces.size());
    for (std::size_t i = 0; i < surfaces.size(); ++i)
      places_[static_cast<std::size_t>(first_surface) + i].mover = static_cast<int>(id);
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
  bool is_fixed(int surface) const { return place_of(surface).mover < 0; }
  Pose world_from_mesh(int surface, const SurfaceInfo& info) const {
    const Place& place = place_of(surface);
    if (place.mover < 0) return place.fixed_pose;
    return mover_list_[static_cast<std::size_t>(place.mover)].pose * info.link_from_mesh;
  }

  RTCScene fixed() const { return fixed_; }
  RTCScene movers() const { return movers_; }
  bool has_movers() const { return has_movers_; }
  void count(std::size_t rays) const {
    rays_.fetch_add(static_cast<std::int64_t>(rays), std::memory_order_relaxed);
  }
  std::int64_t rays() const { return rays_.load(std::memory_order_relaxed); }

 private:
  RTCScene new_scene(RTCBuildQuality quality) const {
    RTCScene scene = rtcNewScene(device_);
    rtcSetSceneFlags(scene, RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION);
    rtcSetSceneBuildQuality(scene, quality);
    return scene;
  }

  RTCScene scene_of_link(std::span<const SurfaceInfo> surfaces) const {
    RTCScene scene = new_scene(RTC_BUILD_QUALITY_MEDIUM);
    for (const SurfaceInfo& surface : surfaces) {
      RTCGeometry geometry = make_geometry(device_, surface, surface.link_from_mesh);
      rtcCommitGeometry(geometry);
      rtcAttachGeometry(scene, geometry);
      rtcReleaseGeometry(geometry);
    }
    rtcCommitScene(scene);
    return scene;
  }

  const Place& place_of(int surface) const { return places_[static_cast<std::size_t>(surface)]; }

  void place(Mover& mover, const Pose& pose) {
    mover.pose = pose;
    mover.turn = pose.rotation.toRotationMatrix().cast<float>();
    const std::array<float, 12> columns = columns_of(pose);
    rtcSetGeometryTransform(mover.geometry, 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, columns.data());
    rtcCommitGeometry(mover.geometry);
    movers_changed_ = true;
  }

  RTCDevice device_;
  RTCScene fixed_ = nullptr;
  RTCScene movers_ = nullptr;
  std::map<std::pair<const Model*, int>, RTCScene> link_scenes_;
  std::vector<Place> places_;          // by surface
  std::vector<int> surface_of_fixed_;  // by geometry of fixed_
  std::vector<Mover> mover_list_;      // by geometry of movers_
  bool fixed_changed_ = true;
  bool movers_changed_ = true;
  bool has_movers_ = false;
  mutable std::atomic<std::int64_t> rays_ = 0;
};

namespace {

// Embree's context and what a filter needs beside it.
struct CastContext {
  RTCIntersectContext embree;
  const Scene::Tree* tree = nullptr;
  std::span<const int> unseen;
  std::vector<Hit>* all = nullptr;  // where all_hits collects
};

bool is_unseen(const CastContext& context, int surface) {
  return std::find(context.unseen.begin(), context.unseen.end(), surface) != context.unseen.end();
}

Hit hit_of(const Scene::Tree& tree, const RTCHit& from, const Vec3f& direction, float distance) {
  Hit hit;
  hit.distance = distance;
  hit.surface = tree.surface_of(from.instID[0], from.geomID);
  hit.triangle = from.primID;
  hit.u = from.u;
  hit.v = from.v;
  Vec3f normal(from.Ng_x, from.Ng_y, from.Ng_z);
  if (from.instID[0] != RTC_INVALID_GEOMETRY_ID) normal = tree.mover(from.instID[0]).turn * normal;
  normal.normalize();
  hit.normal = normal.dot(direction) > 0.0F ? Vec3f(-normal) : normal;
  return hit;
}

// Drops hits on surfaces the eye does not see.
void drop_unseen(const RTCFilterFunctionNArguments* arguments) {
  const auto& context = *reinterpret_cast<const CastContext*>(arguments->context);
  for (unsigned i = 0; i < arguments->N; ++i) {
    if (arguments->valid[i] != -1) continue;
    const int surface = context.tree->surface_of(RTCHitN_instID(arguments->hit, arguments->N, i, 0),
                                                 RTCHitN_geomID(arguments->hit, arguments->N, i));
    if (is_unseen(context, surface)) arguments->valid[i] = 0;
  }
}

// Keeps a hit and lets the ray go on; single rays only.
void keep_all(const RTCFilterFunctionNArguments* arguments) {
  const auto& context = *reinterpret_cast<const CastContext*>(arguments->context);
  if (arguments->valid[0] != -1) return;
  arguments->valid[0] = 0;
  const RTCHit from = rtcGetHitFromHitN(arguments->hit, 1, 0);
  const RTCRay ray = rtcGetRayFromRayN(arguments->ray, 1, 0);
  const Hit hit = hit_of(*context.tree, from, {ray.dir_x, ray.dir_y, ray.dir_z}, ray.tfar);
  if (!is_unseen(context, hit.surface)) context.all->push_back(hit);
}

CastContext make_context(const Scene::Tree& tree, std::span<const int> unseen,
                         RTCIntersectContextFlags flags) {
  CastContext context{.tree = &tree, .unseen = unseen};
  rtcInitIntersectContext(&context.embree);
  context.embree.flags = flags;
  if (!unseen.empty()) context.embree.filter = drop_unseen;
  return context;
}

// Fixed surfaces only matter to an eye that sits in something fixed.
CastContext context_for_fixed(const Scene::Tree& tree, const View& view) {
  const bool sits_in_fixed = std::any_of(view.unseen.begin(), view.unseen.end(),
                                         [&](int surface) { return tree.is_fixed(surface); });
  return make_context(tree, sits_in_fixed ? view.unseen : std::span<const int>(),
                      RTC_INTERSECT_CONTEXT_FLAG_COHERENT);
}

bool is_castable(const Ray& ray) {
  return ray.origin.cwiseAbs().maxCoeff() < kFarthest && ray.direction.allFinite() &&
         ray.origin.allFinite() && ray.near >= 0.0F && !(ray.far < ray.near);
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
    packet.tnear[i] = ray.near;
    packet.tfar[i] = ray.far;
    packet.time[i] = 0.0F;
    packet.mask[i] = mask;
    packet.id[i] = static_cast<unsigned>(i);
    packet.flags[i] = 0;
  }
  return lanes;
}

}  // namespace

Scene::Scene(const World& world) : tree_(std::make_unique<Tree>()) {
  for (std::size_t i = 0; i < world.victims.size(); ++i)
    for (SurfaceInfo& surface : surfaces_of_victim(world.victims[i], static_cast<int>(i))) {
      tree_->add_fixed(static_cast<int>(surfaces_.size()), surface, surface.link_from_mesh);
      surfaces_.push_back(std::move(surface));
    }
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
}

void Scene::remove(InstanceId instance) {
  for (std::size_t i = 0; i < surfaces_.size(); ++i) {
    if (surfaces_[i].part.instance != instance) continue;
    if (tree_->is_fixed(static_cast<int>(i))) tree_->remove_fixed(static_cast<int>(i));
    surfaces_[i].is_present = false;
  }
  tree_->remove_movers(instance);
}

void Scene::follow(const State& state) { tree_->follow(state); }

void Scene::cast(std::span<const Ray> rays, std::span<Hit> hits, const View& view) const {
  RUBBLE_ASSERT(rays.size() == hits.size());
  CastContext fixed = context_for_fixed(*tree_, view);
  CastContext movers = make_context(*tree_, view.unseen, RTC_INTERSECT_CONTEXT_FLAG_COHERENT);
  RTCRayHit8 packet;
  for (std::size_t first = 0; first < rays.size(); first += kPacket) {
    const std::size_t count = std::min(kPacket, rays.size() - first);
    const Lanes lanes = fill_packet(rays.subspan(first, count), kSeen, packet.ray);
    std::fill_n(packet.hit.geomID, kPacket, RTC_INVALID_GEOMETRY_ID);
    std::fill_n(packet.hit.instID[0], kPacket, RTC_INVALID_GEOMETRY_ID);
    rtcIntersect8(lanes.valid.data(), tree_->fixed(), &fixed.embree, &packet);
    if (tree_->has_movers())
      rtcIntersect8(lanes.valid.data(), tree_->movers(), &movers.embree, &packet);
    for (unsigned i = 0; i < count; ++i)
      hits[first + i] =
          packet.hit.geomID[i] == RTC_INVALID_GEOMETRY_ID
              ? Hit{}
              : hit_of(*tree_,
                       rtcGetHitFromHitN(reinterpret_cast<RTCHitN*>(&packet.hit), kPacket, i),
                       rays[first + i].direction, packet.ray.tfar[i]);
  }
  tree_->count(rays.size());
}

void Scene::find_blocked(std::span<const Ray> rays, std::span<std::uint8_t> blocked,
                         const View& view) const {
  RUBBLE_ASSERT(rays.size() == blocked.size());
  CastContext fixed = context_for_fixed(*tree_, view);
  CastContext movers = make_context(*tree_, view.unseen, RTC_INTERSECT_CONTEXT_FLAG_COHERENT);
  RTCRay8 packet;
  for (std::size_t first = 0; first < rays.size(); first += kPacket) {
    const std::size_t count = std::min(kPacket, rays.size() - first);
    const Lanes lanes = fill_packet(rays.subspan(first, count), kCastsShadow, packet);
    rtcOccluded8(lanes.valid.data(), tree_->fixed(), &fixed.embree, &packet);
    if (tree_->has_movers())
      rtcOccluded8(lanes.valid.data(), tree_->movers(), &movers.embree, &packet);
    for (std::size_t i = 0; i < count; ++i)  // Embree sets far to -infinity where blocked
      blocked[first + i] = packet.tfar[i] < 0.0F ? 1 : 0;
  }
  tree_->count(rays.size());
}

std::vector<Hit> Scene::all_hits(const Ray& ray, const View& view) const {
  std::vector<Hit> hits;
  if (!is_castable(ray)) return hits;
  CastContext context = make_context(*tree_, view.unseen, RTC_INTERSECT_CONTEXT_FLAG_NONE);
  context.all = &hits;
  context.embree.filter = keep_all;
  hits.reserve(16);
  for (RTCScene scene : {tree_->fixed(), tree_->movers()}) {
    if (scene == tree_->movers() && !tree_->has_movers()) continue;
    RTCRayHit single{};
    single.ray = {ray.origin.x(),
                  ray.origin.y(),
                  ray.origin.z(),
                  ray.near,
                  ray.direction.x(),
                  ray.direction.y(),
                  ray.direction.z(),
                  0.0F,
                  ray.far,
                  kSeen,
                  0,
                  0};
    single.hit.geomID = single.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene, &context.embree, &single);
  }
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
    return std::tie(a.distance, a.surface, a.triangle) <
           std::tie(b.distance, b.surface, b.triangle);
  });
  tree_->count(1);
  return hits;
}

Pose Scene::world_from_mesh(int surface) const {
  return tree_->world_from_mesh(surface, surfaces_[static_cast<std::size_t>(surface)]);
}

std::vector<int> Scene::surfaces_around(const State& state, InstanceId instance,
                                        const Vec3& point_world, double margin) const {
  std::vector<int> around;
  for (std::size_t i = 0; i < surfaces_.size(); ++i) {
    const SurfaceInfo& surface = surfaces_[i];
    if (surface.part.instance != instance || !surface.is_present) continue;
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

}  // namespace rubble::rays
