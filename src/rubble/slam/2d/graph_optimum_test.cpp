// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/graph_optimum.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <filesystem>

#include "rubble/base/random.h"

namespace rubble::slam {
namespace {

// An information matrix whose terms beside the diagonal are as large as those on it.
Mat3 full_information(Random& random) {
  Mat3 root = Mat3::Zero();
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < row; ++column) root(row, column) = 12.0 * random.normal();
    root(row, row) = 8.0 + 4.0 * random.uniform();
  }
  return root * root.transpose();
}

// Two rounds of a square with edges to where it was a round before, all with noise as their
// information says; the vertices start where the edges lead, which is off by far.
struct MadeGraph {
  trajectory::GraphFile file;
  std::vector<Pose2> truth;
};

MadeGraph made_graph(std::uint64_t seed, double noise = 1.0) {
  constexpr int kRoundSteps = 20;
  Random random(seed, "graph");
  MadeGraph made;
  Pose2 pose{3.0, -2.0, 0.4};
  for (int k = 0; k <= 2 * kRoundSteps; ++k) {
    made.truth.push_back(pose);
    made.file.ids.push_back(100 + 3 * k);
    pose = pose * Pose2{1.0, 0.1, k % 5 == 4 ? kPi / 2 : 0.0};
  }
  const auto link = [&](int i, int j) {
    const Mat3 information = full_information(random);
    Vec3 off;
    for (double& part : off) part = noise * random.normal();
    off = information.llt().matrixL().transpose().solve(off);
    const Pose2 between =
        made.truth[static_cast<std::size_t>(i)].inverse() * made.truth[static_cast<std::size_t>(j)];
    const Pose2 seen{between.x + off.x(), between.y + off.y(), between.theta + off.z()};
    made.file.graph.edges.push_back({i, j, seen, information, false});
  };
  for (int k = 0; k < 2 * kRoundSteps; ++k) link(k, k + 1);
  for (int k = 0; k + kRoundSteps <= 2 * kRoundSteps; k += 3) link(k + kRoundSteps, k);
  made.file.graph.poses = {made.truth.front()};
  for (int k = 0; k < 2 * kRoundSteps; ++k)
    made.file.graph.poses.push_back(made.file.graph.poses.back() *
                                    made.file.graph.edges[static_cast<std::size_t>(k)].i_from_j);
  return made;
}

// The slope of chi2 along each coordinate of each vertex, in units of its curvature: the step that
// would be left to go.
double largest_step_left(trajectory::PoseGraph graph, const std::vector<int>& held) {
  constexpr double kStep = 1e-4;
  double largest = 0.0;
  const double here = chi2_of(graph);
  for (std::size_t k = 0; k < graph.poses.size(); ++k) {
    if (std::count(held.begin(), held.end(), static_cast<int>(k)) > 0) continue;
    for (double Pose2::*part : {&Pose2::x, &Pose2::y, &Pose2::theta}) {
      const Pose2 kept = graph.poses[k];
      graph.poses[k].*part = kept.*part + kStep;
      const double ahead = chi2_of(graph);
      graph.poses[k].*part = kept.*part - kStep;
      const double behind = chi2_of(graph);
      graph.poses[k] = kept;
      const double slope = (ahead - behind) / (2 * kStep);
      const double curvature = (ahead - 2 * here + behind) / (kStep * kStep);
      largest = std::max(largest, std::abs(slope / curvature));
    }
  }
  return largest;
}

double largest_distance(const std::vector<Pose2>& one, const std::vector<Pose2>& other) {
  double largest = 0.0;
  for (std::size_t k = 0; k < one.size(); ++k) {
    const Pose2 off = one[k].inverse() * other[k];
    largest = std::max({largest, std::hypot(off.x, off.y), std::abs(wrap_angle(off.theta))});
  }
  return largest;
}

