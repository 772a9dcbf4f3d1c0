// SPDX-License-Identifier: Apache-2.0
// Inertial units for hours, without a world around them.
#include "rubble/sensors/inertial_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "rubble/sensors/attitude_filter.h"
#include "rubble/sensors/imu_settings.h"

namespace rubble::sensors {
namespace {

constexpr double kG = 9.81;
const Vec3 kUpright(0, 0, kG);

ImuSettings mti() { return *imu_settings("mti"); }

// Mean rate or force of one axis over intervals that follow each other.
std::vector<double> means(const ImuErrors& errors, std::uint64_t seed, double dt, double interval,
                          double seconds, bool of_gyro) {
  ImuModel unit(errors, seed);
  const auto per_mean = static_cast<int>(std::round(interval / dt));
  const auto count = static_cast<int>(seconds / interval);
  std::vector<double> result;
  for (int i = 0; i < count; ++i) {
    double sum = 0.0;
    for (int k = 0; k < per_mean; ++k) {
      const ImuSample sample = unit.step(Vec3::Zero(), kUpright, dt);
      sum += of_gyro ? sample.rate.z() : sample.force.x();
    }
    result.push_back(sum / per_mean);
  }
  return result;
}

// Over neighbours that are `apart` intervals long themselves, overlapping.
double allan_deviation(const std::vector<double>& means, std::size_t apart) {
  std::vector<double> sums(means.size() + 1, 0.0);
  std::partial_sum(means.begin(), means.end(), sums.begin() + 1);
  double square = 0.0;
  std::size_t count = 0;
  for (std::size_t i = 0; i + 2 * apart < sums.size(); ++i, ++count) {
    const double first = (sums[i + apart] - sums[i]) / static_cast<double>(apart);
    const double second = (sums[i + 2 * apart] - sums[i + apart]) / static_cast<double>(apart);
    square += (second - first) * (second - first);
  }
  return std::sqrt(square / 2.0 / static_cast<double>(count));
}

double spread(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double square = 0.0;
  for (const double value : values) square += (value - mean) * (value - mean);
  return std::sqrt(square / count);
}

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const auto place = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5);
  return values[place];
}

TEST(ImuModel, GyroNoiseOverOneSecondIsItsDensity) {
  const auto rates = means(mti().errors, 1, 0.01, 1.0, 7200.0, true);
  EXPECT_NEAR(degrees(allan_deviation(rates, 1)) * 3600.0, 180.0, 0.15 * 180.0);
}

TEST(ImuModel, GyroBiasWandersAsItsFloorSays) {
  double square = 0.0;
  constexpr int kSeeds = 20;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed)
    square += std::pow(allan_deviation(means(mti().errors, seed, 0.5, 10.0, 7200.0, true), 20), 2);
  EXPECT_NEAR(degrees(std::sqrt(square / kSeeds)) * 3600.0, 19.5, 0.15 * 19.5);
}

// A first-order Gauss-Markov process: over a lag t the mean square change is
// 2 sigma^2 (1 - exp(-t / T)), however often it is asked on the way.
TEST(ImuModel, TheSlowBiasWandersByTimeNotBySamples) {
  constexpr double kSigma = 0.02, kTime = 20.0;  // s
  constexpr int kUnits = 60;
  ImuErrors errors;
  for (AxisErrors& axis : errors.gyro.axes) axis = {.slow_bias = kSigma, .slow_time = kTime};
  for (AxisErrors& axis : errors.accelerometer.axes)
    axis = {.slow_bias = kSigma, .slow_time = kTime};
  for (const double rate : {0.25, 1.0, 10.0, 240.0}) {
    for (const double lag : {8.0, 40.0}) {
      double squares = 0.0;
      for (std::uint64_t seed = 1; seed <= kUnits; ++seed) {
        ImuModel unit(errors, seed);
        const ImuSample before = unit.step(Vec3::Zero(), Vec3::Zero(), 1.0 / rate);
        ImuSample after;
        for (int i = 0; i < std::lround(lag * rate); ++i)
          after = unit.step(Vec3::Zero(), Vec3::Zero(), 1.0 / rate);
        squares += (after.rate - before.rate).squaredNorm();
        squares += (after.force - before.force).squaredNorm();
      }
      const double expected = 2.0 * kSigma * kSigma * (1.0 - std::exp(-lag / kTime));
      EXPECT_NEAR(squares / (6 * kUnits), expected, 0.2 * expected)
          << rate << " Hz, " << lag << " s";
    }
  }
}

