// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "rubble/generators/arena/arena.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/furnished_room/furnished_room.h"
#include "rubble/generators/maze.h"
#include "rubble/generators/office.h"
#include "rubble/generators/station/station.h"
#include "rubble/sdf/load.h"
#include "rubble/sdf/sdf_writer.h"
#include "rubble/worldcheck/solid.h"

namespace rubble {
namespace {

World read_back(const World& world) {
  const LoadSettings settings{.resource_folders = {RUBBLE_SOURCE_DIR "/models"}, .is_strict = true};
  Result<World> loaded = load_world_text(sdf_text(world), "written.sdf", settings);
  EXPECT_TRUE(loaded.ok()) << loaded.error().to_string();
  return std::move(loaded).value();
}

void expect_same_surface(const Surface& a, const Surface& b, const std::string& where) {
  EXPECT_EQ(a.material, b.material) << where;
  EXPECT_NEAR(a.reflectivity, b.reflectivity, 1e-6) << where;
  EXPECT_NEAR(a.gloss, b.gloss, 1e-6) << where;
  EXPECT_NEAR(a.transparency, b.transparency, 1e-6) << where;
  EXPECT_NEAR(a.thickness, b.thickness, 1e-6) << where;
}

// An address when it is written, a file when it is read.
void expect_same_picture(const Appearance& written, const Appearance& read,
                         const std::string& where) {
  const std::string scheme = "model://";
  ASSERT_EQ(written.texture.empty(), read.texture.empty()) << where;
  const std::string file = written.texture.empty() ? "" : written.texture.substr(scheme.size());
  EXPECT_TRUE(read.texture.ends_with(file)) << where;
  EXPECT_EQ(written.roughness, read.roughness) << where;
  EXPECT_EQ(written.metalness, read.metalness) << where;
}

void expect_same_link(const Link& a, const Link& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.semantic.label, b.semantic.label) << a.name;
  EXPECT_EQ(a.semantic.name, b.semantic.name) << a.name;
  ASSERT_EQ(a.collisions.size(), b.collisions.size()) << a.name;
  ASSERT_EQ(a.visuals.size(), b.visuals.size()) << a.name;
  for (std::size_t i = 0; i < a.collisions.size(); ++i) {
    expect_same_surface(a.collisions[i].surface, b.collisions[i].surface, a.name);
    EXPECT_NEAR(a.collisions[i].contact.friction, b.collisions[i].contact.friction, 1e-6) << a.name;
  }
  for (std::size_t i = 0; i < a.visuals.size(); ++i) {
    expect_same_surface(a.visuals[i].surface, b.visuals[i].surface, a.name);
    EXPECT_EQ(a.visuals[i].casts_shadow, b.visuals[i].casts_shadow) << a.name;
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_NEAR(a.visuals[i].appearance.color[c], b.visuals[i].appearance.color[c], 1e-5)
          << a.name;
    expect_same_picture(a.visuals[i].appearance, b.visuals[i].appearance, a.name);
  }
}

void expect_same(const World& a, const World& b) {
  ASSERT_EQ(a.models.size(), b.models.size());
  for (std::size_t m = 0; m < a.models.size(); ++m) {
    EXPECT_EQ(a.models[m]->name, b.models[m]->name);
    EXPECT_EQ(a.models[m]->semantic.label, b.models[m]->semantic.label);
    EXPECT_EQ(a.models[m]->is_static, b.models[m]->is_static);
    ASSERT_EQ(a.models[m]->links.size(), b.models[m]->links.size());
    ASSERT_EQ(a.models[m]->joints.size(), b.models[m]->joints.size());
    for (std::size_t k = 0; k < a.models[m]->links.size(); ++k)
      expect_same_link(a.models[m]->links[k], b.models[m]->links[k]);
  }
  const std::vector<worldcheck::Solid> left = worldcheck::static_solids(a),
                                       right = worldcheck::static_solids(b);
  ASSERT_EQ(left.size(), right.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    const Bounds& one = left[i].bounds;
    const Bounds& other = right[i].bounds;
    EXPECT_LT((one.low - other.low).cwiseAbs().maxCoeff(), 1e-4) << left[i].name;
    EXPECT_LT((one.high - other.high).cwiseAbs().maxCoeff(), 1e-4) << left[i].name;
  }
  EXPECT_EQ(a.starts.size(), b.starts.size());
  EXPECT_EQ(a.victims.size(), b.victims.size());
  EXPECT_EQ(a.tags.size(), b.tags.size());
  EXPECT_EQ(a.plumes.size(), b.plumes.size());
  EXPECT_EQ(a.sources.size(), b.sources.size());
  ASSERT_TRUE(b.generator.has_value());
  EXPECT_EQ(a.generator->options, b.generator->options);
  EXPECT_EQ(a.generator->hash, b.generator->hash);
  EXPECT_EQ(a.generator->columns, b.generator->columns);
  EXPECT_EQ(a.gravity, b.gravity);
}

TEST(SdfWriter, WritesAReadableModel) {
  World world =
      generators::new_world("small", {.name = "test", .seed = 3, .options = "x=1", .hash = "00ff"});
  Model model = generators::static_model("walls");
  model.links.push_back(generators::box_link("wall_1", generators::at(1.0, 2.0, 0.6),
                                             {2.0, 0.05, 1.2}, generators::material_preset("osb"),
                                             "Wall"));
  generators::add_model(world, model);
  const std::string text = sdf_text(world);
  EXPECT_NE(text.find("<!-- made by the test generator: seed 3, x=1, hash 00ff -->"),
            std::string::npos);
  EXPECT_NE(text.find("    <model name=\"walls\">\n"
                      "      <static>true</static>\n"
                      "      <link name=\"wall_1\">\n"
                      "        <pose>1 2 0.6 0 0 0</pose>\n"
                      "        <collision name=\"box\">\n"
                      "          <geometry><box><size>2 0.05 1.2</size></box></geometry>\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("        <rubble:surface material=\"osb\" reflectivity=\"0.52\"/>\n"
                      "        <rubble:semantic class=\"Wall\"/>\n"),
            std::string::npos)
      << text;
}

TEST(SdfWriter, WhatIsReadBackIsWhatWasWritten) {
  for (const World& world :
       {generators::maze_world(*generators::plan_maze({.seed = 2})),
        generators::arena_world(*generators::plan_arena({.kind = generators::ArenaKind::Yellow})),
        generators::office_world({}), generators::furnished_room_world({}),
        generators::station_world({})})
    expect_same(world, read_back(world));
}

TEST(SdfWriter, KeepsHingesAndTheirLimits) {
  const World world = read_back(generators::office_world({.ram_torque = 65.0}));
  for (const auto& model : world.models) {
    if (model->name != "ram_door" && model->name != "door_1") continue;
    ASSERT_EQ(model->joints.size(), 1U);
    const Joint& hinge = model->joints[0];
    EXPECT_EQ(hinge.kind, JointKind::Revolute);
    EXPECT_EQ(hinge.parent, -1);
    const bool is_ram = model->name == "ram_door";
    EXPECT_EQ(hinge.break_limit.torque, is_ram ? 65.0 : kInfinity);
    EXPECT_NEAR(hinge.axis.upper, is_ram ? 0.0 : 1.6, 1e-9);
  }
}

}  // namespace
}  // namespace rubble
