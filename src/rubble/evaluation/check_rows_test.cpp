// SPDX-License-Identifier: Apache-2.0
// Real logs with relations verified by hand, against values worked out elsewhere.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "rubble/evaluation/comparison.h"
#include "rubble/evaluation/relation_metric.h"
#include "rubble/evaluation/test_paths.h"

namespace rubble::evaluation {
namespace {

const std::string kSlamFolder = RUBBLE_SHARED_DIR "/data/slam/";

std::string row_of(const RelationAssessment& found) {
  const auto &t = found.all.translation, &r = found.all.rotation_deg;
  return fmt::format("{:.3f} ± {:.3f} | {:.3f} ± {:.3f} | {:.2f} | {:.2f} ± {:.2f} | {:.2f}",
                     t.mean, t.std, t.squared_mean, t.squared_std, t.max, r.mean, r.std, r.max);
}

constexpr const char* kCsailRow = "1.681 ± 5.292 | 30.835 ± 107.885 | 22.97 | 5.07 ± 8.24 | 59.69";
constexpr const char* kOdometryRow =
    "5.090 ± 11.085 | 148.778 ± 449.041 | 51.24 | 30.37 ± 45.57 | 178.55";
constexpr const char* kGmappingRow = "0.058 ± 0.042 | 0.005 ± 0.008 | 0.25 | 0.71 ± 0.69 | 5.90";

class CheckRows : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kSlamFolder)) GTEST_SKIP() << "the real logs are not here";
    folder_ = std::filesystem::temp_directory_path() /
              ("rubble_rows_" + std::to_string(getpid()) +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static trajectory::Trajectory trajectory(
      const std::string& name, std::optional<trajectory::TrajectoryFormat> format = {}) {
    auto read = trajectory::read_trajectory(kSlamFolder + name, {.format = format});
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().to_string());
    return std::move(read).value();
  }
  static trajectory::RelationFile relations(const std::string& path) {
    auto read = trajectory::read_relations(path);
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().to_string());
    return std::move(read).value();
  }
  static std::vector<std::string> lines_of(const std::string& name) {
    std::ifstream file(kSlamFolder + name);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }
  // Relations written anew from changed lines.
  trajectory::RelationFile rewritten(const std::vector<std::string>& lines,
                                     const char* end = "\n") {
    const std::string path = (folder_ / "changed.relations").string();
    std::ofstream file(path, std::ios::binary);
    for (const std::string& line : lines) file << line << end;
    file.close();
    return relations(path);
  }
  static trajectory::Trajectory csail() {
    return trajectory("mit-csail.clf.xz", trajectory::TrajectoryFormat::Carmen);
  }

  std::filesystem::path folder_;
};

TEST_F(CheckRows, CsailOdometry) {
  const auto found = assess_relations(csail(), relations(kSlamFolder + "mit-csail.relations"));
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->matched, 1172u);
  EXPECT_EQ(row_of(*found), kCsailRow);
  EXPECT_EQ(found->neighbour.translation.count, 1046u);
}

TEST_F(CheckRows, CsailMatchesWithTheToleranceOfFiveDigits) {
  MetricSettings settings;
  settings.lookup.tolerance = 1e-5;
  const auto found =
      assess_relations(csail(), relations(kSlamFolder + "mit-csail.relations"), settings);
  EXPECT_EQ(found->matched, 1172u);
}

TEST_F(CheckRows, Fr079Odometry) {
  const auto found =
      assess_relations(trajectory("fr079.clf.xz", trajectory::TrajectoryFormat::CarmenOdometry),
                       relations(kSlamFolder + "fr079-resolved.relations"));
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->matched, 1675u);
  EXPECT_EQ(row_of(*found), kOdometryRow);
}

TEST_F(CheckRows, Fr079GmappingReference) {
  const auto found = assess_relations(trajectory("fr079.gmapping-reference.txt"),
                                      relations(kSlamFolder + "fr079-resolved.relations"));
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->matched, 1662u);
  EXPECT_EQ(found->interpolated, 13u);
  EXPECT_EQ(found->unmatched, 0u);
  EXPECT_EQ(row_of(*found), kGmappingRow);
}

