// SPDX-License-Identifier: Apache-2.0
// Laws of the challenge's conditions, in places of a few metres.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>

#include "apps/commands.h"
#include "apps/support.h"
#include "rubble/base/shell_text.h"
#include "rubble/challenge/beam_classification.h"
#include "rubble/challenge/challenge.h"
#include "rubble/challenge/drive_record.h"
#include "rubble/challenge/robot.h"
#include "rubble/generators/hallway.h"

namespace rubble {
namespace {

challenge::PlaceSettings small_place(const std::string& condition) {
  return {.seed = 4,
          .condition = challenge::conditions_named({condition})->front(),
          .width = 6.25,
          .height = 5.0};
}

// One drive a condition, kept for all tests.
class ChallengeConditions : public testing::Test {
 protected:
  static void TearDownTestSuite() {
    drives_.clear();
    folder_.reset();
  }

  static const challenge::ChallengeDrive& drive(const challenge::PlaceSettings& place,
                                                const std::string& name) {
    if (!folder_) folder_ = std::make_unique<apps::TemporaryFolder>("conditions");
    if (const auto known = drives_.find(name); known != drives_.end()) return known->second;
    const std::string folder = folder_->path() + "/" + name;
    auto driven = challenge::drive_challenge(place, folder, [](double) {});
    EXPECT_TRUE(driven.ok()) << driven.error().to_string();
    EXPECT_TRUE(challenge::write_drive_record(folder, place, *driven).ok());
    return drives_[name] = *std::move(driven);
  }
  static const challenge::ChallengeDrive& drive(const std::string& condition) {
    return drive(small_place(condition), condition);
  }
  static std::string folder_of(const std::string& name) { return folder_->path() + "/" + name; }

  static logs::RobotLog log_of(const challenge::ChallengeDrive& driven) {
    auto log = logs::read_robot_log(driven.files.recording);
    EXPECT_TRUE(log.ok()) << log.error().to_string();
    return *std::move(log);
  }

