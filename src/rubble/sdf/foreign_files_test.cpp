// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "rubble/sdf/load.h"
#include "rubble/sdf/load_test_files.h"
#include "rubble/sdf/resources.h"
#include "rubble/sdf/xml.h"

// Worlds and robots written by others, as they are.
namespace rubble {
namespace {

namespace fs = std::filesystem;

const std::string kRoot = RUBBLE_SHARED_DIR "/data/sdf";

LoadSettings foreign_settings() {
  LoadSettings settings;
  settings.is_lenient = true;
  for (const char* folder :
       {"gazebo_models", "nubot_rescue/models", "turtlebot3/models", "hector_nist/models"})
    settings.resource_folders.push_back(kRoot + "/" + folder);
  return settings;
}

std::vector<std::string> foreign_files() {
  std::vector<std::string> files;
  if (!fs::is_directory(kRoot)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".sdf" || extension == ".world" || extension == ".urdf")
      files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

struct Counts {
  int links = 0;
  int sensors = 0;
  int meshes = 0;
  int joints = 0;
};

// Counts straight from the XML, without SDFormat, following includes.
class XmlCounter {
 public:
  Counts count(const std::string& file) {
    std::ifstream stream(file);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const auto root = parse_xml(text, file);
    if (root.ok()) visit(*root, file);
    return counts_;
  }

 private:
  void visit(const XmlNode& node, const std::string& file) {
    if (node.name == "state" || node.name == "plugin" || node.name == "actor") return;
    if (node.name == "link") ++counts_.links;
    if (node.name == "joint") ++counts_.joints;
    if (node.name == "sensor") ++counts_.sensors;
    if (node.name == "mesh") ++counts_.meshes;
    if (node.name == "include")
      if (const auto included = finder_.find_model(text_at(node, "uri"), file)) count(*included);
    for (const XmlNode& child : node.children) visit(child, file);
  }

  ResourceFinder finder_{foreign_settings().resource_folders};
  Counts counts_;
};

template <class Part>
int mesh_count(const std::vector<Part>& parts) {
  return static_cast<int>(std::count_if(parts.begin(), parts.end(), [](const Part& part) {
    return std::holds_alternative<MeshShape>(part.geometry);
  }));
}

Counts counts_of(const World& world) {
  Counts counts;
  for (const auto& model : world.models) {
    if (model->name == "floor") continue;
    counts.joints += static_cast<int>(model->joints.size());
    counts.links += static_cast<int>(model->links.size());
    for (const Link& link : model->links) {
      counts.sensors += static_cast<int>(link.sensors.size());
      counts.meshes += mesh_count(link.visuals) + mesh_count(link.collisions);
    }
  }
  return counts;
}

std::string short_name(const std::string& file) { return fs::relative(file, kRoot).string(); }

bool may_fail(const std::string& file) {
  // Not well-formed; a robot with a joint to a model that is missing; and one whose conversion
  // leaves a joint without link.
  return file.ends_with("Hokuyo/model.sdf") || file.ends_with("Pumbaa_lab.world") ||
         file.ends_with("husky_custom.orig.urdf");
}

class ForeignFile : public testing::TestWithParam<std::string> {};

TEST_P(ForeignFile, LoadsWithEveryLinkJointSensorAndMeshOrFailsInOneLine) {
  const std::string file = GetParam();
  const auto world = load_world(file, foreign_settings());
  if (!world.ok()) {
    const std::string line = world.error().to_string();
    EXPECT_TRUE(may_fail(file)) << line;
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    EXPECT_TRUE(line.starts_with(file + ":")) << line;
    return;
  }
  if (file.ends_with(".urdf")) return;  // fixed joints are merged; compared elsewhere
  const Counts expected = XmlCounter().count(file);
  const Counts found = counts_of(*world);
  EXPECT_EQ(found.links, expected.links);
  EXPECT_EQ(found.joints, expected.joints);
  EXPECT_EQ(found.sensors, expected.sensors);
  const int left_out = warning_count(*world, "missing mesh") + warning_count(*world, "online mesh");
  EXPECT_EQ(found.meshes + left_out, expected.meshes);
}

class TurtleBot : public testing::Test {
 protected:
  void SetUp() override {
    if (foreign_files().empty()) GTEST_SKIP() << "no foreign files in " << kRoot;
  }
  static std::shared_ptr<const Model> model(const std::string& file) {
    std::vector<Warning> warnings;
    const auto loaded = load_model(kRoot + "/turtlebot3/" + file, foreign_settings(), warnings);
    EXPECT_TRUE(loaded.ok()) << loaded.error().to_string();
    return *loaded;
  }
};

// The wheel's axle in the model: a point and a direction.
std::pair<Vec3, Vec3> axle_of(const Model& model, const std::string& name) {
  const Joint& joint = model.joints.at(static_cast<std::size_t>(model.find_joint(name)));
  const Pose model_from_joint =
      model.links.at(static_cast<std::size_t>(joint.child)).model_from_link *
      joint.child_from_joint;
  return {model_from_joint.position, model_from_joint.rotation * joint.axis.direction_joint};
}

TEST_F(TurtleBot, HasTheSameAxlesInSdfAndUrdf) {
  const auto sdf = model("models/turtlebot3_burger/model.sdf");
  const auto urdf = model("urdf/turtlebot3_burger.urdf");
  for (const std::string joint : {"wheel_left_joint", "wheel_right_joint"}) {
    const auto [sdf_place, sdf_axis] = axle_of(*sdf, joint);
    // The file is a template whose namespace was never filled in.
    const auto [urdf_place, urdf_axis] = axle_of(*urdf, "${namespace}" + joint);
    EXPECT_NEAR(sdf_place.x(), urdf_place.x(), 1e-6);
    EXPECT_NEAR(sdf_place.y(), urdf_place.y(), 1e-6);
    EXPECT_LT((sdf_axis - urdf_axis).norm(), 2e-3);
  }
}

TEST_F(TurtleBot, MergesFixedLinksOfUrdfWithoutLosingMass) {
  const auto urdf = model("urdf/turtlebot3_burger.urdf");
  double mass = 0.0;
  for (const Link& link : urdf->links) mass += link.inertial.mass;
  EXPECT_EQ(urdf->links.size(), 3U);
  EXPECT_NEAR(mass, 0.82573504 + 2 * 0.02849894 + 0.005 + 0.114, 1e-6);
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = short_name(info.param);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, ForeignFile, testing::ValuesIn(foreign_files()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ForeignFile);

TEST(ForeignFiles, AreManyEnough) {
  if (!fs::is_directory(kRoot)) GTEST_SKIP() << "there is no " << kRoot;
  EXPECT_GE(foreign_files().size(), 71U);
}

}  // namespace
}  // namespace rubble
