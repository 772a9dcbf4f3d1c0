// SPDX-License-Identifier: Apache-2.0
// How often verdicts are wrong, on seven kinds of noise and two real logs. RUBBLE_SWEEP=full makes
// 200 pairs a cell, the default a few. Both print a table.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string_view>
#include <tuple>

#include "rubble/evaluation/comparison.h"
#include "rubble/evaluation/test_paths.h"

namespace rubble::evaluation {
namespace {

using trajectory::Trajectory;

const std::string kSweepFolder = RUBBLE_SHARED_DIR "/data/slam/";

bool is_full_sweep() {
  const char* const sweep = std::getenv("RUBBLE_SWEEP");
  return sweep != nullptr && std::string_view(sweep) == "full";
}

using Offset = std::array<double, 3>;  // m, m, rad

// The same poses, each moved by something.
Trajectory moved_by(const Trajectory& truth, const std::function<Offset(std::size_t)>& offset) {
  Trajectory moved = truth;
  for (std::size_t i = 0; i < truth.poses.size(); ++i) {
    const Offset off = offset(i);
    Pose2 pose = planar(truth.poses[i].pose);
    moved.poses[i].pose = spatial({pose.x + off[0], pose.y + off[1], pose.theta + off[2]});
  }
  return moved;
}

Offset normal_offset(Random& random, double metres, double radians_of_one) {
  const double x = random.normal();
  const double y = random.normal();
  const double turn = random.normal();
  return {metres * x, metres * y, radians_of_one * turn};
}

Trajectory white(const Trajectory& truth, std::uint64_t seed, double scale) {
  Random random(seed, "white");
  return moved_by(truth,
                  [&](std::size_t) { return normal_offset(random, 0.03 * scale, 0.01 * scale); });
}

// A memory of about twenty seconds, whatever the rate of the poses.
Trajectory autocorrelated(const Trajectory& truth, std::uint64_t seed, double scale) {
  Random random(seed, "autocorrelated");
  Offset off = normal_offset(random, 0.05 * scale, 0.01 * scale);
  return moved_by(truth, [&](std::size_t i) {
    if (i == 0) return off;
    const double memory = std::exp((truth.poses[i - 1].stamp - truth.poses[i].stamp) / 20.0);
    const double fresh = std::sqrt(1.0 - memory * memory);
    const Offset added = normal_offset(random, 0.05 * scale * fresh, 0.01 * scale * fresh);
    for (std::size_t k = 0; k < 3; ++k) off[k] = memory * off[k] + added[k];
    return off;
  });
}

// Student's t with three degrees of freedom.
Trajectory heavy_tailed(const Trajectory& truth, std::uint64_t seed, double scale) {
  Random random(seed, "heavy");
  return moved_by(truth, [&](std::size_t) {
    double squares = 0.0;
    for (int k = 0; k < 3; ++k) {
      const double one = random.normal();
      squares += one * one;
    }
    const double wide = scale / std::sqrt(squares / 3.0);
    return normal_offset(random, 0.02 * wide, 0.006 * wide);
  });
}

Trajectory rotation_only(const Trajectory& truth, std::uint64_t seed, double scale) {
  Random random(seed, "rotation");
  return moved_by(truth, [&](std::size_t) { return normal_offset(random, 0.0, 0.02 * scale); });
}

struct Wave {
  double periods = 1.0;  // over the run
  Offset sine;
  Offset cosine;
};

Wave random_wave(Random& random, double scale) {
  Wave wave;
  wave.sine = normal_offset(random, 0.1 * scale, 0.02 * scale);
  wave.cosine = normal_offset(random, 0.1 * scale, 0.02 * scale);
  return wave;
}

Trajectory warped(const Trajectory& truth, const std::vector<Wave>& waves) {
  const double begin = truth.poses.front().stamp, span = truth.poses.back().stamp - begin;
  return moved_by(truth, [&](std::size_t i) {
    Offset off{};
    for (const Wave& wave : waves) {
      const double phase = 2.0 * kPi * wave.periods * (truth.poses[i].stamp - begin) / span;
      for (std::size_t part = 0; part < 3; ++part)
        off[part] += wave.sine[part] * std::sin(phase) + wave.cosine[part] * std::cos(phase);
    }
    return off;
  });
}

// Four slow waves, as strong and as long in both estimates, each with its own directions and
// phases.
Trajectory smooth_warp(const Trajectory& truth, std::uint64_t seed, double scale) {
  Random random(seed, "warp");
  std::vector<Wave> waves;
  for (const double periods : {1.5, 3.5, 6.0, 9.5}) {
    waves.push_back(random_wave(random, scale));
    waves.back().periods = periods;
  }
  return warped(truth, waves);
}

// Three slow waves of any length: what is equal about two of them is only how they were drawn.
Trajectory random_warp(const Trajectory& truth, std::uint64_t seed, double scale) {
  Random random(seed, "random warp");
  std::vector<Wave> waves;
  for (int k = 0; k < 3; ++k) {
    waves.push_back(random_wave(random, scale));
    waves.back().periods = random.uniform(1.0, 8.0);
  }
  return warped(truth, waves);
}

// Steps that are wrong by some of their length and turn: what wheels do.
Trajectory odometry_drift(const Trajectory& truth, std::uint64_t seed, double scale) {
  Random random(seed, "odometry");
  Trajectory drifted = truth;
  for (std::size_t i = 1; i < truth.poses.size(); ++i) {
    Pose2 step = planar(truth.poses[i - 1].pose.inverse() * truth.poses[i].pose);
    const double way = std::sqrt(std::hypot(step.x, step.y));
    const double turn = std::sqrt(std::abs(wrap_angle(step.theta)));
    const Offset off =
        normal_offset(random, 0.03 * scale * way, scale * (0.015 * way + 0.03 * turn));
    step = {step.x + off[0], step.y + off[1], step.theta + off[2]};
    drifted.poses[i].pose = drifted.poses[i - 1].pose * spatial(step);
  }
  return drifted;
}

struct Design {
  const char* name;
  Trajectory (*apply)(const Trajectory&, std::uint64_t, double);
};
constexpr Design kDesigns[] = {{"white", white},
                               {"autocorrelated", autocorrelated},
                               {"heavy-tailed", heavy_tailed},
                               {"rotation only", rotation_only},
                               {"smooth warp", smooth_warp},
                               {"random warp", random_warp},
                               {"odometry drift", odometry_drift}};

struct Log {
  const char* name;
  const char* reference;
  const char* relations;
};
constexpr Log kLogs[] = {{"fr079", "fr079.gmapping-reference.txt", "fr079-resolved.relations"},
                         {"mit-csail", "mit-csail.gmapping-reference.txt", "mit-csail.relations"}};

// The published poses of a real log taken for true, with relations between the moments that people
// chose: errors are those of the design alone.
struct SweepLog {
  Trajectory truth;
  trajectory::RelationFile relations;