 private:
  static inline std::unique_ptr<apps::TemporaryFolder> folder_;
  static inline std::map<std::string, challenge::ChallengeDrive> drives_;
};

// Of all beams: how many came back, and the farthest of them.
struct Returns {
  double share = 0.0;
  double farthest = 0.0;  // m
};

Returns returns_of(const logs::RobotLog& log) {
  double count = 0.0, beams = 0.0;
  Returns returns;
  for (const logs::LaserScan& sweep : log.laser_scans)
    for (const float range : sweep.ranges) {
      beams += 1.0;
      if (!(range > 0.0F)) continue;
      count += 1.0;
      returns.farthest = std::max(returns.farthest, static_cast<double>(range));
    }
  returns.share = count / beams;
  return returns;
}

TEST_F(ChallengeConditions, TheSameSeedTwiceIsTheSameDrive) {
  EXPECT_EQ(drive("maze").state_hash, drive(small_place("maze"), "again").state_hash);
  EXPECT_GT(drive("maze").cells_driven, drive("maze").cells / 2);
  EXPECT_GE(drive("maze").cells_seen, drive("maze").cells_driven);
}

TEST_F(ChallengeConditions, SlipMakesOdometryWorse) {
  const auto firm = challenge::measure_odometry_drift(log_of(drive("maze")));
  const auto slippery = challenge::measure_odometry_drift(log_of(drive("slip")));
  EXPECT_GT(slippery.wheels, 1.2 * firm.wheels);
  EXPECT_GT(slippery.inertial, 1.2 * firm.inertial);
  EXPECT_EQ(drive("slip").stops_missed, 0);
}

TEST_F(ChallengeConditions, SmokeAndGlassTakeReturnsAndLeaveTheDriveAsItIs) {
  const double clear = returns_of(log_of(drive("maze"))).share;
  EXPECT_LT(returns_of(log_of(drive("smoke"))).share, 0.9 * clear);
  EXPECT_LT(returns_of(log_of(drive("glass"))).share, 0.95 * clear);
  EXPECT_EQ(drive("smoke").state_hash, drive("maze").state_hash);
  EXPECT_EQ(drive("glass").cells_driven, drive("maze").cells_driven);
}

TEST_F(ChallengeConditions, NoReadingIsBeyondTheLaserRangeAndTheDriveIsTheSame) {
  challenge::PlaceSettings place = small_place("maze");
  place.laser_range = 1.5;
  const Returns returns = returns_of(log_of(drive(place, "short")));
  EXPECT_GT(returns.share, 0.3);
  EXPECT_LE(returns.farthest, 1.5);
  EXPECT_GT(returns_of(log_of(drive("maze"))).farthest, 1.5);
  EXPECT_EQ(drive(place, "short").state_hash, drive("maze").state_hash);
  EXPECT_NE(challenge::repeat_command(drive(place, "short"), 4).find("/element.sdf"),
            std::string::npos);
  EXPECT_EQ(apps::run({.from = drive(place, "short").files.recording}), apps::kDone)
      << "the recording has the robot's file, too";
  EXPECT_EQ(challenge::challenge_teams(1.5).front().scans.max_hit_range, 1.5);
}

TEST_F(ChallengeConditions, TheHallwayIsDrivenRoundTwiceAndTheLoopCloses) {
  const challenge::ChallengeDrive& round = drive("hallway");
  EXPECT_EQ(round.cells_driven, round.cells);
  const logs::RobotLog log = log_of(round);
  const Vec3 home = log.truth.front().pose.position, end = log.truth.back().pose.position;
  EXPECT_LT((home - end).head<2>().norm(), 0.4);
  const auto passes = [&](double from, double to) {
    return std::any_of(log.truth.begin(), log.truth.end(), [&](const StampedPose& moment) {
      const double share = moment.stamp / log.truth.back().stamp;
      return share > from && share < to && (moment.pose.position - home).head<2>().norm() < 0.4;
    });
  };
  EXPECT_TRUE(passes(0.4, 0.6)) << "it comes by its start half-way";
  EXPECT_FALSE(passes(0.15, 0.35));
}

TEST_F(ChallengeConditions, TheTruthAsATeamHasNoErrorAndAGoodMap) {
  const challenge::ChallengeDrive& driven = drive("maze");
  const std::string truth = folder_of("maze") + "/exact.tum";
  ASSERT_TRUE(
      trajectory::write_trajectory(truth, *trajectory::read_trajectory(driven.files.recording)));
  const auto submissions =
      challenge::submissions_of({"truth=" + folder_of("{condition}") + "/exact.tum"}, {});
  ASSERT_TRUE(submissions.ok()) << submissions.error().to_string();
  const auto team = challenge::submission_team(submissions->front(), small_place("maze"));
  ASSERT_TRUE(team.ok()) << team.error().to_string();
  const auto seed = challenge::run_challenge_seed({.place = small_place("maze"),
                                                   .folder = folder_of("maze"),
                                                   .reuses_drive = true,
                                                   .teams = {*team}},
                                                  [](double, const std::string&) {});
  ASSERT_TRUE(seed.ok()) << seed.error().to_string();
  EXPECT_TRUE(seed->reuses_drive);
  EXPECT_EQ(seed->drive.state_hash, driven.state_hash);
  EXPECT_LT(seed->teams.front().assessment.all.translation.max, 1e-6);
  EXPECT_EQ(seed->teams.front().assessment.unmatched, 0U);
  ASSERT_TRUE(seed->teams.front().map_score);
  EXPECT_GT(seed->teams.front().map_score->wall_f1, 0.8);
}

TEST_F(ChallengeConditions, ARecordingOfSomethingElseIsNotKept) {
  drive("maze");
  const auto refusal = [&](const challenge::PlaceSettings& place) {
    const auto kept = challenge::load_recorded_drive(folder_of("maze"), place);
    return kept ? std::string() : kept.error().message;
  };
  EXPECT_EQ(refusal(small_place("maze")), "");
  EXPECT_NE(refusal(small_place("glass")).find("condition maze, but glass is requested"),
            std::string::npos);
  challenge::PlaceSettings other = small_place("maze");
  other.laser_range = 4.0;
  EXPECT_NE(refusal(other).find("laser_range none, but 4.0 is requested"), std::string::npos);
  other = small_place("maze");
  other.height = 6.25;
  EXPECT_NE(refusal(other).find("height 5.0"), std::string::npos);
  other = small_place("maze");
  other.smoke = 0.001;
  EXPECT_NE(refusal(other).find("smoke 0.0"), std::string::npos);
  const std::string world = drive("maze").files.world;
  const std::string text = challenge::make_place(small_place("maze"))->sdf;
  ASSERT_TRUE(apps::write_file(world, text + " "));
  EXPECT_NE(refusal(small_place("maze")).find("is not the world"), std::string::npos);
  ASSERT_TRUE(apps::write_file(world, text));
  EXPECT_EQ(refusal(small_place("maze")), "");
  std::filesystem::remove(challenge::drive_record_file(folder_of("maze")));
  EXPECT_NE(refusal(small_place("maze")).find("is missing"), std::string::npos);
  EXPECT_TRUE(challenge::write_drive_record(folder_of("maze"), small_place("maze"), drive("maze")));
}

TEST_F(ChallengeConditions, ARecordingThatWasCutShortIsNotScored) {
  drive("maze");
  const std::string whole = folder_of("maze"), folder = folder_of("cut");
  std::filesystem::copy(whole, folder, std::filesystem::copy_options::recursive);
  const std::string recording = folder + "/run.mcap";
  std::filesystem::resize_file(recording, std::filesystem::file_size(recording) / 2);
  const auto result = challenge::run_challenge_seed({.place = small_place("maze"),
                                                     .folder = folder,
                                                     .reuses_drive = true,
                                                     .is_record_only = true,
                                                     .teams = {}},
                                                    [](double, const std::string&) {});
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("and the drive took"), std::string::npos)
      << result.error().to_string();
}

TEST(ChallengeGuests, AMissingSeedIsASentenceThatNamesIt) {
  const auto submissions =
      challenge::submissions_of({"us=nowhere/{condition}/{seed}.txt"}, {true, true});
  ASSERT_TRUE(submissions.ok()) << submissions.error().to_string();
  const auto team = challenge::submission_team(submissions->front(), small_place("glass"));
  ASSERT_FALSE(team.ok());
  EXPECT_NE(team.error().to_string().find("nowhere/glass/4.txt"), std::string::npos);
  EXPECT_NE(team.error().to_string().find("seed 4"), std::string::npos);
}

TEST(ChallengeGuests, SeveralRunsWantBracesAndNamesAreUnique) {
  const auto error = [](const std::vector<std::string>& words, challenge::SubmissionRuns runs) {
    const auto submissions = challenge::submissions_of(words, runs);
    return submissions ? std::string() : submissions.error().message;
  };
  EXPECT_EQ(error({"us=a.txt", "them=b.txt,b.yaml"}, {}), "");
  EXPECT_NE(error({"us=a.txt"}, {.are_several_seeds = true}).find("{seed}"), std::string::npos);
  EXPECT_NE(error({"us={seed}.txt,m.yaml"}, {.are_several_seeds = true}).find("m.yaml"),
            std::string::npos);
  EXPECT_NE(error({"us=a.txt"}, {.are_several_conditions = true}).find("{condition}"),
            std::string::npos);
  EXPECT_NE(error({"us=a.txt", "us=b.txt"}, {}).find("another team"), std::string::npos);
  EXPECT_NE(error({"graph SLAM=a.txt"}, {}).find("another team"), std::string::npos);
  for (const char* word : {"us", "=a.txt", "us=", "us=,m.yaml"})
    EXPECT_NE(error({word}, {}).find("NAME=TRAJECTORY"), std::string::npos) << word;
}

TEST(ChallengeGuests, NamesArePrintableAndMapsHaveOne) {
  for (const char* word : {" =a.txt", "a\x1b[31m=a.txt", "\xc3\xa9=a.txt", "us=a.txt,"})
    EXPECT_FALSE(challenge::submissions_of({word}, {}).ok()) << word;
  EXPECT_TRUE(challenge::submissions_of({"O'Hara <1>=a.txt"}, {}).ok());
}

TEST(ChallengePlaces, ConditionsAreNamedInListsOrAllTogether) {
  EXPECT_EQ(challenge::conditions_named({"all"})->size(), 5U);
  EXPECT_EQ(challenge::conditions_named({"slip,maze", "maze"})->size(), 2U);
  EXPECT_FALSE(challenge::conditions_named({"rain"}).ok());
  EXPECT_FALSE(challenge::conditions_named({"maze,"}).ok());
}

TEST(ChallengePlaces, TheMazeMadeHarderHasTheSameCellsAndPassages) {
  const auto plain = challenge::make_place(small_place("maze"));
  for (const char* word : {"glass", "smoke", "slip"}) {
    const auto harder = challenge::make_place(small_place(word));
    ASSERT_TRUE(harder.ok());
    EXPECT_EQ(harder->maze->hash(), plain->maze->hash()) << word;
    EXPECT_NE(harder->sdf, plain->sdf) << word;
  }
}

TEST(ShellText, PlainWordsStayAndOthersAreQuoted) {
  for (const char* word : {"out/seed1/maze.sdf", "P3AT@1,2,-3", "a=b", "-o"})
    EXPECT_EQ(shell_quoted(word), word);
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("my maze/a.sdf"), "'my maze/a.sdf'");
  EXPECT_EQ(shell_quoted("it's $HOME"), "'it'\\''s $HOME'");
}

