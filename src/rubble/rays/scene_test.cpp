// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/scene.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "rubble/base/random.h"
#include "rubble/rays/surface_mesh.h"

namespace rubble::rays {
namespace {

std::shared_ptr<Model> model_of(const Geometry& geometry, bool is_static) {
  auto model = std::make_shared<Model>();
  model->name = "thing";
  model->is_static = is_static;
  Link link{.name = "link"};
  link.visuals.push_back({.name = "visual", .geometry = geometry});
  model->links.push_back(std::move(link));
  return model;
}

// A scene and the state it follows.
struct Room {
  World world;
  State state;
  std::unique_ptr<Scene> scene = std::make_unique<Scene>(world);

  InstanceId put(const Geometry& geometry, const Pose& pose, bool is_static = true) {
    const InstanceId id = prepare(geometry, pose, is_static);
    scene->update(state);
    return id;
  }
  // Seen from the next update() on.
  InstanceId prepare(const Geometry& geometry, const Pose& pose, bool is_static) {
    const InstanceId id = state.add(model_of(geometry, is_static),
                                    "thing" + std::to_string(state.instances.size()), pose);
    scene->add(state, id);
    return id;
  }
  Hit look(const Vec3& from, const Vec3& direction, const RayFilter& filter = {}) const {
    const Ray ray{.origin = from.cast<float>(), .direction = direction.normalized().cast<float>()};
    Hit hit;
    scene->cast({&ray, 1}, {&hit, 1}, filter);
    return hit;
  }
};

TEST(Scene, MeetsABoxAtItsFaceWithTheNormalTowardsTheEye) {
  Room room;
  const InstanceId box = room.put(Box{{1, 2, 2}}, {Vec3(3, 0, 0)});
  const Hit hit = room.look({0, 0, 0}, {1, 0, 0});
  ASSERT_TRUE(hit.is_hit());
  EXPECT_NEAR(hit.distance, 2.5, 1e-6);
  EXPECT_NEAR((hit.normal - Vec3f(-1, 0, 0)).norm(), 0.0, 1e-6);
  EXPECT_EQ(room.scene->surfaces()[static_cast<std::size_t>(hit.surface)].part.instance, box);
  EXPECT_FALSE(room.look({0, 0, 0}, {-1, 0, 0}).is_hit());
}

TEST(Scene, RoundShapesAreMetWithinTheirRoundness) {
  Room room;
  room.put(Cylinder{8.0, 2.0}, {});
  Random random(1, "directions");
  for (int i = 0; i < 1000; ++i) {
    const double turn = random.uniform(0, 2 * kPi);
    const Hit hit = room.look({0, 0, 0.1}, {std::cos(turn), std::sin(turn), 0});
    ASSERT_TRUE(hit.is_hit());
    EXPECT_NEAR(hit.distance, 8.0, 2.5e-4);
  }
}

TEST(Scene, AHugeBallIsRoundEnoughAndNotTooManyTriangles) {
  for (const Geometry& ball : {Geometry(Sphere{50.0}), Geometry(Ellipsoid{{50.0, 50.0, 50.0}})}) {
    const std::vector<SurfaceMesh> meshes = triangles_of(ball);
    ASSERT_EQ(meshes.size(), 1u);
    EXPECT_LE(meshes[0].triangles.size(), 70'000u);
    Room room;
    room.put(ball, {});
    Random random(1, "directions");
    for (int i = 0; i < 200; ++i) {
      const Vec3 direction{random.normal(), random.normal(), random.normal()};
      EXPECT_NEAR(room.look({0, 0, 0}, direction).distance, 50.0, 1e-2);
    }
  }
}

TEST(Scene, EveryShapeIsClosedAndAsLargeAsItsBounds) {
  const std::vector<Geometry> shapes{Box{{1, 2, 3}}, Sphere{0.7}, Cylinder{0.4, 1.2},
                                     Capsule{0.3, 0.9}, Ellipsoid{{0.5, 0.2, 0.8}}};
  for (const Geometry& shape : shapes) {
    Room room;
    room.put(shape, make_pose(0, 0, 0, 0.3, 0.2, 0.1));
    Random random(2, "rays", shape.index());
    for (int i = 0; i < 2000; ++i) {
      const Vec3 direction{random.normal(), random.normal(), random.normal()};
      EXPECT_TRUE(room.look({0, 0, 0}, direction).is_hit()) << "leaks: " << shape.index();
      const Ray ray{.origin = (-20 * direction.normalized()).cast<float>(),
                    .direction = direction.normalized().cast<float>()};
      EXPECT_GE(room.scene->all_hits(ray).size(), 2U);
    }
    const Bounds bounds = bounds_of(shape);
    EXPECT_NEAR((room.scene->surfaces()[0].bounds.high - bounds.high).norm(), 0.0, 1e-3);
  }
}

TEST(Scene, AMovingBodyIsMetWhereTheStateHasIt) {
  Room room;
  room.put(Box{{1, 10, 10}}, {Vec3(10.5, 0, 0)});
  const InstanceId box = room.put(Box{{1, 1, 1}}, {Vec3(3, 0, 0)}, false);
  EXPECT_NEAR(room.look({0, 0, 0}, {1, 0, 0}).distance, 2.5, 1e-6);
  BodyState& body = room.state.bodies[room.state.instances[box.index()].links[0].body.index()];
  body.pose = make_pose(5, 0, 0, 0, 0, kPi / 4);
  room.scene->update(room.state);
  const Hit hit = room.look({0, 0.1, 0}, {1, 0, 0});
  EXPECT_NEAR(hit.distance, 5 - std::sqrt(0.5) + 0.1, 1e-5);
  EXPECT_NEAR((hit.normal - Vec3f(-1, 1, 0).normalized()).norm(), 0.0, 1e-5);
  EXPECT_NEAR(room.scene->world_from_mesh(hit.surface).position.x(), 5.0, 1e-12);
}

TEST(Scene, WhatWasRemovedIsNoLongerMet) {
  Room room;
  const InstanceId wall = room.put(Box{{1, 1, 1}}, {Vec3(3, 0, 0)}, true);
  const InstanceId ball = room.put(Sphere{0.5}, {Vec3(-3, 0, 0)}, false);
  room.scene->remove(wall);
  room.scene->remove(ball);
  room.scene->update(room.state);
  EXPECT_FALSE(room.look({0, 0, 0}, {1, 0, 0}).is_hit());
  EXPECT_FALSE(room.look({0, 0, 0}, {-1, 0, 0}).is_hit());
}

TEST(Scene, AnEyeDoesNotSeeItsHousing) {
  Room room;
  room.put(Box{{1, 10, 10}}, {Vec3(10.5, 0, 0)});
  const InstanceId housing = room.put(Box{{0.2, 0.2, 0.2}}, {}, false);
  EXPECT_LT(room.look({0, 0, 0}, {1, 0, 0}).distance, 0.2);
  const std::vector<int> own = room.scene->surfaces_around(room.state, housing, {0.11, 0, 0}, 0.02);
  ASSERT_EQ(own.size(), 1U);
  EXPECT_NEAR(room.look({0, 0, 0}, {1, 0, 0}, {own}).distance, 10.0, 1e-5);
  EXPECT_TRUE(room.scene->surfaces_around(room.state, housing, {0.13, 0, 0}, 0.02).empty());
}

TEST(Scene, CountsEveryFaceOnTheWay) {
  Room room;
  for (int i = 1; i <= 5; ++i) room.put(Box{{0.1, 4, 4}}, {Vec3(2.0 * i, 0, 0)}, i % 2 == 0);
  const std::vector<Hit> hits =
      room.scene->all_hits({.origin = {0, 0.3F, 0.2F}, .direction = {1, 0, 0}, .far = 9.0F});
  ASSERT_EQ(hits.size(), 8U);
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const double middle = 2.0 * (1 + static_cast<double>(i / 2));
    EXPECT_NEAR(hits[i].distance, i % 2 == 0 ? middle - 0.05 : middle + 0.05, 1e-5);
  }
}

// The diagonals of its two faces are met by four triangles, each edge between faces by both.
TEST(Scene, AFlatFaceIsMetOnceAlsoOnTheEdgeOfItsTriangles) {
  Room room;
  room.put(Box{{0.1, 2, 2}}, {Vec3(3, 0, 0)});
  Random random(4, "diagonals");
  for (int i = 0; i < 400; ++i) {
    const double along = i < 200 ? 0.0 : random.uniform(-0.99, 0.99);
    const double side = i % 2 == 0 ? 1.0 : -1.0;
    const Vec3 target(2.95, along, side * along);
    const Vec3 from = i < 200 ? Vec3(0, random.uniform(-1, 1), 0.4) : Vec3(0, along, side * along);
    const Vec3 direction = (target - from).normalized();
    const std::vector<Hit> hits =
        room.scene->all_hits({.origin = from.cast<float>(), .direction = direction.cast<float>()});
    ASSERT_EQ(hits.size(), 2U) << i;
    EXPECT_GT(hits[1].distance, hits[0].distance + 0.09F) << i;
  }
}

TEST(Scene, ShadowsFallOnlyFromWhatCastsThem) {
  Room room;
  auto lamp = model_of(Box{{1, 1, 1}}, true);
  lamp->links[0].visuals[0].casts_shadow = false;
  const InstanceId id = room.state.add(lamp, "lamp", {Vec3(3, 0, 0)});
  room.scene->add(room.state, id);
  room.put(Box{{1, 1, 1}}, {Vec3(-3, 0, 0)}, false);
  const std::vector<Ray> rays{
      {.direction = {1, 0, 0}}, {.direction = {-1, 0, 0}}, {.direction = {-1, 0, 0}, .far = 2.0F}};
  std::vector<std::uint8_t> blocked(3);
  room.scene->find_occluded(rays, blocked);
  EXPECT_EQ(blocked, (std::vector<std::uint8_t>{0, 1, 0}));
  EXPECT_TRUE(room.look({0, 0, 0}, {1, 0, 0}).is_hit());
}

TEST(Scene, SeesCollisionsOnlyWhereALinkHasNoVisual) {
  auto model = model_of(Box{{1, 1, 1}}, true);
  model->links[0].collisions.push_back({.name = "hull", .geometry = Box{{3, 3, 3}}});
  Room room;
  room.scene->add(room.state, room.state.add(model, "dressed", {}));
  auto bare = std::make_shared<Model>(*model);
  bare->links[0].visuals.clear();
  room.scene->add(room.state, room.state.add(bare, "bare", {Vec3(20, 0, 0)}));
  room.scene->update(room.state);
  EXPECT_NEAR(room.look({-5, 0, 0}, {1, 0, 0}).distance, 4.5, 1e-5);
  EXPECT_NEAR(room.look({25, 0, 0}, {-1, 0, 0}).distance, 3.5, 1e-5);
}

TEST(Scene, VictimsAreMetAsBodyParts) {
  World world;
  world.victims.push_back({.name = "V1"});
  world.victims.push_back({.name = "V2", .pose = {Vec3(0, 5, 0)}, .state = VictimState::Dead});
  State state;
  Scene scene(world);
  scene.update(state);
  const std::vector<Ray> rays{{.origin = {2, 0, 0.6F}, .direction = {-1, 0, 0}},
                              {.origin = {2, 5.4F, 0.09F}, .direction = {-1, 0, 0}}};
  std::vector<Hit> hits(2);
  scene.cast(rays, hits);
  for (const int i : {0, 1}) {
    ASSERT_TRUE(hits[static_cast<std::size_t>(i)].is_hit());
    const SurfaceInfo& surface =
        scene.surfaces()[static_cast<std::size_t>(hits[static_cast<std::size_t>(i)].surface)];
    EXPECT_EQ(surface.name, "head");
    EXPECT_EQ(surface.victim, i);
    EXPECT_EQ(surface.label, "Victim");
  }
}

// Embree as a CPU without newer instructions would run it, for one scene.
class EmbreeLimit {
 public:
  explicit EmbreeLimit(const char* most) { setenv("RUBBLE_EMBREE_ISA", most, 1); }
  ~EmbreeLimit() { unsetenv("RUBBLE_EMBREE_ISA"); }
  EmbreeLimit(const EmbreeLimit&) = delete;
  EmbreeLimit& operator=(const EmbreeLimit&) = delete;
};

TEST(Scene, RaysAndBodiesFarBeyondReasonMeetNothing) {
  // Without AVX, Embree does not look at which lanes are valid.
  for (const char* const most : {"avx2", "sse2"}) {
    const EmbreeLimit limit(most);
    Room room;
    room.put(Box{{1, 1, 1}}, {Vec3(3, 0, 0)});
    const InstanceId lost = room.put(Box{{1, 1, 1}}, {Vec3(-3, 0, 0)}, false);
    room.state.bodies[room.state.instances[lost.index()].links[0].body.index()].pose.position.x() =
        1e30;
    room.scene->update(room.state);
    const double nan = std::nan("");
    EXPECT_FALSE(room.look({1e30, 0, 0}, {1, 0, 0}).is_hit());
    EXPECT_FALSE(room.look({nan, 0, 0}, {1, 0, 0}).is_hit());
    EXPECT_FALSE(room.look({0, 0, 0}, {nan, 0, 0}).is_hit());
    EXPECT_FALSE(room.look({0, 0, 0}, {-1, 0, 0}).is_hit());
    EXPECT_NEAR(room.look({0, 0, 0}, {1, 0, 0}).distance, 2.5, 1e-6);
  }
}

// Fixed and moving shapes at places that are no round numbers.
Room heap_for(const char* most_instructions, const Vec3& middle = Vec3::Zero()) {
  const EmbreeLimit limit(most_instructions);
  Room room;
  Random random(5, "heap");
  const Geometry kinds[] = {Box{{0.7, 0.5, 0.3}}, Sphere{0.4}, Cylinder{0.3, 0.8},
                            Box{{2.0, 0.05, 1.0}}};
  for (int i = 0; i < 80; ++i) {
    const Vec3 place{random.uniform(-8, 8), random.uniform(-8, 8), random.uniform(-2, 2)};
    const Vec3 angles{random.uniform(-3, 3), random.uniform(-1, 1), random.uniform(-3, 3)};
    room.prepare(kinds[i % 4], {place + middle, quat_from({angles.x(), angles.y(), angles.z()})},
                 i % 2 == 0);
  }
  room.scene->update(room.state);
  return room;
}

// Rays at anything, and at corners and edges of triangles from everywhere.
std::vector<Ray> difficult_rays(const Room& room, const Vec3& middle = Vec3::Zero()) {
  Random random(6, "rays");
  std::vector<Ray> rays;
  for (int i = 0; i < 40'000; ++i) {
    const auto& surfaces = room.scene->surfaces();
    const int which = random.integer(0, static_cast<int>(surfaces.size()) - 1);
    const SurfaceMesh& mesh = *surfaces[static_cast<std::size_t>(which)].mesh;
    const int triangle = random.integer(0, static_cast<int>(mesh.triangles.size()) - 1);
    const auto& [a, b, c] = mesh.triangles[static_cast<std::size_t>(triangle)];
    const double along = i % 3 == 0 ? 0.0 : random.uniform();
    const Vec3 edge =
        ((1 - along) * mesh.vertices[a].cast<double>() + along * mesh.vertices[b].cast<double>());
    const Vec3 anything{random.uniform(-8, 8), random.uniform(-8, 8), 0.0};
    const Vec3 target =
        i % 4 == 3 ? Vec3(anything + middle) : room.scene->world_from_mesh(which) * edge;
    const Vec3 start{random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-3, 3)};
    const Vec3 from = start + middle;
    rays.push_back({.origin = from.cast<float>(),
                    .direction = (target - from).normalized().cast<float>(),
                    .far = i % 5 == 0 ? static_cast<float>((target - from).norm()) : 30.0F});
  }
  return rays;
}

// Without those that are grazed by less than a degree: which of them are found is Embree's secret.
std::vector<Hit> all_but_grazed(const Room& room, const Ray& ray) {
  std::vector<Hit> hits = room.scene->all_hits(ray);
  std::erase_if(hits, [&](const Hit& hit) { return hit.normal.dot(ray.direction) > -0.0175F; });
  return hits;
}

bool are_same(const Hit& a, const Hit& b) {
  return a.distance == b.distance && a.surface == b.surface && a.triangle == b.triangle &&
         a.u == b.u && a.v == b.v && a.normal == b.normal;
}

// Also at the far end of a large world, where floats are coarse.
TEST(Scene, SaysTheSameToTheLastBitWhateverInstructionsEmbreeUses) {
  for (const Vec3& middle : {Vec3(0, 0, 0), Vec3(70, -60, 5)}) {
    const Room usual = heap_for("avx2", middle);
    const std::vector<Ray> rays = difficult_rays(usual, middle);
    std::vector<Hit> hits(rays.size()), other_hits(rays.size());
    std::vector<std::uint8_t> blocked(rays.size()), other_blocked(rays.size());
    usual.scene->cast(rays, hits);
    usual.scene->find_occluded(rays, blocked);
    for (const char* instructions : {"sse2", "sse4.2", "avx"}) {
      const Room room = heap_for(instructions, middle);
      room.scene->cast(rays, other_hits);
      room.scene->find_occluded(rays, other_blocked);
      EXPECT_EQ(blocked, other_blocked) << instructions;
      for (std::size_t i = 0; i < rays.size(); ++i) {
        EXPECT_TRUE(are_same(hits[i], other_hits[i])) << instructions << " ray " << i;
        if (i % 10 != 0) continue;
        const auto all = all_but_grazed(usual, rays[i]), others = all_but_grazed(room, rays[i]);
        EXPECT_TRUE(std::equal(all.begin(), all.end(), others.begin(), others.end(), are_same))
            << instructions << " all of ray " << i;
      }
    }
  }
}

// As a laser does whose beams skim the top of its own robot.
TEST(Scene, AFaceIsNotMetByRaysAlongIt) {
  Room room;
  const double turn = 0.3;
  room.put(Box{{2, 2, 0.5}}, make_pose(7.3, -4.1, 0.2, 0, 0, turn), false);
  room.put(Box{{0.1, 20, 2}}, {Vec3(12, 0, 0)});
  for (const double above : {-1e-7, 0.0, 1e-7}) {
    const Hit hit = room.look({7.3, -4.1, 0.45 + above}, {1, 0, 1e-6});
    EXPECT_NEAR(hit.distance, 12 - 0.05 - 7.3, 1e-5) << above;
  }
}

// A floor of fine triangles has no holes for eyes close to it, nor along a diagonal.
TEST(Scene, AFineMeshIsMetByRaysThatGrazeIt) {
  for (const bool is_static : {true, false}) {
    auto mesh = std::make_shared<Mesh>();
    mesh->parts.emplace_back();
    constexpr int kCells = 150;
    for (int i = 0; i <= kCells; ++i)
      for (int k = 0; k <= kCells; ++k)
        mesh->parts[0].vertices.emplace_back(0.02 * i, 0.02 * k, 0.0);
    for (std::uint32_t i = 0; i < kCells; ++i)
      for (std::uint32_t k = 0; k < kCells; ++k) {
        const std::uint32_t a = i * (kCells + 1) + k, b = a + kCells + 1;
        mesh->parts[0].triangles.push_back({a, b, b + 1});
        mesh->parts[0].triangles.push_back({a, b + 1, a + 1});
      }
    Room room;
    room.put(MeshShape{.mesh = mesh}, {Vec3(5, -7, 0)}, is_static);
    Random random(14, "grazing");
    int missed = 0;
    for (int i = 0; i < 2000; ++i) {
      const double down = radians(random.uniform(0.15, 1.5)), yaw = random.uniform(0, 2 * kPi);
      const double x = random.uniform(6, 7), y = random.uniform(-6, -5);
      const double reach = random.uniform(0.05, 0.9);
      const Vec3 along(std::cos(down) * std::cos(yaw), std::cos(down) * std::sin(yaw),
                       -std::sin(down));
      const Hit hit = room.look(Vec3(x, y, 0) - reach * along, along);
      missed += !hit.is_hit() || std::abs(hit.distance - reach) > 0.002 ? 1 : 0;
    }
    EXPECT_EQ(missed, 0) << is_static;
  }
}

TEST(Scene, WhatTouchesLeavesNoGap) {
  Room room;
  room.put(Box{{0.1, 9, 9}}, {Vec3(5, 0, 0)});
  for (const double size : {0.2, 0.3, 0.6, 0.9, 1.1, 1.4, 2.2, 2.6}) {
    const InstanceId left = room.put(Box{{0.2, size, 1}}, {Vec3(2, size / 2, 0)});
    const InstanceId right = room.put(Box{{0.2, size, 1}}, {Vec3(2, -size / 2, 0)});
    EXPECT_NEAR(room.look({0, 0, 0.01}, {1, 0, 0}).distance, 1.9, 1e-6) << size;
    room.scene->remove(left);
    room.scene->remove(right);
    room.scene->update(room.state);
  }
}

// A laser close to a long wall: the wall is not open where beams graze it.
TEST(Scene, AWallIsMetByRaysThatGrazeIt) {
  Room room;
  room.put(Box{{80, 0.05, 2}}, make_pose(40, 0.125, 0.5, 0, 0, 0));
  room.put(Box{{0.1, 20, 2}}, {Vec3(90, 0, 0)});
  for (const double slope : {0.1, 0.02, 0.0052, 0.0031, 0.0017}) {
    const Hit hit = room.look({0.5, 0.0, 0.3}, {std::sqrt(1 - slope * slope), slope, 0});
    EXPECT_NEAR(hit.distance, 0.1 / slope, 1e-4 / slope) << slope;
    EXPECT_NEAR(hit.normal.y(), -1, 1e-6) << slope;
  }
}

// Level rays, as of a level laser: a component that should be 0 is noise of either sign and any
// size. Embree's coherent packets lost walls a hand's breadth away to it.
TEST(Scene, ComponentsNextToNothingLoseNoHit) {
  for (const char* instructions : {"sse2", "sse4.2", "avx", "avx2"}) {
    const EmbreeLimit limit(instructions);
    Room room;
    for (const double side : {-1.0, 1.0}) {
      room.put(Box{{6, 0.1, 1}}, {Vec3(0, side * 2.05, 0.5)});
      room.put(Box{{0.1, 4, 1}}, {Vec3(side * 3.05, 0, 0.5)});
    }
    Random random(8, instructions);
    std::vector<Ray> rays;
    for (int i = 0; i < 20'000; ++i) {
      Vec3 along{std::cos(1e-3 * i), std::sin(1e-3 * i), 0.0};
      for (int axis = 0; axis < 3; ++axis)
        if (std::abs(along[axis]) < 1e-3) {
          const double sign = random.integer(0, 1) - 0.5;
          along[axis] = sign * std::pow(10.0, random.uniform(-30, -3));
        }
      rays.push_back({.origin = {0.4F, -0.7F, 0.3F}, .direction = along.cast<float>()});
    }
    std::vector<Hit> hits(rays.size());
    room.scene->cast(rays, hits);
    for (std::size_t i = 0; i < rays.size(); ++i) {
      const Vec3f& along = rays[i].direction;
      const float x = (along.x() > 0 ? 3.0F - 0.4F : -3.0F - 0.4F) / along.x();
      const float y = (along.y() > 0 ? 2.0F + 0.7F : -2.0F + 0.7F) / along.y();
      ASSERT_NEAR(hits[i].distance, std::min(x, y), 1e-4F) << instructions << " ray " << i;
    }
  }
}

// Floors of tiles, posters on walls: which of two faces in one plane is met must not be chance.
TEST(Scene, OfTwoFacesInOnePlaneTheSameIsMetWhateverInstructionsEmbreeUses) {
  const auto surfaces_seen = [](const char* instructions) {
    const EmbreeLimit limit(instructions);
    Room room;
    Random random(9, "tiles");
    for (int i = 0; i < 40; ++i) {
      const double x = random.uniform(-5, 5), y = random.uniform(-5, 5);
      room.put(Box{{random.uniform(0.5, 4), random.uniform(0.5, 4), 0.2}}, {Vec3(x, y, -0.1)},
               i != 20);
    }
    std::vector<Ray> rays;
    for (int i = 0; i < 20'000; ++i) {
      const float x = -5.0F + 0.07F * static_cast<float>(i % 141);
      const float y = -5.0F + 0.07F * static_cast<float>(i / 141);
      rays.push_back({.origin = {x, y, 3.0F}, .direction = Vec3f(0.1F, 0.2F, -1.0F).normalized()});
    }
    std::vector<Hit> hits(rays.size());
    room.scene->cast(rays, hits);
    std::vector<int> surfaces;
    for (const Hit& hit : hits) surfaces.push_back(hit.surface);
    return surfaces;
  };
  const std::vector<int> usual = surfaces_seen("avx2");
  for (const char* instructions : {"sse2", "sse4.2", "avx"}) {
    const std::vector<int> others = surfaces_seen(instructions);
    int differing = 0;
    for (std::size_t i = 0; i < usual.size(); ++i) differing += usual[i] != others[i] ? 1 : 0;
    EXPECT_EQ(differing, 0) << instructions;
  }
}

// Edges block a little earlier than they are hit.
TEST(Scene, ARayThatHitsIsBlockedAndItsHitIsTheFirstOfAll) {
  const Room room = heap_for("avx2");
  const std::vector<Ray> rays = difficult_rays(room);
  std::vector<Hit> hits(rays.size());
  std::vector<std::uint8_t> blocked(rays.size());
  room.scene->cast(rays, hits);
  room.scene->find_occluded(rays, blocked);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    EXPECT_TRUE(blocked[i] != 0 || !hits[i].is_hit()) << i;
    const auto all = room.scene->all_hits(rays[i]);
    ASSERT_EQ(all.empty(), !hits[i].is_hit()) << i;
    if (all.empty()) continue;
    EXPECT_TRUE(are_same(all.front(), hits[i])) << i;
  }
}

