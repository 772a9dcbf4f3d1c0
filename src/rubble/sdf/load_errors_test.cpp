// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "rubble/base/hash.h"
#include "rubble/sdf/load.h"
#include "rubble/sdf/load_test_files.h"

namespace rubble {
namespace {

// The error's whole line, or "" if the text loads.
std::string error_of(const std::string& text, const LoadSettings& settings = {}) {
  const auto world = load_world_text(text, "test.sdf", settings);
  return world.ok() ? "" : world.error().to_string();
}

// Content of <world>, which starts in line 2.
std::string world_error(const std::string& content, const LoadSettings& settings = {}) {
  return error_of("<sdf version='1.9' xmlns:rubble='urn:rubble'><world name='w'>\n" + content +
                      "\n</world></sdf>",
                  settings);
}

std::string link_error(const std::string& content) {
  return world_error("<model name='m'>\n<link name='l'>\n" + content + "\n</link></model>");
}

std::string shape_error(const std::string& shape) {
  return link_error("<collision name='c'><geometry>" + shape + "</geometry></collision>");
}

void expect_words(const std::string& line, const std::vector<std::string>& words) {
  EXPECT_EQ(line.find('\n'), std::string::npos) << line;
  for (const std::string& word : words) EXPECT_NE(line.find(word), std::string::npos) << line;
}

TEST(LoadErrors, NameTheFileThatIsMissing) {
  expect_words(load_world("nowhere.sdf", {}).error().to_string(), {"nowhere.sdf", "no such file"});
  expect_words(load_world("/", {}).error().to_string(), {"no such file"});
}

TEST(LoadErrors, NameTheLineOfBrokenXml) {
  expect_words(error_of("<sdf version='1.9'>\n<world name='w'>\n</sdf>"),
               {"test.sdf:3", "not well-formed XML"});
  expect_words(error_of(""), {"test.sdf:1", "not well-formed XML"});
  expect_words(error_of("<html/>"), {"test.sdf:1", "<sdf>", "got <html>"});
  expect_words(error_of("<sdf version='1.9'/>"), {"test.sdf:1", "neither a <world> nor a <model>"});
}

TEST(LoadErrors, RefuseBombs) {
  expect_words(error_of("<!DOCTYPE a [<!ENTITY b 'bbbb'>]>\n<sdf version='1.9'/>"),
               {"test.sdf:1", "document type"});
  std::string deep = "<sdf version='1.9'>";
  for (int i = 0; i < 5000; ++i) deep += "<model name='m'>";
  expect_words(error_of(deep), {"test.sdf:1", "deeper than 100"});
  const TestFolder folder;
  const auto large = folder.write("large.sdf", std::string(5000, ' '));
  expect_words(load_world(large, {.max_file_bytes = 4096}).error().to_string(),
               {"large.sdf", "5000 bytes", "at most 4096"});
  EXPECT_FALSE(load_world_text(std::string(5000, ' '), "t", {.max_file_bytes = 4096}).ok());
}

TEST(LoadErrors, RefuseNumbersThatAreNone) {
  expect_words(link_error("<pose>nan 0 0 0 0 0</pose>"), {"test.sdf:4", "<pose>", "nan"});
  expect_words(link_error("<pose>0 0 inf 0 0 0</pose>"), {"test.sdf:4", "finite"});
  expect_words(link_error("<pose>0 0 1</pose>"), {"test.sdf:4", "6 numbers"});
  expect_words(shape_error("<box><size>1 1 nan</size></box>"), {"test.sdf:4", "<size>", "finite"});
  expect_words(shape_error("<box><size>1 1 big</size></box>"), {"test.sdf:4", "<size>", "big"});
  expect_words(shape_error("<box><size>1 1</size></box>"), {"test.sdf:4", "size"});
  expect_words(link_error("<inertial><mass>inf</mass></inertial>"), {"test.sdf:4", "<mass>"});
  expect_words(world_error("<gravity>nan 0 0</gravity>"), {"test.sdf:2", "<gravity>"});
  expect_words(world_error("<gravity>inf 0 0</gravity>"), {"test.sdf:2", "<gravity>", "inf"});
  expect_words(error_of("<robot name='r'>\n<link name='l'><inertial><origin xyz='nan 0 0'/>"
                        "</inertial></link></robot>"),
               {"test.sdf:2", "<origin> xyz"});
}

TEST(LoadErrors, RefuseImpossibleBodies) {
  for (const char* mass : {"0", "-1", "0.0"})
    expect_words(link_error("<inertial><mass>" + std::string(mass) + "</mass></inertial>"),
                 {"test.sdf:4", "link 'l'", "mass above 0"});
  expect_words(link_error("<inertial><inertia><ixx>-1</ixx></inertia></inertial>"),
               {"test.sdf:4", "positive definite"});
  expect_words(link_error("<inertial><inertia><ixy>5</ixy></inertia></inertial>"),
               {"test.sdf:4", "positive definite"});
  EXPECT_EQ(link_error("<inertial><inertia><izz>9</izz></inertia></inertial>"), "");
}

TEST(LoadErrors, RefuseSizesThatAreNone) {
  for (const char* shape :
       {"<box><size>1 0 1</size></box>", "<sphere><radius>-1</radius></sphere>",
        "<cylinder><radius>1</radius><length>0</length></cylinder>",
        "<capsule><radius>0</radius></capsule>", "<ellipsoid><radii>1 1 -1</radii></ellipsoid>",
        "<plane><size>0 1</size></plane>", "<plane><normal>0 0 0</normal></plane>",
        "<polyline><point>0 0</point><point>1 0</point><height>1</height></polyline>",
        "<polyline><point>0 0</point><point>1 0</point><point>1 1</point><height>0</height>"
        "</polyline>"})
    expect_words(shape_error(shape), {"test.sdf:4"});
}

TEST(LoadErrors, NameTheJointWithoutLink) {
  const std::string line = world_error(
      "<model name='m'><link name='a'/>\n<joint name='j' type='fixed'><parent>a</parent>"
      "<child>zz</child></joint></model>");
  expect_words(line, {"test.sdf:3", "[zz]", "[j]"});
  expect_words(world_error("<model name='m'><link name='a'/><link name='b'/>\n<joint name='j' "
                           "type='bendy'><parent>a</parent><child>b</child></joint></model>"),
               {"test.sdf", "bendy"});
  expect_words(world_error("<model name='m'><link name='a'/><link name='b'/>\n"
                           "<joint name='j' type='revolute'><parent>a</parent><child>b</child>"
                           "<axis><xyz>0 0 0</xyz></axis></joint></model>"),
               {"test.sdf", "xyz"});
}

TEST(LoadErrors, RefuseSecondNames) {
  expect_words(world_error("<model name='m'><link name='a'/>\n<link name='a'/></model>"),
               {"test.sdf:3", "second <link> named 'a'"});
  expect_words(world_error("<model name='m'><link name='a'/></model>\n<model name='m'>"
                           "<link name='a'/></model>"),
               {"test.sdf:3", "second <model>"});
  expect_words(world_error("<rubble:start name='s'/>\n<rubble:start name='s'/>"),
               {"test.sdf:3", "second <rubble:start>"});
}

TEST(LoadErrors, StopAtIncludeCycles) {
  const TestFolder folder;
  const auto model = [](const std::string& name, const std::string& included) {
    return "<sdf version='1.6'><model name='" + name + "'><link name='l'/>\n<include><uri>" +
           included + "</uri></include></model></sdf>";
  };
  const auto a = folder.write("a/model.sdf", model("a", "model://b"));
  folder.write("b/model.sdf", model("b", "model://a"));
  expect_words(load_world(a, {}).error().to_string(),
               {"b/model.sdf:2", "includes this file again"});
  const auto self = folder.write("self/model.sdf", model("self", "model.sdf"));
  expect_words(load_world(self, {}).error().to_string(), {"self/model.sdf:2", "again"});
  for (int i = 0; i < 30; ++i)
    folder.write("c" + std::to_string(i) + "/model.sdf",
                 model("c", "model://c" + std::to_string(i + 1)));
  expect_words(load_world(folder.path() + "/c0/model.sdf", {}).error().to_string(),
               {"c16/model.sdf:2", "deeper than 16"});
}

TEST(LoadErrors, StopAtIncludesThatMultiply) {
  const TestFolder folder;
  for (int level = 0; level < 10; ++level) {
    std::string includes;
    for (int i = 0; i < 10; ++i)
      includes += "<include><uri>model://x" + std::to_string(level + 1) + "</uri><name>n" +
                  std::to_string(i) + "</name></include>";
    folder.write(
        "x" + std::to_string(level) + "/model.sdf",
        "<sdf version='1.6'><model name='x'><link name='l'/>" + includes + "</model></sdf>");
  }
  folder.write("x10/model.sdf",
               "<sdf version='1.6'><model name='x'><link name='l'/></model></sdf>");
  expect_words(load_world(folder.path() + "/x0/model.sdf", {}).error().to_string(),
               {"more than 1000 includes"});
}

TEST(LoadErrors, NameWhatIsUnknownInOurNamespace) {
  expect_words(world_error("\n<rubble:smok/>"),
               {"test.sdf:3", "unknown element <rubble:smok>", "did you mean 'rubble:smoke'"});
  expect_words(world_error("<rubble:smoke densty='1'/>"),
               {"test.sdf:2", "no attribute 'densty'", "did you mean 'density'"});
  expect_words(world_error("<rubble:smoke density='-1'/>"),
               {"test.sdf:2", "density wants a number from 0 to 1000, got '-1'"});
  expect_words(world_error("<rubble:smoke density='nan'/>"), {"test.sdf:2", "got 'nan'"});
  expect_words(world_error("<rubble:smoke density='1' profile='gaussian'><geometry><sphere/>"
                           "</geometry></rubble:smoke>"),
               {"test.sdf:2", "sigma"});
  expect_words(world_error("<rubble:smoke density='1'/>"), {"test.sdf:2", "wants a <geometry>"});
  expect_words(world_error("<rubble:smoke><geometry><plane/></geometry></rubble:smoke>"),
               {"test.sdf:2", "box, sphere, cylinder or mesh"});
  expect_words(world_error("<rubble:victim name='v' state='asleep'/>"),
               {"test.sdf:2", "conscious or semiconscious or unconscious or dead", "'asleep'"});
  expect_words(world_error("<rubble:victim name='v'><poze/></rubble:victim>"),
               {"test.sdf:2", "no child <poze>", "did you mean 'pose'"});
  expect_words(world_error("<rubble:start/>"), {"test.sdf:2", "wants the attribute 'name'"});
  expect_words(world_error("<rubble:surface/>"), {"test.sdf:2", "belongs in", "not in <world>"});
  expect_words(world_error("<rubble:radio/><rubble:radio/>"), {"test.sdf:2", "second"});
  expect_words(link_error("<sensor name='s' type='imu' rubble:preest='x'/>"),
               {"test.sdf:4", "'rubble:preest'", "did you mean 'rubble:preset'"});
  expect_words(link_error("<visual name='v' rubble:shiny='1'/>"), {"test.sdf:4", "rubble:shiny"});
  expect_words(link_error("<plugin name='p' filename='p'><rubble:odd/></plugin>"),
               {"test.sdf:4", "rubble:odd"});
}

TEST(LoadErrors, LookIntoIncludesToo) {
  const TestFolder folder;
  folder.write("m/model.sdf",
               "<sdf version='1.6'><model name='m'><link name='l'>\n<rubble:surface glos='1'/>"
               "</link></model></sdf>");
  const auto path = folder.write("w.sdf", world_text("<include><uri>model://m</uri></include>"));
  expect_words(load_world(path, {}).error().to_string(),
               {"m/model.sdf:2", "no attribute 'glos'", "'gloss'"});
}

TEST(LoadErrors, NameRobotPartsTheModelDoesNotHave) {
  const std::string line = world_error(
      "<model name='m'><link name='base'/><link name='w'/><joint name='wheel_joint' "
      "type='revolute'><parent>base</parent><child>w</child><axis><xyz>0 1 0</xyz></axis></joint>"
      "\n<rubble:robot class='C' drive='skid'>\n<rubble:wheel joint='whel_joint' side='left'/>"
      "</rubble:robot></model>");
  expect_words(line, {"test.sdf:4", "'whel_joint'", "did you mean 'wheel_joint'"});
}

TEST(LoadErrors, MissingMeshesAreBadInputUnlessLenient) {
  const std::string content = "<model name='m'><link name='l'>\n" +
                              mesh_visual("v", "meshes/none.dae", "1 1 1") + "</link></model>";
  expect_words(world_error(content), {"test.sdf:3", "no mesh file", "meshes/none.dae"});
  const auto world = load_world_text(world_text(content), "t.sdf", {.is_lenient = true});
  ASSERT_TRUE(world.ok());
  EXPECT_TRUE(world->models.at(0)->links.at(0).visuals.empty());
  EXPECT_EQ(warning_count(*world, "missing mesh"), 1);

  const TestFolder folder;
  folder.write("empty.obj", "v 0 0 0\n");
  const auto path =
      folder.write("w.sdf", world_text("<model name='m'><link name='l'>" +
                                       mesh_visual("v", "empty.obj", "1 1 1") + "</link></model>"));
  expect_words(load_world(path, {}).error().to_string(), {"w.sdf:1", "empty.obj"});
}

TEST(LoadErrors, SmokeWantsAClosedMesh) {
  const TestFolder folder;
  const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
  folder.write("closed.obj", corners + "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  folder.write("open.obj", corners + "f 1 3 2\nf 1 2 4\nf 1 4 3\n");
  const auto write_world = [&](const std::string& name) {
    return folder.write(name + ".sdf",
                        world_text("\n<rubble:smoke density='1'>\n<geometry><mesh><uri>" + name +
                                   ".obj</uri></mesh></geometry></rubble:smoke>"));
  };
  const auto good = load_world(write_world("closed"), {});
  ASSERT_TRUE(good.ok()) << good.error().to_string();
  EXPECT_EQ(std::get<MeshShape>(good->smokes.at(0).geometry).mesh->triangle_count(), 4U);
  expect_words(load_world(write_world("open"), {}).error().to_string(),
               {"open.sdf:3", "closed mesh", "open.obj"});
  expect_words(load_world(write_world("none"), {}).error().to_string(), {"none.sdf:", "none.obj"});
  const auto lenient = load_world(write_world("none"), {.is_lenient = true});
  ASSERT_TRUE(lenient.ok());
  EXPECT_EQ(lenient->smokes.at(0).density, 0.0);
}

TEST(LoadErrors, IncludesInsideIncludedModelsAreFoundOrRefused) {
  const TestFolder folder;
  folder.write("Q/model.sdf", "<sdf version='1.9'><model name='q'><link name='b'/></model></sdf>");
  folder.write("P/model.sdf",
               "<sdf version='1.9'><model name='p'><link name='a'/>"
               "<include><uri>model://Q</uri></include></model></sdf>");
  const auto world = load_world_text(world_text("<include><uri>model://P</uri></include>"), "t.sdf",
                                     {.resource_folders = {folder.path()}});
  ASSERT_TRUE(world.ok()) << world.error().to_string();
  EXPECT_EQ(world->models.at(0)->links.size(), 2U);

  for (const char* side : {"A", "B"}) {
    folder.write(std::string(side) + "/part.sdf",
                 "<sdf version='1.9'><model name='part'><link name='l'/></model></sdf>");
    folder.write(std::string(side) + "/m.sdf",
                 "<sdf version='1.9'><model name='m'><link name='l'/>"
                 "<include><uri>part.sdf</uri></include></model></sdf>");
  }
  const auto path =
      folder.write("w.sdf", world_text("<include><name>a</name><uri>A/m.sdf</uri></include>"
                                       "<include><name>b</name><uri>B/m.sdf</uri></include>"));
  expect_words(load_world(path, {}).error().to_string(), {"B/m.sdf:1", "part.sdf", "model://"});
}

TEST(LoadErrors, ACycleHiddenBetweenDataSectionsIsSeen) {
  const TestFolder folder;
  folder.write("h.sdf",
               "<sdf version='1.9'><model name='h'><link name='l'/>"
               "<frame name='f'><![CDATA[<!--]]></frame><include><uri>h.sdf</uri></include>"
               "<frame name='g'><![CDATA[-->]]></frame></model></sdf>");
  const auto path = folder.write("w.sdf", world_text("<include><uri>h.sdf</uri></include>"));
  expect_words(load_world(path, {}).error().to_string(), {"h.sdf:1", "includes this file again"});
}

TEST(LoadErrors, OurNamespaceGoesByOnePrefix) {
  expect_words(load_world_text("<sdf version='1.9' xmlns:r='urn:rubble'><world name='w'>"
                               "<r:start name='s'/></world></sdf>",
                               "t.sdf", {})
                   .error()
                   .to_string(),
               {"t.sdf:1", "prefix rubble"});
}

TEST(LoadErrors, ARobotsDriveMustBeAbleToDrive) {
  const std::string links =
      "<link name='a'/><link name='w'><collision name='c'><geometry><cylinder><radius>0.1</radius>"
      "<length>0.05</length></cylinder></geometry></collision></link>";
  const auto robot = [&](const std::string& head, const std::string& joint_type,
                         const std::string& body) {
    return "<model name='m'>" + head + "<rubble:robot class='C' drive='skid'>" +
           "<rubble:wheel joint='j' side='left'/></rubble:robot>" + body +
           "<joint name='j' type='" + joint_type +
           "'><parent>a</parent><child>w</child><axis><xyz>0 1 0</xyz></axis></joint></model>";
  };
  EXPECT_EQ(world_error(robot("", "continuous", links)), "");
  expect_words(world_error(robot("", "fixed", links)), {"rubble:wheel", "not revolute"});
  expect_words(world_error(robot("", "continuous", "<link name='a'/><link name='w'/>")),
               {"rubble:wheel", "cylinder or sphere"});
  expect_words(world_error(robot("<static>true</static>", "continuous", links)), {"static model"});
  expect_words(
      world_error(
          "<model name='m'><rubble:robot class='C' drive='tracks'/><link name='a'/></model>"),
      {"rubble:track"});
}

TEST(LoadErrors, SmokeBeyondReasonIsRefusedWithItsLine) {
  const auto error_of = [](const std::string& element) {
    const auto world = load_world_text(world_text("\n" + element), "s.sdf", {});
    return world.ok() ? std::string("no error") : world.error().to_string();
  };
  const std::string box = "<geometry><box><size>1 1 1</size></box></geometry></rubble:smoke>";
  expect_words(error_of("<rubble:smoke density='1e300'>" + box), {"s.sdf:2", "density", "1000"});
  expect_words(error_of("<rubble:smoke density='-1'>" + box), {"s.sdf:2", "density"});
  expect_words(error_of("<rubble:smoke density='nan'>" + box), {"s.sdf:2", "density"});
  expect_words(error_of("<rubble:smoke density='1' correlation_length='1e-9'>" + box),
               {"s.sdf:2", "correlation_length", "0.01"});
  expect_words(error_of("<rubble:smoke density='1'><geometry/></rubble:smoke>"),
               {"s.sdf:2", "box, sphere, cylinder or mesh"});
  expect_words(error_of("<rubble:plume rate='1e300'/>"), {"s.sdf:2", "rate"});
  expect_words(error_of("<rubble:plume lifetime='1e9'/>"), {"s.sdf:2", "lifetime"});
  expect_words(error_of("<rubble:haze density='1e300'/>"), {"s.sdf:2", "density"});
}

TEST(LoadErrors, StrictTurnsWarningsIntoErrors) {
  const std::string plugin = "\n<plugin name='p' filename='p.so'/>";
  EXPECT_EQ(world_error(plugin), "");
  expect_words(world_error(plugin, {.is_strict = true}), {"test.sdf:3", "<plugin"});
  expect_words(world_error("<include><uri>model://none</uri></include>", {.is_strict = true}),
               {"test.sdf:2", "model://none"});
}

const char* const kValidWorld = R"(<?xml version="1.0"?>
<sdf version="1.9" xmlns:rubble="urn:rubble"><world name="w"><gravity>0 0 -9.81</gravity>
<rubble:smoke name="room" density="0.1" drift="0 0 1"><pose>2 0 1 0 0 0</pose>
<geometry><box><size>5 4 2</size></box></geometry><rubble:at time="1" density="2"/></rubble:smoke>
<light name="sun" type="directional"><direction>0 0 -1</direction></light>
<model name="m"><pose>0 0 1 0 0 0</pose><link name="a"><inertial><mass>2</mass></inertial>
<collision name="c"><geometry><cylinder><radius>0.1</radius><length>1</length></cylinder></geometry></collision>
<visual name="v"><geometry><polyline><point>0 0</point><point>1 0</point><point>1 1</point><height>1</height></polyline></geometry>
<material><diffuse>1 0 0 1</diffuse></material><rubble:surface gloss="1"/></visual>
<sensor name="s" type="gpu_lidar" rubble:preset="x"><lidar><scan><horizontal><samples>3</samples></horizontal></scan></lidar></sensor></link>
<link name="b"><pose relative_to="a">0 0 1 0 0 0</pose><collision name="t"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision></link>
<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz expressed_in="a">0 1 0</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis></joint>
<rubble:robot class="C" drive="skid"><rubble:wheel joint="j" side="left"/></rubble:robot></model>
</world></sdf>
)";

TEST(LoadErrors, NeverCrashOnTruncatedFiles) {
  const std::string text = kValidWorld;
  ASSERT_EQ(error_of(text), "");
  for (std::size_t length = 0; length + 20 < text.size(); length += 5)
    EXPECT_NE(error_of(text.substr(0, length)), "") << length;
}

// Anything may come out but a crash or a hang.
TEST(LoadErrors, NeverCrashOnMutatedFiles) {
  const std::string valid = kValidWorld;
  const std::string bits[] = {"<",     ">", "\"", "/",     "nan", "-",
                              "1e308", "0", "::", "world", " ",   "&"};
  std::uint64_t key = 1;
  const auto draw = [&](std::size_t count) { return mix_bits(++key) % count; };
  for (int round = 0; round < 400; ++round) {
    std::string text = valid;
    for (std::uint64_t change = 0; change < 1 + draw(3); ++change) {
      const std::size_t at = draw(text.size());
      if (draw(3) == 0)
        text.erase(at, 1 + draw(12));
      else if (draw(2) == 0)
        text.insert(at, bits[draw(std::size(bits))]);
      else
        text.replace(at, 1, bits[draw(std::size(bits))]);
    }
    const std::string line = error_of(text);
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
  }
}

// Whole words swapped reach deeper than single characters: every name and number in turn.
TEST(LoadErrors, NeverCrashOnSwappedWords) {
  const std::string valid = kValidWorld;
  const std::string replacements[] = {"", "x", "-1", "1e300", "a::b", "__model__", "0"};
  std::size_t turn = 0;
  for (std::size_t at = valid.find_first_of("\">"); at != std::string::npos;
       at = valid.find_first_of("\">", at + 1)) {
    const std::size_t end = valid.find_first_of("\"<", at + 1);
    if (end == std::string::npos || end == at + 1) continue;
    std::string text = valid;
    text.replace(at + 1, end - at - 1, replacements[turn++ % std::size(replacements)]);
    const std::string line = error_of(text);
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace rubble