TEST(ChallengePlaces, TheCommandThatRepeatsADriveIsQuoted) {
  const challenge::ChallengeDrive drive{
      .files = challenge::drive_files("my maze/seed1", challenge::challenge_conditions().front()),
      .robot = "my maze/seed1/element.sdf"};
  const std::string command = challenge::repeat_command(drive, 1);
  EXPECT_TRUE(command.starts_with(
      "./rubble run 'my maze/seed1/maze.sdf' --robot 'my maze/seed1/element.sdf' --sensor "))
      << command;
  EXPECT_TRUE(command.ends_with(" --drive 'my maze/seed1/path.jsonl'")) << command;
}

TEST(ChallengeScores, AveragesAreOverSeedsAndPooledOnesOverRelations) {
  const auto seed_with = [](std::vector<double> errors) {
    challenge::TeamResult team;
    team.team.name = "us";
    for (const double error : errors) {
      team.assessment.errors.emplace_back();
      team.assessment.errors.back().translation = error;
    }
    team.assessment.all = evaluation::summary_of_errors(team.assessment.errors);
    challenge::SeedResult seed;
    seed.teams = {team};
    return seed;
  };
  const std::vector<challenge::SeedResult> seeds{seed_with({1.0, 1.0, 1.0}), seed_with({3.0})};
  EXPECT_DOUBLE_EQ(challenge::pooled_scores(seeds).front().mean, 1.5);
  EXPECT_DOUBLE_EQ(challenge::averages_over_seeds(seeds).front().error.mean, 2.0);
  EXPECT_DOUBLE_EQ(challenge::averages_over_seeds(seeds).front().error.std, 1.0);
  const report::ReportTable table = challenge::error_table(
      std::vector<challenge::ConditionResult>{{challenge::challenge_conditions()[0], seeds},
                                              {challenge::challenge_conditions()[1], seeds}});
  EXPECT_EQ(table.head, (std::vector<std::string>{"Team", "maze", "hallway"}));
  EXPECT_EQ(table.rows.front(), (std::vector<std::string>{"us", "2.000 ± 1.000", "2.000 ± 1.000"}));
  EXPECT_NE(table.title.find("± their deviation"), std::string::npos);
  const std::vector<challenge::ConditionResult> single{
      {challenge::challenge_conditions()[0], {seed_with({1.0, 3.0})}}};
  for (const report::ReportTable& alone :
       {challenge::error_table(single), challenge::map_table(single)}) {
    EXPECT_EQ(alone.title.find("±"), std::string::npos) << "one seed has no deviation";
    EXPECT_EQ(alone.rows.front().back().find("±"), std::string::npos);
  }
  EXPECT_NE(challenge::challenge_json(single).find("\"absolute\":[2.0,null]"), std::string::npos);
}

}  // namespace
}  // namespace rubble
