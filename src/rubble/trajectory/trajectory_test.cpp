// SPDX-License-Identifier: Apache-2.0
#include "rubble/trajectory/trajectory.h"

#include <fmt/format.h>
#include <zlib.h>

#include "rubble/geometry/pose2.h"
#include "rubble/serialization/scratch_files.h"

namespace rubble::trajectory {
namespace {

const std::string kTum =
    "# timestamp tx ty tz qx qy qz qw\n"
    "1134864629.895182 1 2 0 0 0 0 1\n"
    "1134864630.105182 1.5 2 0 0 0 0.7071067811865476 0.7071067811865476\n"
    "1134864630.315182 2 2.5 0 0 0 1 0\n";

class TrajectoryFile : public ScratchFiles {
 protected:
  Trajectory read(const std::string& text, std::optional<TrajectoryFormat> format = {}) {
    const auto result = read_trajectory(write("t", text), {.format = format});
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().to_string());
    return result.ok() ? *result : Trajectory{};
  }
  std::string complaint(const std::string& text, std::optional<TrajectoryFormat> format = {}) {
    const auto result = read_trajectory(write("t", text), {.format = format});
    return result.ok() ? "" : result.error().to_string();
  }
  // Written and read again, by content alone.
  Trajectory again(const Trajectory& trajectory, const std::string& name) {
    const auto written = write_trajectory(path(name), trajectory);
    EXPECT_TRUE(written.ok()) << (written.ok() ? "" : written.error().to_string());
    const auto result = read_trajectory(path(name));
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().to_string());
    return result.ok() ? *result : Trajectory{};
  }
};

void expect_equal(const Trajectory& one, const Trajectory& other) {
  ASSERT_EQ(one.poses.size(), other.poses.size());
  for (std::size_t i = 0; i < one.poses.size(); ++i) {
    EXPECT_EQ(one.poses[i].stamp, other.poses[i].stamp) << i;
    EXPECT_EQ(one.poses[i].pose, other.poses[i].pose) << i;
  }
}

Trajectory spiral(bool is_planar) {
  Trajectory trajectory;
  for (int i = 0; i < 200; ++i) {
    const double turn = wrap_angle(0.1 * i);
    trajectory.poses.push_back(
        {1700000000.0 + 0.1 * i,
         make_pose(turn * std::cos(turn), turn * std::sin(turn), is_planar ? 0.0 : 0.01 * i, 0.0,
                   is_planar ? 0.0 : 0.3 * std::sin(turn), turn)});
  }
  trajectory.is_planar = is_planar;
  return trajectory;
}

TEST_F(TrajectoryFile, OfTumIsReadToItsLastDigit) {
  const Trajectory trajectory = read(kTum);
  ASSERT_EQ(trajectory.poses.size(), 3U);
  EXPECT_EQ(trajectory.poses[0].stamp, 1134864629.895182);
  EXPECT_EQ(trajectory.poses[1].pose.position, Vec3(1.5, 2, 0));
  EXPECT_NEAR(planar(trajectory.poses[1].pose).theta, kPi / 2, 1e-12);
  EXPECT_TRUE(trajectory.is_planar);
  EXPECT_TRUE(trajectory.has_stamps);
  EXPECT_TRUE(trajectory.remarks.empty());
}

TEST_F(TrajectoryFile, MayHaveCrLfCommentsDoubledBlanksCommasAndAByteOrderMark) {
  const Trajectory plain = read(kTum);
  std::string text = "\xef\xbb\xbf";
  for (const char letter : kTum)
    if (letter == '\n')
      text += "\r\n# more\r\n\r\n";
    else if (letter == ' ')
      text += "  \t";
    else
      text += letter;
  expect_equal(read(text), plain);
  std::string old_mac = kTum;
  std::replace(old_mac.begin(), old_mac.end(), '\n', '\r');
  expect_equal(read(old_mac), plain);
  std::string commas = kTum;
  std::replace(commas.begin(), commas.end(), ' ', ',');
  expect_equal(read(commas, TrajectoryFormat::Tum), plain);
  expect_equal(read("timestamp tx ty tz qx qy qz qw\n" + kTum), plain);
}

