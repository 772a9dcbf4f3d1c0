// SPDX-License-Identifier: Apache-2.0
#include "rubble/sdf/drive_plugins.h"

#include <gtest/gtest.h>

#include "rubble/sdf/load.h"
#include "rubble/sdf/load_test_files.h"

namespace rubble {
namespace {

std::string wheel(const std::string& name, double x, double y) {
  return "<link name='" + name + "'><pose>" + std::to_string(x) + " " + std::to_string(y) +
         " 0.1 -1.5708 0 0</pose><collision name='c'><geometry><cylinder><radius>0.1</radius>"
         "<length>0.05</length></cylinder></geometry></collision></link><joint name='" +
         name + "_joint' type='revolute'><parent>base</parent><child>" + name +
         "</child><axis><xyz>0 0 1</xyz></axis></joint>";
}

std::string vehicle(const std::string& plugin) {
  return world_text(
      "<model name='car'><link name='base'><pose>0 0 0.2 0 0 0</pose><collision name='c'><geometry>"
      "<box><size>0.5 0.3 0.1</size></box></geometry></collision></link>"
      "<link name='left_track'><pose>0 0.2 0.1 0 0 0</pose><collision "
      "name='c'><geometry><box><size>"
      "0.5 0.1 0.2</size></box></geometry></collision></link>"
      "<link name='right_track'><pose>0 -0.2 0.1 0 0 0</pose><collision name='c'><geometry><box>"
      "<size>0.5 0.1 0.2</size></box></geometry></collision></link>" +
      wheel("fl", 0.2, 0.3) + wheel("fr", 0.2, -0.3) + wheel("rl", -0.2, 0.3) +
      wheel("rr", -0.2, -0.3) + plugin + "</model>");
}

World loaded_vehicle(const std::string& plugin) {
  auto world = load_world_text(vehicle(plugin), "car.sdf", {});
  EXPECT_TRUE(world.ok()) << (world.ok() ? "" : world.error().to_string());
  return world ? *std::move(world) : World{};
}

struct PluginRow {
  const char* plugin;
  DriveKind drive;
  std::size_t wheels, tracks;
};

constexpr PluginRow kRows[] = {
    {"<plugin filename='gz-sim-diff-drive-system' name='gz::sim::systems::DiffDrive'><left_joint>"
     "fl_joint</left_joint><right_joint>fr_joint</right_joint><wheel_separation>0.6"
     "</wheel_separation><wheel_radius>0.1</wheel_radius></plugin>",
     DriveKind::Differential, 2, 0},
    {"<plugin filename='libignition-gazebo-diff-drive-system.so' "
     "name='ignition::gazebo::systems::DiffDrive'><left_joint>fl_joint</left_joint><left_joint>"
     "rl_joint</left_joint><right_joint>fr_joint</right_joint><right_joint>rr_joint</right_joint>"
     "</plugin>",
     DriveKind::Skid, 4, 0},
    {"<plugin filename='libgazebo_ros_diff_drive.so' name='d'><leftJoint>fl_joint</leftJoint>"
     "<rightJoint>fr_joint</rightJoint><wheelDiameter>0.2</wheelDiameter></plugin>",
     DriveKind::Differential, 2, 0},
    {"<plugin filename='libgazebo_ros_skid_steer_drive.so' name='s'><leftFrontJoint>fl_joint"
     "</leftFrontJoint><rightFrontJoint>fr_joint</rightFrontJoint><leftRearJoint>rl_joint"
     "</leftRearJoint><rightRearJoint>rr_joint</rightRearJoint><torque>5</torque></plugin>",
     DriveKind::Skid, 4, 0},
    {"<plugin filename='libSimpleTrackedVehiclePlugin.so' name='t'><left_track>left_track"
     "</left_track><right_track>right_track</right_track></plugin>",
     DriveKind::Tracks, 0, 2},
    {"<plugin filename='gz-sim-tracked-vehicle-system' name='gz::sim::systems::TrackedVehicle'>"
     "<left_track><link>left_track</link></left_track><right_track><link>right_track</link>"
     "</right_track><tracks_separation>0.4</tracks_separation></plugin><plugin "
     "filename='gz-sim-track-controller-system' name='gz::sim::systems::TrackController'><link>"
     "left_track</link></plugin>",
     DriveKind::Tracks, 0, 2},
};

TEST(DrivePlugins, GiveAForeignModelADriveOfTheirKindAndSaySoOnce) {
  for (const PluginRow& row : kRows) {
    const World world = loaded_vehicle(row.plugin);
    ASSERT_FALSE(world.models.empty());
    const auto& robot = world.models[0]->robot;
    ASSERT_TRUE(robot.has_value()) << row.plugin;
    EXPECT_EQ(robot->drive, row.drive) << row.plugin;
    EXPECT_EQ(robot->wheels.size(), row.wheels) << row.plugin;
    EXPECT_EQ(robot->tracks.size(), row.tracks) << row.plugin;
    EXPECT_NEAR(robot->max_speed, 10.0, 1e-6) << "1 m/s over 0.1 m";
    EXPECT_EQ(warning_count(world, "drive plugin"), 1) << row.plugin;
    EXPECT_EQ(warning_count(world, "plugin"), 0) << row.plugin;
  }
}

TEST(DrivePlugins, OfURDFAreNotCalledUnusedEither) {
  const auto link = [](const std::string& name, const std::string& shape) {
    return "<link name='" + name +
           "'><inertial><mass value='1'/><inertia ixx='0.1' iyy='0.1' izz='0.1' ixy='0' ixz='0' "
           "iyz='0'/></inertial><collision><origin rpy='1.5708 0 0'/><geometry>" +
           shape + "</geometry></collision></link>";
  };
  const auto axle = [](const std::string& name, const std::string& y) {
    return "<joint name='" + name + "_joint' type='continuous'><parent link='base'/><child link='" +
           name + "'/><origin xyz='0 " + y + " 0'/><axis xyz='0 1 0'/></joint>";
  };
  const std::string round = "<cylinder radius='0.1' length='0.05'/>";
  const TestFolder folder;
  const auto path = folder.write(
      "cart.urdf",
      "<robot name='cart'>" + link("base", "<box size='0.4 0.3 0.1'/>") + link("left", round) +
          link("right", round) + axle("left", "0.2") + axle("right", "-0.2") +
          "<gazebo><plugin name='d' filename='libgazebo_ros_diff_drive.so'><left_joint>left_joint"
          "</left_joint><right_joint>right_joint</right_joint></plugin></gazebo></robot>");
  const auto world = load_world(path, {});
  ASSERT_TRUE(world.ok()) << world.error().to_string();
  EXPECT_TRUE(world->models.back()->robot.has_value());
  EXPECT_EQ(warning_count(*world, "drive plugin"), 1);
  EXPECT_EQ(warning_count(*world, "plugin"), 0);
}

TEST(DrivePlugins, WhatTheyNameMustBeThereElseTheModelHasNoDriveAndItIsSaidWhy) {
  const World world = loaded_vehicle(
      "<plugin filename='gz-sim-diff-drive-system' name='d'><left_joint>nobody</left_joint>"
      "<right_joint>fr_joint</right_joint></plugin>");
  EXPECT_FALSE(world.models.at(0)->robot.has_value());
  EXPECT_EQ(warning_count(world, "drive plugin"), 1);
}

TEST(DrivePlugins, SpeedsOfTrackedVehiclesAreThoseOfTheSlowestThatIsNamed) {
  const std::string vehicle =
      "<plugin filename='gz-sim-tracked-vehicle-system' name='gz::sim::systems::TrackedVehicle'>"
      "<left_track><link>left_track</link></left_track><right_track><link>right_track</link>"
      "</right_track><linear_velocity><max_velocity>0.5</max_velocity></linear_velocity></plugin>";
  const std::string track =
      "<plugin filename='gz-sim-track-controller-system' name='gz::sim::systems::TrackController'>"
      "<link>left_track</link><max_velocity>0.3</max_velocity></plugin>";
  EXPECT_NEAR(loaded_vehicle(vehicle).models.at(0)->robot->max_speed, 5.0, 1e-6);
  EXPECT_NEAR(loaded_vehicle(vehicle + track).models.at(0)->robot->max_speed, 3.0, 1e-6);
  EXPECT_NEAR(loaded_vehicle(track + vehicle).models.at(0)->robot->max_speed, 3.0, 1e-6);
}

TEST(DrivePlugins, OtherPluginsAreCountedAsBefore) {
  const World world = loaded_vehicle("<plugin filename='libpretty.so' name='p'/>");
  EXPECT_FALSE(world.models.at(0)->robot.has_value());
  EXPECT_EQ(warning_count(world, "plugin"), 1);
}

TEST(DrivePlugins, ARobotElementOfOursGoesFirst) {
  const World world = loaded_vehicle(
      "<rubble:robot class='Car' drive='skid' max_speed='5' torque='5'><rubble:wheel "
      "joint='fl_joint' side='left'/><rubble:wheel joint='fr_joint' side='right'/></rubble:robot>"
      "<plugin filename='gz-sim-diff-drive-system' name='d'><left_joint>fl_joint</left_joint>"
      "<right_joint>fr_joint</right_joint></plugin>");
  EXPECT_EQ(world.models.at(0)->robot->robot_class, "Car");
  EXPECT_EQ(warning_count(world, "drive plugin"), 0);
}

}  // namespace
}  // namespace rubble
