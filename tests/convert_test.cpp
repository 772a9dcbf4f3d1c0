// SPDX-License-Identifier: Apache-2.0
// rubble convert: through every format and back.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "apps/commands.h"
#include "apps/format_commands.h"
#include "rubble/logs/robot_log.h"
#include "rubble/trajectory/constraint.h"
#include "rubble/trajectory/relation.h"
#include "rubble/trajectory/trajectory.h"

namespace rubble::apps {
namespace {

class Convert : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("rubble_convert_" + std::to_string(getpid()) +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  std::string content(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path(name), std::ios::binary).rdbuf();
    return text.str();
  }

  std::filesystem::path folder_;
};

TEST_F(Convert, TakesATrajectoryThroughEveryFormatAndBack) {
  const std::string log = RUBBLE_SOURCE_DIR "/clients/logs/corridor.clf";
  const auto original = trajectory::read_trajectory(log);
  ASSERT_TRUE(original.ok());
  std::string from = log;
  for (const char* name : {"a.tum", "a.csv", "a.kitti", "a.g2o", "a.graph", "a.txt", "a.clf"}) {
    ASSERT_EQ(convert({.input = from, .output = path(name), .log = log}), kDone) << name;
    from = path(name);
  }
  const auto back = trajectory::read_trajectory(from);
  ASSERT_TRUE(back.ok());
  ASSERT_EQ(back->poses.size(), original->poses.size());
  for (std::size_t i = 0; i < back->poses.size(); ++i) {
    EXPECT_NEAR(back->poses[i].stamp, original->poses[i].stamp, 1e-6);
    EXPECT_LT((back->poses[i].pose.position - original->poses[i].pose.position).norm(), 1e-6);
  }
}

TEST_F(Convert, GivesAGraphItsStampsFromAFile) {
  const std::string graph = write("g.g2o",
                                  "VERTEX_SE2 3 0 0 0\nVERTEX_SE2 1 1 0 0\n"
                                  "EDGE_SE2 3 1 1 0 0 1 0 0 1 0 1\n");
  const std::string times = write("t.txt", "100.5\n101.5\n");
  ASSERT_EQ(convert({.input = graph, .output = path("g.tum"), .times = times}), kDone);
  EXPECT_EQ(trajectory::read_trajectory(path("g.tum"))->poses.front().stamp, 100.5);
  ASSERT_EQ(convert({.input = graph, .output = path("g.relations"), .times = times}), kDone);
  EXPECT_EQ(trajectory::read_relations(path("g.relations"))->relations.front().stamp_i, 101.5);
  ASSERT_EQ(convert({.input = graph, .output = path("g.graph"), .times = times}), kDone);
  EXPECT_NE(content("g.graph").find("# STAMP 3 101.5"), std::string::npos);
  EXPECT_EQ(
      convert({.input = graph, .output = path("h.tum"), .times = write("few.txt", "100.5\n")}),
      kBadInput);
}

TEST_F(Convert, NeverWritesOverItsInput) {
  const std::string tum = write("a.tum", "1 0 0 0 0 0 0 1\n2 1 0 0 0 0 0 1\n");
  std::filesystem::create_hard_link(tum, path("same.tum"));
  const std::string before = content("a.tum");
  EXPECT_EQ(convert({.input = tum, .output = tum}), kWrongUsage);
  EXPECT_EQ(convert({.input = tum, .output = path("same.tum")}), kWrongUsage);
  EXPECT_EQ(content("a.tum"), before);
}

TEST_F(Convert, APipeIsRejectedWithMessage) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(convert({.input = path("pipe"), .output = path("a.tum")}), kBadInput);
}

TEST_F(Convert, TakesRelationsToAGraphAndBackWithoutLoss) {
  const std::string text =
      "1134864645.90321 1134864646.3242 0.31293 0.02935 0 0 0 0.24198\n"
      "1134864648.67354 1134864645.90321 -1.5 0.25 0 0 0 -3.1\n";
  write("a.relations", text);
  ASSERT_EQ(convert({.input = path("a.relations"), .output = path("b.g2o")}), kDone);
  ASSERT_EQ(convert({.input = path("b.g2o"), .output = path("c.graph")}), kDone);
  ASSERT_EQ(convert({.input = path("c.graph"), .output = path("d.relations")}), kDone);
  EXPECT_EQ(content("d.relations"), "# stamp_i stamp_j x y z roll pitch yaw\n" + text);
}

