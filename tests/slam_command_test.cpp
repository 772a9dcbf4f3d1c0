// SPDX-License-Identifier: Apache-2.0
// rubble slam: what it writes, and what it refuses before it begins.
#include "apps/slam_command.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "apps/commands.h"
#include "apps/format_commands.h"
#include "rubble/maps/occupancy_map.h"
#include "rubble/trajectory/constraint.h"
#include "rubble/trajectory/pose_graph.h"
#include "rubble/trajectory/trajectory.h"

namespace rubble::apps {
namespace {

const std::string kLog = RUBBLE_SOURCE_DIR "/clients/logs/corridor.clf";

class SlamCommand : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("rubble_slam_" + std::to_string(getpid()) +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static std::string content(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
  }

  std::filesystem::path folder_;
};

TEST_F(SlamCommand, WritesAPoseAScanAMapAndConstraints) {
  ASSERT_EQ(slam({.log = kLog,
                  .output = path("t.tum"),
                  .map = path("m.pgm"),
                  .constraints = path("c.json")}),
            kDone);
  const auto own = trajectory::read_trajectory(path("t.tum"));
  const auto log = trajectory::read_trajectory(kLog);
  ASSERT_TRUE(own && log);
  EXPECT_EQ(own->poses.size(), log->poses.size());
  for (std::size_t i = 0; i < own->poses.size(); ++i)
    EXPECT_EQ(own->poses[i].stamp, log->poses[i].stamp);
  const auto map = maps::read_map(path("m.yaml"));
  ASSERT_TRUE(map) << map.error().to_string();
  EXPECT_GT(map->width, 20);
  const auto constraints = trajectory::read_constraints(path("c.json"));
  ASSERT_TRUE(constraints) << constraints.error().to_string();
  EXPECT_FALSE(constraints->constraints.empty());
}

TEST_F(SlamCommand, ObeysTheFormatWhateverTheName) {
  ASSERT_EQ(slam({.log = kLog, .output = path("g.txt"), .format = "toro"}), kDone);
  EXPECT_NE(content(path("g.txt")).find("EDGE2 "), std::string::npos);
  ASSERT_EQ(slam({.log = kLog, .output = path("g.toro"), .format = "tum"}), kDone);
  EXPECT_EQ(content(path("g.toro")).find("VERTEX"), std::string::npos);
}

TEST_F(SlamCommand, AGraphHasItsEdges) {
  ASSERT_EQ(slam({.log = kLog, .output = path("g.g2o"), .constraints = path("c.json")}), kDone);
  const auto graph = trajectory::read_graph(path("g.g2o"));
  const auto constraints = trajectory::read_constraints(path("c.json"));
  ASSERT_TRUE(graph && constraints);
  EXPECT_EQ(graph->graph.edges.size(), constraints->constraints.size());
  EXPECT_EQ(graph->stamps.size(), graph->graph.poses.size());
  const trajectory::GraphEdge& edge = graph->graph.edges.front();
  EXPECT_EQ(graph->stamps[static_cast<std::size_t>(edge.i)], constraints->constraints[0].stamp_i);
  EXPECT_EQ(edge.i_from_j, constraints->constraints[0].i_from_j);
}

TEST_F(SlamCommand, TheSameTwiceIsTheSameBytes) {
  ASSERT_EQ(slam({.log = kLog, .output = path("a.tum")}), kDone);
  ASSERT_EQ(slam({.log = kLog, .output = path("b.tum")}), kDone);
  EXPECT_EQ(content(path("a.tum")), content(path("b.tum")));
}

TEST_F(SlamCommand, PosesAreAskedForAtScansOdometryOrAll) {
  const auto odometry =
      trajectory::read_trajectory(kLog, {.format = trajectory::TrajectoryFormat::CarmenOdometry});
  ASSERT_TRUE(odometry);
  ASSERT_EQ(slam({.log = kLog, .output = path("s.tum")}), kDone);
  ASSERT_EQ(slam({.log = kLog, .output = path("o.tum"), .poses = "odometry"}), kDone);
  ASSERT_EQ(slam({.log = kLog, .output = path("a.tum"), .poses = "all"}), kDone);
  const auto scans = trajectory::read_trajectory(path("s.tum"));
  const auto at_odometry = trajectory::read_trajectory(path("o.tum"));
  const auto all = trajectory::read_trajectory(path("a.tum"));
  ASSERT_TRUE(scans && at_odometry && all);
  ASSERT_EQ(at_odometry->poses.size(), odometry->poses.size());
  for (std::size_t i = 0; i < odometry->poses.size(); ++i)
    EXPECT_EQ(at_odometry->poses[i].stamp, odometry->poses[i].stamp);
  EXPECT_GE(all->poses.size(), std::max(scans->poses.size(), at_odometry->poses.size()));
  for (const auto& scan : scans->poses)
    EXPECT_TRUE(std::any_of(all->poses.begin(), all->poses.end(), [&](const auto& pose) {
      return pose.stamp == scan.stamp && pose.pose.position == scan.pose.position;
    }));
  EXPECT_EQ(slam({.log = kLog, .output = path("a.g2o"), .poses = "all"}), kWrongUsage);
  EXPECT_EQ(slam({.log = kLog, .output = path("a.log"), .poses = "all"}), kWrongUsage);
}

TEST_F(SlamCommand, AGraphIsOptimisedWithItsIdsStampsAndFix) {
  std::ofstream(path("in.g2o")) << "# STAMP 5 10.5\nVERTEX_SE2 5 1 2 0.5\n# STAMP 9 11.5\n"
                                   "VERTEX_SE2 9 9 9 0\n# STAMP 7 12.5\nVERTEX_SE2 7 0 0 0\nFIX 5\n"
                                   "EDGE_SE2 5 9 1 0 0 4 1 0 3 0 5\n"
                                   "EDGE_SE2 9 7 1 0 0.2 4 1 0 3 0 5\n"
                                   "EDGE_SE2 5 7 2.1 0 0.2 4 1 0 3 0 5\n";
  testing::internal::CaptureStdout();
  ASSERT_EQ(slam({.log = path("in.g2o"), .output = path("out.g2o"), .json = true}), kDone);
  const std::string told = testing::internal::GetCapturedStdout();
  EXPECT_NE(told.find("\"chi2_before\""), std::string::npos) << told;
  const auto in = trajectory::read_graph(path("in.g2o")),
             out = trajectory::read_graph(path("out.g2o"));
  ASSERT_TRUE(in && out);
  EXPECT_EQ(out->ids, in->ids);
  EXPECT_EQ(out->stamps, in->stamps);
  EXPECT_EQ(out->graph.fixed, std::vector<int>{0});
  EXPECT_EQ(out->graph.poses[0], in->graph.poses[0]);
  ASSERT_EQ(out->graph.edges.size(), 3U);
  EXPECT_EQ(out->graph.edges[2].information, in->graph.edges[2].information);
  const Pose2 far = out->graph.poses[0].inverse() * out->graph.poses[2];
  EXPECT_GT(far.x, 2.0);
  EXPECT_LT(far.x, 2.1);
  ASSERT_EQ(slam({.log = path("out.g2o"), .output = path("out.tum"), .is_robust = true}), kDone);
  EXPECT_EQ(trajectory::read_trajectory(path("out.tum"))->poses.back().stamp, 12.5);
  EXPECT_EQ(slam({.log = path("in.g2o"), .map = path("m.pgm")}), kWrongUsage);
  EXPECT_EQ(slam({.log = path("in.g2o"), .output = path("o.log")}), kWrongUsage);
  EXPECT_EQ(slam({.log = kLog, .is_robust = true}), kWrongUsage);
}

// A mirrored log that is corrected gives the same map as before.
TEST_F(SlamCommand, AMirroredLaserIsCorrected) {
  ASSERT_EQ(convert({.input = kLog, .output = path("wrong.clf"), .laser = "mirrored"}), kDone);
  ASSERT_EQ(slam({.log = kLog, .output = path("right.tum")}), kDone);
  ASSERT_EQ(
      slam({.log = path("wrong.clf"), .laser = "upside-down", .output = path("corrected.tum")}),
      kDone);
  const auto right = trajectory::read_trajectory(path("right.tum"));
  const auto corrected = trajectory::read_trajectory(path("corrected.tum"));
  ASSERT_TRUE(right && corrected);
  ASSERT_EQ(right->poses.size(), corrected->poses.size());
  for (std::size_t i = 0; i < right->poses.size(); ++i)
    EXPECT_LT((right->poses[i].pose.position - corrected->poses[i].pose.position).norm(), 0.02);
}

TEST_F(SlamCommand, RefusesNamesItCannotWriteBeforeItMaps) {
  EXPECT_EQ(slam({.log = kLog, .output = path("t.xyz")}), kWrongUsage);
  EXPECT_EQ(slam({.log = kLog, .output = path("nowhere/t.tum")}), kRunFailed);
  EXPECT_EQ(slam({.connect = "127.0.0.1:1", .output = path("t.log")}), kWrongUsage);
  EXPECT_EQ(slam({}), kWrongUsage);
  EXPECT_EQ(slam({.log = kLog, .connect = "127.0.0.1:1"}), kWrongUsage);
}

TEST_F(SlamCommand, NeverWritesOverItsLogOrOverDecisions) {
  std::filesystem::copy(kLog, path("log.clf"));
  const std::string before = content(path("log.clf"));
  EXPECT_EQ(slam({.log = path("log.clf"), .output = path("log.clf")}), kWrongUsage);
  EXPECT_EQ(slam({.log = path("log.clf"), .constraints = path("log.clf")}), kWrongUsage);
  EXPECT_EQ(content(path("log.clf")), before);
  ASSERT_EQ(slam({.log = kLog, .constraints = path("c.json")}), kDone);
  ASSERT_EQ(slam({.log = kLog, .constraints = path("c.json")}), kDone);
  auto file = trajectory::read_constraints(path("c.json"));
  ASSERT_TRUE(file);
  file->constraints.front().state = trajectory::ConstraintState::Accepted;
  ASSERT_TRUE(trajectory::write_constraints(path("c.json"), *file));
  EXPECT_EQ(slam({.log = kLog, .constraints = path("c.json")}), kWrongUsage);
}

// A level laser that was only described must not be waited for.
TEST_F(SlamCommand, MapsWithTheLaserThatSpoke) {
  std::ofstream log(path("m.txt"));
  log << "GEO {Type RangeScanner} {Name S Location 0,0,0 Orientation 1.57,0,0 Mount X} {Name L "
         "Location 0,0,0 Orientation 0,0,0 Mount X}\r\n";
  for (int i = 0; i < 5; ++i) {
    log << "SEN {Time " << 0.2 * i
        << "} {Type RangeScanner} {Name S} {Resolution 0.0174} {FOV 3.1416} {Range ";
    for (int k = 0; k < 181; ++k) log << (k > 0 ? "," : "") << 2.0 + 0.001 * k;
    log << "}\r\n";
  }
  log.close();
  EXPECT_EQ(slam({.log = path("m.txt"), .output = path("t.tum")}), kDone);
  const auto own = trajectory::read_trajectory(path("t.tum"));
  ASSERT_TRUE(own);
  EXPECT_EQ(own->poses.size(), 5U);
}

}  // namespace
}  // namespace rubble::apps