TEST_F(TrajectoryFile, IsUnpackedFromGzip) {
  const gzFile file = gzopen(path("t.gz").c_str(), "wb");
  gzwrite(file, kTum.data(), static_cast<unsigned>(kTum.size()));
  gzclose(file);
  expect_equal(*read_trajectory(path("t.gz")), read(kTum));
}

TEST_F(TrajectoryFile, WithBackwardStampsIsPutInOrderAndTheLaterLineStandsLast) {
  const Trajectory trajectory = read("3 3 0 0\n1 1 0 0\n2 2 0 0\n1 9 0 0\n");
  ASSERT_EQ(trajectory.poses.size(), 4U);
  EXPECT_EQ(trajectory.poses[0].pose.position.x(), 1.0);
  EXPECT_EQ(trajectory.poses[1].pose.position.x(), 9.0);
  EXPECT_EQ(trajectory.poses[3].pose.position.x(), 3.0);
  EXPECT_TRUE(has_remark(trajectory.remarks, "go back 2 times"));
  EXPECT_TRUE(has_remark(trajectory.remarks, "1 of 4 poses have the same stamp"));
}

TEST_F(TrajectoryFile, WithStampsOfSixDigitsSaysWhyTheyCollide) {
  const Trajectory trajectory = read("1.13487e+09 0 0 0\n1.13487e+09 1 0 0\n1.13488e+09 2 0 0\n");
  EXPECT_EQ(trajectory.poses[0].stamp, 1134870000.0);
  EXPECT_TRUE(has_remark(trajectory.remarks, "only 6 digits"));
}

TEST_F(TrajectoryFile, InNanoMicroOrMillisecondsBecomesSeconds) {
  for (const auto& [factor, name] :
       {std::pair{1e9, "nanoseconds"}, {1e6, "microseconds"}, {1e3, "milliseconds"}}) {
    for (const double start : {1134864629.5, 12000.0}) {
      std::string text;
      for (int i = 0; i < 20; ++i)
        text += fmt::format("{:.0f} {} 0 0\n", (start + 0.25 * i) * factor, i);
      if (start * factor < 1e12 && factor < 1e9) continue;  // could as well be seconds
      const Trajectory trajectory = read(text);
      EXPECT_NEAR(trajectory.poses[3].stamp, start + 0.75, 1e-6) << text.substr(0, 40);
      EXPECT_TRUE(has_remark(trajectory.remarks, name)) << text.substr(0, 40);
    }
  }
}

TEST_F(TrajectoryFile, OfSecondsStaysAsItIs) {
  for (const double start : {0.0, -0.4, 1211.52, 1134864629.5, 99999999.0}) {
    std::string text;
    for (int i = 0; i < 20; ++i) text += fmt::format("{:.6f} {} 0 0\n", start + 0.25 * i, i);
    const Trajectory trajectory = read(text);
    EXPECT_NEAR(trajectory.poses[0].stamp, start, 1e-6);
    EXPECT_TRUE(trajectory.remarks.empty()) << trajectory.remarks.front();
  }
}

TEST_F(TrajectoryFile, OfMixedUnitsIsRefused) {
  const std::string said =
      complaint("1134864629 0 0 0\n1134864630 0 0 0\n1134864631000000000 1 0 0\n");
  EXPECT_TRUE(has_text(said, "different units")) << said;
}

TEST_F(TrajectoryFile, ThatIsCutOffInItsLastLineLosesOnlyThat) {
  const Trajectory trajectory = read(kTum.substr(0, kTum.size() - 8));
  EXPECT_EQ(trajectory.poses.size(), 2U);
  EXPECT_TRUE(has_remark(trajectory.remarks, "last line (4) is cut off"));
  const std::string said = complaint(kTum.substr(0, kTum.size() - 8) + "\n");
  EXPECT_TRUE(has_text(said, "/t:4: wanted 8 numbers")) << said;
}