  explicit SweepLog(const Log& log) {
    truth = std::move(trajectory::read_trajectory(kSweepFolder + log.reference, {})).value();
    relations = std::move(trajectory::read_relations(kSweepFolder + log.relations)).value();
    const PoseLookup lookup(truth, {});
    std::erase_if(relations.relations, [&](trajectory::Relation& relation) {
      const FoundPose i = lookup.at(relation.stamp_i), j = lookup.at(relation.stamp_j);
      relation.i_from_j = i.pose.inverse() * j.pose;
      return i.match == Match::None || j.match == Match::None;
    });
  }
};

constexpr int kMinSensitive = 20;

struct Cell {
  int different = 0;
  int equivalent = 0;
  int sensitive = 0;  // pairs with a test that says it finds a factor below two
  int found = 0;      // of those, called different
};

Comparison swept(const SweepLog& log, const Trajectory& a, const Trajectory& b, bool by_truth) {
  ComparisonSettings settings;
  settings.bootstrap.rounds = 1000;
  if (by_truth) {
    const auto first = *assess_trajectory(a, log.truth), second = *assess_trajectory(b, log.truth);
    return compare({{.truth = &first}, {.truth = &second}}, settings).front();
  }
  const auto first = *assess_relations(a, log.relations);
  const auto second = *assess_relations(b, log.relations);
  return compare_by_relations({&first, &second}, settings).front();
}

// `is_doubled`: whether the second has twice the noise of the first.
Cell sweep(const SweepLog& log, const Design& design, bool is_doubled, bool by_truth, int pairs) {
  Cell cell;
  for (int k = 0; k < pairs; ++k) {
    const auto seed = 910'000 + 2 * static_cast<std::uint64_t>(k);
    const Trajectory a = design.apply(log.truth, seed, 1.0);
    const Trajectory b = design.apply(log.truth, seed + 1, is_doubled ? 2.0 : 1.0);
    const Comparison comparison = swept(log, a, b, by_truth);
    bool is_sensitive = false;
    for (const ComparisonTest& test : comparison.tests)
      is_sensitive |= test.result.estimate.is_enough && test.result.smallest_ratio > 1.0 &&
                      test.result.smallest_ratio < 2.0;
    cell.different += comparison.is_different();
    cell.equivalent += comparison.verdict() == Verdict::Equivalent;
    cell.sensitive += is_sensitive;
    cell.found += is_sensitive && comparison.is_different();
  }
  return cell;
}

class VerdictSweep : public testing::TestWithParam<std::tuple<bool, std::size_t>> {};

TEST_P(VerdictSweep, SeldomErrs) {
  if (!std::filesystem::exists(kSweepFolder)) GTEST_SKIP() << "the real logs are not here";
  const auto [by_truth, index] = GetParam();
  const Design& design = kDesigns[index];
  const int pairs = is_full_sweep() ? 200 : 2;
  for (const Log& name : kLogs) {
    const SweepLog log(name);
    const Cell equal = sweep(log, design, false, by_truth, pairs);
    const Cell doubled = sweep(log, design, true, by_truth, pairs);
    fmt::print(
        "{:9} {:14} by {}, {} pairs: equal {} different, {} equivalent; doubled {} different, {} "
        "equivalent; {} of {} that state a smallest ratio below 2 different\n",
        name.name, design.name, by_truth ? "truth" : "relations", pairs, equal.different,
        equal.equivalent, doubled.different, doubled.equivalent, doubled.found, doubled.sensitive);
    EXPECT_LE(equal.different, std::max(1, 6 * pairs / 200)) << name.name;
    EXPECT_EQ(doubled.equivalent, 0) << name.name;
    // A share of a handful says nothing.
    if (doubled.sensitive >= kMinSensitive) {
      EXPECT_GE(doubled.found, 0.8 * doubled.sensitive) << name.name;
    }
  }
}

std::string sweep_name(const testing::TestParamInfo<std::tuple<bool, std::size_t>>& info) {
  return fmt::format("{}{}", std::get<0>(info.param) ? "Truth" : "Relations",
                     std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(By, VerdictSweep,
                         testing::Combine(testing::Bool(),
                                          testing::Range<std::size_t>(0, std::size(kDesigns))),
                         sweep_name);

}  // namespace
}  // namespace rubble::evaluation
