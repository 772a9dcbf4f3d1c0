// SPDX-License-Identifier: Apache-2.0
// Significance test: do two estimates of one run have different mean errors?
//
// The ratio of the two mean errors is tested on a log scale with one t test, whose interval, p
// value and smallest detectable ratio all come from one standard error. That is the larger of two:
//
// 1. A block bootstrap of the paired errors (Kuensch 1989; both ends of each error are resampled):
//    16 long blocks of the run, hence Student's t with 15 degrees of freedom (Ibragimov and Mueller
//    2010). It accounts for autocorrelation in time.
// 2. What two estimates of equal accuracy differ by if their error vectors are Gaussian with as few
//    independent values as the autocorrelation of the signed errors says (Bayley and Hammersley
//    1946; a chi-square's degrees of freedom as by Satterthwaite 1946). Errors that drift all run
//    long are one value, however many relations measure it; a bootstrap of their lengths cannot see
//    that. What lasts may be fixed in the world or to the robot, and its size may depend on what is
//    measured: the autocorrelation is that of vectors and of directions in both frames, and the one
//    with the fewest independent values counts. Fewer than 15 are also the degrees of freedom of
//    the t test.
#pragma once

#include <cmath>
#include <span>

#include "rubble/geometry/pose.h"
#include "rubble/statistics/bootstrap.h"

namespace rubble::evaluation {

// A signed error.
struct ErrorVector {
  Vec3 robot = Vec3::Zero();  // in the frame of the robot
  Vec3 world = Vec3::Zero();  // in a frame that does not rotate with it
};

// Errors of two estimates at the same relation, pose or step.
struct PairedError {
  double stamp_i = 0.0;
  double stamp_j = 0.0;
  double first = 0.0;  // magnitudes
  double second = 0.0;
  ErrorVector first_vector;
  ErrorVector second_vector;
};

struct RatioSettings {
  statistics::BootstrapSettings bootstrap;
  int dimensions = 2;     // of an error vector
  double min_mean = 0.0;  // lower clamp of the means
};

// Log ratio of mean errors, the first over the second.
struct RatioEstimate {
  std::size_t count = 0;
  double first_mean = 0.0;
  double second_mean = 0.0;
  double log_ratio = 0.0;
  double standard_error = 0.0;      // of log_ratio
  double degrees_of_freedom = 0.0;  // of the error vectors; the smaller of both estimates
  bool is_enough = false;           // false: too few errors or moments for a test
};

RatioEstimate estimate_ratio(std::span<const PairedError> errors, const RatioSettings& settings);

enum class Verdict { Different, NotDistinguishable, Equivalent };

struct TestSettings {
  double level = 0.01;         // family-wise probability of a false "different"
  double margin = 0.25;        // equivalent: a ratio from 1 / (1 + margin) to 1 + margin
  double power = 0.8;          // at which smallest_ratio is computed
  std::size_t test_count = 1;  // number of simultaneous tests (Bonferroni)
};

struct RatioTest {
  RatioEstimate estimate;
  double ratio = 1.0;
  statistics::Interval interval{1.0, 1.0};  // of the ratio; simultaneous, with 1 - level
  double p = 1.0;                 // adjusted; below the level exactly if the interval excludes 1
  double smallest_ratio = 0.0;    // smallest ratio above 1 detectable with the given power
  bool is_within_margin = false;  // two one-sided tests (Schuirmann 1987)
  Verdict verdict = Verdict::NotDistinguishable;

  bool is_different() const { return verdict == Verdict::Different; }
};

// Different if the interval excludes 1, else equivalent if it is within the margin.
RatioTest test_ratio(const RatioEstimate& estimate, const TestSettings& settings);

// Effective sample size of an autocorrelated series of zero-mean vectors, for its mean square.
double effective_count(std::span<const Vec3> series, int dimensions);

}  // namespace rubble::evaluation