TEST_F(TrajectoryFile, WithABrokenLineNamesIt) {
  EXPECT_TRUE(has_text(complaint("1 0 0 0\n2 0 nan 0\n3 0 0 0\n"), "/t:2: 'nan' is not a finite"));
  EXPECT_TRUE(has_text(complaint("1 0 0 0\n2 0 inf 0\n3 0 0 0\n"), "/t:2: 'inf'"));
  EXPECT_TRUE(has_text(complaint("1 0 0 0\n2 0 0\n3 0 0 0\n"), "/t:2: wanted 4 numbers"));
  EXPECT_TRUE(has_text(complaint("1 0 0 0\n2 0 0 1x\n3 0 0 0\n"), "/t:2: '1x'"));
}

TEST_F(TrajectoryFile, WithQuaternionsOfOtherLengthIsPutRightButZeroIsAnError) {
  const Trajectory trajectory = read("1 0 0 0 0 0 0 1\n2 0 0 0 0 0 1.05 0\n3 0 0 0 0 0 0 1\n");
  EXPECT_EQ(trajectory.poses[1].pose.rotation.z(), 1.0);
  EXPECT_TRUE(has_remark(trajectory.remarks, "1 quaternions are not of length 1"));
  const std::string said = complaint("1 0 0 0 0 0 0 1\n2 0 0 0 0 0 0 0\n3 0 0 0 0 0 0 1\n");
  EXPECT_TRUE(has_text(said, "/t:2: the quaternion is zero")) << said;
}

TEST_F(TrajectoryFile, NonTrajectoryIsRejectedWithMessage) {
  EXPECT_TRUE(has_text(complaint(""), "empty"));
  EXPECT_TRUE(has_text(complaint("# nothing\n"), "cannot tell what this file is"));
  EXPECT_TRUE(has_text(complaint(std::string("\x7f"
                                             "ELF\0\0 1 2 3",
                                             11)),
                       "binary"));
  EXPECT_TRUE(has_text(complaint("1 2 3 4 5\n"), "its lines have 5 numbers"));
  EXPECT_TRUE(has_text(complaint("hello world\n"), "cannot tell"));
  EXPECT_TRUE(has_text(complaint("10.1 11.2 0.5 0 0 0 0 0.2\n10.5 11 0.4 0 0 0 0 -0.1\n"),
                       "looks like a relations file"));
  EXPECT_TRUE(has_text(complaint("# no pose\n", TrajectoryFormat::Tum), "not one pose"));
  EXPECT_TRUE(has_text(read_trajectory(path("none")).error().to_string(), "cannot be read"));
  EXPECT_TRUE(has_text(read_trajectory(folder_.string()).error().to_string(), "folder"));
  EXPECT_TRUE(has_text(complaint(std::string(3 << 20, '1')), "longer than 1 MB"));
  const std::string packed("\x1f\x8b\x08\0\0\0\0\0\0\0garbage", 17);
  EXPECT_TRUE(has_text(complaint(packed), "damaged")) << complaint(packed);
}

TEST_F(TrajectoryFile, OfKittiHasNoStampsUnlessGivenThem) {
  const std::string poses = "1 0 0 5 0 1 0 6 0 0 1 7\n0 -1 0 8 1 0 0 9 0 0 1 0\n";
  const Trajectory trajectory = read(poses);
  EXPECT_FALSE(trajectory.has_stamps);
  EXPECT_EQ(trajectory.poses[0].pose.position, Vec3(5, 6, 7));
  EXPECT_NEAR(planar(trajectory.poses[1].pose).theta, kPi / 2, 1e-12);
  EXPECT_EQ(trajectory.poses[1].stamp, 1.0);
  write("times", "10.5\n10.75\n");
  const auto timed = read_trajectory(path("t"), {.times = path("times")});
  ASSERT_TRUE(timed.ok());
  EXPECT_TRUE(timed->has_stamps);
  EXPECT_EQ(timed->poses[1].stamp, 10.75);
  write("times", "10.5\n");
  const auto wrong = read_trajectory(path("t"), {.times = path("times")});
  ASSERT_FALSE(wrong.ok());
  EXPECT_TRUE(has_text(wrong.error().to_string(), "has 1 stamps for the 2 poses"));
  EXPECT_TRUE(has_text(complaint("1 0 0 5 0 0 0 6 0 0 1 7\n"), "no rotation"));
}