TEST(ImuModel, AccelerometerNoiseOverOneSecondIsItsDensity) {
  const auto forces = means(mti().errors, 2, 0.01, 1.0, 2400.0, false);
  EXPECT_NEAR(allan_deviation(forces, 1), 0.002, 0.15 * 0.002);
}

TEST(ImuModel, TenTimesTheRateIsRootTenTimesTheNoise) {
  ImuErrors errors = mti().errors;
  errors.gyro.axes[2].slow_bias = 0.0;
  const double fast = spread(means(errors, 3, 0.01, 0.01, 200.0, true));
  const double slow = spread(means(errors, 3, 0.1, 0.1, 2000.0, true));
  EXPECT_NEAR(fast / slow, std::sqrt(10.0), 0.05 * std::sqrt(10.0));
}

TEST(ImuModel, StaysWithinItsRange) {
  ImuModel unit(mti().errors, 4);
  const ImuSample sample = unit.step(Vec3(0, 0, 100.0), Vec3(500, 0, kG), 1.0);
  EXPECT_DOUBLE_EQ(sample.rate.z(), radians(300.0));
  EXPECT_LE(sample.force.x(), 5 * 9.80665 + 1e-9);
}

TEST(ImuModel, WithoutErrorsTellsTheTruth) {
  ImuModel unit({}, 5);
  const ImuSample sample = unit.step(Vec3(0.01, 0.02, 0.03), Vec3(1, 2, 3), 0.01);
  EXPECT_LT((sample.rate - Vec3(1, 2, 3)).norm(), 1e-12);
  EXPECT_LT((sample.force - Vec3(1, 2, 3)).norm(), 1e-12);
}

// One pole: after 1 / (2 pi f) all but 1/e of a step has come through.
TEST(ImuModel, AStepComesThroughAtItsBandwidth) {
  for (const double bandwidth : {5.0, 40.0}) {
    ImuErrors errors;
    errors.gyro.bandwidth = errors.accelerometer.bandwidth = bandwidth;
    ImuModel unit(errors, 1);
    constexpr double kDt = 1e-4;  // s
    (void)unit.step(Vec3::Zero(), Vec3::Zero(), kDt);
    ImuSample sample;
    for (double time = kDt / 2; time < 1.0 / (2.0 * kPi * bandwidth); time += kDt)
      sample = unit.step(Vec3(kDt, 0, 0), Vec3(0, 1, 0), kDt);
    EXPECT_NEAR(sample.rate.x(), 1.0 - std::exp(-1.0), 0.02) << bandwidth << " Hz";
    EXPECT_NEAR(sample.force.y(), 1.0 - std::exp(-1.0), 0.02) << bandwidth << " Hz";
  }
}

TEST(ImuModel, ColdUnitsDriftAsTheyWarmUp) {
  ImuErrors errors;
  errors.gyro_temperature = radians(0.005);
  errors.powered_time = 0.0;
  ImuModel unit(errors, 6);
  const double cold = unit.step(Vec3::Zero(), kUpright, 1.0).rate.z();
  double warm = 0.0;
  for (int i = 0; i < 7200; ++i) warm = unit.step(Vec3::Zero(), kUpright, 1.0).rate.z();
  EXPECT_GT(std::abs(cold), 1e-5);
  EXPECT_LT(std::abs(warm), 1e-3 * std::abs(cold));
}

TEST(ImuModel, SameSeedSameBits) {
  ImuModel a(mti().errors, 7), b(mti().errors, 7), c(mti().errors, 8);
  for (int i = 0; i < 300; ++i) {
    const ImuSample first = a.step(Vec3::Zero(), kUpright, 0.01);
    EXPECT_EQ(first.rate, b.step(Vec3::Zero(), kUpright, 0.01).rate);
    EXPECT_NE(first.rate, c.step(Vec3::Zero(), kUpright, 0.01).rate);
  }
}

