// SPDX-License-Identifier: Apache-2.0
// Whether two estimates of one run have different errors, from errors at the same relations.
//
// The ratio of the two mean errors is tested on a log scale with one t test, whose interval, p
// value and smallest detectable ratio all come from one standard error. That is the larger of two:
//
// 1. A block bootstrap of the paired errors (Kuensch 1989; both ends of each error are resampled):
//    16 long blocks of the run, hence Student's t with 15 degrees of freedom (Ibragimov and Mueller
//    2010). It sees what errors near in time have in common.
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

#include "rubble/evaluation/bootstrap.h"
#include "rubble/geometry/pose.h"

namespace rubble::evaluation {

// An error with its signs.
struct ErrorVector {
  Vec3 robot = Vec3::Zero();  // in the frame of the robot
  Vec3 world = Vec3::Zero();  // in a frame that does not turn with it
};

// Errors of two estimates at the same relation, pose or step.
struct PairedError {
  double stamp_i = 0.0;
  double stamp_j = 0.0;
  double first = 0.0;  // sizes
  double second = 0.0;
  ErrorVector first_vector;
  ErrorVector second_vector;
};

struct RatioSettings {
  BootstrapSettings bootstrap;
  int dimensions = 2;     // of an error vector
  double min_mean = 0.0;  // smaller means count as this much
};

// Of mean errors, the first over the second.
struct RatioEstimate {
  std::size_t count = 0;
  double first_mean = 0.0;
  double second_mean = 0.0;
  double log_ratio = 0.0;
  double standard_error = 0.0;      // of log_ratio
  double degrees_of_freedom = 0.0;  // of the error vectors, of the estimate that has fewer
  bool is_enough = false;           // too few errors, or too few moments, say nothing
};

RatioEstimate estimate_ratio(std::span<const PairedError> errors, const RatioSettings& settings);

enum class Verdict { Different, NotDistinguishable, Equivalent };

struct TestSettings {
  double level = 0.01;         // chance of even one false "different" in all tests together
  double margin = 0.25;        // equivalent: a ratio from 1 / (1 + margin) to 1 + margin
  double power = 0.8;          // with which the smallest detectable ratio would be found
  std::size_t test_count = 1;  // made at once (Bonferroni)
};

struct RatioTest {
  RatioEstimate estimate;
  double ratio = 1.0;
  Interval interval{1.0, 1.0};  // of the ratio; simultaneous, with 1 - level
  double p = 1.0;               // adjusted; below the level exactly where the interval leaves 1 out
  double smallest_ratio = 0.0;  // above 1; that this data shows with the given power
  bool is_within_margin = false;  // the whole interval; two one-sided tests (Schuirmann 1987)
  Verdict verdict = Verdict::NotDistinguishable;

  bool is_different() const { return verdict == Verdict::Different; }
};

// Different where the interval leaves 1 out, else equivalent where it is within the margin.
RatioTest test_ratio(const RatioEstimate& estimate, const TestSettings& settings);

// How many independent values a series of vectors with a true mean of zero has when its mean square
// is estimated.
double effective_count(std::span<const Vec3> series, int dimensions);

}  // namespace rubble::evaluation