TEST_F(TrajectoryFile, OfEurocIsNanosecondsAndScalarFirst) {
  const std::string row =
      "1403636579763555584,1,2,3,1,0,0,0,9,9,9,9,9,9,9,9,9\n"
      "1403636579813555456,1,2,4,0,0,0,1,9,9,9,9,9,9,9,9,9\n";
  const Trajectory trajectory = read("#timestamp, p_RS_R_x [m], p_y, p_z, q_RS_w [], x\n" + row);
  EXPECT_NEAR(trajectory.poses[0].stamp, 1403636579.763555584, 3e-7);
  EXPECT_EQ(trajectory.poses[0].pose.rotation.w(), 1.0);
  EXPECT_EQ(trajectory.poses[1].pose.rotation.z(), 1.0);
  EXPECT_TRUE(trajectory.remarks.empty());
  const Trajectory last = read("timestamp,tx,ty,tz,qx,qy,qz,qw\n" + row);
  EXPECT_EQ(last.poses[0].pose.rotation.x(), 1.0);
}

TEST_F(TrajectoryFile, OfG2oAndToroHasTheVerticesInOrderOfTheirIds) {
  const Trajectory g2o = read(
      "FIX 0\nVERTEX_SE2 5 3 0 0.5\nVERTEX_SE2 2 1 2 0\n"
      "EDGE_SE2 2 5 1 0 0 1 0 0 1 0 1\n");
  ASSERT_EQ(g2o.poses.size(), 2U);
  EXPECT_FALSE(g2o.has_stamps);
  EXPECT_EQ(g2o.poses[0].stamp, 2.0);
  EXPECT_EQ(g2o.poses[1].pose.position.x(), 3.0);
  const Trajectory spatial = read(
      "VERTEX_SE3:QUAT 0 1 2 3 0 0 0 1\n# STAMP 0 77.25\nVERTEX_SE3:QUAT 1 1 2 4 0 0 1 0\n"
      "# STAMP 1 78.5\n");
  EXPECT_TRUE(spatial.has_stamps);
  EXPECT_EQ(spatial.poses[1].stamp, 78.5);
  EXPECT_EQ(spatial.poses[1].pose.position.z(), 4.0);
  EXPECT_EQ(read("VERTEX2 0 1 2 0.25\n").poses[0].pose.position.y(), 2.0);
  EXPECT_TRUE(has_text(complaint("VERTEX_SE2 5 3 0\nVERTEX_SE2 6 3 0 1\n"),
                       "/t:1: wanted 'VERTEX_SE2 id x y theta'"));
}

constexpr const char* kLog =
    "# made by hand\n"
    "PARAM robot_name x y\n"
    "ODOM 5 5 5 0 0 0 10.1 host 0.1\n"
    "FLASER 3 1 1 1 0.3 0 0 0.1 0 0 10.2 host 0.2\n"
    "FLASER 3 1 1 1 1.3 1 0 1.1 1 0 10.4 host 0.4\n"
    "NEFF 3\n"
    "ODOM 6 6 6 0 0 0 10.5 host 0.5\n"
    "FLASER 3 1 1 1 2.3 1 -4.44089e-16 2.1 1 -4.44089e-16 10.3 host 0.6\n"
    "TRUEPOS 7 8 0.5 0 0 0 10.6 host 0.6\n";

