// SPDX-License-Identifier: Apache-2.0
#include "rubble/scenario/sensor_choice.h"

#include <gtest/gtest.h>

namespace rubble::scenario {
namespace {

World world_with_a_laser() {
  auto model = std::make_shared<Model>();
  model->name = "mast";
  Link link{.name = "top"};
  link.sensors.push_back({.name = "Eye", .type = "gpu_lidar"});
  model->links.push_back(std::move(link));
  World world;
  world.models.push_back(std::move(model));
  return world;
}

TEST(SensorChoice, PrefersASensorOfTheWorldToAPreset) {
  const World world = world_with_a_laser();
  EXPECT_EQ(find_sensor(world, "Eye", "w")->name, "Eye");
  EXPECT_EQ(find_sensor(world, "mast::Eye", "w")->name, "Eye");
  EXPECT_TRUE(find_sensor(world, "urg04lx", "w").ok());
  const auto unknown = find_sensor(world, "Ear", "mast.sdf");
  ASSERT_FALSE(unknown.ok());
  EXPECT_NE(unknown.error().message.find("stand in mast.sdf"), std::string::npos);
}

TEST(SensorChoice, SettingsAreThoseThatTheSensorReads) {
  SensorSpec laser = *find_sensor({}, "urg04lx", "w");
  ASSERT_TRUE(apply_settings({"lidar/scan/horizontal/samples=361"}, laser).ok());
  EXPECT_EQ(laser.settings["lidar/scan/horizontal/samples"], "361");
  EXPECT_FALSE(apply_settings({"lidar/scan/horizontal/beams=361"}, laser).ok());
  EXPECT_FALSE(apply_settings({"=361"}, laser).ok());
}

}  // namespace
}  // namespace rubble::scenario
