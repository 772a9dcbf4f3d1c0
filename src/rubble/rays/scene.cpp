// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/scene.h"

#include <embree3/rtcore.h>

#include <algorithm>

#include "rubble/base/assert.h"
#include "rubble/rays/contacts.h"
#include "rubble/rays/packet_hits.h"
#include "rubble/rays/packet_kernels.h"
#include "rubble/rays/scene_tree.h"
#include "rubble/rays/surfaces.h"

namespace rubble::rays {
namespace {

// The fixed scene and the moving one as an eye casts rays at them.
class Eye {
 public:
  Eye(const Scene::Tree& tree, const RayFilter& filter)
      : tree_(tree),
        movers_(make_context(tree, filter, RTC_INTERSECT_CONTEXT_FLAG_COHERENT, nullptr)) {
    fixed_ = movers_;
    if (!filter.ignored_surfaces.empty()) movers_.embree.filter = drop_ignored_surfaces;
    if (tree.hides_fixed(filter)) fixed_.embree.filter = drop_ignored_surfaces;
  }

  void intersect_fixed(RayPacket& packet) {
    std::fill_n(packet.traced.hit.geomID, kPacket, RTC_INVALID_GEOMETRY_ID);
    std::fill_n(packet.traced.hit.instID[0], kPacket, RTC_INVALID_GEOMETRY_ID);
    rtcIntersect8(packet.valid.data(), tree_.fixed(), &fixed_.embree, &packet.traced);
  }
  // Also those as far off as what is fixed, or a little farther.
  void intersect_movers(RayPacket& packet) {
    for (float& far : packet.traced.ray.tfar) far = farther(far);
    rtcIntersect8(packet.valid.data(), tree_.movers(), &movers_.embree, &packet.traced);
  }
  void occlude(RayPacket& packet) {
    rtcOccluded8(packet.valid.data(), tree_.fixed(), &fixed_.embree, &packet.traced.ray);
    if (tree_.has_movers())
      rtcOccluded8(packet.valid.data(), tree_.movers(), &movers_.embree, &packet.traced.ray);
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

}  // namespace

Scene::Scene(std::shared_ptr<const StaticScene> static_scene)
    : static_(std::move(static_scene)),
      victim_surface_count_(static_->victim_surface_count()),
      tree_(std::make_unique<Tree>(static_)) {
  for (std::size_t i = 0; i < victim_surface_count_; ++i) {
    tree_->claim(i, static_cast<int>(i));
    surfaces_.push_back(static_->surfaces()[i]);
  }
  if (static_->surfaces().size() == victim_surface_count_) tree_->commit();
}

Scene::~Scene() = default;

const std::vector<SurfaceInfo>& Scene::prototypes(const std::shared_ptr<const Model>& model,
                                                  int link) {
  const auto [place, is_new] = prototypes_.try_emplace({model.get(), link});
  if (is_new) place->second = surfaces_of_link(*model, link);
  return place->second;
}

void Scene::add(const State& state, InstanceId id) {
  const std::size_t first = surfaces_.size();
  if (state.instances[id.index()].model->is_static)
    add_static(state, id);
  else
    add_moving(state, id);
  if (ranges_.size() <= id.index()) ranges_.resize(id.index() + 1);
  ranges_[id.index()] = {first, surfaces_.size()};
}

void Scene::append(const SurfaceInfo& surface, InstanceId id) {
  surfaces_.push_back(surface);
  surfaces_.back().part.instance = id;
}

void Scene::add_static(const State& state, InstanceId id) {
  const auto [first, last] = static_->surfaces_of(state, id);
  if (tree_->is_shared() && first != last) {
    for (std::size_t i = first; i < last; ++i) {
      tree_->claim(i, static_cast<int>(surfaces_.size()));
      append(static_->surfaces()[i], id);
    }
    return;
  }
  const Instance& instance = state.instances[id.index()];
  for (int link = 0; link < static_cast<int>(instance.model->links.size()); ++link)
    for (const SurfaceInfo& surface : prototypes(instance.model, link)) {
      tree_->add_fixed(static_cast<int>(surfaces_.size()), surface,
                       state.world_from_link(id, link) * surface.link_from_mesh);
      append(surface, id);
    }
}

void Scene::add_moving(const State& state, InstanceId id) {
  const Instance& instance = state.instances[id.index()];
  std::vector<const std::vector<SurfaceInfo>*> by_link;
  for (std::size_t link = 0; link < instance.model->links.size(); ++link)
    by_link.push_back(&prototypes(instance.model, static_cast<int>(link)));
  tree_->add_model(*instance.model, by_link);
  for (std::size_t link = 0; link < by_link.size(); ++link) {
    const std::vector<SurfaceInfo>& surfaces = *by_link[link];
    if (surfaces.empty()) continue;
    const Part part{id, static_cast<int>(link)};
    tree_->add_mover(part, state.world_from_link(id, part.link), instance.model.get(),
                     static_cast<int>(surfaces_.size()), surfaces);
    for (const SurfaceInfo& surface : surfaces) append(surface, id);
  }
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

void Scene::update(const State& state) { tree_->update(state); }

void Scene::cast(std::span<const Ray> rays, std::span<Hit> hits, const RayFilter& filter) const {
  RUBBLE_ASSERT(rays.size() == hits.size());
  Eye eye(*tree_, filter);
  RayPacket packet(kSeen);
  Proposals proposals;
  for (std::size_t first = 0; first < rays.size(); first += kPacket) {
    proposals.count = std::min(kPacket, rays.size() - first);
    const auto part = rays.subspan(first, proposals.count);
    fill_packet(part, packet);
    eye.intersect_fixed(packet);
    proposals.take(packet.traced.hit);
    if (tree_->has_movers()) {
      eye.intersect_movers(packet);
      proposals.take_movers(packet.traced.hit);
    }
    hit_packet(*tree_, proposals, packet, part, filter, hits.subspan(first, proposals.count));
  }
  tree_->count(rays.size());
}

void Scene::find_occluded(std::span<const Ray> rays, std::span<std::uint8_t> blocked,
                          const RayFilter& filter) const {
  RUBBLE_ASSERT(rays.size() == blocked.size());
  Eye eye(*tree_, filter), close(*tree_, filter);
  RayPacket packet(kCastsShadow);
  for (std::size_t first = 0; first < rays.size(); first += kPacket) {
    const std::size_t count = std::min(kPacket, rays.size() - first);
    const auto part = rays.subspan(first, count);
    const auto is_blocked = [&](std::size_t lane) { return packet.traced.ray.tfar[lane] < 0.0F; };
    fill_packet(part, packet);
    eye.occlude(packet);
    // Edges of shadows lie where neighbours differ.
    bool is_edge = count < kPacket;
    for (std::size_t i = 1; i < count; ++i) is_edge |= is_blocked(i) != is_blocked(0);
    if (first > 0) is_edge |= is_blocked(0) != (blocked[first - 1] != 0);
    if (is_edge) {
      fill_packet(part, packet);
      close.look_closely_at(part.data());
      close.occlude(packet);
    }
    for (std::size_t i = 0; i < count; ++i)  // Embree sets far to -infinity where blocked
      blocked[first + i] = is_blocked(i) ? 1 : 0;
  }
  tree_->count(rays.size());
}

namespace {

// A ray through the edge between two triangles of a flat face meets both.
bool is_met_already(std::span<const Hit> hits, const Hit& hit) {
  const float slack = 1e-6F * (1.0F + hit.distance);
  constexpr float kParallel = 0.9999F;
  for (std::size_t i = hits.size(); i-- > 0 && hit.distance - hits[i].distance <= slack;)
    if (hits[i].surface == hit.surface && hits[i].normal.dot(hit.normal) > kParallel) return true;
  return false;
}

}  // namespace

std::vector<Hit> Scene::all_hits(const Ray& ray, const RayFilter& filter, Victims victims) const {
  std::vector<Hit> hits;
  if (is_castable(ray.origin, ray.direction, ray.near, ray.far) == 0) return hits;
  const unsigned mask = victims == Victims::Seen ? kSeen : kNotVictim;
  std::vector<Contact> contacts = contacts_of(*tree_, ray, filter, mask);
  sort(contacts);
  hits.reserve(contacts.size());
  for (const Contact& contact : contacts)
    if (const Hit hit = hit_of(*tree_, contact); !is_met_already(hits, hit)) hits.push_back(hit);
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