TEST_F(TrajectoryFile, OfCarmenIsWhatStandsBehindTheScans) {
  const Trajectory tails = read(kLog);
  ASSERT_EQ(tails.poses.size(), 3U);
  EXPECT_EQ(tails.poses[0].stamp, 10.2);
  EXPECT_EQ(tails.poses[0].pose.position.x(), 0.1);
  EXPECT_EQ(tails.poses[1].pose.position.x(), 2.1);
  EXPECT_TRUE(tails.is_planar);
  const Trajectory odometry = read(kLog, trajectory_format("carmen-odom"));
  ASSERT_EQ(odometry.poses.size(), 2U);
  EXPECT_EQ(odometry.poses[1].pose.position.x(), 6.0);
  const Trajectory truth = read(kLog, trajectory_format("carmen-truth"));
  ASSERT_EQ(truth.poses.size(), 1U);
  EXPECT_EQ(truth.poses[0].stamp, 10.6);
}

// ROBOTLASER lines have their own stamp behind the five numbers that follow the poses.
TEST_F(TrajectoryFile, OfCarmensNewFormatHasTheStampsOfItsScans) {
  std::string log;
  for (int i = 0; i < 3; ++i)
    log += "ROBOTLASER1 0 -1.57 3.14 0.0174 80 0.01 0 2 1.5 2.5 1 40 8 7 6 " + std::to_string(i) +
           " 4 1 0.1 0.2 0.3 0.4 0.5 " + std::to_string(1134864629.5 + i) + " host " +
           std::to_string(7.25 + i) + "\n";
  const auto trajectory = read_trajectory(write("new.log", log));
  ASSERT_TRUE(trajectory) << trajectory.error().to_string();
  ASSERT_EQ(trajectory->poses.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(trajectory->poses[i].stamp, 1134864629.5 + static_cast<double>(i));
    EXPECT_EQ(trajectory->poses[i].pose.position.x(), static_cast<double>(i));
  }
}

TEST_F(TrajectoryFile, OfCarmenWithOnlyTheLaserCorrectedIsTheLasers) {
  const Trajectory trajectory = read(
      "FLASER 1 1 0 0 0 0 0 0 1 h 1\nFLASER 1 1 1 0 0 1.5 0 0 2 h 2\n"
      "FLASER 1 1 2 0 0 3 0.5 0 3 h 3\n");
  EXPECT_EQ(trajectory.poses[2].pose.position.x(), 2.0);
  EXPECT_TRUE(has_remark(trajectory.remarks, "drift apart"));
}

TEST_F(TrajectoryFile, OfCarmenSurvivesTheClocksOfItsHosts) {
  const std::string zeros = "FLASER 1 1 0 0 0 0 0 0 0 h 1\nFLASER 1 1 1 0 0 1 0 0 0 h 2.5\n";
  const Trajectory logger = read(zeros);
  EXPECT_EQ(logger.poses[1].stamp, 2.5);
  EXPECT_TRUE(has_remark(logger.remarks, "logger's"));
  const Trajectory stray = read(
      "FLASER 1 1 0 0 0 0 0 0 1134864629.5 h 1\nFLASER 1 1 1 0 0 1 0 0 -0.4 h 2\n"
      "FLASER 1 1 2 0 0 2 0 0 1134864630.5 h 3\nFLASER 1 1 oops\nFLASER 1 1 2 0 0 2");
  ASSERT_EQ(stray.poses.size(), 3U);
  EXPECT_EQ(stray.poses[1].stamp, 1134864629.5);
  EXPECT_TRUE(has_remark(stray.remarks, "1 lines have a stamp more than a day"));
  EXPECT_TRUE(has_remark(stray.remarks, "first is line 4"));
  EXPECT_TRUE(has_remark(stray.remarks, "last line is cut off"));
}

TEST_F(TrajectoryFile, OfUsarsimMessagesIsTheGroundTruth) {
  const Trajectory trajectory = read(
      "SEN {Time 2.00} {Type GroundTruth} {Name GT} {Location 1.00,2.00,3.00} {Orientation "
      "0.00,0.00,0.00}\r\nGEO {Type GroundTruth} {Name GT Location 0.5,0,0 Orientation 0,0,0}\r\n");
  ASSERT_EQ(trajectory.poses.size(), 1U);
  EXPECT_EQ(trajectory.poses[0].stamp, 2.0);
  EXPECT_NEAR((trajectory.poses[0].pose.position - Vec3(0.5, -2, -3)).norm(), 0.0, 1e-12);
  EXPECT_TRUE(has_text(complaint("STA {Time 1}\r\n"), "GroundTruth"));
}

