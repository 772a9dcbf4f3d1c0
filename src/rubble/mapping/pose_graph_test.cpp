// SPDX-License-Identifier: Apache-2.0
#include "rubble/mapping/pose_graph.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "rubble/base/random.h"

namespace rubble::mapping {
namespace {

const Mat3 kInformation = Vec3(1e4, 1e4, 1e5).asDiagonal();

// A square of 40 steps that ends where it began, each step a little wrong.
PoseGraph noisy_square(std::uint64_t seed) {
  PoseGraph graph;
  Random random(seed, "square");
  graph.poses.push_back({});
  for (int k = 0; k < 40; ++k) {
    const double turn = k % 10 == 9 ? kPi / 2 : 0.0;
    const Pose2 step{1.0 + 0.01 * random.normal(), 0.01 * random.normal(),
                     turn + 0.003 * random.normal()};
    graph.edges.push_back({k, k + 1, step, kInformation, false});
    graph.poses.push_back(graph.poses.back() * step);
  }
  return graph;
}

TEST(PoseGraph, ALoopTakesTheDriftAway) {
  PoseGraph graph = noisy_square(3);
  const double before = graph.poses.back().position().norm();
  graph.edges.push_back({0, 40, {}, kInformation, true});
  const GraphSolution solution = optimise(graph, {.robust_scale = 5.0});
  EXPECT_TRUE(solution.has_converged);
  EXPECT_GT(before, 0.1);
  EXPECT_LT(graph.poses.back().position().norm(), 0.02);
  EXPECT_GT(solution.edge_trust.back(), 0.5);
  EXPECT_EQ(graph.poses.front(), Pose2{});
}

TEST(PoseGraph, AFalseLoopIsLetGo) {
  PoseGraph graph = noisy_square(3);
  graph.edges.push_back({0, 40, {}, kInformation, true});
  PoseGraph honest = graph;
  optimise(honest, {.robust_scale = 5.0});
  graph.edges.push_back({5, 25, {}, kInformation, true});
  const GraphSolution solution = optimise(graph, {.robust_scale = 5.0});
  EXPECT_LT(solution.edge_trust.back(), 0.01);
  EXPECT_GT(solution.edge_trust[40], 0.5);
  EXPECT_LT((graph.poses[25].position() - honest.poses[25].position()).norm(), 0.05);
}

TEST(PoseGraph, TheSameTwiceIsTheSameBits) {
  PoseGraph first = noisy_square(5), second = noisy_square(5);
  first.edges.push_back({0, 40, {}, kInformation, true});
  second.edges.push_back({0, 40, {}, kInformation, true});
  optimise(first);
  optimise(second);
  EXPECT_EQ(first.poses, second.poses);
}

TEST(PoseGraph, NothingToDoIsFine) {
  PoseGraph graph;
  EXPECT_EQ(optimise(graph).iterations, 0);
}

TEST(PoseGraph, GraphsOfTheLiteratureAreSolved) {
  const std::string folder = std::string(RUBBLE_SHARED_DIR) + "/data/slam/graphs/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  for (const char* name : {"M3500b.g2o.gz", "MITb.g2o.gz"}) {
    auto file = read_graph(folder + name);
    ASSERT_TRUE(file) << file.error().to_string();
    const GraphSolution solution = optimise(file->graph, {.most_iterations = 200});
    EXPECT_LT(solution.final_cost, 0.05 * solution.initial_cost) << name;
  }
}

}  // namespace
}  // namespace rubble::mapping
