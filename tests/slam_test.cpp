// SPDX-License-Identifier: Apache-2.0
// Our SLAM on real logs: against relations that people verified, and, where there are none, against
// the published result of another SLAM.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "rubble/evaluation/relation_metric.h"
#include "rubble/evaluation/trajectory_error.h"
#include "rubble/logs/robot_log.h"
#include "rubble/slam/2d/graph_slam.h"
#include "rubble/slam/2d/planar_scan.h"
#include "rubble/trajectory/trajectory.h"

namespace rubble {
namespace {

using slam::GraphSlam;
using trajectory::Trajectory;

const std::string kFolder = std::string(RUBBLE_SHARED_DIR) + "/data/slam/";

struct MappedLog {
  Trajectory trajectory;
  slam::SlamReport report;
  std::vector<trajectory::Constraint> constraints;
};

MappedLog mapped(const std::string& path) {
  const auto log = logs::read_robot_log(path);
  EXPECT_TRUE(log) << log.error().to_string();
  GraphSlam slam;
  const auto scans = slam::planar_scans(*log);
  for (const auto& scan : scans) slam.add_scan(scan);
  slam.finish();
  MappedLog result;
  result.trajectory.is_planar = true;
  for (std::size_t i = 0; i < scans.size(); ++i)
    result.trajectory.poses.push_back({scans[i].stamp, spatial(slam.poses()[i])});
  result.report = slam.report();
  result.constraints = slam.constraints();
  return result;
}

evaluation::RelationAssessment assessed(const MappedLog& log, const std::string& relations) {
  const auto truth = trajectory::read_relations(kFolder + relations);
  EXPECT_TRUE(truth) << truth.error().to_string();
  const auto result = evaluation::assess_relations(log.trajectory, *truth);
  EXPECT_TRUE(result) << result.error().to_string();
  return *result;
}

bool is_here() { return std::filesystem::exists(kFolder); }

TEST(RealLogs, MitCsailIsMappedAsWellAsPeopleVerifiedIt) {
  if (!is_here()) GTEST_SKIP() << "no " << kFolder;
  const MappedLog log = mapped(kFolder + "mit-csail.clf.xz");
  const auto result = assessed(log, "mit-csail.relations");
  EXPECT_EQ(result.matched, 1172U);
  EXPECT_EQ(result.unmatched, 0U);
  EXPECT_LE(result.all.translation.mean, 0.036);
  EXPECT_LE(result.all.rotation_deg.mean, 1.0);
  EXPECT_LE(result.loop.translation.mean, 0.06);
  EXPECT_EQ(log.report.rejected_loop_closures, 0);
}

TEST(RealLogs, Freiburg079IsMappedAsWellAsPeopleVerifiedIt) {
  if (!is_here()) GTEST_SKIP() << "no " << kFolder;
  const MappedLog log = mapped(kFolder + "fr079.clf.xz");
  const auto result = assessed(log, "fr079-resolved.relations");
  EXPECT_EQ(result.unmatched, 0U);
  EXPECT_LE(result.all.translation.mean, 0.050);
  EXPECT_LE(result.all.rotation_deg.mean, 1.0);
  EXPECT_LE(result.loop.translation.mean, 0.075);
  EXPECT_EQ(log.report.rejected_loop_closures, 0);
}

struct Reference {
  const char* log;
  double farthest;  // m, mean distance from the published result, both laid on each other
  int fewest_loops;
};

void expect_like(const Reference& reference) {
  const std::string path = kFolder + "logs/" + reference.log;
  const MappedLog log = mapped(path + ".clf.xz");
  const auto other = trajectory::read_trajectory(path + ".gmapping-reference.txt");
  ASSERT_TRUE(other) << other.error().to_string();
  const auto result = evaluation::assess_trajectory(log.trajectory, *other);
  ASSERT_TRUE(result) << result.error().to_string();
  EXPECT_LE(result->ate.rmse, reference.farthest) << reference.log;
  EXPECT_GE(log.report.loop_closures, reference.fewest_loops) << reference.log;
  EXPECT_EQ(log.report.rejected_loop_closures, 0) << reference.log;
}

TEST(RealLogs, LargeLoopsClose) {
  if (!is_here()) GTEST_SKIP() << "no " << kFolder;
  expect_like({"aces", 0.2, 50});
  expect_like({"seattle", 0.2, 50});
}

// Orebro's odometry was lost with its stamps: it is mapped by its scans alone.
TEST(RealLogs, AllTenLogs) {
  if (!is_here()) GTEST_SKIP() << "no " << kFolder;
  const char* sweep = std::getenv("RUBBLE_SWEEP");
  if (sweep == nullptr || std::string(sweep) != "full")
    GTEST_SKIP() << "two minutes; RUBBLE_SWEEP=full runs it";
  for (const Reference& reference : {Reference{"acapulco", 0.5, 20},
                                     {"belgioioso", 0.3, 40},
                                     {"edmonton", 1.0, 20},
                                     {"fhw", 0.4, 200},
                                     {"freiburg-101", 0.2, 100},
                                     {"freiburg-campus", 1.0, 200},
                                     {"infinite-corridor", 1.0, 500},
                                     {"orebro", 0.3, 5}})
    expect_like(reference);
}

}  // namespace
}  // namespace rubble