TEST(GraphOptimum, HasNoSlopeLeftAndAsMuchChi2AsNoiseLeaves) {
  double sum = 0.0;
  constexpr int kGraphs = 20;
  for (std::uint64_t seed = 1; seed <= kGraphs; ++seed) {
    MadeGraph made = made_graph(seed);
    const auto optimum = find_optimum(made.file);
    ASSERT_TRUE(optimum) << optimum.error().to_string();
    EXPECT_TRUE(optimum->has_converged);
    EXPECT_EQ(optimum->parts, 1);
    EXPECT_LT(optimum->chi2_after, optimum->chi2_before);
    trajectory::PoseGraph at_truth = made.file.graph;
    at_truth.poses = made.truth;
    EXPECT_LE(optimum->chi2_after, chi2_of(at_truth));
    EXPECT_LT(largest_step_left(made.file.graph, {0}), 1e-7) << seed;
    EXPECT_TRUE(made.file.graph.fixed.empty());
    sum += optimum->chi2_after;
  }
  // Three numbers an edge, less three a vertex that is free: 47 edges and 40 vertices.
  const double freedom = 3.0 * 47 - 3.0 * 40;
  EXPECT_NEAR(sum / kGraphs, freedom, 4.0 * std::sqrt(2.0 * freedom / kGraphs));
}

TEST(GraphOptimum, EdgesWithoutNoiseGiveTheTruthFromAnyStart) {
  MadeGraph made = made_graph(3, 0.0);
  Random random(5, "start");
  for (std::size_t k = 1; k < made.truth.size(); ++k)
    for (double Pose2::*part : {&Pose2::x, &Pose2::y, &Pose2::theta})
      made.file.graph.poses[k].*part = 20.0 * random.normal();
  const auto optimum = find_optimum(made.file);
  ASSERT_TRUE(optimum);
  EXPECT_LT(optimum->chi2_after, 1e-9);
  EXPECT_LT(largest_distance(made.file.graph.poses, made.truth), 1e-6);
}

// Nothing but FIX says where a graph stands: moved as a whole, its optimum moves along.
TEST(GraphOptimum, MovesWithTheVertexThatStays) {
  MadeGraph made = made_graph(8), moved = made;
  const Pose2 shift{40.0, -15.0, 2.2};
  for (Pose2& pose : moved.file.graph.poses) pose = shift * pose;
  moved.file.graph.fixed = {12};
  const Pose2 stays = moved.file.graph.poses[12];
  const auto one = find_optimum(made.file), other = find_optimum(moved.file);
  ASSERT_TRUE(one && other);
  EXPECT_NEAR(one->chi2_after, other->chi2_after, 1e-6 * one->chi2_after);
  EXPECT_EQ(moved.file.graph.poses[12], stays);
  EXPECT_EQ(moved.file.graph.fixed, std::vector<int>{12});
  const Pose2 between = stays * made.file.graph.poses[12].inverse();
  for (Pose2& pose : made.file.graph.poses) pose = between * pose;
  EXPECT_LT(largest_distance(made.file.graph.poses, moved.file.graph.poses), 1e-5);
}

// Twice as sure of all, chi2 is twice as much and the optimum the same; without the terms beside
// the diagonal it is another.
TEST(GraphOptimum, HonoursTheWholeInformation) {
  MadeGraph made = made_graph(11), surer = made, diagonal = made;
  for (trajectory::GraphEdge& edge : surer.file.graph.edges) edge.information *= 2.0;
  for (trajectory::GraphEdge& edge : diagonal.file.graph.edges)
    edge.information = Mat3(edge.information.diagonal().asDiagonal());
  const auto one = find_optimum(made.file), twice = find_optimum(surer.file);
  ASSERT_TRUE(one && twice && find_optimum(diagonal.file));
  EXPECT_NEAR(twice->chi2_after, 2.0 * one->chi2_after, 1e-6 * twice->chi2_after);
  EXPECT_LT(largest_distance(made.file.graph.poses, surer.file.graph.poses), 1e-5);
  EXPECT_GT(largest_distance(made.file.graph.poses, diagonal.file.graph.poses), 0.02);
  EXPECT_GT(chi2_of([&] {
              trajectory::PoseGraph graph = made.file.graph;
              graph.poses = diagonal.file.graph.poses;
              return graph;
            }()),
            1.01 * one->chi2_after);
}

