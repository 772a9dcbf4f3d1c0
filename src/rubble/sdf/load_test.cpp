// SPDX-License-Identifier: Apache-2.0
#include "rubble/sdf/load.h"

#include <gtest/gtest.h>

#include "rubble/sdf/load_test_files.h"

namespace rubble {
namespace {

World loaded(const std::string& world_content, const LoadSettings& settings = {}) {
  auto world = load_world_text(world_text(world_content), "test.sdf", settings);
  EXPECT_TRUE(world.ok()) << (world.ok() ? "" : world.error().to_string());
  return world.ok() ? std::move(*world) : World{};
}

// One model with one link.
Link loaded_link(const std::string& link_content) {
  const World world = loaded("<model name='m'><link name='l'>" + link_content + "</link></model>");
  return world.models.empty() ? Link{} : world.models.front()->links.front();
}

Geometry loaded_shape(const std::string& geometry) {
  const Link link =
      loaded_link("<collision name='c'><geometry>" + geometry + "</geometry></collision>");
  return link.collisions.empty() ? Geometry{} : link.collisions.front().geometry;
}

TEST(Load, ReadsEverySimpleShape) {
  EXPECT_EQ(std::get<Box>(loaded_shape("<box><size>1 2 3.25</size></box>")).size, Vec3(1, 2, 3.25));
  EXPECT_EQ(std::get<Sphere>(loaded_shape("<sphere><radius>2</radius></sphere>")).radius, 2.0);
  const auto cylinder = std::get<Cylinder>(
      loaded_shape("<cylinder><radius>0.5</radius><length>2</length></cylinder>"));
  EXPECT_EQ(cylinder.radius, 0.5);
  EXPECT_EQ(cylinder.length, 2.0);
  EXPECT_EQ(cylinder.round_edge, 0.0);
  EXPECT_EQ(
      std::get<Capsule>(loaded_shape("<capsule><radius>0.5</radius><length>2</length></capsule>"))
          .length,
      2.0);
  EXPECT_EQ(std::get<Ellipsoid>(loaded_shape("<ellipsoid><radii>1 2 3</radii></ellipsoid>")).radii,
            Vec3(1, 2, 3));
  const auto plane =
      std::get<Plane>(loaded_shape("<plane><normal>0 2 0</normal><size>4 5</size></plane>"));
  EXPECT_EQ(plane.normal, Vec3::UnitY());
  EXPECT_EQ(plane.size, Vec2(4, 5));
}

TEST(Load, KeepsEveryDigit) {
  EXPECT_EQ(
      std::get<Sphere>(loaded_shape("<sphere><radius>0.1234567890123456</radius></sphere>")).radius,
      0.1234567890123456);
}

TEST(Load, ReadsPolylinesWithHoles) {
  const auto extrusion = std::get<Extrusion>(loaded_shape(
      "<polyline><point>0 0</point><point>4 0</point><point>4 4</point><point>0 4</point>"
      "<height>2</height></polyline>"
      "<polyline><point>1 1</point><point>1 3</point><point>3 3</point><point>3 1</point>"
      "<height>2</height></polyline>"));
  EXPECT_EQ(extrusion.outlines.size(), 2U);
  EXPECT_EQ(extrusion.height, 2.0);
  ASSERT_TRUE(extrusion.mesh);
  EXPECT_EQ(extrusion.mesh->bounds().high, Vec3(4, 4, 2));
}

TEST(Load, ReadsHeightmapsWithTheirOffset) {
  const TestFolder folder;
  folder.write("t.pgm", "P2\n3 2\n255\n0 255 0\n51 102 204\n");
  const auto path = folder.write(
      "w.sdf", world_text("<model name='m'><link name='l'><collision name='c'><geometry><heightmap>"
                          "<uri>t.pgm</uri><size>6 4 10</size><pos>1 2 3</pos></heightmap>"
                          "</geometry></collision></link></model>"));
  const auto world = load_world(path, {});
  ASSERT_TRUE(world.ok()) << world.error().to_string();
  const Collision& collision = world->models[0]->links[0].collisions.at(0);
  EXPECT_EQ(collision.link_from_shape.position, Vec3(1, 2, 3));
  const auto field = std::get<std::shared_ptr<const Heightfield>>(collision.geometry);
  EXPECT_EQ(field->columns, 3);
  EXPECT_EQ(field->rows, 2);
  EXPECT_EQ(field->width, 6.0);
  // The picture's last row is the lowest y.
  EXPECT_NEAR(field->heights[0], 2.0, 1e-5);
  EXPECT_NEAR(field->heights[4], 10.0, 1e-5);
}

TEST(Load, SharesAMeshBetweenItsUsersAndMirrorsNegativeScales) {
  const TestFolder folder;
  folder.write("bits/meshes/t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const auto path = folder.write(
      "w.sdf", world_text("<model name='m'><link name='l'>" +
                          mesh_visual("a", "model://bits/meshes/t.obj", "1 2 3") +
                          mesh_visual("b", "file://bits/meshes/t.obj", "1 1 1") +
                          mesh_visual("c", "bits/meshes/t.obj", "-2 1 1") + "</link></model>"));
  const auto world = load_world(path, {});
  ASSERT_TRUE(world.ok()) << world.error().to_string();
  const auto& visuals = world->models[0]->links[0].visuals;
  const auto& first = std::get<MeshShape>(visuals.at(0).geometry);
  EXPECT_EQ(first.mesh, std::get<MeshShape>(visuals.at(1).geometry).mesh);
  EXPECT_EQ(first.scale, Vec3(1, 2, 3));
  const auto& mirrored = std::get<MeshShape>(visuals.at(2).geometry);
  EXPECT_EQ(mirrored.scale, Vec3(2, 1, 1));
  EXPECT_EQ(bounds_of(mirrored).low, Vec3(-2, 0, 0));
  EXPECT_EQ(mirrored.mesh->parts[0].triangles[0], (std::array<std::uint32_t, 3>{0, 2, 1}));
}

TEST(Load, ReadsLooks) {
  const TestFolder folder;
  const auto picture = folder.write("wood.png", "x");
  const auto path = folder.write(
      "w.sdf",
      world_text("<model name='m'><link name='l'>" + box_visual("plain", "") +
                 box_visual("red", "<material><diffuse>1 0 0 0.5</diffuse></material>") +
                 box_visual("script",
                            "<material><script><uri>x</uri><name>Gazebo/Green</name></script>"
                            "</material>") +
                 box_visual("odd",
                            "<material><script><uri>x</uri><name>Own/Thing</name></script>"
                            "</material>") +
                 box_visual("pbr",
                            "<material><pbr><metal><albedo_map>wood.png</albedo_map>"
                            "<roughness>0.25</roughness></metal></pbr></material>") +
                 "</link></model>"));
  const auto world = load_world(path, {});
  ASSERT_TRUE(world.ok()) << world.error().to_string();
  const auto& visuals = world->models[0]->links[0].visuals;
  EXPECT_FALSE(visuals.at(0).appearance.color_is_given);
  EXPECT_EQ(visuals.at(1).appearance.color, (std::array<float, 4>{1, 0, 0, 0.5F}));
  EXPECT_EQ(visuals.at(2).appearance.color, (std::array<float, 4>{0, 1, 0, 1}));
  EXPECT_FALSE(visuals.at(3).appearance.color_is_given);
  EXPECT_EQ(visuals.at(4).appearance.texture, picture);
  EXPECT_FLOAT_EQ(visuals.at(4).appearance.roughness, 0.25F);
  EXPECT_EQ(warning_count(*world, "material script"), 1);
}

TEST(Load, ReadsContactAndInertia) {
  const Link link = loaded_link(
      "<inertial><pose>0.1 0 0 0 0 0</pose><mass>2</mass><inertia><ixx>1</ixx><iyy>2</iyy>"
      "<izz>2.5</izz><ixy>0.1</ixy></inertia></inertial><gravity>false</gravity>"
      "<collision name='c'><geometry><box><size>1 1 1</size></box></geometry><surface>"
      "<friction><ode><mu>0.7</mu></ode></friction>"
      "<bounce><restitution_coefficient>0.3</restitution_coefficient></bounce></surface>"
      "</collision>");
  EXPECT_EQ(link.inertial.mass, 2.0);
  EXPECT_EQ(link.inertial.link_from_mass.position, Vec3(0.1, 0, 0));
  EXPECT_EQ(link.inertial.inertia(0, 1), 0.1);
  EXPECT_EQ(link.inertial.inertia(2, 2), 2.5);
  EXPECT_FALSE(link.has_gravity);
  EXPECT_EQ(link.collisions.at(0).contact.friction, 0.7);
  EXPECT_EQ(link.collisions.at(0).contact.restitution, 0.3);
}

TEST(Load, HandsSurfacesDownFromModelToVisual) {
  const World world = loaded(
      "<model name='m'><rubble:surface reflectivity='0.5' material='wood'/>"
      "<rubble:semantic class='Wall' name='w1'/><link name='l'>"
      "<rubble:surface gloss='2'/>" +
      box_visual("inherits", "") +
      box_visual("own", "<rubble:surface reflectivity='0.1' retro='true'/>") + "</link></model>");
  const auto& visuals = world.models.at(0)->links.at(0).visuals;
  EXPECT_EQ(visuals.at(0).surface.reflectivity, 0.5);
  EXPECT_EQ(visuals.at(0).surface.gloss, 2.0);
  EXPECT_EQ(visuals.at(1).surface.reflectivity, 0.1);
  EXPECT_EQ(visuals.at(1).surface.material, "wood");
  EXPECT_TRUE(visuals.at(1).surface.is_retro);
  EXPECT_EQ(world.models[0]->semantic.label, "Wall");
  EXPECT_EQ(world.models[0]->semantic.name, "w1");
}

TEST(Load, MaterialsSetTheOpticsTheirFileIsSilentAbout) {
  const World world =
      loaded("<model name='m'><rubble:surface reflectivity='0.5'/><link name='l'>" +
             box_visual("gold", "<rubble:surface material='gold_paper'/>") +
             box_visual("velvet", "<rubble:surface material='black_velvet'/>") +
             box_visual("own", "<rubble:surface material='gold_paper' gloss='0'/>") +
             box_visual("wood", "<rubble:surface material='wood'/>") + "</link></model>");
  const auto& visuals = world.models.at(0)->links.at(0).visuals;
  EXPECT_EQ(visuals.at(0).surface.gloss, 0.1);
  EXPECT_EQ(visuals.at(0).surface.reflectivity, 0.9);
  EXPECT_EQ(visuals.at(1).surface.reflectivity, 0.02);
  EXPECT_EQ(visuals.at(2).surface.gloss, 0.0) << "what a file says wins";
  EXPECT_EQ(visuals.at(3).surface.reflectivity, 0.5) << "others keep what they inherit";
}

TEST(Load, FlattensNestedModelsWithTheirFrames) {
  const World world = loaded(
      "<model name='m'><pose>1 0 0 0 0 1.5707963267948966</pose><link name='base'/>"
      "<frame name='f'><pose>0 2 0 0 0 0</pose></frame>"
      "<model name='arm' placement_frame='hand'><pose relative_to='f'>0 0 1 0 0 0</pose>"
      "<link name='hand'><pose>5 0 0 0 0 0</pose></link></model>"
      "<joint name='j' type='revolute'><parent>base</parent><child>arm::hand</child>"
      "<pose>0 0 0.5 0 0 0</pose><axis><xyz expressed_in='__model__'>0 0 2</xyz>"
      "<limit><lower>-1</lower><upper>2</upper><effort>3</effort></limit>"
      "<dynamics><damping>0.4</damping></dynamics></axis>"
      "<rubble:break torque='12'/></joint></model>");
  const Model& model = *world.models.at(0);
  ASSERT_EQ(model.links.size(), 2U);
  EXPECT_EQ(model.links[1].name, "arm::hand");
  EXPECT_LT((model.links[1].model_from_link.position - Vec3(0, 2, 1)).norm(), 1e-12);
  ASSERT_EQ(model.joints.size(), 1U);
  const Joint& joint = model.joints[0];
  EXPECT_EQ(joint.parent, 0);
  EXPECT_EQ(joint.child, 1);
  EXPECT_EQ(joint.child_from_joint.position, Vec3(0, 0, 0.5));
  EXPECT_LT((joint.axis.direction_joint - Vec3::UnitZ()).norm(), 1e-12);
  EXPECT_EQ(joint.axis.lower, -1.0);
  EXPECT_EQ(joint.axis.upper, 2.0);
  EXPECT_EQ(joint.axis.max_effort, 3.0);
  EXPECT_EQ(joint.axis.max_velocity, kInfinity);
  EXPECT_EQ(joint.axis.damping, 0.4);
  EXPECT_EQ(joint.break_limit.torque, 12.0);
  EXPECT_EQ(joint.break_limit.force, kInfinity);
}

TEST(Load, TakesNegativeEffortAndVelocityForNoLimit) {
  const auto axis_with = [](const std::string& limits) {
    const World world = loaded(
        "<model name='m'><link name='a'/><link name='b'/><joint name='j' type='revolute'>"
        "<parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz><limit>" +
        limits + "</limit></axis></joint></model>");
    return world.models.at(0)->joints.at(0).axis;
  };
  EXPECT_EQ(axis_with("<effort>-1</effort>").max_effort, kInfinity);
  EXPECT_EQ(axis_with("<velocity>-1</velocity>").max_velocity, kInfinity);
  EXPECT_EQ(axis_with("<effort>0</effort>").max_effort, 0.0);
  EXPECT_EQ(axis_with("<effort>7</effort><velocity>2</velocity>").max_velocity, 2.0);
  EXPECT_EQ(axis_with("<lower>-1</lower>").lower, -1.0);  // a place may be negative
}

TEST(Load, KeepsEachProductOfInertiaInItsPlace) {
  const World world = loaded(
      "<model name='m'><link name='l'><inertial><mass>3</mass><inertia><ixx>2</ixx><iyy>3</iyy>"
      "<izz>4</izz><ixy>0.1</ixy><ixz>-0.2</ixz><iyz>0.3</iyz></inertia></inertial></link></"
      "model>");
  const Mat3& inertia = world.models.at(0)->links.at(0).inertial.inertia;
  Mat3 expected;
  expected << 2, 0.1, -0.2, 0.1, 3, 0.3, -0.2, 0.3, 4;
  EXPECT_EQ(inertia, expected);
}

TEST(Load, TurnsTheAxisIntoTheJointFrame) {
  const World world = loaded(
      "<model name='m'><link name='a'/><link name='b'><pose>0 0 0 0 0 1.5707963267948966</pose>"
      "</link><joint name='j' type='prismatic'><parent>a</parent><child>b</child>"
      "<axis><xyz expressed_in='a'>1 0 0</xyz></axis></joint></model>");
  const Joint& joint = world.models.at(0)->joints.at(0);
  EXPECT_EQ(joint.kind, JointKind::Prismatic);
  EXPECT_LT((joint.axis.direction_joint - Vec3(0, -1, 0)).norm(), 1e-9);
}

TEST(Load, ReadsEveryKindOfJoint) {
  const auto joint = [](const std::string& name, const std::string& type, const std::string& rest) {
    return "<link name='" + name + "'/><joint name='j_" + name + "' type='" + type +
           "'><parent>base</parent><child>" + name + "</child>" + rest + "</joint>";
  };
  const std::string axis =
      "<axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis>";
  const std::string axis2 = "<axis2><xyz>0 1 0</xyz></axis2>";
  const World world = loaded(
      "<model name='m'><link name='base'/>" + joint("c", "continuous", axis) +
      joint("b", "ball", "") + joint("u", "universal", axis + axis2) +
      joint("s", "screw", axis + "<thread_pitch>-4</thread_pitch>") + joint("f", "fixed", "") +
      joint("r2", "revolute2", axis + axis2) +
      joint("g", "gearbox",
            axis + axis2 +
                "<gearbox_ratio>2</gearbox_ratio>"
                "<gearbox_reference_body>base</gearbox_reference_body>") +
      "<joint name='w' type='fixed'><parent>world</parent><child>base</child></joint></model>");
  const Model& model = *world.models.at(0);
  const auto at = [&](const char* name) {
    return model.joints.at(static_cast<std::size_t>(model.find_joint(name)));
  };
  EXPECT_EQ(at("j_c").axis.upper, kInfinity);
  EXPECT_EQ(at("j_b").kind, JointKind::Ball);
  EXPECT_EQ(at("j_u").kind, JointKind::Universal);
  EXPECT_EQ(at("j_u").second_axis.direction_joint, Vec3::UnitY());
  EXPECT_EQ(at("j_s").thread_pitch, 0.25);
  EXPECT_EQ(at("j_f").kind, JointKind::Fixed);
  EXPECT_EQ(at("j_r2").kind, JointKind::Universal);
  EXPECT_EQ(at("j_g").kind, JointKind::Revolute);
  EXPECT_EQ(at("w").parent, -1);
  EXPECT_EQ(warning_count(world, "gearbox joint"), 1);
}

TEST(Load, PutsEachMomentOfInertiaInItsPlace) {
  const World world = loaded(
      "<model name='m'><link name='l'><inertial><mass>2</mass><inertia><ixx>1.1</ixx>"
      "<iyy>1.2</iyy><izz>1.3</izz><ixy>0.01</ixy><ixz>0.02</ixz><iyz>0.03</iyz></inertia>"
      "</inertial></link></model>");
  Mat3 expected;
  expected << 1.1, 0.01, 0.02, 0.01, 1.2, 0.03, 0.02, 0.03, 1.3;
  EXPECT_EQ(world.models.at(0)->links.at(0).inertial.inertia, expected);
}

// SDF writes 1e16 or a negative number for a limit that there is not; limits that exclude every
// position are none either, and that is said.
TEST(Load, LimitsOfJointsThatSayNothingAreNone) {
  const auto joint = [](const std::string& name, const std::string& limit) {
    return "<link name='" + name + "'/><joint name='j_" + name +
           "' type='revolute'><parent>base</parent><child>" + name +
           "</child><axis><xyz>0 0 1</xyz><limit>" + limit + "</limit></axis></joint>";
  };
  const World world = loaded(
      "<model name='m'><link name='base'/>" +
      joint("given", "<lower>-1</lower><upper>2</upper><effort>3</effort><velocity>4</velocity>") +
      joint("negative",
            "<lower>-1</lower><upper>2</upper><effort>-1</effort><velocity>-1</velocity>") +
      joint("large", "<lower>-1e16</lower><upper>1e16</upper>") +
      joint("odd", "<lower>1</lower><upper>-1</upper>") + "</model>");
  const Model& model = *world.models.at(0);
  const auto at = [&](const char* name) {
    return model.joints.at(static_cast<std::size_t>(model.find_joint(name))).axis;
  };
  EXPECT_EQ(at("j_given").max_effort, 3.0);
  EXPECT_EQ(at("j_given").max_velocity, 4.0);
  EXPECT_EQ(at("j_negative").max_effort, kInfinity);
  EXPECT_EQ(at("j_negative").max_velocity, kInfinity);
  EXPECT_EQ(at("j_negative").lower, -1.0);
  for (const char* const name : {"j_large", "j_odd"}) {
    EXPECT_EQ(at(name).lower, -kInfinity) << name;
    EXPECT_EQ(at(name).upper, kInfinity) << name;
  }
  EXPECT_EQ(warning_count(world, "odd joint limits"), 1);
}

TEST(Load, PinsAStaticModelInsideAMovingOne) {
  const World world = loaded(
      "<model name='m'><link name='a'/><model name='n'><static>true</static><link name='b'/>"
      "</model></model><model name='g'><model name='n'><static>true</static><link "
      "name='b'/></model>"
      "</model><model name='s'><static>true</static><model name='n'><link name='b'/>"
      "</model></model>");
  ASSERT_EQ(world.models.at(0)->joints.size(), 1U);
  EXPECT_EQ(world.models[0]->joints[0].parent, -1);
  EXPECT_EQ(world.models[0]->joints[0].child, 1);
  for (std::size_t i : {1U, 2U}) {
    EXPECT_TRUE(world.models.at(i)->is_static);
    EXPECT_TRUE(world.models.at(i)->joints.empty());
  }
}

TEST(Load, KeepsEverySensorWithWhatItsFileSays) {
  const Link link = loaded_link(
      "<sensor name='s' type='ray' rubble:preset='urg04lx'><pose>0 0 1 0 0 0</pose>"
      "<update_rate>10</update_rate><ray><scan><horizontal><samples>640</samples></horizontal>"
      "</scan><noise><type>gaussian</type><stddev>0.01</stddev></noise></ray></sensor>"
      "<sensor name='i' type='imu'><imu><angular_velocity><x><noise type='gaussian'/></x>"
      "</angular_velocity></imu></sensor>"
      "<sensor name='w' type='sniffer'><sniffer><gas>co2</gas></sniffer></sensor>");
  ASSERT_EQ(link.sensors.size(), 3U);
  const SensorSpec& lidar = link.sensors[0];
  EXPECT_EQ(lidar.type, "lidar");
  EXPECT_EQ(lidar.preset, "urg04lx");
  EXPECT_EQ(lidar.link_from_sensor.position, Vec3(0, 0, 1));
  EXPECT_EQ(lidar.update_rate, 10.0);
  EXPECT_EQ(lidar.settings.at("lidar/scan/horizontal/samples"), "640");
  EXPECT_EQ(lidar.settings.count("lidar/range/min"), 0U);
  EXPECT_EQ(link.sensors[1].settings.at("imu/angular_velocity/x/noise/type"), "gaussian");
  EXPECT_EQ(link.sensors[2].type, "sniffer");
  EXPECT_EQ(link.sensors[2].settings.at("sniffer/gas"), "co2");
}

TEST(Load, HangsJointSensorsOnTheChild) {
  const World world = loaded(
      "<model name='m'><link name='a'/><link name='b'/><joint name='j' type='revolute'>"
      "<pose>0 0 1 0 0 0</pose><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis>"
      "<sensor name='ft' type='force_torque'><force_torque><frame>child</frame></force_torque>"
      "</sensor></joint></model>");
  const auto& sensors = world.models.at(0)->links.at(1).sensors;
  ASSERT_EQ(sensors.size(), 1U);
  EXPECT_EQ(sensors[0].settings.at("joint"), "j");
  EXPECT_EQ(sensors[0].link_from_sensor.position, Vec3(0, 0, 1));
}

TEST(Load, ReadsLightsAndScene) {
  const World world = loaded(
      "<scene><ambient>0.1 0.2 0.3 1</ambient><background>0 0 1 1</background>"
      "<shadows>false</shadows></scene>"
      "<light name='sun' type='directional'><pose>0 0 9 0 0 0</pose><direction>1 0 0</direction>"
      "<diffuse>0.5 0.5 0.5 1</diffuse><cast_shadows>true</cast_shadows></light>"
      "<model name='m'><link name='l'><light name='lamp' type='spot'><pose>0 0 1 0 0 0</pose>"
      "<spot><inner_angle>0.1</inner_angle><outer_angle>0.5</outer_angle><falloff>0.8</falloff>"
      "</spot><attenuation><range>20</range></attenuation></light></link></model>");
  EXPECT_EQ(world.scene.ambient, (std::array<float, 3>{0.1F, 0.2F, 0.3F}));
  EXPECT_FALSE(world.scene.has_shadows);
  EXPECT_EQ(world.lights.at(0).direction, Vec3::UnitX());
  EXPECT_TRUE(world.lights[0].casts_shadow);
  const Light& lamp = world.models.at(0)->links.at(0).lights.at(0);
  EXPECT_EQ(lamp.kind, LightKind::Spot);
  EXPECT_EQ(lamp.range, 20.0);
  EXPECT_EQ(lamp.spot_outer_angle, 0.5);
}

TEST(Load, ReadsEverythingOfOursInAWorld) {
  const World world = loaded(R"(
    <gravity>0 0 -9.81</gravity>
    <rubble:start name="RobotStart1"><pose>1 2 0.2 0 0 0.5</pose></rubble:start>
    <rubble:smoke name="room" density="0.0028" turbulence="0.3" drift="0.1 0 0" color="1 2 3">
      <pose>2 0 1 0 0 0</pose><geometry><box><size>5 4 2</size></box></geometry>
      <rubble:at time="10" density="0.010"/><rubble:at time="5" density="0.02"/></rubble:smoke>
    <rubble:smoke name="puff" density="1" profile="gaussian" sigma="0.3">
      <geometry><sphere><radius>1</radius></sphere></geometry></rubble:smoke>
    <rubble:haze density="0.5" visible_ratio="0.25"/>
    <rubble:plume name="fire" rate="40" wind="0.5 0 0" stop="inf" seed="9"><pose>6 0 0 0 0 0</pose></rubble:plume>
    <rubble:victim name="V1" state="semiconscious" sound="moan" motion="wave" co2="900"><pose>4 2 0 0 0 0</pose></rubble:victim>
    <rubble:tag id="118" memory="seen"><pose>3 1 0.2 0 0 0</pose></rubble:tag>
    <rubble:source kind="co2" level="4"><pose>0 0 1 0 0 0</pose></rubble:source>
    <rubble:radio preset="wss" transmit_power="10" fading="rice"/>
    <rubble:generator name="maze" seed="18446744073709551615" options="--width 12" hash="0123abcd" cells="12 8" pitch="1.25"/>)");
  EXPECT_EQ(world.gravity, Vec3(0, 0, -9.81));
  EXPECT_EQ(world.starts.at(0).name, "RobotStart1");
  EXPECT_NEAR(yaw_of(world.starts[0].pose.rotation), 0.5, 1e-12);
  const SmokeArea& smoke = world.smokes.at(0);
  EXPECT_EQ(smoke.density, 0.0028);
  EXPECT_EQ(smoke.drift, Vec3(0.1, 0, 0));
  EXPECT_EQ(smoke.color, (Color{1, 2, 3}));
  EXPECT_EQ(std::get<Box>(smoke.geometry).size, Vec3(5, 4, 2));
  ASSERT_EQ(smoke.schedule.size(), 2U);
  EXPECT_EQ(smoke.schedule[0].time, 5.0);
  EXPECT_EQ(world.smokes.at(1).profile, SmokeProfile::Gaussian);
  EXPECT_EQ(world.smokes[1].sigma, 0.3);
  EXPECT_EQ(world.hazes.at(0).visible_ratio, 0.25);
  EXPECT_EQ(world.plumes.at(0).rate, 40.0);
  EXPECT_EQ(world.plumes[0].velocity, Vec3(0, 0, 0.8));
  EXPECT_EQ(world.plumes[0].stop, kInfinity);
  EXPECT_EQ(world.victims.at(0).state, VictimState::Semiconscious);
  EXPECT_EQ(world.victims[0].sound, VictimSound::Moan);
  EXPECT_EQ(world.victims[0].temperature, 37.0);
  EXPECT_EQ(world.tags.at(0).id, 118);
  EXPECT_EQ(world.sources.at(0).kind, SourceKind::Co2);
  EXPECT_EQ(world.radio.preset, RadioPreset::Wss);
  EXPECT_EQ(world.radio.fading, Fading::Rice);
  EXPECT_EQ(world.radio.sensitivity_dbm, -92.0);
  ASSERT_TRUE(world.generator.has_value());
  EXPECT_EQ(world.generator->seed, 18446744073709551615ULL);
  EXPECT_EQ(world.generator->columns, 12);
  EXPECT_EQ(world.generator->rows, 8);
  EXPECT_EQ(world.generator->pitch, 1.25);
  EXPECT_TRUE(world.warnings.empty());
}

TEST(Load, MakesTyresOfARobotsWheels) {
  const World world = loaded(R"(<model name="r"><link name="base"/>
    <link name="wheel"><collision name="c"><geometry><cylinder><radius>0.1</radius><length>0.04</length></cylinder></geometry></collision></link>
    <joint name="axle" type="revolute"><parent>base</parent><child>wheel</child><axis><xyz>0 1 0</xyz></axis></joint>
    <rubble:robot class="Cart" drive="skid" max_speed="5" torque="3">
      <rubble:wheel joint="axle" side="right" rolling_resistance="0.02" driven="false"/>
      <rubble:package name="Neck"><rubble:joint name="axle"/></rubble:package>
      <rubble:track link="wheel" side="left" radius="0.06"/>
      <rubble:flipper joint="axle" side="left" belt="false"/>
      <rubble:steer joint="axle" axle="rear"/></rubble:robot></model>)");
  const Model& model = *world.models.at(0);
  ASSERT_TRUE(model.robot.has_value());
  EXPECT_EQ(model.robot->robot_class, "Cart");
  EXPECT_EQ(model.robot->drive, DriveKind::Skid);
  EXPECT_EQ(model.robot->reported_torque, 3.0);
  EXPECT_EQ(model.robot->battery, 1200.0);
  EXPECT_EQ(model.robot->wheels.at(0).side, Side::Right);
  EXPECT_FALSE(model.robot->wheels[0].is_driven);
  EXPECT_TRUE(model.robot->groups.at(0).is_mission_package);
  EXPECT_EQ(model.robot->tracks.at(0).radius, 0.06);
  EXPECT_FALSE(model.robot->flippers.at(0).has_belt);
  EXPECT_EQ(model.robot->steers.at(0).axle, Axle::Rear);
  const Collision& tyre = model.links.at(1).collisions.at(0);
  EXPECT_EQ(std::get<Cylinder>(tyre.geometry).round_edge, 0.02);
  EXPECT_NEAR(tyre.contact.rolling_friction, 0.002, 1e-15);
}

TEST(Load, PutsALoneModelIntoAnEmptyWorld) {
  const TestFolder folder;
  folder.write("cube/model.config",
               "<model><sdf version='1.4'>old.sdf</sdf><sdf version='1.6'>cube.sdf</sdf></model>");
  folder.write("cube/old.sdf",
               "<sdf version='1.4'><model name='old'><link name='l'/></model></sdf>");
  const auto path =
      folder.write("cube/cube.sdf",
                   "<sdf version='1.6'><model name='cube'><link name='l'><collision name='c'>"
                   "<geometry><box><size>2 2 2</size></box></geometry></collision></link>"
                   "</model></sdf>");
  const auto world = load_world(path, {});
  ASSERT_TRUE(world.ok()) << world.error().to_string();
  ASSERT_EQ(world->models.size(), 2U);
  EXPECT_EQ(world->models[1]->name, "cube");
  EXPECT_EQ(world->lights.size(), 1U);
  ASSERT_EQ(world->starts.size(), 1U);
  EXPECT_EQ(world->starts[0].pose.position.x(), -2.0);

  std::vector<Warning> warnings;
  const auto by_name = load_model("cube", {.resource_folders = {folder.path()}}, warnings);
  ASSERT_TRUE(by_name.ok()) << by_name.error().to_string();
  EXPECT_EQ((*by_name)->name, "cube");
  EXPECT_EQ(load_model(path, {}, warnings).value()->name, "cube");
  EXPECT_FALSE(load_model("no such thing", {}, warnings).ok());
}

TEST(Load, IncludesModelsWithTheirOwnSurroundings) {
  const TestFolder folder;
  folder.write("crate/meshes/t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  folder.write("crate/model.sdf", "<sdf version='1.6'><model name='crate'><link name='l'>" +
                                      mesh_visual("v", "meshes/t.obj", "1 1 1") +
                                      "</link></model></sdf>");
  const auto path =
      folder.write("w.sdf", world_text("<include><uri>model://crate</uri><name>one</name>"
                                       "<pose>1 0 0 0 0 0</pose></include>"
                                       "<include><uri>model://crate</uri><name>two</name></include>"
                                       "<include><uri>model://nowhere</uri></include>"
                                       "<include><uri>https://fuel.example.org/x</uri></include>"));
  const auto world = load_world(path, {});
  ASSERT_TRUE(world.ok()) << world.error().to_string();
  ASSERT_EQ(world->models.size(), 2U);
  EXPECT_EQ(world->models[0]->name, "one");
  EXPECT_EQ(world->models[0]->world_from_model.position, Vec3(1, 0, 0));
  EXPECT_EQ(world->models[1]->links.at(0).visuals.size(), 1U);
  EXPECT_EQ(warning_count(*world, "missing include"), 1);
  EXPECT_EQ(warning_count(*world, "online include"), 1);
  EXPECT_EQ(world->warnings.at(0).at.line, 1);
}

TEST(Load, SaysWhichFilesAreNewerThanWhatItReads) {
  const auto count = [](const std::string& version) {
    const auto world =
        load_world_text("<sdf version='" + version + "'><world name='w'/></sdf>", "w.sdf", {});
    return world ? warning_count(*world, "newer SDF") : -1;
  };
  for (const char* const newer : {"1.10", "1.12", "2.0", "2.5"})
    EXPECT_EQ(count(newer), 1) << newer;
  for (const char* const known : {"1.4", "1.9"}) EXPECT_EQ(count(known), 0) << known;
}

TEST(Load, ReadsUrdfRobots) {
  const TestFolder folder;
  const auto path = folder.write("robot.urdf", R"(<robot name="r">
    <link name="base"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
      <collision><geometry><box size="1 2 3"/></geometry></collision></link>
    <link name="arm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
    <joint name="j" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/>
      <limit lower="-1" upper="1" effort="5" velocity="2"/></joint></robot>)");
  std::vector<Warning> warnings;
  const auto model = load_model(path, {}, warnings);
  ASSERT_TRUE(model.ok()) << model.error().to_string();
  EXPECT_EQ((*model)->links.size(), 2U);
  EXPECT_EQ(std::get<Box>((*model)->links[0].collisions.at(0).geometry).size, Vec3(1, 2, 3));
  EXPECT_EQ((*model)->joints.at(0).axis.direction_joint, Vec3::UnitY());
  EXPECT_EQ((*model)->joints[0].axis.max_effort, 5.0);
}

TEST(Load, CountsWhatItDoesNotUse) {
  const World world = loaded(
      "<plugin name='a' filename='a.so'><pose>not a pose</pose></plugin>"
      "<plugin name='b' filename='b.so'/>"
      "<model name='m'><link name='l'><collision name='c'><geometry><box><size>1 1 1</size></box>"
      "</geometry></collision><particle_emitter name='e' type='point'/></link>"
      "<plugin name='c' filename='c.so'/><oddity>1</oddity></model>");
  EXPECT_EQ(warning_count(world, "plugin"), 3);
  EXPECT_EQ(warning_count(world, "particle emitter"), 1);
  EXPECT_EQ(warning_count(world, "not in SDF"), 1);
}

TEST(Load, GivesTheSameWorldTwice) {
  const std::string content =
      "<model name='m'><pose>1 2 3 0.1 0.2 0.3</pose><link name='l'/></model>";
  EXPECT_EQ(loaded(content).models.at(0)->world_from_model,
            loaded(content).models.at(0)->world_from_model);
}

}  // namespace
}  // namespace rubble
