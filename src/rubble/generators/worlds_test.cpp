// SPDX-License-Identifier: Apache-2.0
// The copies under worlds/ and models/maze_tiles are what the generators write now. With
// RUBBLE_UPDATE_WORLDS=1 these tests write them instead of looking at them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "rubble/generators/arena/tile_meshes.h"
#include "rubble/generators/world_kinds.h"
#include "rubble/sdf/load.h"
#include "rubble/worldcheck/check.h"

namespace rubble::generators {
namespace {

void expect_file_holds(const std::string& path, const std::string& text) {
  if (std::getenv("RUBBLE_UPDATE_WORLDS") != nullptr) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file.good()) << path << " is missing; run with RUBBLE_UPDATE_WORLDS=1";
  std::ostringstream content;
  content << file.rdbuf();
  EXPECT_TRUE(content.str() == text) << path << " is stale; run with RUBBLE_UPDATE_WORLDS=1";
}

std::string path_of(const WorldKind& kind) {
  return RUBBLE_SOURCE_DIR "/worlds/" + std::string(kind.name) + ".sdf";
}

TEST(ExampleWorlds, AreWhatTheGeneratorsWrite) {
  for (const std::shared_ptr<const Mesh>& mesh : {hip_mesh(), pyramid_mesh()}) {
    const std::string file = mesh->source.substr(std::string("model://").size());
    expect_file_holds(RUBBLE_SOURCE_DIR "/models/" + file, obj_text(*mesh));
  }
  for (const WorldKind& kind : kWorldKinds) {
    const Result<std::string> text = kind.make(1);
    ASSERT_TRUE(text.ok()) << kind.name;
    EXPECT_LT(text->size(), 1'000'000U) << kind.name;
    expect_file_holds(path_of(kind), *text);
  }
}

// A world of ours that no generator writes would be held against nothing.
TEST(ExampleWorlds, AreAsManyAsThereAreKinds) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(RUBBLE_SOURCE_DIR "/worlds"))
    files += entry.path().extension() == ".sdf" ? 1 : 0;
  EXPECT_EQ(files, std::size(kWorldKinds));
  EXPECT_GE(files, 18U);
}

TEST(ExampleWorlds, LoadStrictlyAndPassTheChecks) {
  const LoadSettings settings{.resource_folders = {RUBBLE_SOURCE_DIR "/models"}, .is_strict = true};
  for (const WorldKind& kind : kWorldKinds) {
    const Result<World> world = load_world(path_of(kind), settings);
    ASSERT_TRUE(world.ok()) << world.error().to_string();
    ASSERT_TRUE(world->generator.has_value()) << kind.name;
    EXPECT_FALSE(world->starts.empty()) << kind.name;
    for (const worldcheck::CheckRow& row : worldcheck::check_geometry(*world))
      EXPECT_TRUE(row.passed) << kind.name << ", " << row.name << ": " << row.detail;
  }
}

}  // namespace
}  // namespace rubble::generators
