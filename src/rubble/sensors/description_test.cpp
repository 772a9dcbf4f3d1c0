// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/description.h"

#include <gtest/gtest.h>

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {
namespace {

SensorDescription described(const SensorSpec& spec) {
  const auto about = describe_sensor(spec);
  EXPECT_TRUE(about.ok()) << (about.ok() ? "" : about.error().to_string());
  return about.ok() ? *about : SensorDescription{};
}

TEST(SensorDescription, TellsTheBeamsOfAScanner) {
  const SensorDescription sick = described(*spec_of_preset("lms200"));
  EXPECT_EQ(sick.kind, rubble::SensorKind::RangeScanner);
  EXPECT_NEAR(sick.field_of_view, kPi, 1e-9);
  EXPECT_GT(sick.resolution, 0.0);
  EXPECT_FALSE(sick.has_zero_for_codes);
  EXPECT_FALSE(sick.is_on_request);
  const SensorDescription urg = described(*spec_of_preset("urg04lx"));
  EXPECT_NEAR(urg.resolution, 2.0 * kPi / 1024.0, 1e-9);
  EXPECT_DOUBLE_EQ(urg.max_range, 5.6);
  EXPECT_DOUBLE_EQ(urg.rate, 10.0);
  EXPECT_TRUE(urg.has_zero_for_codes);
}

TEST(SensorDescription, PutsTheFileOverThePreset) {
  SensorSpec spec = *spec_of_preset("urg04lx");
  spec.settings = {{"lidar/range/max", "4"}, {"rubble:laser/codes", "lms"}};
  spec.update_rate = 2.0;
  const SensorDescription about = described(spec);
  EXPECT_DOUBLE_EQ(about.max_range, 4.0);
  EXPECT_DOUBLE_EQ(about.rate, 2.0);
  EXPECT_FALSE(about.has_zero_for_codes);
}

TEST(SensorDescription, TellsThePictureAndTheZoomOfACamera) {
  const SensorDescription about = described(*spec_of_preset("camera"));
  EXPECT_EQ(about.kind, rubble::SensorKind::Camera);
  EXPECT_EQ(about.width, 320);
  EXPECT_EQ(about.height, 240);
  EXPECT_TRUE(about.is_on_request);
  EXPECT_NEAR(about.min_field_of_view, radians(20.0), 1e-12);
  EXPECT_NEAR(about.max_field_of_view, radians(120.0), 1e-12);
}

TEST(SensorDescription, TellsTheWholeConeOfASonar) {
  SensorSpec spec;
  spec.type = "sonar";
  spec.settings = {{"sonar/max", "5"}, {"sonar/radius", "0.881723"}};
  const SensorDescription about = described(spec);
  EXPECT_EQ(about.kind, rubble::SensorKind::Sonar);
  EXPECT_NEAR(about.beam_angle, 0.3491, 1e-4);
}

TEST(SensorDescription, KnowsEveryPreset) {
  for (const Preset& preset : presets())
    EXPECT_EQ(described(*spec_of_preset(preset.name)).name, preset.name);
}

TEST(SensorDescription, RefusesWhatIsNotSimulated) {
  SensorSpec spec;
  spec.type = "wireless_receiver";
  EXPECT_FALSE(describe_sensor(spec).ok());
}

}  // namespace
}  // namespace rubble::sensors
