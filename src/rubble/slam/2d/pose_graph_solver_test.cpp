// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/pose_graph_solver.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <filesystem>

#include "rubble/base/random.h"

namespace rubble::slam {
namespace {

const Mat3 kInformation = Vec3(1e4, 1e4, 1e5).asDiagonal();

// A square of 40 steps that ends where it began, each step a little wrong.
trajectory::PoseGraph noisy_square(std::uint64_t seed) {
  trajectory::PoseGraph graph;
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
  trajectory::PoseGraph graph = noisy_square(3);
  const double before = graph.poses.back().position().norm();
  graph.edges.push_back({0, 40, {}, kInformation, true});
  const GraphSolution solution = optimise(graph, {.robust_scale = 5.0});
  EXPECT_TRUE(solution.has_converged);
  EXPECT_GT(before, 0.1);
  EXPECT_LT(graph.poses.back().position().norm(), 0.02);
  EXPECT_GT(solution.edge_weights.back(), 0.5);
  EXPECT_EQ(graph.poses.front(), Pose2{});
}

TEST(PoseGraph, AFalseLoopIsLetGo) {
  trajectory::PoseGraph graph = noisy_square(3);
  graph.edges.push_back({0, 40, {}, kInformation, true});
  trajectory::PoseGraph honest = graph;
  optimise(honest, {.robust_scale = 5.0});
  graph.edges.push_back({5, 25, {}, kInformation, true});
  const GraphSolution solution = optimise(graph, {.robust_scale = 5.0});
  EXPECT_LT(solution.edge_weights.back(), 0.01);
  EXPECT_GT(solution.edge_weights[40], 0.5);
  EXPECT_LT((graph.poses[25].position() - honest.poses[25].position()).norm(), 0.05);
}

// Two opinions of one step that differ, each surer in another direction and with x, y and theta
// erring together. Seen from the first pose the problem is linear: the best is their mean, weighed
// with their information, wherever the first pose stands and however it is turned.
TEST(PoseGraph, OpinionsAreWeighedWithTheWholeOfTheirInformation) {
  Mat3 first_root, second_root;
  first_root << 9.0, 0.0, 0.0, 7.0, 2.0, 0.0, -3.0, 1.5, 4.0;
  second_root << 2.0, 0.0, 0.0, -5.0, 8.0, 0.0, 2.5, -6.0, 3.0;
  const Mat3 first = first_root * first_root.transpose();
  const Mat3 second = second_root * second_root.transpose();
  const Vec3 said_first(1.0, 0.2, 0.30), said_second(1.3, -0.1, 0.25);
  const Vec3 best = (first + second).inverse() * (first * said_first + second * said_second);
  const Vec3 off_first = best - said_first, off_second = best - said_second;
  const double cost =
      0.5 * (off_first.dot(first * off_first) + off_second.dot(second * off_second));
  for (const Pose2& start : {Pose2{}, Pose2{3.0, -2.0, 0.9}, Pose2{-1.0, 5.0, -2.4}}) {
    trajectory::PoseGraph graph;
    graph.poses = {start, start};
    graph.edges = {{0, 1, {said_first.x(), said_first.y(), said_first.z()}, first, false},
                   {0, 1, {said_second.x(), said_second.y(), said_second.z()}, second, false}};
    const GraphSolution solution = optimise(graph);
    const Pose2 step = start.inverse() * graph.poses[1];
    EXPECT_NEAR(step.x, best.x(), 1e-5) << "turned by " << start.theta;
    EXPECT_NEAR(step.y, best.y(), 1e-5) << "turned by " << start.theta;
    EXPECT_NEAR(step.theta, best.z(), 1e-5) << "turned by " << start.theta;
    EXPECT_NEAR(solution.final_cost, cost, 1e-6 * cost);
  }
}

// Before anything moves, what a single edge costs is half its squared length in sigmas.
TEST(PoseGraph, AnEdgeCostsItsMahalanobisDistance) {
  Mat3 information;
  information << 40.0, 12.0, -5.0, 12.0, 9.0, 3.0, -5.0, 3.0, 20.0;
  trajectory::PoseGraph graph;
  graph.poses = {{0.5, 0.5, 1.1}, Pose2{0.5, 0.5, 1.1} * Pose2{1.2, -0.3, 0.4}};
  graph.edges = {{0, 1, {1.0, 0.1, 0.35}, information, false}};
  const Vec3 off(0.2, -0.4, 0.05);
  EXPECT_NEAR(optimise(graph).initial_cost, 0.5 * off.dot(information * off), 1e-9);
}

// How much an edge still pulls against one that is believed: the slope of Geman and McClure's loss
// s c^2 / (c^2 + s), where s is its squared length in sigmas. It is 1/4 at the scale itself.
TEST(PoseGraph, EdgeWeightIsTheDerivativeOfTheRobustLoss) {
  for (const double sigmas : {0.0, 1.0, 3.0, 9.0}) {
    trajectory::PoseGraph graph;
    graph.poses = {{}, {1.0, 0.0, 0.0}, {2.0, 0.0, 0.0}};
    graph.edges = {{0, 1, {1.0 + 0.01 * sigmas, 0.0, 0.0}, kInformation, true},
                   {1, 2, {1.5, 0.0, 0.0}, kInformation, false}};
    graph.fixed = {0, 1};
    const GraphSolution solution = optimise(graph, {.robust_scale = 3.0});
    const double slope = 9.0 / (9.0 + sigmas * sigmas);
    ASSERT_EQ(solution.edge_weights.size(), 2U);
    EXPECT_NEAR(solution.edge_weights[0], slope * slope, 1e-9) << sigmas;
    EXPECT_EQ(solution.edge_weights[1], 1.0);
  }
}

TEST(PoseGraph, WhatIsFixedStaysAndTheRestMoves) {
  trajectory::PoseGraph graph;
  graph.poses = {{0.4, 0.0, 0.0}, {1.0, 0.0, 0.0}, {2.2, 0.0, 0.0}};
  graph.edges = {{0, 1, {1.0, 0.0, 0.0}, kInformation, false},
                 {1, 2, {1.0, 0.0, 0.0}, kInformation, false}};
  graph.fixed = {2};
  optimise(graph);
  EXPECT_EQ(graph.poses[2], (Pose2{2.2, 0.0, 0.0}));
  EXPECT_NEAR(graph.poses[1].x, 1.2, 1e-6);
  EXPECT_NEAR(graph.poses[0].x, 0.2, 1e-6);
}

TEST(PoseGraph, TheSameTwiceIsTheSameBits) {
  trajectory::PoseGraph first = noisy_square(5), second = noisy_square(5);
  first.edges.push_back({0, 40, {}, kInformation, true});
  second.edges.push_back({0, 40, {}, kInformation, true});
  optimise(first);
  optimise(second);
  EXPECT_EQ(first.poses, second.poses);
}

TEST(PoseGraph, NothingToDoIsFine) {
  trajectory::PoseGraph graph;
  EXPECT_EQ(optimise(graph).iterations, 0);
}

TEST(PoseGraph, GraphsOfTheLiteratureAreSolved) {
  const std::string folder = std::string(RUBBLE_SHARED_DIR) + "/data/slam/graphs/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  for (const char* name : {"M3500b.g2o.gz", "MITb.g2o.gz"}) {
    auto file = trajectory::read_graph(folder + name);
    ASSERT_TRUE(file) << file.error().to_string();
    const GraphSolution solution = optimise(file->graph, {.max_iterations = 200});
    EXPECT_LT(solution.final_cost, 0.05 * solution.initial_cost) << name;
  }
}

// Ceres ends the program when a residual has the same pose twice.
TEST(PoseGraphSolver, LeavesOutEdgesFromAVertexToItself) {
  trajectory::PoseGraph graph;
  graph.poses = {{}, {1, 2, 0.5}};
  graph.edges = {{0, 1, {1, 2, 0.5}, Mat3::Identity(), false},
                 {0, 0, {1, 0, 0}, Mat3::Identity(), false}};
  optimise(graph, {});
  EXPECT_EQ(graph.poses[1], (Pose2{1, 2, 0.5}));
}

}  // namespace
}  // namespace rubble::slam