TEST_F(Convert, TakesMapsFromPictureToPicture) {
  write("m.yaml", "image: m.pgm\nresolution: 0.05\norigin: [-1, -2, 0]\n");
  write("m.pgm", "P2 3 2 255\n0 254 205\n254 254 0\n");
  ASSERT_EQ(convert({.input = path("m.yaml"), .output = path("n.tif")}), kDone);
  ASSERT_EQ(convert({.input = path("n.tif"), .output = path("o.png")}), kDone);
  ASSERT_EQ(convert({.input = path("o.yaml"), .output = path("p.pgm")}), kDone);
  EXPECT_EQ(content("p.pgm"),
            std::string("P5\n3 2\n255\n") + std::string("\0\xfe\xcd\xfe\xfe\0", 6));
}

TEST_F(Convert, TakesTheScansOfALogToACarmenLog) {
  const std::string log = RUBBLE_SOURCE_DIR "/clients/logs/corridor.log";
  ASSERT_EQ(convert({.input = log, .output = path("scans.clf")}), kDone);
  const auto from = logs::read_robot_log(log), to = logs::read_robot_log(path("scans.clf"));
  ASSERT_TRUE(from.ok() && to.ok());
  EXPECT_EQ(from->laser_scans.size(), to->laser_scans.size());
  EXPECT_EQ(from->odometry.size(), to->odometry.size());
  EXPECT_EQ(from->laser_scans.back().stamp, to->laser_scans.back().stamp);
}

TEST_F(Convert, RefusesWhatMakesNoSense) {
  write("a.txt", "1 0 0 0\n2 1 0 0\n");
  write("m.yaml", "image: m.pgm\nresolution: 0.05\norigin: [-1, -2, 0]\n");
  const auto code = [&](const ConvertOptions& options) { return convert(options); };
  EXPECT_EQ(code({.input = path("a.txt"), .output = path("b.relations")}), kBadInput);
  EXPECT_EQ(code({.input = path("a.txt"), .output = path("b.clf")}), kBadInput);
  EXPECT_EQ(code({.input = path("a.txt"), .output = path("b.what")}), kWrongUsage);
  EXPECT_EQ(code({.input = path("a.txt"), .output = path("b.tum"), .from = "wrong"}), kBadInput);
  EXPECT_EQ(code({.input = path("a.txt"), .output = path("b.tum"), .to = "wrong"}), kWrongUsage);
  EXPECT_EQ(code({.input = path("m.yaml"), .output = path("b.tif")}), kBadInput);
  EXPECT_EQ(code({.input = path("none"), .output = path("b.tum")}), kBadInput);
  EXPECT_FALSE(std::filesystem::exists(path("b.tum")));
}

TEST_F(Convert, TakesConstraintsToRelationsAndGraphs) {
  trajectory::ConstraintFile file{"log", {}};
  for (int k = 0; k < 3; ++k) {
    trajectory::Constraint each;
    each.stamp_i = k;
    each.stamp_j = k + 1;
    each.i_from_j = each.proposed = {1.0 / 3.0, 0.1, 0.2};
    each.covariance = Vec3(1, 1, 1).asDiagonal();
    file.constraints.push_back(each);
  }
  ASSERT_TRUE(trajectory::write_constraints(path("c.json"), file));
  testing::internal::CaptureStderr();
  EXPECT_EQ(convert({.input = path("c.json"), .output = path("c.relations")}), kBadInput);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("none of its 3 constraints is verified"),
            std::string::npos);
  file.constraints[1].state = trajectory::ConstraintState::Accepted;
  ASSERT_TRUE(trajectory::write_constraints(path("c.json"), file));
  ASSERT_EQ(convert({.input = path("c.json"), .output = path("c.relations")}), kDone);
  const auto relations = trajectory::read_relations(path("c.relations"));
  ASSERT_TRUE(relations.ok());
  ASSERT_EQ(relations->relations.size(), 1U);
  EXPECT_EQ(relations->relations[0].i_from_j.position.x(), 1.0 / 3.0);
  ASSERT_EQ(convert({.input = path("c.json"), .output = path("c.txt"), .to = "toro"}), kDone);
  EXPECT_NE(content("c.txt").find("EDGE2 2 3"), std::string::npos);
  EXPECT_EQ(convert({.input = path("c.json"), .output = path("c.tum")}), kBadInput);
}

}  // namespace
}  // namespace rubble::apps