// A robot in rough ground: rolls and pitches by 15 degrees, turns to and fro, is pushed.
struct RoughDrive {
  static constexpr double kStep = 0.01;
  static constexpr int kSteps = 60000;
  std::vector<Vec3> turns, forces;
  std::vector<RollPitchYaw> angles;

  static RollPitchYaw angles_at(double t) {
    const double swing = radians(15.0);
    return {swing * std::sin(2 * kPi * t / 7.3), swing * std::sin(2 * kPi * t / 5.1),
            radians(30.0) * 11.0 / (2 * kPi) * (1.0 - std::cos(2 * kPi * t / 11.0))};
  }
  RoughDrive() {
    Random random(1, "pushes");
    double push = 0.0;
    Quat before = quat_from(angles_at(0.0));
    for (int i = 1; i <= kSteps; ++i) {
      if (i % 50 == 0) push = random.chance(0.3) ? random.uniform(-0.5, 0.5) : 0.0;
      angles.push_back(angles_at(i * kStep));
      const Quat now = quat_from(angles.back());
      const Eigen::AngleAxisd turn(before.conjugate() * now);
      turns.push_back(turn.angle() * turn.axis());
      forces.push_back(before.slerp(0.5, now).conjugate() * kUpright + Vec3(push, 0, 0));
      before = now;
    }
  }
};

struct DriveErrors {
  double yaw_halfway = 0.0, yaw = 0.0;  // rad, not wrapped
  double tilt_square = 0.0;             // rad^2, mean over roll and pitch
  double worst_tilt = 0.0;              // rad, after 30 s
};

// stride > 1 joins that many steps into one.
DriveErrors drive(const RoughDrive& path, std::uint64_t seed, double still_seconds, int stride) {
  const ImuSettings settings = mti();
  ImuModel unit(settings.errors, seed);
  AttitudeFilter filter(settings.filter, Quat::Identity());
  for (int i = 0; i < static_cast<int>(10 * still_seconds); ++i)
    filter.step(unit.step(Vec3::Zero(), kUpright, 0.1), 0.1, true);
  filter.set_heading(0.0);
  DriveErrors errors;
  int count = 0;
  for (int i = stride - 1; i < RoughDrive::kSteps; i += stride) {
    Vec3 turn = Vec3::Zero(), force = Vec3::Zero();
    for (int k = i - stride + 1; k <= i; ++k) {
      turn += path.turns[static_cast<std::size_t>(k)];
      force += path.forces[static_cast<std::size_t>(k)] / stride;
    }
    const double dt = stride * RoughDrive::kStep;
    filter.step(unit.step(turn, force, dt), dt, false);
    if ((i + 1) % 100 != 0) continue;
    const RollPitchYaw truth = path.angles[static_cast<std::size_t>(i)];
    const RollPitchYaw seen = roll_pitch_yaw_of(filter.world_from_unit());
    errors.yaw += wrap_angle(seen.yaw - truth.yaw - errors.yaw);
    if (i + 1 == RoughDrive::kSteps / 2) errors.yaw_halfway = errors.yaw;
    if (i < 3000) continue;
    const double roll = wrap_angle(seen.roll - truth.roll), pitch = seen.pitch - truth.pitch;
    errors.tilt_square += (roll * roll + pitch * pitch) / 2.0;
    errors.worst_tilt = std::max({errors.worst_tilt, std::abs(roll), std::abs(pitch)});
    ++count;
  }
  errors.tilt_square /= count;
  return errors;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto count = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / count;
  const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / count;
  double product = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) product += (a[i] - mean_a) * (b[i] - mean_b);
  return product / count / (spread(a) * spread(b));
}

