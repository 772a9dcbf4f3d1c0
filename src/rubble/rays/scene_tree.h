// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <embree3/rtcore.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "rubble/base/assert.h"
#include "rubble/rays/embree_parts.h"
#include "rubble/rays/exact_surface.h"
#include "rubble/rays/fixed_tree.h"
#include "rubble/rays/scene.h"

namespace rubble::rays {

// Embree's side: one scene of all fixed triangles, and one of moving links, each an instance of
// the scene of its triangles. Robots of one model share those. What is fixed is the world's tree,
// which other scenes share, as long as all of it is here and nothing else.
class Scene::Tree {
 public:
  struct Mover {
    Part part;
    Pose pose;
    RTCGeometry geometry = nullptr;
    int first_surface = 0;
    Mat3 turn = Mat3::Identity();
    const std::vector<ExactSurface>* surfaces = nullptr;  // by geometry
  };

  // Where a surface is: with a mover, or for good.
  struct Place {
    int mover = -1;
    Pose fixed_pose;
  };

  explicit Tree(std::shared_ptr<const StaticScene> world)
      : world_(std::move(world)), device_(new_device()) {
    movers_ = new_scene(device_);
    rtcSetSceneFlags(movers_, RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_DYNAMIC |
                                  RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION);
    rtcCommitScene(movers_);
    nothing_ = new_scene(device_);
    rtcCommitScene(nothing_);
    fixed_ = nothing_;
    surface_of_fixed_.assign(world_->surfaces().size(), kNothing);
  }
  ~Tree() {
    rtcReleaseScene(nothing_);
    rtcReleaseScene(movers_);
    for (auto& [key, link] : link_scenes_) rtcReleaseScene(link.scene);
    rtcReleaseDevice(device_);
  }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  // Whether what is fixed is still that of the world.
  bool is_shared() const { return own_ == nullptr; }
  // The world's surface of that index is this one of the scene.
  void claim(std::size_t of_world, int surface) {
    RUBBLE_ASSERT(is_shared() && surface_of_fixed_[of_world] == kNothing);
    surface_of_fixed_[of_world] = surface;
    set_fixed_place(surface, world_->world_from_mesh(of_world));
    fixed_changed_ = true;
  }

  void add_fixed(int surface, const SurfaceInfo& info, const Pose& world_from_mesh) {
    own_fixed();
    set_fixed_place(surface, world_from_mesh);
    const unsigned id = own_->add(info, world_from_mesh);
    if (surface_of_fixed_.size() <= id) surface_of_fixed_.resize(id + 1, kNothing);
    surface_of_fixed_[id] = surface;
    fixed_changed_ = true;
  }

  void remove_fixed(int surface) {
    own_fixed();
    for (unsigned id = 0; id < surface_of_fixed_.size(); ++id)
      if (surface_of_fixed_[id] == surface) {
        own_->remove(id);
        surface_of_fixed_[id] = kNothing;
        fixed_changed_ = true;
      }
  }

  // Before the first of its movers. `surfaces`: by link.
  void add_model(const Model& model, std::span<const std::vector<SurfaceInfo>* const> surfaces) {
    if (!link_scenes_.try_emplace({&model, 0}).second) return;
    std::vector<PlacedSurface> placed;
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
      const auto link = static_cast<int>(i);
      LinkScene& scene = link_scenes_[{&model, link}] = scene_of_link(*surfaces[i]);
      for (std::size_t k = 0; k < scene.surfaces.size(); ++k)
        placed.push_back(
            {&scene.surfaces[k], static_cast<unsigned>(k), link, model.links[i].model_from_link});
    }
    find_rivals(placed);
  }

  void add_mover(const Part& part, const Pose& pose, const Model* model, int first_surface,
                 std::span<const SurfaceInfo> surfaces) {
    const LinkScene& link = link_scenes_.at({model, part.link});
    Mover mover{part, pose, rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_INSTANCE), first_surface};
    rtcSetGeometryInstancedScene(mover.geometry, link.scene);
    rtcSetGeometryMask(mover.geometry, kSeen | kCastsShadow | kNotVictim);
    const unsigned id = rtcAttachGeometry(movers_, mover.geometry);
    rtcReleaseGeometry(mover.geometry);  // the scene keeps it
    if (mover_list_.size() <= id) mover_list_.resize(id + 1);
    mover.surfaces = &link.surfaces;
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