TEST_F(TrajectoryFile, IsReadBackAsTheSameBits) {
  for (const bool is_planar : {true, false}) {
    const Trajectory trajectory = spiral(is_planar);
    expect_equal(again(trajectory, "a.tum"), trajectory);
    if (is_planar) expect_equal(again(trajectory, "a.txt"), trajectory);
    if (!is_planar) expect_equal(again(trajectory, "a.g2o"), trajectory);
  }
}

TEST_F(TrajectoryFile, KeepsPosesAndStampsInEveryFormat) {
  for (const bool is_planar : {true, false})
    for (const char* name : {"a.tum", "a.kitti", "a.csv", "a.g2o", "a.graph"}) {
      const Trajectory trajectory = spiral(is_planar);
      const Trajectory back = again(trajectory, name);
      ASSERT_EQ(back.poses.size(), trajectory.poses.size()) << name;
      EXPECT_EQ(back.is_planar, is_planar) << name;
      for (std::size_t i = 0; i < back.poses.size(); ++i) {
        const Pose difference = trajectory.poses[i].pose.inverse() * back.poses[i].pose;
        EXPECT_NEAR(back.poses[i].stamp, trajectory.poses[i].stamp, 5e-7) << name;
        EXPECT_LT(difference.position.norm(), 1e-9) << name;
        EXPECT_LT(difference.rotation.vec().norm(), 1e-9) << name;
      }
    }
}