TEST_F(CheckRows, StayTheSameHoweverTheRelationsAreWritten) {
  const auto estimate = trajectory("fr079.gmapping-reference.txt");
  auto lines = lines_of("fr079-resolved.relations");
  Random(1, "lines").shuffle(lines);
  EXPECT_EQ(row_of(*assess_relations(estimate, rewritten(lines))), kGmappingRow) << "shuffled";
  EXPECT_EQ(row_of(*assess_relations(estimate, rewritten(lines, "\r\n"))), kGmappingRow) << "CRLF";
  std::vector<std::string> spaced{"# relations", ""};
  for (const std::string& line : lines) {
    std::string wide = " ";
    for (const char c : line) wide += c == ' ' ? std::string("  ") : std::string(1, c);
    spaced.push_back(wide + " ");
    spaced.push_back("# another");
  }
  EXPECT_EQ(row_of(*assess_relations(estimate, rewritten(spaced))), kGmappingRow) << "blanks";
}

// Each line the other way round, with as many digits as the original, and more stamps than needed.
TEST_F(CheckRows, StayTheSameTheOtherWayRound) {
  for (const auto& [name, estimate, row] :
       {std::tuple{"mit-csail.relations", csail(), kCsailRow},
        std::tuple{"fr079-resolved.relations", trajectory("fr079.gmapping-reference.txt"),
                   kGmappingRow}}) {
    trajectory::RelationFile file = relations(kSlamFolder + name);
    std::vector<std::string> lines;
    for (const trajectory::Relation& relation : file.relations) {
      const Pose2 back = planar(relation.i_from_j.inverse());
      lines.push_back(fmt::format("{:.6f} {:.6f} {:.9f} {:.9f} 0 0 0 {:.9f}", relation.stamp_j,
                                  relation.stamp_i, back.x, back.y, back.theta));
    }
    EXPECT_EQ(row_of(*assess_relations(estimate, rewritten(lines))), row);
  }
}

TEST_F(CheckRows, StayTheSameWithFiveDigitStamps) {
  trajectory::RelationFile file = relations(kSlamFolder + "fr079-resolved.relations");
  std::vector<std::string> lines;
  for (const trajectory::Relation& relation : file.relations) {
    const Pose2 pose = planar(relation.i_from_j);
    lines.push_back(fmt::format("{:.5f} {:.5f} {:.6f} {:.6f} 0 0 0 {:.6f}", relation.stamp_i,
                                relation.stamp_j, pose.x, pose.y, pose.theta));
  }
  EXPECT_EQ(row_of(*assess_relations(trajectory("fr079.gmapping-reference.txt"), rewritten(lines))),
            kGmappingRow);
}

TEST_F(CheckRows, NoiseIsNotDifferentAndOdometryIs) {
  const auto truth = relations(kSlamFolder + "fr079-resolved.relations");
  const auto reference = trajectory("fr079.gmapping-reference.txt");
  const auto gmapping = *assess_relations(reference, truth);
  const auto noisy = *assess_relations(test::with_noise(reference, 1, 0.01), truth);
  const auto noisy_too = *assess_relations(test::with_noise(reference, 2, 0.01), truth);
  const auto worse = *assess_relations(test::with_noise(reference, 3, 0.06), truth);
  const auto odometry = *assess_relations(
      trajectory("fr079.clf.xz", trajectory::TrajectoryFormat::CarmenOdometry), truth);
  const auto one = [](const RelationAssessment& a, const RelationAssessment& b) {
    return compare_by_relations({&a, &b}).front();
  };
  EXPECT_NE(one(noisy, noisy_too).verdict(), Verdict::Different);
  EXPECT_EQ(one(gmapping, gmapping).verdict(), Verdict::Equivalent);
  EXPECT_TRUE(one(gmapping, odometry).find(Measure::Loop, Part::Translation)->is_different());
  EXPECT_TRUE(one(gmapping, worse).find(Measure::Neighbour, Part::Translation)->is_different());
  const auto all = compare_by_relations({&noisy, &noisy_too, &worse, &odometry});
  ASSERT_EQ(all.size(), 6u);
  EXPECT_FALSE(all[0].is_different());
  for (std::size_t k = 1; k < 6; ++k) EXPECT_TRUE(all[k].is_different()) << k;
}

}  // namespace
}  // namespace rubble::evaluation
