// SPDX-License-Identifier: Apache-2.0
#include "rubble/mapping/log_doctor.h"

#include <fmt/format.h>

#include <cmath>

#include "rubble/geometry/pose.h"
#include "rubble/mapping/scratch_files.h"

namespace rubble::mapping {
namespace {

class LogDoctor : public ScratchFiles {
 protected:
  Checkup examined(const std::string& text) {
    const auto checkup = examine(write("f", text));
    EXPECT_TRUE(checkup.ok()) << (checkup.ok() ? "" : checkup.error().to_string());
    return checkup.ok() ? *checkup : Checkup{};
  }
};

bool finds(const Checkup& checkup, const std::string& text) {
  for (const Finding& finding : checkup.findings)
    if (has_text(finding.text, text)) return true;
  return false;
}

std::string all(const Checkup& checkup) {
  std::string text;
  for (const Finding& finding : checkup.findings) text += finding.text + "\n";
  return text;
}

// A robot on its way along x at 0.5 m/s, a scan every 0.21 s.
std::string carmen_log(int scans, double per_second = 1.0) {
  std::string text;
  for (int i = 0; i < scans; ++i) {
    // Not even, as real stamps.
    const double stamp = 1000.0 + 0.21 * i + 0.001 * (i % 7);
    text += fmt::format("FLASER 5 1 2 81.91 2.5 1.5 {0} 0 0 {0} 0 0 {1:.6f} h {2:.6f}\n", 0.105 * i,
                        stamp * per_second, stamp - 1000.0);
  }
  return text;
}

TEST_F(LogDoctor, CountsWhatIsInAGoodLog) {
  const Checkup checkup = examined(carmen_log(101));
  EXPECT_EQ(checkup.kind, "a CARMEN log");
  ASSERT_EQ(checkup.streams.size(), 1U);
  EXPECT_EQ(checkup.streams[0].name, "FLASER");
  EXPECT_EQ(checkup.streams[0].count, 101U);
  EXPECT_NEAR(checkup.streams[0].interval, 0.211, 1e-3);
  EXPECT_EQ(checkup.streams[0].gaps, 0U);
  ASSERT_EQ(checkup.lasers.size(), 1U);
  EXPECT_EQ(checkup.lasers[0].most_beams, 5U);
  EXPECT_NEAR(checkup.lasers[0].no_return_share, 0.2, 1e-9);
  ASSERT_EQ(checkup.lasers[0].codes.size(), 1U);
  EXPECT_NEAR(checkup.lasers[0].codes[0].first, 81.91, 1e-9);
  EXPECT_NEAR(checkup.lasers[0].first, -kPi / 2, 1e-6);
  EXPECT_NEAR(checkup.odometry.length, 10.5, 1e-6);
  EXPECT_EQ(checkup.odometry.jumps, 0U);
  EXPECT_FALSE(checkup.has_problem());
  EXPECT_TRUE(finds(checkup, "no ODOM lines"));
  EXPECT_EQ(checkup.findings.size(), 1U) << all(checkup);
}

TEST_F(LogDoctor, SpeedOfManyScansASecondIsThatOfTheRobotAndBlindLasersHaveNoRange) {
  std::string text;
  for (int i = 0; i < 300; ++i)
    text += fmt::format("FLASER 2 nan nan {0} 0 0 {0} 0 0 {1:.6f} h {1:.6f}\n", 0.01 * i, 0.01 * i);
  const Checkup checkup = examined(text);
  EXPECT_NEAR(checkup.odometry.fastest, 1.0, 0.05);
  ASSERT_EQ(checkup.lasers.size(), 1U);
  EXPECT_TRUE(std::isinf(checkup.lasers[0].nearest));
}

TEST_F(LogDoctor, FindsWhatIsWrongWithALog) {
  std::string text = carmen_log(50);
  text += "FLASER 5 1 2 3 2.5 1.5 9 0 0 9 0 0 1010.52 h 30\n";    // jumps 4 m ahead
  text += "FLASER 5 1 2 3 2.5 1.5 9 0 0 9 0 0 1010.50 h 30.1\n";  // goes back
  text += "FLASER 5 1 2 3 2.5 1.5 9 0 0 9 0 0 1010.50 h 30.2\n";  // again
  text += "FLASER 5 1 2 3 2.5\nNEFF 0.5\nNEFF 0.6\n";
  text += "FLASER 5 1 2 3 2.5 1.5 9 0 0 9 0 0 1040.5 h 60\n";
  text += "FLASER 5 1 2";
  const Checkup checkup = examined(text);
  EXPECT_TRUE(finds(checkup, "jumps 1 times")) << all(checkup);
  EXPECT_TRUE(finds(checkup, "go back 1 times")) << all(checkup);
  EXPECT_TRUE(finds(checkup, "same stamp as another")) << all(checkup);
  EXPECT_TRUE(finds(checkup, "NEFF (2)")) << all(checkup);
  EXPECT_TRUE(finds(checkup, "first is line 54")) << all(checkup);
  EXPECT_TRUE(finds(checkup, "last line is cut off")) << all(checkup);
  EXPECT_TRUE(finds(checkup, "clocks differ")) << all(checkup);
  EXPECT_EQ(checkup.streams[0].gaps, 1U);
  EXPECT_NEAR(checkup.streams[0].longest_gap, 30.0, 0.1);
}

TEST_F(LogDoctor, TellsTheLongestGapAndWhereItBegins) {
  std::string text;
  double stamp = 1000.0;
  for (const double pause : {0.0, 2.0, 7.0, 3.0, 0.7}) {
    stamp += pause;
    for (int i = 0; i < 20; ++i, stamp += 0.1)
      text += fmt::format("FLASER 2 1 2 0 0 0 0 0 0 {0:.3f} h {0:.3f}\n", stamp);
  }
  const StreamFacts laser = examined(text).streams.at(0);
  EXPECT_EQ(laser.gaps, 4U);
  EXPECT_NEAR(laser.longest_gap, 7.1, 1e-6);
  EXPECT_NEAR(laser.gap_at, 1000.0 + 2 * 2.0 + 2.0 - 0.1, 1e-6);
}

TEST_F(LogDoctor, CountsThePartsOfAGraph) {
  std::string vertices, edges;
  for (int i = 0; i < 7; ++i) vertices += fmt::format("VERTEX_SE2 {} {} 0 0\n", i, i);
  const auto with_edges = [&](const std::vector<std::pair<int, int>>& pairs) {
    std::string text = vertices;
    for (const auto& [i, j] : pairs)
      text += fmt::format("EDGE_SE2 {} {} {} 0 0 1 0 0 1 0 1\n", i, j, j - i);
    return examined(text);
  };
  // Edges within a part, however many, join nothing.
  const Checkup three = with_edges({{0, 1}, {1, 2}, {0, 2}, {3, 4}, {6, 5}, {5, 4}, {3, 6}});
  EXPECT_TRUE(finds(three, "falls into 2 parts")) << all(three);
  const Checkup four = with_edges({{0, 1}, {1, 2}, {0, 2}, {3, 4}, {5, 4}});
  EXPECT_TRUE(finds(four, "falls into 3 parts")) << all(four);
  const Checkup whole = with_edges({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {0, 6}});
  EXPECT_FALSE(finds(whole, "parts")) << all(whole);
}

TEST_F(LogDoctor, KnowsACorrectedLog) {
  EXPECT_TRUE(finds(examined("ODOM 1 1 0 0 0 0 1 h 1\n" + carmen_log(50)), "is corrected"));
}

TEST_F(LogDoctor, CallsNanosecondsAProblem) {
  const Checkup checkup = examined(carmen_log(50, 1e9));
  EXPECT_TRUE(checkup.has_problem());
  EXPECT_TRUE(finds(checkup, "in nanoseconds, not in seconds")) << all(checkup);
}

TEST_F(LogDoctor, SeesStampsThatWereMadeUp) {
  std::string text;
  for (int i = 0; i < 50; ++i)
    text += fmt::format("ODOM {0} 0 0 0 0 0 {1:.6f} h {1:.6f}\n", 0.1 * i, 0.2 * i);
  const Checkup checkup = examined(text);
  EXPECT_TRUE(finds(checkup, "exact multiples of 0.2 s")) << all(checkup);
  EXPECT_TRUE(finds(checkup, "cannot be mapped")) << all(checkup);
}

TEST_F(LogDoctor, LooksAtMessagesOfUsarsim) {
  std::string text;
  for (int i = 0; i < 20; ++i)
    text += fmt::format(
        "SEN {{Time {:.2f}}} {{Type RangeScanner}} {{Name S1}} {{Resolution 0.5}} {{FOV 1}} "
        "{{Range "
        "1,2,3}}\r\nSEN {{Type Odometry}} {{Name O}} {{Pose {},0,0}}\r\n",
        0.2 * i, 0.1 * i);
  const Checkup checkup = examined(text);
  ASSERT_EQ(checkup.streams.size(), 2U);
  EXPECT_EQ(checkup.streams[1].name, "SEN RangeScanner S1");
  EXPECT_TRUE(finds(checkup, "20 lines say no time")) << all(checkup);
  EXPECT_TRUE(finds(checkup, "No CONF or GEO")) << all(checkup);
  EXPECT_NEAR(checkup.odometry.length, 1.9, 1e-9);
}

TEST_F(LogDoctor, LooksAtTrajectoriesRelationsGraphsAndMaps) {
  EXPECT_EQ(examined("1 0 0 0\n2 1 0 0\n3 2 0 0\n").streams[0].count, 3U);
  const Checkup relations =
      examined("1 2 0.5 0 0 0 0 0.1\n2 1 0.5 0 0 0 0 0.1\n1 50 1 0 0 0 0 0\n");
  EXPECT_EQ(relations.kind, "a relations file");
  EXPECT_TRUE(finds(relations, "1 relations link two stamps")) << all(relations);
  const Checkup graph = examined("VERTEX_SE2 0 0 0 0\nVERTEX_SE2 1 1 0 0\n");
  EXPECT_TRUE(finds(graph, "falls into 2 parts")) << all(graph);
  write("m.pgm", "P2 2 1 255\n0 0\n");
  const Checkup map = examined("image: m.pgm\nresolution: 0.1\norigin: [0, 0, 0]\n");
  EXPECT_TRUE(finds(map, "More is occupied than free")) << all(map);
  EXPECT_FALSE(examine(path("none")).ok());
}

TEST(RealLogs, AreFoundToBeGood) {
  const std::string folder = RUBBLE_SHARED_DIR "/data/slam/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "there is no " << folder;
  const auto checkup = examine(folder + "mit-csail.clf.xz");
  ASSERT_TRUE(checkup.ok()) << checkup.error().to_string();
  EXPECT_EQ(checkup->streams[0].count, 1988U);
  EXPECT_FALSE(checkup->has_problem()) << all(*checkup);
  ASSERT_EQ(checkup->lasers.size(), 1U);
  EXPECT_EQ(checkup->lasers[0].most_beams, 361U);
  EXPECT_NEAR(degrees(checkup->lasers[0].step), 0.5, 1e-9);
  EXPECT_NEAR(checkup->lasers[0].codes.at(0).first, 81.91, 1e-9);
}

TEST_F(LogDoctor, OdometryThatOnlyJumpsIsCalledLost) {
  std::string text;
  for (int i = 0; i < 12; ++i) {
    const std::string pose = std::to_string(i / 4 * 3) + " 0 0 ";
    text += "FLASER 5 1 2 3 2.5 1.5 " + pose + pose + std::to_string(1000 + 0.2 * i) + " h " +
            std::to_string(0.2 * i) + "\n";
  }
  const Checkup checkup = examined(text);
  EXPECT_TRUE(finds(checkup, "stands still but for 2 jumps")) << all(checkup);
}

}  // namespace
}  // namespace rubble::mapping