// The twin: slabs of every box by hand.
TEST(Scene, AgreesWithABruteForceTwinInARandomHeapOfBoxes) {
  Room room;
  Random random(3, "heap");
  std::vector<std::pair<Vec3, Vec3>> boxes;
  for (int i = 0; i < 60; ++i) {
    const Vec3 size{random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)};
    const Vec3 middle{random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-5, 5)};
    room.put(Box{size}, {middle}, i % 3 != 0);
    boxes.emplace_back(middle - size / 2, middle + size / 2);
  }
  for (int i = 0; i < 2000; ++i) {
    const Vec3 from{random.uniform(-8, 8), random.uniform(-8, 8), 7.0};
    const Vec3 along = Vec3{random.normal(), random.normal(), -2}.normalized();
    double nearest = kInfinity;
    for (const auto& [low, high] : boxes) {
      const Vec3 a = (low - from).cwiseQuotient(along), b = (high - from).cwiseQuotient(along);
      const double enter = a.cwiseMin(b).maxCoeff(), leave = a.cwiseMax(b).minCoeff();
      if (enter <= leave && leave > 0) nearest = std::min(nearest, enter > 0 ? enter : leave);
    }
    const Hit hit = room.look(from, along);
    EXPECT_EQ(hit.is_hit(), nearest < kInfinity);
    EXPECT_NEAR(std::min(hit.distance, 1e9F), std::min(nearest, 1e9), 1e-4);
  }
}

}  // namespace
}  // namespace rubble::rays
