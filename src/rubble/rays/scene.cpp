// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/scene.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <numeric>

#include "rubble/base/assert.h"
#include "rubble/rays/contacts.h"
#include "rubble/rays/packet_hits.h"
#include "rubble/rays/packet_kernels.h"
#include "rubble/rays/scene_tree.h"
#include "rubble/rays/surfaces.h"

namespace rubble::rays {
namespace {

template <class EmbreePacket>
void begin_packets(unsigned mask, EmbreePacket& packet) {
  std::fill_n(packet.time, kPacket, 0.0F);
  std::fill_n(packet.mask, kPacket, mask);
  std::iota(packet.id, packet.id + kPacket, 0U);
  std::fill_n(packet.flags, kPacket, 0U);
}

template <class EmbreePacket>
void copy_packet(const RayPacket& rays, EmbreePacket& packet) {
  std::copy(rays.org_x.begin(), rays.org_x.end(), packet.org_x);
  std::copy(rays.org_y.begin(), rays.org_y.end(), packet.org_y);
  std::copy(rays.org_z.begin(), rays.org_z.end(), packet.org_z);
  std::copy(rays.near.begin(), rays.near.end(), packet.tnear);
  std::copy(rays.dir_x.begin(), rays.dir_x.end(), packet.dir_x);
  std::copy(rays.dir_y.begin(), rays.dir_y.end(), packet.dir_y);
  std::copy(rays.dir_z.begin(), rays.dir_z.end(), packet.dir_z);
  std::copy(rays.far.begin(), rays.far.end(), packet.tfar);
}

// The fixed scene and the moving one as an eye casts rays at them.
class Eye {
 public:
  Eye(const Scene::Tree& tree, const View& view)
      : tree_(tree),
        movers_(make_context(tree, view, RTC_INTERSECT_CONTEXT_FLAG_COHERENT, nullptr)) {
    fixed_ = movers_;
    if (!view.unseen.empty()) movers_.embree.filter = drop_unseen;
    if (tree.hides_fixed(view)) fixed_.embree.filter = drop_unseen;
  }

  void intersect_fixed(const RayPacket& rays, RTCRayHit8& packet) {
    rtcIntersect8(rays.valid.data(), tree_.fixed(), &fixed_.embree, &packet);
  }
  // Also those as far off as what is fixed, or a little farther.
  void intersect_movers(const RayPacket& rays, RTCRayHit8& packet) {
    for (float& far : packet.ray.tfar) far = farther(far);
    rtcIntersect8(rays.valid.data(), tree_.movers(), &movers_.embree, &packet);
  }
  void occlude(const RayPacket& rays, RTCRay8& packet) {
    rtcOccluded8(rays.valid.data(), tree_.fixed(), &fixed_.embree, &packet);
    if (tree_.has_movers())
      rtcOccluded8(rays.valid.data(), tree_.movers(), &movers_.embree, &packet);
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
  if (!instance.model->is_static) {
    std::vector<const std::vector<SurfaceInfo>*> by_link;
    for (std::size_t link = 0; link < instance.model->links.size(); ++link)
      by_link.push_back(&prototypes(instance.model, static_cast<int>(link)));
    tree_->add_model(*instance.model, by_link);
  }
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
  RayPacket packet;
  RTCRayHit8 traced;
  begin_packets(kSeen, traced.ray);
  Proposals proposals;
  for (std::size_t first = 0; first < rays.size(); first += kPacket) {
    proposals.count = std::min(kPacket, rays.size() - first);
    const auto part = rays.subspan(first, proposals.count);
    fill_packet(part, packet);
    copy_packet(packet, traced.ray);
    std::fill_n(traced.hit.geomID, kPacket, RTC_INVALID_GEOMETRY_ID);
    std::fill_n(traced.hit.instID[0], kPacket, RTC_INVALID_GEOMETRY_ID);
    eye.intersect_fixed(packet, traced);
    proposals.take(traced.hit);
    if (tree_->has_movers()) {
      eye.intersect_movers(packet, traced);
      proposals.take_movers(traced.hit);
    }
    hit_packet(*tree_, proposals, packet, part, view, hits.subspan(first, proposals.count));
  }
  tree_->count(rays.size());
}

void Scene::find_blocked(std::span<const Ray> rays, std::span<std::uint8_t> blocked,
                         const View& view) const {
  RUBBLE_ASSERT(rays.size() == blocked.size());
  Eye eye(*tree_, view), close(*tree_, view);
  RayPacket packet;
  RTCRay8 traced;
  begin_packets(kCastsShadow, traced);
  for (std::size_t first = 0; first < rays.size(); first += kPacket) {
    const std::size_t count = std::min(kPacket, rays.size() - first);
    const auto part = rays.subspan(first, count);
    const auto is_blocked = [&](std::size_t lane) { return traced.tfar[lane] < 0.0F; };
    fill_packet(part, packet);
    copy_packet(packet, traced);
    eye.occlude(packet, traced);
    // Edges of shadows lie where neighbours differ.
    bool is_edge = count < kPacket;
    for (std::size_t i = 1; i < count; ++i) is_edge |= is_blocked(i) != is_blocked(0);
    if (first > 0) is_edge |= is_blocked(0) != (blocked[first - 1] != 0);
    if (is_edge) {
      copy_packet(packet, traced);
      close.look_closely_at(part.data());
      close.occlude(packet, traced);
    }
    for (std::size_t i = 0; i < count; ++i)  // Embree sets far to -infinity where blocked
      blocked[first + i] = is_blocked(i) ? 1 : 0;
  }
  tree_->count(rays.size());
}

std::vector<Hit> Scene::all_hits(const Ray& ray, const View& view) const {
  std::vector<Hit> hits;
  RayPacket packet;
  fill_packet({&ray, 1}, packet);
  if (packet.valid.front() == 0) return hits;
  std::vector<Contact> contacts = contacts_of(*tree_, ray, view);
  sort(contacts);
  hits.reserve(contacts.size());
  for (const Contact& contact : contacts) hits.push_back(hit_of(*tree_, contact));
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