TEST(AttitudeFilter, ErrsLikeARealUnitInTenMinutesOfDriving) {
  const RoughDrive path;
  std::vector<double> halfway, end, sizes;
  double tilt_square = 0.0, worst_tilt = 0.0;
  constexpr int kSeeds = 50;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const DriveErrors errors = drive(path, seed, 30.0, 1);
    halfway.push_back(degrees(errors.yaw_halfway));
    end.push_back(degrees(errors.yaw));
    sizes.push_back(std::abs(end.back()));
    tilt_square += errors.tilt_square / kSeeds;
    worst_tilt = std::max(worst_tilt, degrees(errors.worst_tilt));
  }
  const double median = quantile(sizes, 0.5), most = quantile(sizes, 0.95);
  EXPECT_GT(median, 2.5);
  EXPECT_LT(median, 7.0);
  EXPECT_GT(most, 8.0);
  EXPECT_LT(most, 20.0);
  EXPECT_LT(std::abs(std::accumulate(end.begin(), end.end(), 0.0) / kSeeds), 3.5);
  EXPECT_LT(degrees(std::sqrt(tilt_square)), 0.5);
  EXPECT_LT(worst_tilt, 2.0);
  // A bias grows with time; white noise would with its root.
  EXPECT_NEAR(spread(end) / spread(halfway), 2.1, 0.3);
  EXPECT_GT(correlation(halfway, end), 0.8);
  RecordProperty("median_deg", std::to_string(median));
  RecordProperty("p95_deg", std::to_string(most));
  RecordProperty("tilt_rms_deg", std::to_string(degrees(std::sqrt(tilt_square))));
  RecordProperty("tilt_worst_deg", std::to_string(worst_tilt));
  RecordProperty("growth", std::to_string(spread(end) / spread(halfway)));
  RecordProperty("correlation", std::to_string(correlation(halfway, end)));
}

TEST(AttitudeFilter, IsLostWithoutRestAtTheStart) {
  const RoughDrive path;
  std::vector<double> sizes;
  for (std::uint64_t seed = 1; seed <= 50; ++seed)
    sizes.push_back(std::abs(degrees(drive(path, seed, 0.0, 5).yaw)));
  EXPECT_GT(quantile(sizes, 0.5), 40.0);
}

TEST(AttitudeFilter, LearnsTheBiasOnlyWhileWheelsAndGyrosRest) {
  ImuSettings settings = mti();
  const auto learnt = [&](bool wheels_are_still, double shaking) {
    ImuModel unit(settings.errors, 9);
    AttitudeFilter filter(settings.filter, Quat::Identity());
    for (int i = 0; i < 3000; ++i) {
      const Vec3 turn(0, 0, shaking * (i % 2 == 0 ? 0.01 : -0.01));
      filter.step(unit.step(turn, kUpright, 0.01), 0.01, wheels_are_still);
    }
    return filter.bias().z();
  };
  EXPECT_EQ(learnt(false, 0.0), 0.0);
  EXPECT_EQ(learnt(true, 0.5), 0.0);
  ImuErrors quiet = settings.errors;
  for (AxisErrors& axis : quiet.gyro.axes) axis.noise_density = 0.0;
  const double bias = ImuModel(quiet, 9).step(Vec3::Zero(), kUpright, 0.01).rate.z();
  EXPECT_NEAR(learnt(true, 0.0), bias, 3.0 * radians(0.05) / std::sqrt(28.0));
}

TEST(AttitudeFilter, GravityRightsItWithinItsTime) {
  AttitudeFilter filter({.filter_time = 5.0}, quat_from({radians(10.0), 0, 1.0}));
  for (int i = 0; i < 500; ++i) filter.step({Vec3::Zero(), kUpright}, 0.01, false);
  const RollPitchYaw angles = roll_pitch_yaw_of(filter.world_from_unit());
  EXPECT_NEAR(degrees(angles.roll), 10.0 / std::exp(1.0), 0.2);
  EXPECT_NEAR(angles.yaw, 1.0, 0.01);
}

TEST(AttitudeFilter, IgnoresForcesThatCannotBeGravity) {
  AttitudeFilter filter({}, Quat::Identity());
  for (int i = 0; i < 500; ++i) filter.step({Vec3::Zero(), Vec3(5, 0, kG)}, 0.01, false);
  EXPECT_EQ(roll_pitch_yaw_of(filter.world_from_unit()).pitch, 0.0);
}

}  // namespace
}  // namespace rubble::sensors