  void update(const State& state) {
    for (Mover& mover : mover_list_) {
      if (mover.geometry == nullptr) continue;
      const Pose pose = state.world_from_link(mover.part.instance, mover.part.link);
      if (!(pose == mover.pose)) place(mover, pose);
    }
    commit();
  }

  void commit() {
    if (fixed_changed_) commit_fixed();
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
  // In the frame of its mover or the world's.
  const ExactSurface& exact(unsigned instance, unsigned geometry) const {
    if (instance == RTC_INVALID_GEOMETRY_ID) return *exact_fixed_[geometry];
    return (*mover_list_[instance].surfaces)[geometry];
  }
  const Facet& facet(unsigned instance, unsigned geometry, unsigned triangle) const {
    return exact(instance, geometry).facets[triangle];
  }
  bool is_fixed(int surface) const { return place_of(surface).mover < 0; }
  // Whether an eye sits in something fixed.
  bool hides_fixed(const RayFilter& filter) const {
    return std::any_of(filter.ignored_surfaces.begin(), filter.ignored_surfaces.end(),
                       [&](int surface) { return is_fixed(surface); });
  }
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
    std::vector<ExactSurface> surfaces;
  };

  LinkScene scene_of_link(std::span<const SurfaceInfo> surfaces) const {
    LinkScene link{.scene = new_scene(device_)};
    for (const SurfaceInfo& surface : surfaces) {
      const auto triangles = triangles_in(surface.link_from_mesh, *surface.mesh);
      const std::vector<double> rims(triangles.size(), kRimOfMovers);
      RTCGeometry geometry = make_geometry(device_, surface, triangles, rims);
      rtcAttachGeometry(link.scene, geometry);
      rtcReleaseGeometry(geometry);
      link.surfaces.push_back(exact_surface(surface, surface.link_from_mesh, triangles, rims));
    }
    rtcCommitScene(link.scene);
    return link;
  }

  void commit_fixed() {
    const bool is_whole = std::find(surface_of_fixed_.begin(), surface_of_fixed_.end(), kNothing) ==
                          surface_of_fixed_.end();
    if (is_shared() && !is_whole) own_fixed();
    if (own_ != nullptr) own_->commit();
    const FixedTree& tree = own_ != nullptr ? *own_ : world_->tree();
    fixed_ = tree.scene();
    exact_fixed_ = tree.exact();
  }

  // From now on what is fixed may differ from the world's: begins with what is here of it.
  void own_fixed() {
    if (own_ != nullptr) return;
    own_ = std::make_unique<FixedTree>();
    const std::vector<int> claimed = std::exchange(surface_of_fixed_, {});
    for (std::size_t i = 0; i < claimed.size(); ++i) {
      if (claimed[i] == kNothing) continue;
      own_->add(world_->surfaces()[i], world_->world_from_mesh(i));
      surface_of_fixed_.push_back(claimed[i]);
    }
    fixed_changed_ = true;
  }

  void set_fixed_place(int surface, const Pose& world_from_mesh) {
    places_.resize(static_cast<std::size_t>(surface) + 1);
    places_.back().fixed_pose = world_from_mesh;
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

  std::shared_ptr<const StaticScene> world_;
  std::unique_ptr<FixedTree> own_;  // null: shared
  RTCScene fixed_ = nullptr;        // of own_ or the world; nothing_ before the first commit
  std::span<const std::unique_ptr<ExactSurface>> exact_fixed_;  // likewise, by geometry
  RTCDevice device_;
  RTCScene nothing_ = nullptr;
  RTCScene movers_ = nullptr;
  std::map<std::pair<const Model*, int>, LinkScene> link_scenes_;
  std::vector<Place> places_;          // by surface
  std::vector<int> surface_of_fixed_;  // by geometry of fixed_
  std::vector<Mover> mover_list_;      // by geometry of movers_
  bool fixed_changed_ = true;
  bool movers_changed_ = true;
  bool has_movers_ = false;
  mutable std::atomic<std::int64_t> rays_ = 0;
};

}  // namespace rubble::rays
