// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "rubble/sdf/load.h"
#include "rubble/sensors/range_presets.h"
#include "rubble/sensors/range_scanner.h"
#include "rubble/sensors/sonar.h"
#include "rubble/sensors/test_lab.h"

namespace rubble::sensors {
namespace {

SensorSpec lidar(const Settings& settings, const std::string& preset = "") {
  SensorSpec spec;
  spec.name = "s";
  spec.type = "gpu_lidar";
  spec.preset = preset;
  spec.settings = settings;
  spec.at = {"robot.sdf", 42};
  return spec;
}

std::string error_of(const SensorSpec& spec) {
  Lab lab;
  const auto made = lab.try_sensor(spec);
  return made.ok() ? "" : made.error().to_string();
}

TEST(RangeKinds, EveryPresetCanBeMadeAndMeasures) {
  Lab lab;
  lab.put_wall(1.0);
  for (const RangePreset& row : range_presets()) {
    const auto spec = spec_of_preset(row.preset.name);
    ASSERT_TRUE(spec.ok());
    EXPECT_GT(spec->update_rate, 0.0);
    const auto sensor = lab.sensor(row.preset.name);
    ASSERT_NE(sensor, nullptr) << row.preset.name;
    EXPECT_FALSE(row.preset.facts.empty());
    for (const Fact& fact : row.preset.facts) EXPECT_FALSE(fact.basis.empty());
    if (row.preset.name == "sonar" || row.preset.name == "ir")
      EXPECT_NEAR(lab.sample<RangeReading>(*sensor).range, 1.0, 0.02);
    else if (row.preset.name == "range_camera")
      EXPECT_EQ(lab.sample<RangeImage>(*sensor).depths.size(), 320U * 240U);
    else
      EXPECT_FALSE(lab.scan(*sensor).ranges.empty()) << row.preset.name;
  }
}

TEST(RangeKinds, TheFileWinsOverThePreset) {
  const auto settings = scanner_settings(lidar({{"lidar/scan/horizontal/samples", "361"},
                                                {"lidar/range/max", "8"},
                                                {"lidar/noise/stddev", "0.02"},
                                                {"rubble:laser/return_mode", "last"},
                                                {"rubble:laser/soft_integral", "inf"}}),
                                         range_preset("lms200").settings);
  ASSERT_TRUE(settings.ok());
  EXPECT_EQ(settings->columns.count, 361);
  EXPECT_NEAR(degrees(settings->columns.step()), 0.5, 1e-9);
  EXPECT_EQ(settings->max_range, 8.0);
  EXPECT_EQ(settings->min_range, 0.1);
  EXPECT_EQ(settings->noise.sigma(5.0), 0.02);
  EXPECT_EQ(settings->echo.return_mode, ReturnMode::Last);
  EXPECT_EQ(settings->echo.soft_integral, kInfinity);
  EXPECT_EQ(settings->echo.white_range, 30.0);
}

TEST(RangeKinds, AGenericLaserSeesPaperThreeTimesAsFarAsItReads) {
  const auto settings =
      scanner_settings(lidar({{"lidar/range/max", "3.5"}}), range_preset("generic").settings);
  ASSERT_TRUE(settings.ok());
  EXPECT_NEAR(settings->echo.white_range, 10.5, 1e-12);
}

TEST(RangeKinds, ImpossibleSettingsAreRefusedWithFileAndLine) {
  const Settings impossible[] = {
      {{"lidar/scan/horizontal/samples", "0"}},
      {{"lidar/scan/horizontal/samples", "-5"}},
      {{"lidar/scan/horizontal/samples", "2.5"}},
      {{"lidar/scan/horizontal/samples", "many"}},
      {{"lidar/scan/horizontal/samples", "3000000"}},
      {{"lidar/scan/horizontal/samples", "2000"}, {"lidar/scan/vertical/samples", "2000"}},
      {{"lidar/scan/horizontal/resolution", "0"}},
      {{"lidar/scan/horizontal/resolution", "1e9"}},
      {{"lidar/scan/horizontal/min_angle", "1"}, {"lidar/scan/horizontal/max_angle", "-1"}},
      {{"lidar/scan/horizontal/min_angle", "-6"}, {"lidar/scan/horizontal/max_angle", "6"}},
      {{"lidar/scan/vertical/max_angle", "nan"}},
      {{"lidar/range/min", "30"}},
      {{"lidar/range/min", "-1"}},
      {{"lidar/range/max", "0"}},
      {{"lidar/range/max", "nan"}},
      {{"lidar/range/resolution", "-0.01"}},
      {{"lidar/noise/type", "purple"}},
      {{"lidar/noise/stddev", "-0.1"}},
      {{"rubble:laser/model", "magic"}},
      {{"rubble:laser/return_mode", "second"}},
      {{"rubble:laser/codes", "morse"}},
      {{"rubble:laser/white_range", "0"}},
      {{"rubble:laser/soft_window", "-1"}},
      {{"rubble:laser/soft_integral", "nan"}},
      {{"rubble:laser/penetration", "-0.1"}},
      {{"rubble:laser/rolling", "maybe"}},
      {{"rubble:laser/noise", "2"}},
  };
  for (const Settings& settings : impossible) {
    const std::string error = error_of(lidar(settings));
    EXPECT_NE(error.find("robot.sdf:42"), std::string::npos) << settings.begin()->first;
  }
  EXPECT_EQ(error_of(lidar({})), "");
}

TEST(RangeKinds, ImpossibleSonarsAndRangeCamerasAreRefusedToo) {
  SensorSpec sonar = lidar({{"sonar/min", "6"}});
  sonar.type = "sonar";
  EXPECT_NE(error_of(sonar).find("robot.sdf:42"), std::string::npos);
  sonar.settings = {{"sonar/radius", "0"}};
  EXPECT_NE(error_of(sonar).find("sonar/radius"), std::string::npos);
  SensorSpec camera = lidar({{"camera/image/width", "0"}}, "range_camera");
  camera.type = "depth_camera";
  EXPECT_NE(error_of(camera).find("camera/image/width"), std::string::npos);
  camera.settings = {{"camera/clip/near", "50"}};
  EXPECT_NE(error_of(camera).find("camera/clip/far"), std::string::npos);
  EXPECT_NE(error_of(lidar({{"lidar/scan/horizontal/samples", "2"}}, "ir")).find("one beam"),
            std::string::npos);
}

TEST(RangeKinds, UnknownPresetsNameTheNearest) {
  const std::string error = error_of(lidar({}, "urg04xl"));
  EXPECT_NE(error.find("robot.sdf:42"), std::string::npos);
  EXPECT_NE(error.find("urg04lx"), std::string::npos) << error;
  EXPECT_NE(spec_of_preset("lms2").error().message.find("lms200"), std::string::npos);
  EXPECT_NE(spec_of_preset("zzzz").error().message.find("urg04lx"), std::string::npos);
}

TEST(RangeKinds, ADataSheetOfAnotherKindIsRefused) {
  SensorSpec spec = lidar({}, "lms200");
  spec.type = "camera";
  EXPECT_NE(error_of(spec).find("lms200"), std::string::npos);
  spec.type = "custom";
  EXPECT_EQ(error_of(spec), "");
}

TEST(RangeKinds, TheRateIsTheFilesOrThePresets) {
  SensorSpec spec = lidar({}, "urg04lx");
  EXPECT_EQ(update_rate_of(spec), 10.0);
  spec.update_rate = 3.0;
  EXPECT_EQ(update_rate_of(spec), 3.0);
  EXPECT_EQ(update_rate_of(lidar({})), 0.0);
}

TEST(RangeKinds, LaserSettingsOfAWorldFileReachTheSensor) {
  const auto world = load_world_text(
      "<sdf version='1.9' xmlns:rubble='urn:rubble'><world name='w'><model name='m'>"
      "<link name='l'><sensor name='s' type='gpu_lidar' rubble:preset='lms200'>"
      "<rubble:laser return_mode='strongest' soft_integral='inf' noise='false'/></sensor></link>"
      "</model></world></sdf>",
      "w.sdf", {});
  ASSERT_TRUE(world.ok()) << world.error().to_string();
  const SensorSpec& spec = world->models.at(0)->links.at(0).sensors.at(0);
  EXPECT_EQ(spec.settings.at("rubble:laser/return_mode"), "strongest");
  const auto settings = scanner_settings(spec, range_preset(spec.preset).settings);
  ASSERT_TRUE(settings.ok()) << settings.error().to_string();
  EXPECT_EQ(settings->echo.return_mode, ReturnMode::Strongest);
  EXPECT_EQ(settings->echo.soft_integral, kInfinity);
  EXPECT_FALSE(settings->noise.is_on);
  std::vector<Warning> warnings;
  EXPECT_TRUE(check_sensors(*world->models[0], warnings).ok());
  EXPECT_TRUE(warnings.empty());
}

TEST(RangeKinds, WordsOfTheLaserElementAreChecked) {
  for (const char* attribute : {"return_mode='second'", "white_range='-1'", "colour='red'"}) {
    const auto world = load_world_text(
        std::string("<sdf version='1.9' xmlns:rubble='urn:rubble'><world name='w'><model name='m'>"
                    "<link name='l'><sensor name='s' type='gpu_lidar'><rubble:laser ") +
            attribute + "/></sensor></link></model></world></sdf>",
        "w.sdf", {});
    EXPECT_FALSE(world.ok()) << attribute;
  }
}

TEST(RangeKinds, EveryRangeSensorOfOurRobotsCanBeMade) {
  for (const char* robot : {"P3AT", "Element", "Husky", "Turtlebot3Burger", "Talon", "Kenaf"}) {
    std::vector<Warning> warnings;
    const auto model =
        load_model(robot, {.resource_folders = default_resource_folders()}, warnings);
    ASSERT_TRUE(model.ok()) << model.error().to_string();
    Lab lab;
    int made_sensors = 0;
    for (const Link& link : (*model)->links)
      for (const SensorSpec& spec : link.sensors) {
        if (spec.type != "gpu_lidar" && spec.type != "sonar") continue;
        const auto made = lab.try_sensor(spec);
        ASSERT_TRUE(made.ok()) << made.error().to_string();
        EXPECT_NE(*made, nullptr);
        ++made_sensors;
      }
    EXPECT_GT(made_sensors, 0) << robot;
  }
}

}  // namespace
}  // namespace rubble::sensors