TEST(GraphOptimum, RobustLetsGoOfEdgesThatAreWrong) {
  MadeGraph made = made_graph(2);
  trajectory::GraphFile honest = made.file;
  ASSERT_TRUE(find_optimum(honest));
  const std::size_t wrong = made.file.graph.edges.size();
  for (const auto& [i, j] : {std::pair{3, 31}, std::pair{8, 36}})
    made.file.graph.edges.push_back({i, j, {4.0, 3.0, 1.0}, 100.0 * Mat3::Identity(), false});
  trajectory::GraphFile trusting = made.file;
  ASSERT_TRUE(find_optimum(trusting));
  const auto robust = find_optimum(made.file, {.is_robust = true});
  ASSERT_TRUE(robust);
  EXPECT_EQ(robust->rejected, (std::vector<std::size_t>{wrong, wrong + 1}));
  EXPECT_LT(robust->chi2_kept, robust->chi2_after);
  EXPECT_LT(largest_distance(made.file.graph.poses, honest.graph.poses), 0.3);
  EXPECT_GT(largest_distance(trusting.graph.poses, honest.graph.poses), 0.5);
}

TEST(GraphOptimum, EachPartOfAGraphHasAVertexThatStays) {
  trajectory::GraphFile file;
  file.ids = {0, 1, 2, 3};
  file.graph.poses = {{0, 0, 0}, {0, 0, 0}, {9, 9, 1}, {0, 0, 0}};
  file.graph.edges = {{0, 1, {1, 0, 0}, Mat3::Identity(), false},
                      {2, 3, {1, 0, 0}, Mat3::Identity(), false}};
  const auto optimum = find_optimum(file);
  ASSERT_TRUE(optimum);
  EXPECT_EQ(optimum->parts, 2);
  EXPECT_EQ(file.graph.poses[2], (Pose2{9, 9, 1}));
  EXPECT_LT((file.graph.poses[3].position() - (Pose2{9, 9, 1} * Vec2(1, 0))).norm(), 1e-6);
  EXPECT_NEAR(optimum->chi2_after, 0.0, 1e-9);
}

TEST(GraphOptimum, RefusesWhatIsNoInformation) {
  trajectory::GraphFile file;
  file.ids = {4, 7};
  file.graph.poses = {{}, {1, 0, 0}};
  EXPECT_FALSE(find_optimum(file).ok());
  Mat3 saddle = Mat3::Identity();
  saddle(0, 1) = saddle(1, 0) = 3.0;
  file.graph.edges = {{0, 1, {1, 0, 0}, saddle, false}};
  const auto refused = find_optimum(file);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("edge from 4 to 7"), std::string::npos);
  // One that says nothing of the heading is fine: the heading stays.
  Mat3 flat = Mat3::Identity();
  flat(2, 2) = 0.0;
  file.graph.poses[1] = {5, 5, 0.25};
  file.graph.edges[0].information = flat;
  ASSERT_TRUE(find_optimum(file));
  EXPECT_NEAR(file.graph.poses[1].x, 1.0, 1e-6);
  EXPECT_NEAR(file.graph.poses[1].theta, 0.25, 1e-6);
}

// M3500b starts where its noisy odometry leads: from there alone Gauss-Newton ends elsewhere.
TEST(GraphOptimum, OfGraphsOfTheLiteratureHasNoSlopeLeft) {
  const std::string folder = std::string(RUBBLE_SHARED_DIR) + "/data/slam/graphs/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  for (const char* name : {"M3500b.g2o.gz", "MITb.g2o.gz"}) {
    auto file = trajectory::read_graph(folder + name);
    ASSERT_TRUE(file) << file.error().to_string();
    const auto optimum = find_optimum(*file);
    ASSERT_TRUE(optimum) << optimum.error().to_string();
    EXPECT_TRUE(optimum->has_converged) << name;
    EXPECT_LT(optimum->chi2_after, 0.05 * optimum->chi2_before) << name;
  }
}

}  // namespace
}  // namespace rubble::slam
