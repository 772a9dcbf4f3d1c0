// SPDX-License-Identifier: Apache-2.0
// What SDF files newer than 1.9 leave to be computed, and what of them is dropped by name.
#include <gtest/gtest.h>

#include "rubble/sdf/load.h"
#include "rubble/sdf/load_test_files.h"

namespace rubble {
namespace {

World loaded_newer(const std::string& text) {
  auto world = load_world_text(text, "newer.sdf", {});
  EXPECT_TRUE(world.ok()) << (world.ok() ? "" : world.error().to_string());
  return world ? *std::move(world) : World{};
}

std::string newer_world(const std::string& links) {
  return "<sdf version='1.11'><world name='w'><model name='m'>" + links + "</model></world></sdf>";
}

Inertial computed_inertial(const std::string& geometry, const std::string& inertial = "",
                           const std::string& collision = "") {
  const World world = loaded_newer(newer_world(
      "<link name='l'><inertial auto='true'>" + inertial + "</inertial><collision name='c'>" +
      collision + "<geometry>" + geometry + "</geometry></collision></link>"));
  return world.models.empty() ? Inertial{} : world.models[0]->links[0].inertial;
}

TEST(AutoInertia, IsThatOfTheSolidShapeAtItsDensity) {
  const Inertial box = computed_inertial("<box><size>1 2 3</size></box>", "<density>100</density>");
  EXPECT_NEAR(box.mass, 600.0, 1e-9);
  EXPECT_NEAR(box.inertia(0, 0), 600.0 / 12.0 * 13.0, 1e-9);
  EXPECT_NEAR(box.inertia(2, 2), 600.0 / 12.0 * 5.0, 1e-9);
  const Inertial ball = computed_inertial("<sphere><radius>0.5</radius></sphere>");
  EXPECT_NEAR(ball.mass, 1000.0 * 4.0 / 3.0 * kPi * 0.125, 1e-9);
  EXPECT_NEAR(ball.inertia(1, 1), 0.4 * ball.mass * 0.25, 1e-9);
  const Inertial disc =
      computed_inertial("<cylinder><radius>0.5</radius><length>2</length></cylinder>");
  EXPECT_NEAR(disc.inertia(2, 2), disc.mass * 0.125, 1e-9);
  EXPECT_NEAR(disc.inertia(0, 0), disc.mass * (3 * 0.25 + 4) / 12.0, 1e-9);
  const Inertial egg = computed_inertial("<ellipsoid><radii>0.1 0.2 0.3</radii></ellipsoid>");
  EXPECT_NEAR(egg.inertia(0, 0), egg.mass * (0.04 + 0.09) / 5.0, 1e-12);
}

// A capsule without length is a ball; a long one approaches its cylinder.
TEST(AutoInertia, OfACapsuleLiesBetweenBallAndCylinder) {
  const Inertial ball = computed_inertial("<sphere><radius>0.5</radius></sphere>");
  const Inertial shortest =
      computed_inertial("<capsule><radius>0.5</radius><length>1e-9</length></capsule>");
  EXPECT_NEAR(shortest.inertia(0, 0), ball.inertia(0, 0), 1e-4);
  const Inertial rod =
      computed_inertial("<cylinder><radius>0.01</radius><length>2</length></cylinder>");
  const Inertial longest =
      computed_inertial("<capsule><radius>0.01</radius><length>2</length></capsule>");
  EXPECT_NEAR(longest.inertia(0, 0) / rod.inertia(0, 0), 1.0, 0.03);
}

TEST(AutoInertia, OfAMeshIsThatOfTheSameBox) {
  const Inertial mesh = computed_inertial(
      "<polyline><point>-0.5 -1</point><point>0.5 -1</point><point>0.5 1</point>"
      "<point>-0.5 1</point><height>3</height></polyline>",
      "<density>100</density>");
  EXPECT_NEAR(mesh.mass, 600.0, 1e-3);
  EXPECT_NEAR(mesh.link_from_mass.position.z(), 1.5, 1e-6);
  EXPECT_NEAR(mesh.inertia(0, 0), 600.0 / 12.0 * 13.0, 1e-2);
}

TEST(AutoInertia, ACollisionsDensityGoesBeforeTheLinksAndAMassBeforeBoth) {
  EXPECT_NEAR(computed_inertial("<box><size>1 1 1</size></box>", "<density>100</density>",
                                "<density>50</density>")
                  .mass,
              50.0, 1e-9);
  const Inertial given = computed_inertial("<box><size>1 1 1</size></box>", "<mass>6</mass>");
  EXPECT_NEAR(given.mass, 6.0, 1e-9);
  EXPECT_NEAR(given.inertia(0, 0), 1.0, 1e-9);
}

TEST(AutoInertia, SeveralShapesAddUpAboutTheirCommonCentre) {
  const std::string cube = "<geometry><box><size>1 1 1</size></box></geometry></collision>";
  const World world = loaded_newer(
      newer_world("<link name='l'><inertial auto='true'><density>1</density></inertial>"
                  "<collision name='a'><pose>-0.5 0 0 0 0 0</pose>" +
                  cube + "<collision name='b'><pose>0.5 0 0 0 0 0</pose>" + cube + "</link>"));
  const Inertial& both = world.models.at(0)->links[0].inertial;
  EXPECT_NEAR(both.mass, 2.0, 1e-9);
  EXPECT_NEAR(both.link_from_mass.position.norm(), 0.0, 1e-9);
  EXPECT_NEAR(both.inertia(1, 1), 2.0 / 12.0 * (4.0 + 1.0), 1e-9);
}

TEST(NewerSdf, WhatIsDroppedIsNamed) {
  const World world = loaded_newer(newer_world(
      "<link name='l'><inertial><fluid_added_mass><xx>1</xx></fluid_added_mass></inertial>"
      "<collision name='c'><geometry><box><size>1 1 1</size></box></geometry></collision></link>"));
  EXPECT_EQ(warning_count(world, "newer SDF"), 1);
  EXPECT_EQ(warning_count(world, "fluid added mass"), 1);
  const World old = loaded_newer(world_text("<model name='m'><link name='l'/></model>"));
  EXPECT_EQ(warning_count(old, "newer SDF"), 0);
}

TEST(NewerSdf, MeshOptimizationAndDecompositionAreNamed) {
  TestFolder folder;
  const std::string text = newer_world(
      "<link name='l'><collision name='c'><geometry><mesh optimization='convex_decomposition'>"
      "<convex_decomposition><max_convex_hulls>4</max_convex_hulls></convex_decomposition>"
      "<uri>missing.obj</uri></mesh></geometry></collision></link>");
  const auto world = load_world_text(text, "newer.sdf", {.is_lenient = true});
  ASSERT_TRUE(world.ok()) << world.error().to_string();
  EXPECT_EQ(warning_count(*world, "mesh optimization"), 1);
  EXPECT_EQ(warning_count(*world, "convex decomposition"), 1);
}

TEST(MissingIncludes, AWorldOfWhichNothingIsLeftIsAnErrorWithAWayOut) {
  const std::string text = world_text("<include><uri>model://nowhere</uri></include>");
  const auto world = load_world_text(text, "w.sdf", {});
  ASSERT_FALSE(world.ok());
  for (const char* word : {"nowhere", "GZ_SIM_RESOURCE_PATH", "--lenient"})
    EXPECT_NE(world.error().message.find(word), std::string::npos) << world.error().message;
  EXPECT_TRUE(load_world_text(text, "w.sdf", {.is_lenient = true}).ok());
  const std::string some = world_text(
      "<include><uri>model://nowhere</uri></include><model name='m'><link name='l'/></model>");
  EXPECT_TRUE(load_world_text(some, "w.sdf", {}).ok());
}

TEST(MissingIncludes, GazebosModelPathIsSearched) {
  TestFolder folder;
  ::setenv("GAZEBO_MODEL_PATH", folder.path().c_str(), 1);
  const auto folders = default_resource_folders();
  ::unsetenv("GAZEBO_MODEL_PATH");
  EXPECT_NE(std::find(folders.begin(), folders.end(), folder.path()), folders.end());
}

}  // namespace
}  // namespace rubble
