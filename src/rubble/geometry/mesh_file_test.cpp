// SPDX-License-Identifier: Apache-2.0
#include "rubble/geometry/mesh_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace rubble {
namespace {

namespace fs = std::filesystem;

class MeshFile : public testing::Test {
 protected:
  MeshFile()
      : folder_(fs::temp_directory_path() /
                ("rubble_mesh_" + std::to_string(::getpid()) + "_" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(folder_ / "meshes");
  }
  ~MeshFile() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }

  fs::path folder_;
};

// One triangle (0,0,0) (1,0,0) (0,1,0), drawn by a node that moves it by 5 along x.
std::string collada(const std::string& unit, const std::string& up_axis) {
  return R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="u" meter=")" +
         unit + R"("/><up_axis>)" + up_axis + R"(</up_axis></asset>
<library_images><image id="i"><init_from>wood%20a.png</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON>
<newparam sid="s"><surface type="2D"><init_from>i</init_from></surface></newparam>
<newparam sid="t"><sampler2D><source>s</source></sampler2D></newparam>
<technique sid="c"><lambert><diffuse><texture texture="t" texcoord="UV"/></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g" name="tri"><mesh><source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array>
<technique_common><accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1" material="mm"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="vs"><node id="n" name="moved"><translate>5 0 0</translate><instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="mm" target="#m"/></technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#vs"/></scene></COLLADA>)";
}

const char* const kTwoObjects =
    "o left\nv 0 0 0\nv 2 0 0\nv 0 2 0\nf 1 2 3\n"
    "o right\nv 10 0 0\nv 12 0 0\nv 10 2 4\nf 4 5 6\n";

TEST_F(MeshFile, AppliesNodeTransformsAndUnit) {
  const auto mesh = read_mesh(write("meshes/a.dae", collada("0.01", "Z_UP")));
  ASSERT_TRUE(mesh.ok()) << mesh.error().to_string();
  EXPECT_EQ(mesh->triangle_count(), 1U);
  EXPECT_LT((mesh->bounds().low - Vec3(0.05, 0, 0)).norm(), 1e-6);
  EXPECT_LT((mesh->bounds().high - Vec3(0.06, 0.01, 0)).norm(), 1e-6);
  ASSERT_EQ(mesh->parts[0].normals.size(), 3U);
  EXPECT_LT((mesh->parts[0].normals[0] - Eigen::Vector3f::UnitZ()).norm(), 1e-5F);
}

TEST_F(MeshFile, TakesColladaAsZUpLikeGazeboUnlessAskedToTurnIt) {
  const std::string path = write("meshes/a.dae", collada("1", "Y_UP"));
  EXPECT_LT((read_mesh(path)->bounds().high - Vec3(6, 1, 0)).norm(), 1e-5);
  const auto turned = read_mesh(path, {.turns_collada_up_axis = true});
  EXPECT_LT((turned->bounds().high - Vec3(6, 0, 1)).norm(), 1e-5);
  const std::string z_up = write("meshes/z.dae", collada("1", "Z_UP"));
  const auto unturned = read_mesh(z_up, {.turns_collada_up_axis = true});
  EXPECT_LT((unturned->bounds().high - Vec3(6, 1, 0)).norm(), 1e-5);
}

TEST_F(MeshFile, FindsTexturesBesideTheMeshAndInTheModelsFolder) {
  const std::string path = write("meshes/a.dae", collada("1", "Z_UP"));
  const auto without = read_mesh(path);
  EXPECT_EQ(without->parts[0].material.texture, "");
  ASSERT_EQ(without->missing_textures.size(), 1U);
  const std::string shared = write("materials/textures/wood a.png", "x");
  EXPECT_EQ(read_mesh(path)->parts[0].material.texture, shared);
  const std::string beside = write("meshes/wood a.png", "x");
  EXPECT_EQ(read_mesh(path)->parts[0].material.texture, beside);
}

TEST_F(MeshFile, SelectsAndCentersASubmesh) {
  const std::string path = write("two.obj", kTwoObjects);
  EXPECT_EQ(read_mesh(path)->triangle_count(), 2U);
  const auto right = read_mesh(path, {.submesh = "right"});
  ASSERT_TRUE(right.ok()) << right.error().to_string();
  EXPECT_EQ(right->triangle_count(), 1U);
  EXPECT_EQ(right->bounds().low.x(), 10.0);
  const auto centered = read_mesh(path, {.submesh = "right", .is_centered = true});
  EXPECT_EQ(centered->bounds().low, Vec3(-1, -1, -2));
  const auto wrong = read_mesh(path, {.submesh = "rihgt"});
  ASSERT_FALSE(wrong.ok());
  EXPECT_NE(wrong.error().message.find("did you mean 'right'"), std::string::npos);
}

TEST_F(MeshFile, ReadsColoursOfAMaterialLibrary) {
  write("c.mtl", "newmtl red\nKd 1 0.25 0\n");
  const auto mesh =
      read_mesh(write("c.obj", "mtllib c.mtl\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
  ASSERT_TRUE(mesh.ok());
  EXPECT_EQ(mesh->parts[0].material.color, (std::array<float, 4>{1, 0.25F, 0, 1}));
}

TEST_F(MeshFile, ReadsTextStl) {
  const auto mesh = read_mesh(
      write("t.stl",
            "solid t\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
            "endloop\nendfacet\nendsolid t\n"));
  ASSERT_TRUE(mesh.ok()) << mesh.error().to_string();
  EXPECT_EQ(mesh->triangle_count(), 1U);
}

TEST_F(MeshFile, TurnsGltfUpright) {
  const auto mesh = read_mesh(write("t.gltf", R"({"asset":{"version":"2.0"},"scene":0,
"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAEAAAAAA"}],
"bufferViews":[{"buffer":0,"byteLength":36}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,2,0]}]})"));
  ASSERT_TRUE(mesh.ok()) << mesh.error().to_string();
  EXPECT_LT((mesh->bounds().high - Vec3(1, 0, 2)).norm(), 1e-6);
}

TEST_F(MeshFile, RefusesWhatIsNoMesh) {
  EXPECT_NE(read_mesh("nowhere.dae").error().message.find("no such mesh"), std::string::npos);
  EXPECT_FALSE(read_mesh(write("empty.obj", "")).ok());
  EXPECT_FALSE(read_mesh(write("points.obj", "v 0 0 0\nv 1 0 0\n")).ok());
  EXPECT_FALSE(read_mesh(write("text.dae", "not a mesh")).ok());
  EXPECT_FALSE(read_mesh(write("nan.obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")).ok());
  EXPECT_FALSE(read_mesh(write("text.xyz", "not a mesh")).ok());
}

TEST_F(MeshFile, RefusesFilesAboveTheLimits) {
  const std::string path = write("two.obj", kTwoObjects);
  EXPECT_FALSE(read_mesh(path, {.max_file_bytes = 10}).ok());
  EXPECT_FALSE(read_mesh(path, {.max_vertices = 4}).ok());
}

TEST_F(MeshFile, GivesTheSameResultTwice) {
  const std::string path = write("two.obj", kTwoObjects);
  const auto once = read_mesh(path), again = read_mesh(path);
  ASSERT_EQ(once->parts.size(), again->parts.size());
  for (std::size_t i = 0; i < once->parts.size(); ++i) {
    EXPECT_EQ(once->parts[i].vertices, again->parts[i].vertices);
    EXPECT_EQ(once->parts[i].triangles, again->parts[i].triangles);
  }
}

}  // namespace
}  // namespace rubble
