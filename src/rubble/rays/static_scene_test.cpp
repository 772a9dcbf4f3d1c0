// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/static_scene.h"

#include <gtest/gtest.h>

#include "rubble/base/random.h"
#include "rubble/rays/scene.h"

namespace rubble::rays {
namespace {

std::shared_ptr<const Model> box_model(const Vec3& position, const Vec3& size, bool is_static) {
  auto model = std::make_shared<Model>();
  model->name = "box";
  model->is_static = is_static;
  model->world_from_model.position = position;
  Link link{.name = "link"};
  link.visuals.push_back({.name = "visual", .geometry = Box{size}});
  model->links.push_back(std::move(link));
  return model;
}

// Two walls that touch, a door between them in the file, a floor under all, and a victim.
World rooms() {
  World world;
  world.models = {
      box_model({2, 1, 1}, {0.2, 2, 2}, true), box_model({2, -1, 1}, {0.1, 2, 2}, false),
      box_model({2, 3, 1}, {0.2, 2, 2}, true), box_model({0, 0, -1}, {20, 20, 2}, true)};
  world.victims.push_back({.pose = {Vec3(4, 2, 0)}});
  return world;
}

struct Follower {
  State state;
  Scene scene;

  explicit Follower(const World& world, std::shared_ptr<const StaticScene> static_scene)
      : scene(std::move(static_scene)) {
    for (const auto& model : world.models)
      scene.add(state, state.add(model, model->name, model->world_from_model));
    scene.update(state);
  }
};

std::vector<Hit> look_around(const Scene& scene) {
  Random random(1, "directions");
  std::vector<Ray> rays(4000);
  for (Ray& ray : rays) {
    ray.origin = Vec3f(0, 1, 1);
    const double heading = random.uniform(0, 2 * kPi);
    const double height = random.uniform(-1, 1);
    ray.direction = Vec3(std::cos(heading), std::sin(heading), height).normalized().cast<float>();
  }
  std::vector<Hit> hits(rays.size());
  scene.cast(rays, hits);
  return hits;
}

void expect_equal(const std::vector<Hit>& a, const std::vector<Hit>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].surface, b[i].surface);
    EXPECT_EQ(a[i].triangle, b[i].triangle);
    EXPECT_EQ(a[i].distance, b[i].distance);
  }
}

Hit look(const Scene& scene, const Vec3f& from, const Vec3f& direction) {
  const Ray ray{.origin = from, .direction = direction};
  Hit hit;
  scene.cast({&ray, 1}, {&hit, 1});
  return hit;
}

TEST(StaticScene, AScenePutTogetherOneByOneHasTheSameHits) {
  World world = rooms();
  world.victims.clear();
  const Follower shared(world, std::make_shared<const StaticScene>(world));
  const Follower alone(world, std::make_shared<const StaticScene>(World{}));
  ASSERT_EQ(shared.scene.surfaces().size(), alone.scene.surfaces().size());
  expect_equal(look_around(shared.scene), look_around(alone.scene));
}

TEST(StaticScene, SurfacesStandInTheOrderOfTheWorldWithWhatMovesAmongThem) {
  const World world = rooms();
  const Follower follower(world, std::make_shared<const StaticScene>(world));
  const std::vector<SurfaceInfo>& surfaces = follower.scene.surfaces();
  const std::size_t first = follower.scene.victim_surfaces().size();
  ASSERT_GT(first, 0u);
  ASSERT_EQ(surfaces.size(), first + world.models.size());
  for (std::size_t i = 0; i < world.models.size(); ++i)
    EXPECT_EQ(surfaces[first + i].part.instance, InstanceId(i));
}

TEST(StaticScene, WhatOneSceneRemovesStaysInTheOthers) {
  const World world = rooms();
  const auto shared = std::make_shared<const StaticScene>(world);
  Follower one(world, shared);
  const Follower other(world, shared);
  const std::vector<Hit> before = look_around(other.scene);
  one.scene.remove(InstanceId(0));
  one.scene.update(one.state);
  EXPECT_GT(look(one.scene, {0, 1, 1}, Vec3f::UnitX()).distance, 2.0F);
  EXPECT_NEAR(look(other.scene, {0, 1, 1}, Vec3f::UnitX()).distance, 1.9, 1e-6);
  expect_equal(before, look_around(other.scene));
}

TEST(StaticScene, AStaticObjectOfOneSceneIsNotInTheOthers) {
  const World world = rooms();
  const auto shared = std::make_shared<const StaticScene>(world);
  Follower one(world, shared);
  const Follower other(world, shared);
  const auto model = box_model({1, 1, 1}, {0.2, 0.2, 0.2}, true);
  one.scene.add(one.state, one.state.add(model, "new", model->world_from_model));
  one.scene.update(one.state);
  EXPECT_NEAR(look(one.scene, {0, 1, 1}, Vec3f::UnitX()).distance, 0.9, 1e-6);
  EXPECT_NEAR(look(other.scene, {0, 1, 1}, Vec3f::UnitX()).distance, 1.9, 1e-6);
}

TEST(StaticScene, OnlyWhatWasAddedIsSeen) {
  const World world = rooms();
  State state;
  Scene scene(std::make_shared<const StaticScene>(world));
  for (const auto& model : world.models) state.add(model, model->name, model->world_from_model);
  scene.add(state, InstanceId(3));
  scene.update(state);
  EXPECT_EQ(look(scene, {0, 1, 1}, -Vec3f::UnitZ()).surface,
            static_cast<int>(scene.victim_surfaces().size()));
  EXPECT_FALSE(look(scene, {0, 3, 1}, Vec3f::UnitX()).is_hit());
}

TEST(StaticScene, AModelThatStandsElsewhereIsSeenThere) {
  const World world = rooms();
  State state;
  Scene scene(std::make_shared<const StaticScene>(world));
  for (const auto& model : world.models)
    scene.add(state,
              state.add(model, model->name, {Vec3(0, 0, 1) + model->world_from_model.position}));
  scene.update(state);
  EXPECT_NEAR(look(scene, {0, 1, 3}, -Vec3f::UnitZ()).distance, 2.0, 1e-6);
}

TEST(StaticScene, VictimsCanBeIgnored) {
  const World world = rooms();
  const Follower follower(world, std::make_shared<const StaticScene>(world));
  const Ray ray{.origin = {4, 2, 3}, .direction = -Vec3f::UnitZ()};
  const auto is_victim = [&](const Hit& hit) {
    return follower.scene.surfaces()[static_cast<std::size_t>(hit.surface)].victim >= 0;
  };
  const std::vector<Hit> all = follower.scene.all_hits(ray);
  const std::vector<Hit> walls = follower.scene.all_hits(ray, {}, Victims::Ignored);
  EXPECT_TRUE(std::any_of(all.begin(), all.end(), is_victim));
  EXPECT_TRUE(std::none_of(walls.begin(), walls.end(), is_victim));
  EXPECT_FALSE(walls.empty());
}

}  // namespace
}  // namespace rubble::rays
