// SPDX-License-Identifier: Apache-2.0
// rubble slam: what it writes, and what it refuses before it begins.
#include "apps/slam_command.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "apps/commands.h"
#include "rubble/mapping/constraint.h"
#include "rubble/mapping/occupancy_map.h"
#include "rubble/mapping/pose_graph.h"
#include "rubble/mapping/trajectory.h"

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
  const auto own = mapping::read_trajectory(path("t.tum"));
  const auto log = mapping::read_trajectory(kLog);
  ASSERT_TRUE(own && log);
  EXPECT_EQ(own->poses.size(), log->poses.size());
  for (std::size_t i = 0; i < own->poses.size(); ++i)
    EXPECT_EQ(own->poses[i].stamp, log->poses[i].stamp);
  const auto map = mapping::read_map(path("m.yaml"));
  ASSERT_TRUE(map) << map.error().to_string();
  EXPECT_GT(map->width, 20);
  const auto constraints = mapping::read_constraints(path("c.json"));
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
  const auto graph = mapping::read_graph(path("g.g2o"));
  const auto constraints = mapping::read_constraints(path("c.json"));
  ASSERT_TRUE(graph && constraints);
  EXPECT_EQ(graph->graph.edges.size(), constraints->constraints.size());
  EXPECT_EQ(graph->stamps.size(), graph->graph.poses.size());
  const mapping::GraphEdge& edge = graph->graph.edges.front();
  EXPECT_EQ(graph->stamps[static_cast<std::size_t>(edge.i)], constraints->constraints[0].stamp_i);
  EXPECT_EQ(edge.i_from_j, constraints->constraints[0].i_from_j);
}

TEST_F(SlamCommand, TheSameTwiceIsTheSameBytes) {
  ASSERT_EQ(slam({.log = kLog, .output = path("a.tum")}), kDone);
  ASSERT_EQ(slam({.log = kLog, .output = path("b.tum")}), kDone);
  EXPECT_EQ(content(path("a.tum")), content(path("b.tum")));
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
  auto file = mapping::read_constraints(path("c.json"));
  ASSERT_TRUE(file);
  file->constraints.front().state = mapping::ConstraintState::Accepted;
  ASSERT_TRUE(mapping::write_constraints(path("c.json"), *file));
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
  const auto own = mapping::read_trajectory(path("t.tum"));
  ASSERT_TRUE(own);
  EXPECT_EQ(own->poses.size(), 5U);
}

}  // namespace
}  // namespace rubble::apps
