// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/doctor/log_doctor.h"

#include <fmt/format.h>

#include <cmath>

#include "rubble/geometry/pose.h"
#include "rubble/serialization/scratch_files.h"

namespace rubble::logs {
namespace {

class LogDoctor : public ScratchFiles {
 protected:
  LogDiagnosis examined(const std::string& text) {
    const auto diagnosis = diagnose(write("f", text));
    EXPECT_TRUE(diagnosis.ok()) << (diagnosis.ok() ? "" : diagnosis.error().to_string());
    return diagnosis.ok() ? *diagnosis : LogDiagnosis{};
  }
};

bool finds(const LogDiagnosis& diagnosis, const std::string& text) {
  for (const Finding& finding : diagnosis.findings)
    if (has_text(finding.text, text)) return true;
  return false;
}

std::string all(const LogDiagnosis& diagnosis) {
  std::string text;
  for (const Finding& finding : diagnosis.findings) text += finding.text + "\n";
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
  const LogDiagnosis diagnosis = examined(carmen_log(101));
  EXPECT_EQ(diagnosis.kind, "a CARMEN log");
  ASSERT_EQ(diagnosis.streams.size(), 1U);
  EXPECT_EQ(diagnosis.streams[0].name, "FLASER");
  EXPECT_EQ(diagnosis.streams[0].count, 101U);
  EXPECT_NEAR(diagnosis.streams[0].interval, 0.211, 1e-3);
  EXPECT_EQ(diagnosis.streams[0].gaps, 0U);
  ASSERT_EQ(diagnosis.lasers.size(), 1U);
  EXPECT_EQ(diagnosis.lasers[0].max_beams, 5U);
  EXPECT_NEAR(diagnosis.lasers[0].no_return_share, 0.2, 1e-9);
  ASSERT_EQ(diagnosis.lasers[0].codes.size(), 1U);
  EXPECT_NEAR(diagnosis.lasers[0].codes[0].first, 81.91, 1e-9);
  EXPECT_NEAR(diagnosis.lasers[0].first, -kPi / 2, 1e-6);
  EXPECT_NEAR(diagnosis.odometry.length, 10.5, 1e-6);
  EXPECT_EQ(diagnosis.odometry.jumps, 0U);
  EXPECT_FALSE(diagnosis.has_problem());
  EXPECT_TRUE(finds(diagnosis, "no ODOM lines"));
  EXPECT_EQ(diagnosis.findings.size(), 1U) << all(diagnosis);
}

TEST_F(LogDoctor, SpeedOfManyScansASecondIsThatOfTheRobotAndBlindLasersHaveNoRange) {
  std::string text;
  for (int i = 0; i < 300; ++i)
    text += fmt::format("FLASER 2 nan nan {0} 0 0 {0} 0 0 {1:.6f} h {1:.6f}\n", 0.01 * i, 0.01 * i);
  const LogDiagnosis diagnosis = examined(text);
  EXPECT_NEAR(diagnosis.odometry.fastest, 1.0, 0.05);
  ASSERT_EQ(diagnosis.lasers.size(), 1U);
  EXPECT_TRUE(std::isinf(diagnosis.lasers[0].nearest));
}

TEST_F(LogDoctor, FindsWhatIsWrongWithALog) {
  std::string text = carmen_log(50);
  text += "FLASER 5 1 2 3 2.5 1.5 9 0 0 9 0 0 1010.52 h 30\n";    // jumps 4 m ahead
  text += "FLASER 5 1 2 3 2.5 1.5 9 0 0 9 0 0 1010.50 h 30.1\n";  // goes back
  text += "FLASER 5 1 2 3 2.5 1.5 9 0 0 9 0 0 1010.50 h 30.2\n";  // again
  text += "FLASER 5 1 2 3 2.5\nNEFF 0.5\nNEFF 0.6\n";
  text += "FLASER 5 1 2 3 2.5 1.5 9 0 0 9 0 0 1040.5 h 60\n";
  text += "FLASER 5 1 2";
  const LogDiagnosis diagnosis = examined(text);
  EXPECT_TRUE(finds(diagnosis, "jumps 1 times")) << all(diagnosis);
  EXPECT_TRUE(finds(diagnosis, "go back 1 times")) << all(diagnosis);
  EXPECT_TRUE(finds(diagnosis, "same stamp as another")) << all(diagnosis);
  EXPECT_TRUE(finds(diagnosis, "NEFF (2)")) << all(diagnosis);
  EXPECT_TRUE(finds(diagnosis, "first is line 54")) << all(diagnosis);
  EXPECT_TRUE(finds(diagnosis, "last line is cut off")) << all(diagnosis);
  EXPECT_TRUE(finds(diagnosis, "clocks differ")) << all(diagnosis);
  EXPECT_EQ(diagnosis.streams[0].gaps, 1U);
  EXPECT_NEAR(diagnosis.streams[0].longest_gap, 30.0, 0.1);
}

TEST_F(LogDoctor, ReportsTheLongestGapAndItsStart) {
  std::string text;
  double stamp = 1000.0;
  for (const double pause : {0.0, 2.0, 7.0, 3.0, 0.7}) {
    stamp += pause;
    for (int i = 0; i < 20; ++i, stamp += 0.1)
      text += fmt::format("FLASER 2 1 2 0 0 0 0 0 0 {0:.3f} h {0:.3f}\n", stamp);
  }
  const StreamStatistics laser = examined(text).streams.at(0);
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
  const LogDiagnosis three = with_edges({{0, 1}, {1, 2}, {0, 2}, {3, 4}, {6, 5}, {5, 4}, {3, 6}});
  EXPECT_TRUE(finds(three, "falls into 2 parts")) << all(three);
  const LogDiagnosis four = with_edges({{0, 1}, {1, 2}, {0, 2}, {3, 4}, {5, 4}});
  EXPECT_TRUE(finds(four, "falls into 3 parts")) << all(four);
  const LogDiagnosis whole = with_edges({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {0, 6}});
  EXPECT_FALSE(finds(whole, "parts")) << all(whole);
}

TEST_F(LogDoctor, KnowsACorrectedLog) {
  EXPECT_TRUE(finds(examined("ODOM 1 1 0 0 0 0 1 h 1\n" + carmen_log(50)), "is corrected"));
}

TEST_F(LogDoctor, CallsNanosecondsAProblem) {
  const LogDiagnosis diagnosis = examined(carmen_log(50, 1e9));
  EXPECT_TRUE(diagnosis.has_problem());
  EXPECT_TRUE(finds(diagnosis, "in nanoseconds, not in seconds")) << all(diagnosis);
}

TEST_F(LogDoctor, SeesStampsThatWereMadeUp) {
  std::string text;
  for (int i = 0; i < 50; ++i)
    text += fmt::format("ODOM {0} 0 0 0 0 0 {1:.6f} h {1:.6f}\n", 0.1 * i, 0.2 * i);
  const LogDiagnosis diagnosis = examined(text);
  EXPECT_TRUE(finds(diagnosis, "exact multiples of 0.2 s")) << all(diagnosis);
  EXPECT_TRUE(finds(diagnosis, "cannot be mapped")) << all(diagnosis);
}

TEST_F(LogDoctor, LooksAtMessagesOfUsarsim) {
  std::string text;
  for (int i = 0; i < 20; ++i)
    text += fmt::format(
        "SEN {{Time {:.2f}}} {{Type RangeScanner}} {{Name S1}} {{Resolution 0.5}} {{FOV 1}} "
        "{{Range "
        "1,2,3}}\r\nSEN {{Type Odometry}} {{Name O}} {{Pose {},0,0}}\r\n",
        0.2 * i, 0.1 * i);
  const LogDiagnosis diagnosis = examined(text);
  ASSERT_EQ(diagnosis.streams.size(), 2U);
  EXPECT_EQ(diagnosis.streams[1].name, "SEN RangeScanner S1");
  EXPECT_TRUE(finds(diagnosis, "20 lines say no time")) << all(diagnosis);
  EXPECT_TRUE(finds(diagnosis, "No CONF or GEO")) << all(diagnosis);
  EXPECT_NEAR(diagnosis.odometry.length, 1.9, 1e-9);
}

TEST_F(LogDoctor, LooksAtTrajectoriesRelationsGraphsAndMaps) {
  EXPECT_EQ(examined("1 0 0 0\n2 1 0 0\n3 2 0 0\n").streams[0].count, 3U);
  const LogDiagnosis relations =
      examined("1 2 0.5 0 0 0 0 0.1\n2 1 0.5 0 0 0 0 0.1\n1 50 1 0 0 0 0 0\n");
  EXPECT_EQ(relations.kind, "a relations file");
  EXPECT_TRUE(finds(relations, "1 relations link two stamps")) << all(relations);
  const LogDiagnosis graph = examined("VERTEX_SE2 0 0 0 0\nVERTEX_SE2 1 1 0 0\n");
  EXPECT_TRUE(finds(graph, "falls into 2 parts")) << all(graph);
  write("m.pgm", "P2 2 1 255\n0 0\n");
  const LogDiagnosis map = examined("image: m.pgm\nresolution: 0.1\norigin: [0, 0, 0]\n");
  EXPECT_TRUE(finds(map, "More is occupied than free")) << all(map);
  EXPECT_FALSE(diagnose(path("none")).ok());
}

TEST(RealLogs, AreFoundToBeGood) {
  const std::string folder = RUBBLE_SHARED_DIR "/data/slam/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "there is no " << folder;
  const auto diagnosis = diagnose(folder + "mit-csail.clf.xz");
  ASSERT_TRUE(diagnosis.ok()) << diagnosis.error().to_string();
  EXPECT_EQ(diagnosis->streams[0].count, 1988U);
  EXPECT_FALSE(diagnosis->has_problem()) << all(*diagnosis);
  ASSERT_EQ(diagnosis->lasers.size(), 1U);
  EXPECT_EQ(diagnosis->lasers[0].max_beams, 361U);
  EXPECT_NEAR(degrees(diagnosis->lasers[0].step), 0.5, 1e-9);
  EXPECT_NEAR(diagnosis->lasers[0].codes.at(0).first, 81.91, 1e-9);
}

TEST_F(LogDoctor, OdometryThatOnlyJumpsIsReportedAsLost) {
  std::string text;
  for (int i = 0; i < 12; ++i) {
    const std::string pose = std::to_string(i / 4 * 3) + " 0 0 ";
    text += "FLASER 5 1 2 3 2.5 1.5 " + pose + pose + std::to_string(1000 + 0.2 * i) + " h " +
            std::to_string(0.2 * i) + "\n";
  }
  const LogDiagnosis diagnosis = examined(text);
  EXPECT_TRUE(finds(diagnosis, "stands still but for 2 jumps")) << all(diagnosis);
}

}  // namespace
}  // namespace rubble::logs