TEST_F(TrajectoryFile, IsNotWrittenWhereItCannotBe) {
  const Trajectory trajectory = spiral(true);
  EXPECT_TRUE(has_text(write_trajectory(path("none/a.tum"), trajectory).error().to_string(),
                       "cannot be written"));
  EXPECT_TRUE(has_text(write_trajectory(path("a.what"), trajectory).error().to_string(),
                       "cannot tell the format"));
  EXPECT_TRUE(has_text(write_trajectory(path("a.clf"), trajectory).error().to_string(), "log"));
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(TrajectoryFile, IsWrittenThroughALink) {
  Trajectory trajectory;
  trajectory.poses.push_back({1.0, Pose{}});
  std::filesystem::create_symlink("real.tum", path("link.tum"));
  for (int times = 0; times < 2; ++times) {  // first it leads nowhere
    ASSERT_TRUE(write_trajectory(path("link.tum"), trajectory).ok());
    EXPECT_TRUE(std::filesystem::is_symlink(path("link.tum")));
    EXPECT_EQ(read_trajectory(path("real.tum"))->poses.size(), 1U);
  }
  std::filesystem::create_symlink("round.tum", path("round.tum"));
  EXPECT_FALSE(write_trajectory(path("round.tum"), trajectory).ok());
  EXPECT_TRUE(std::filesystem::is_symlink(path("round.tum")));
}

TEST_F(TrajectoryFile, ImpossibleNumbersAreRejectedWithMessageAndLine) {
  const auto complaint = [&](const std::string& text) {
    const auto read = read_trajectory(write("a.txt", text));
    return read.ok() ? "" : read.error().to_string();
  };
  EXPECT_TRUE(has_text(complaint("1 0 0 0\n2 1e300 0 0\n"), "a.txt:2: a number is too large"));
  EXPECT_TRUE(has_text(complaint("1 0 0 0\n2 0 0 1e300\n"), "a.txt:2: a number is too large"));
  EXPECT_TRUE(has_text(complaint("1 0 0 0\n-1e300 0 0 0\n"), "a.txt:2: a number is too large"));
  EXPECT_TRUE(has_text(complaint("1 0 0 0 0 0 0 1\n2 0 0 -1e10 0 0 0 1\n"), "a.txt:2: "));
}

TEST_F(TrajectoryFile, ExcessiveRotationsAreRejectedWithMessage) {
  const auto complaint = [&](const std::string& text) {
    const auto read = read_trajectory(write("a.txt", text));
    return read.ok() ? "" : read.error().to_string();
  };
  EXPECT_TRUE(has_text(complaint("1 0 0 0 0 0 0 1\n2 0 0 0 1e300 0 0 1\n3 0 0 0 0 0 0 1\n"),
                       "a.txt:2: the quaternion is too large"));
  EXPECT_TRUE(has_text(complaint("1e300 0 0 0 0 1e300 0 0 0 0 1e300 0\n"), "are no rotation"));
}

TEST_F(TrajectoryFile, OfEurocHoldsOnlyStampsThatAreNanoseconds) {
  Trajectory trajectory;
  trajectory.poses.push_back({1e12, Pose{}});
  EXPECT_FALSE(write_trajectory(path("a.csv"), trajectory).ok());
  EXPECT_FALSE(std::filesystem::exists(path("a.csv")));
}

TEST_F(TrajectoryFile, AsACarmenLogHasTheScansWithItsPoses) {
  write("log", kLog);
  Trajectory trajectory;
  trajectory.poses = {{10.2, make_pose(1, 2, 0, 0, 0, 3.0)},
                      {10.4, make_pose(3, 4, 0, 0, 0, -3.0)}};
  ASSERT_TRUE(write_carmen(path("out"), path("log"), trajectory).ok());
  const std::string text = content("out");
  EXPECT_TRUE(has_text(text, "FLASER 3 1 1 1 1 2 3 1 2 3 10.2 host 0.2\n")) << text;
  EXPECT_TRUE(has_text(text, "FLASER 3 1 1 1 3 4 -3 3 4 -3 10.4 host 0.4\n")) << text;
  EXPECT_FALSE(has_text(text, "ODOM"));
  const Trajectory back = *read_trajectory(path("out"));
  ASSERT_EQ(back.poses.size(), 3U);
  EXPECT_NEAR(back.poses[1].pose.position.x(), 2.0, 1e-9);
  EXPECT_NEAR(std::abs(planar(back.poses[1].pose).theta), kPi, 1e-9);
  trajectory.poses = {{1.0, Pose{}}, {2.0, Pose{}}};
  const auto none = write_carmen(path("out"), path("log"), trajectory);
  EXPECT_TRUE(has_text(none.error().to_string(), "none of its 3 scans"));
}

TEST_F(TrajectoryFile, OfManyLinesIsReadWhole) {
  std::string text;
  for (int i = 0; i < 300000; ++i) text += fmt::format("{} {} 0 0.5\n", 0.01 * i, i);
  const Trajectory trajectory = read(text);
  ASSERT_EQ(trajectory.poses.size(), 300000U);
  EXPECT_EQ(trajectory.poses.back().pose.position.x(), 299999.0);
}

TEST(RealTrajectory, IsReadFromTheLogsAndReferences) {
  const std::string folder = RUBBLE_SHARED_DIR "/data/slam/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "there is no " << folder;
  const auto csail = read_trajectory(folder + "mit-csail.clf.xz");
  ASSERT_TRUE(csail.ok()) << csail.error().to_string();
  EXPECT_EQ(csail->poses.size(), 1988U);
  EXPECT_NEAR(csail->poses.back().stamp - csail->poses.front().stamp, 424.0, 1.0);
  EXPECT_EQ(read_trajectory(folder + "fr079.clf.xz")->poses.size(), 4799U);
  EXPECT_EQ(read_trajectory(folder + "fr079.clf.xz", {.format = TrajectoryFormat::CarmenOdometry})
                ->poses.size(),
            4934U);
  EXPECT_EQ(read_trajectory(folder + "fr079.gmapping-reference.txt")->poses.size(), 4791U);
  EXPECT_EQ(read_trajectory(folder + "graphs/M3500b.g2o.gz")->poses.size(), 3500U);
  EXPECT_FALSE(read_trajectory(folder + "fr079.relations").ok());
}

}  // namespace
}  // namespace rubble::trajectory
