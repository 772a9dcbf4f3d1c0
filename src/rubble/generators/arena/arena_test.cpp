// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/arena/arena.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "rubble/generators/arena/debris.h"
#include "rubble/generators/arena/step_field.h"
#include "rubble/worldcheck/solid.h"

namespace rubble::generators {
namespace {

constexpr ArenaKind kKinds[] = {ArenaKind::Yellow, ArenaKind::Orange, ArenaKind::Red};

int count_of(const ArenaPlan& plan, CellContent content) {
  return static_cast<int>(std::count(plan.contents.begin(), plan.contents.end(), content));
}

// All loose boxes as solids, to look at how they lie.
std::vector<worldcheck::Solid> loose_boxes(const World& world) {
  std::vector<worldcheck::Solid> boxes;
  for (const auto& model : world.models)
    if (model->semantic.label == "Rubble")
      boxes.push_back(worldcheck::make_solid(model->name, "Rubble", model->world_from_model,
                                             model->links[0].collisions[0].geometry));
  return boxes;
}

TEST(Arena, SameSettingsGiveTheSameBytesAndOtherSeedsOthers) {
  for (const ArenaKind kind : kKinds) {
    EXPECT_EQ(*arena_sdf({.kind = kind, .seed = 4}), *arena_sdf({.kind = kind, .seed = 4}));
    EXPECT_NE(plan_arena({.kind = kind, .seed = 4})->hash(),
              plan_arena({.kind = kind, .seed = 5})->hash());
  }
}

TEST(Arena, KindsHaveWords) {
  for (const ArenaKind kind : kKinds) EXPECT_EQ(arena_kind_of(word_of(kind)), kind);
  EXPECT_EQ(arena_kind_of("purple"), std::nullopt);
}

TEST(Arena, YellowHasDoorsThatSwing) {
  const World world = arena_world(*plan_arena({.kind = ArenaKind::Yellow, .seed = 1}));
  int doors = 0;
  for (const auto& model : world.models) {
    if (model->semantic.label != "Door") continue;
    ++doors;
    ASSERT_EQ(model->joints.size(), 1U);
    EXPECT_EQ(model->joints[0].parent, -1);
    EXPECT_DOUBLE_EQ(model->joints[0].axis.upper, 1.6);
    EXPECT_FALSE(model->is_static);
  }
  EXPECT_GE(doors, 1);
}

TEST(Arena, OrangeHasOneTowerAndItsShares) {
  int ramps = 0, fields = 0, confined = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const ArenaPlan plan = *plan_arena({.kind = ArenaKind::Orange, .seed = seed});
    EXPECT_EQ(count_of(plan, CellContent::Platform), 4);
    EXPECT_EQ(count_of(plan, CellContent::Stair), 1);
    EXPECT_EQ(count_of(plan, CellContent::SteepRamp), 1);
    ramps += count_of(plan, CellContent::CrossingRamp);
    fields += count_of(plan, CellContent::StepField);
    confined += count_of(plan, CellContent::Confined);
  }
  EXPECT_NEAR(fields / static_cast<double>(ramps), 0.4, 0.08);
  EXPECT_NEAR(confined / static_cast<double>(ramps), 0.2, 0.05);
}

TEST(Arena, RedIsFullOfObstacles) {
  const ArenaPlan plan = *plan_arena({.kind = ArenaKind::Red, .seed = 1});
  EXPECT_GE(count_of(plan, CellContent::StepField), 8);
  EXPECT_GE(count_of(plan, CellContent::Pallet), 4);
  EXPECT_GE(count_of(plan, CellContent::Rubble), 1);
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    EXPECT_LT(arena_sdf({.kind = ArenaKind::Red, .seed = seed})->size(), 1'000'000U);
}

TEST(Arena, RefusesSizesWithoutRoom) {
  const auto small = arena_sdf({.width = 6.25, .height = 6.25});
  ASSERT_FALSE(small.ok());
  EXPECT_NE(small.error().message.find("6 by 5 cells"), std::string::npos);
}

TEST(StepField, KeepsTheNeighborRule) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed)
    for (const StepFieldKind kind : {StepFieldKind::HalfCubic, StepFieldKind::FullCubic}) {
      const StepHeights heights = draw_step_heights(kind, Random(seed, "field"));
      const int limit = kind == StepFieldKind::FullCubic ? 2 : 1;
      for (std::size_t i = 0; i < kStepFieldPosts; ++i)
        for (std::size_t j = 0; j + 1 < kStepFieldPosts; ++j) {
          EXPECT_LE(std::abs(heights[i][j] - heights[i][j + 1]), limit);
          EXPECT_LE(std::abs(heights[j][i] - heights[j + 1][i]), limit);
          EXPECT_TRUE(heights[i][j] >= 1 && heights[i][j] <= 4);
        }
    }
}

TEST(StepField, BoxesCoverEachPostOnce) {
  const StepHeights heights = draw_step_heights(StepFieldKind::FullCubic, Random(3, "field"));
  const Link link = step_field_link("field", {}, StepFieldKind::FullCubic, heights, 1.2);
  double volume = 0.0, wanted = 0.2 * 2.2 * 0.1;  // the frame: 0.1 m wide and high around 1 m
  for (const Collision& box : link.collisions) volume += std::get<Box>(box.geometry).size.prod();
  for (const auto& row : heights)
    for (const int height : row) wanted += 0.01 * 0.1 * height;
  EXPECT_NEAR(volume, wanted, 1e-9);
}

TEST(RubbleHeap, BlocksTouchOnlyWhatCarriesThem) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    World world;
    add_rubble_heap(world, "heap", {0.0, 0.0}, Random(seed, "heap"));
    EXPECT_TRUE(world.models.size() >= 20 && world.models.size() <= 60);
    const std::vector<worldcheck::Solid> boxes = loose_boxes(world);
    for (std::size_t i = 0; i < boxes.size(); ++i)
      for (std::size_t j = i + 1; j < boxes.size(); ++j)
        EXPECT_LT(worldcheck::penetration(boxes[i], boxes[j]), 1e-9)
            << boxes[i].name << " " << boxes[j].name;
  }
}

TEST(RubbleHeap, EachBlockRestsOnTheFloorOrOverFourOthers) {
  World world;
  add_rubble_heap(world, "heap", {0.0, 0.0}, Random(1, "heap"));
  const std::vector<worldcheck::Solid> boxes = loose_boxes(world);
  for (const worldcheck::Solid& box : boxes) {
    const double bottom = box.world_from_shape.position.z() - box.box_size().z() / 2;
    if (bottom < 1e-9) continue;
    int carriers = 0;
    for (const worldcheck::Solid& other : boxes) {
      worldcheck::Solid lowered = box;
      lowered.world_from_shape.position.z() -= 0.005;
      if (&other != &box && worldcheck::penetration(lowered, other) > 1e-3) ++carriers;
    }
    EXPECT_GE(carriers, 3) << box.name;
  }
}

}  // namespace
}  // namespace rubble::generators
