// SPDX-License-Identifier: Apache-2.0
#include "rubble/worldcheck/settle.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

#include "rubble/generators/arena/arena.h"
#include "rubble/generators/office.h"
#include "rubble/generators/station/station.h"

namespace rubble::generators {
namespace {

// How many seeds a sweep tries: few in ./check, all in ./check --full.
std::uint64_t seed_count(std::uint64_t few, std::uint64_t all) {
  const char* sweep = std::getenv("RUBBLE_SWEEP");
  return sweep != nullptr && std::string_view(sweep) == "full" ? all : few;
}

void expect_settled(const World& world, const std::string& what) {
  const worldcheck::CheckRow row = worldcheck::check_settle(world);
  EXPECT_TRUE(row.passed) << what << ": " << row.detail;
}

TEST(Settle, ArenasLieStill) {
  for (const ArenaKind kind : {ArenaKind::Yellow, ArenaKind::Orange, ArenaKind::Red})
    for (std::uint64_t seed = 1; seed <= seed_count(5, 50); ++seed) {
      const auto plan = plan_arena({.kind = kind, .seed = seed});
      ASSERT_TRUE(plan.ok());
      expect_settled(arena_world(*plan), word_of(kind) + " arena " + std::to_string(seed));
    }
}

TEST(Settle, OfficeAndStationLieStill) {
  for (std::uint64_t seed = 1; seed <= seed_count(2, 20); ++seed) {
    expect_settled(office_world({.seed = seed}), "office " + std::to_string(seed));
    expect_settled(station_world({.seed = seed}), "station " + std::to_string(seed));
  }
}

TEST(Settle, SeesABlockThatFalls) {
  World world = office_world({});
  auto block = std::make_shared<Model>();
  block->name = "block";
  block->world_from_model.position = Vec3(2, 5, 1.0);
  Link link{.name = "link"};
  link.inertial.inertia = 0.01 * Mat3::Identity();
  link.collisions.push_back({.name = "box", .geometry = Box{Vec3::Constant(0.2)}});
  block->links.push_back(link);
  world.models.push_back(block);
  const worldcheck::CheckRow row = worldcheck::check_settle(world);
  EXPECT_FALSE(row.passed);
  EXPECT_NE(row.detail.find("block"), std::string::npos);
}

}  // namespace
}  // namespace rubble::generators
