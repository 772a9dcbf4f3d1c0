// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/static_scene.h"

#include "rubble/rays/fixed_tree.h"
#include "rubble/rays/surfaces.h"

namespace rubble::rays {

StaticScene::StaticScene(const World& world) {
  for (std::size_t i = 0; i < world.victims.size(); ++i)
    for (const SurfaceInfo& surface : surfaces_of_victim(world.victims[i], static_cast<int>(i)))
      add(surface, surface.link_from_mesh);
  victim_surface_count_ = surfaces_.size();
  State state;  // that every run of this world begins with
  for (const auto& model : world.models)
    add_instance(state, state.add(model, model->name, model->world_from_model));
}

StaticScene::~StaticScene() = default;

void StaticScene::add(const SurfaceInfo& surface, const Pose& world_from_mesh) {
  surfaces_.push_back(surface);
  world_from_mesh_.push_back(world_from_mesh);
}

void StaticScene::add_instance(const State& state, InstanceId id) {
  const std::shared_ptr<const Model>& model = state.instances[id.index()].model;
  StaticModel& entry = models_.emplace_back();
  if (!model->is_static) return;
  entry.model = model;
  entry.surfaces.first = surfaces_.size();
  for (int link = 0; link < static_cast<int>(model->links.size()); ++link)
    for (SurfaceInfo& surface : surfaces_of_link(*model, link)) {
      surface.part.instance = id;
      add(surface, state.world_from_link(id, link) * surface.link_from_mesh);
    }
  entry.surfaces.last = surfaces_.size();
}

StaticScene::Range StaticScene::surfaces_of(const State& state, InstanceId id) const {
  if (id.index() >= models_.size()) return {};
  const StaticModel& entry = models_[id.index()];
  if (entry.model == nullptr || entry.model != state.instances[id.index()].model) return {};
  for (std::size_t i = entry.surfaces.first; i < entry.surfaces.last; ++i) {
    const SurfaceInfo& surface = surfaces_[i];
    const Pose pose = state.world_from_link(id, surface.part.link) * surface.link_from_mesh;
    if (!(pose == world_from_mesh_[i])) return {};
  }
  return entry.surfaces;
}

const FixedTree& StaticScene::tree() const {
  std::call_once(tree_is_built_, [this] {
    auto tree = std::make_unique<FixedTree>();
    for (std::size_t i = 0; i < surfaces_.size(); ++i) tree->add(surfaces_[i], world_from_mesh_[i]);
    tree->commit();
    tree_ = std::move(tree);
  });
  return *tree_;
}

}  // namespace rubble::rays
