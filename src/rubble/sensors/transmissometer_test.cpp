// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "rubble/sensors/description.h"
#include "rubble/sensors/test_lab.h"

namespace rubble::sensors {
namespace {

TransmissionReading reading_in(Lab& lab, Settings settings = {}) {
  settings.insert({"rubble:transmissometer/noise", "0"});
  return lab.sample<TransmissionReading>(*lab.sensor("transmissometer", settings));
}

TEST(Transmissometer, FollowsBeerAndLambertOnceOverItsPath) {
  Lab lab;
  EXPECT_EQ(reading_in(lab).transmission, 1.0);
  for (const double density : {0.001, 0.0028, 0.02})
    for (const char* path : {"0.5", "2.5"}) {
      lab.fill_with_smoke(density);
      const TransmissionReading reading = reading_in(lab, {{"rubble:transmissometer/path", path}});
      EXPECT_EQ(reading.path, std::stod(path));
      EXPECT_NEAR(reading.transmission, std::exp(-115.2108 * density * reading.path), 1e-6);
      EXPECT_NEAR(reading.voltage, 5.0 * reading.transmission, 1e-12);
    }
}

TEST(Transmissometer, DoublingTheSmokeSquaresWhatIsLeft) {
  Lab lab;
  lab.fill_with_smoke(0.003);
  const double once = reading_in(lab).transmission;
  lab.fill_with_smoke(0.006);
  EXPECT_NEAR(reading_in(lab).transmission, once * once, 1e-12);
}

// What the laser loses on its way there and back is what the transmissometer measures, squared.
TEST(Transmissometer, AgreesWithTheLaserThatJustFails) {
  Lab lab;
  lab.put_wall(2.6);
  const double density = threshold_density(lab, *lab.sensor("urg04lx", lone_beam()));
  lab.fill_with_smoke(density);
  const double left = reading_in(lab, {{"rubble:transmissometer/path", "2.5999"}}).transmission;
  EXPECT_NEAR(left, 2.6 / 5.6, 1e-4);
}

TEST(Transmissometer, ThingsBetweenEmitterAndDetectorStopTheLight) {
  Lab lab;
  lab.put_wall(1.5);
  EXPECT_EQ(reading_in(lab).transmission, 1.0) << "behind the detector";
  EXPECT_EQ(reading_in(lab, {{"rubble:transmissometer/path", "2"}}).transmission, 0.0);
  Lab pane;
  pane.put_wall(0.5, 0.0, {.transparency = 0.9});
  EXPECT_NEAR(reading_in(pane).transmission, 0.81, 1e-12) << "two faces";
}

TEST(Transmissometer, NoiseNeverMakesLightNegative) {
  Lab lab;
  lab.fill_with_smoke(1.0);
  const auto sensor = lab.sensor("transmissometer");
  double most = 0.0;
  for (std::uint64_t tick = 0; tick < 200; ++tick) {
    const double left = lab.sample<TransmissionReading>(*sensor, tick).transmission;
    EXPECT_GE(left, 0.0);
    most = std::max(most, left);
  }
  EXPECT_GT(most, 0.005);
  EXPECT_LT(most, 0.03);
}

TEST(Transmissometer, IsDescribedLikeAnyOther) {
  const auto about = describe_sensor(*spec_of_preset("transmissometer"));
  ASSERT_TRUE(about.ok());
  EXPECT_EQ(about->kind, rubble::SensorKind::Transmissometer);
  EXPECT_EQ(about->rate, 10.0);
}

}  // namespace
}  // namespace rubble::sensors
