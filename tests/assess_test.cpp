// SPDX-License-Identifier: Apache-2.0
// What `rubble assess` answers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/assess_options.h"
#include "apps/commands.h"
#include "apps/support.h"
#include "rubble/maps/occupancy_map.h"
#include "rubble/trajectory/constraint.h"

namespace rubble::apps {
namespace {

using Json = nlohmann::json;

const std::string kData = RUBBLE_SOURCE_DIR "/docs/data/";

struct Answer {
  int code = 0;
  std::string out;
  std::string err;

  Json json() const { return Json::parse(out, nullptr, false); }
};

Answer ask(const AssessOptions& options) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Answer answer;
  answer.code = assess(options);
  answer.out = testing::internal::GetCapturedStdout();
  answer.err = testing::internal::GetCapturedStderr();
  return answer;
}

AssessOptions slam_by_relations() {
  AssessOptions options;
  options.trajectories = {kData + "rounds-slam.tum"};
  options.relations = kData + "rounds.relations";
  options.json = true;
  return options;
}

AssessOptions both_by_relations() {
  AssessOptions options = slam_by_relations();
  options.trajectories = {"slam=" + kData + "rounds-slam.tum",
                          "wheels=" + kData + "rounds-odometry.txt"};
  return options;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string content_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

class Assess : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  std::string written(const std::string& name, const std::string& text) const {
    EXPECT_TRUE(write_file(path(name), text).ok());
    return path(name);
  }

 private:
  TemporaryFolder folder_{"rubble_assess"};
};

// As users of evo type it, but the truth comes last; what the last file is, decides.
TEST_F(Assess, TakesEstimatesAndTheirTruthWithoutOptions) {
  const auto files = [](const std::vector<std::string>& names) {
    AssessOptions options;
    for (const std::string& name : names) options.files.push_back(kData + name);
    options.json = true;
    return ask(options);
  };
  AssessOptions spelled;
  spelled.trajectories = {kData + "rounds-slam.tum"};
  spelled.truth = kData + "rounds-truth.tum";
  spelled.json = true;
  EXPECT_EQ(files({"rounds-slam.tum", "rounds-truth.tum"}).json()["ate"],
            ask(spelled).json()["ate"]);
  EXPECT_EQ(files({"rounds-slam.tum", "rounds.relations"}).json()["translation"],
            ask(slam_by_relations()).json()["translation"]);
  EXPECT_EQ(files({"rounds-slam.tum", "rounds-odometry.txt", "rounds.relations"})
                .json()["estimates"]
                .size(),
            2U);
  EXPECT_EQ(files({"rounds-slam.yaml", "rounds-truth.yaml"}).code, kDone);
  EXPECT_EQ(files({"rounds-slam.tum"}).code, kWrongUsage);
  EXPECT_EQ(files({"rounds-slam.tum", "nothing.tum"}).code, kBadInput);
  spelled.files = {kData + "rounds-slam.tum", kData + "rounds-truth.tum"};
  EXPECT_EQ(ask(spelled).code, kWrongUsage) << "two truths";
}

TEST_F(Assess, OneEstimateHasTheContractsKeysOnTop) {
  const Answer answer = ask(slam_by_relations());
  ASSERT_EQ(answer.code, kDone) << answer.err;
  const Json json = answer.json();
  ASSERT_TRUE(json.is_object()) << answer.out;
  EXPECT_EQ(json["matched"], 247);
  EXPECT_EQ(json["interpolated"], 0);
  EXPECT_EQ(json["unmatched"], 0);
  for (const Json& part : {json, json["neighbour"], json["loop"]})
    for (const char* const quantity : {"translation", "rotation_deg"})
      for (const char* const key : {"mean", "std", "squared_mean", "squared_std", "max"})
        EXPECT_TRUE(part[quantity][key].is_number()) << quantity << " " << key;
  EXPECT_EQ(json["neighbour"]["count"].get<int>() + json["loop"]["count"].get<int>(), 247);
  EXPECT_LT(json["translation"]["mean"].get<double>(), 0.05);
  EXPECT_EQ(json["worst"].size(), 10u);
  EXPECT_GE(json["worst"][0]["translation"], json["worst"][1]["translation"]);
  EXPECT_DOUBLE_EQ(json["worst"][0]["translation"], json["translation"]["max"]);
  EXPECT_GT(json["coverage"]["distance"].get<double>(), 0.95);
  const auto& interval = json["translation"]["mean_interval_95"];
  EXPECT_LT(interval[0].get<double>(), json["translation"]["mean"].get<double>());
  EXPECT_GT(interval[1].get<double>(), json["translation"]["mean"].get<double>());
}

TEST_F(Assess, SeveralEstimatesAreListedAndCompared) {
  const Json json = ask(both_by_relations()).json();
  ASSERT_EQ(json["estimates"].size(), 2u);
  EXPECT_EQ(json["estimates"][0]["name"], "slam");
  EXPECT_EQ(json["estimates"][1]["name"], "wheels");
  EXPECT_EQ(json["estimates"][1]["matched"], 247);
  ASSERT_EQ(json["comparisons"].size(), 1u);
  const Json& pair = json["comparisons"][0];
  EXPECT_EQ(pair["first"], "slam");
  EXPECT_TRUE(pair["different"].get<bool>()) << pair;
  EXPECT_EQ(pair["verdict"], "different");
  const Json& loops = pair["loop"]["translation"];
  EXPECT_LT(loops["ratio"].get<double>(), 1.0) << pair;
  EXPECT_NEAR(loops["ratio"].get<double>(),
              loops["first_mean"].get<double>() / loops["second_mean"].get<double>(), 1e-9);
  EXPECT_EQ(loops["p"].get<double>() < pair["level"].get<double>(),
            loops["interval"][1].get<double>() < 1.0);
  EXPECT_FALSE(pair.contains("ate"));
}

TEST_F(Assess, OneFileTwiceGetsTwoNamesAndIsEquivalent) {
  AssessOptions options = slam_by_relations();
  options.trajectories.push_back(options.trajectories.front());
  const Json json = ask(options).json();
  EXPECT_EQ(json["estimates"][0]["name"], "rounds-slam");
  EXPECT_EQ(json["estimates"][1]["name"], "rounds-slam (2)");
  EXPECT_EQ(json["comparisons"][0]["verdict"], "equivalent");
  options.json = false;
  options.margin = 10.0;
  EXPECT_TRUE(has(ask(options).out, "equivalent within 10 % (all mean errors"));
}

TEST_F(Assess, VerdictsComeWithATrueTrajectoryAlone) {
  AssessOptions options = both_by_relations();
  options.relations.clear();
  options.truth = kData + "rounds-truth.tum";
  const Json pair = ask(options).json()["comparisons"][0];
  EXPECT_EQ(pair["verdict"], "different") << pair;
  EXPECT_GT(pair["common_poses"].get<int>(), 100);
  EXPECT_LT(pair["ate"]["translation"]["ratio"].get<double>(), 1.0);
  EXPECT_TRUE(pair["rpe"]["rotation_deg"]["smallest_ratio"].is_number());
  EXPECT_FALSE(pair.contains("loop"));
  options.json = false;
  options.html = path("page.html");
  const Answer answer = ask(options);
  EXPECT_TRUE(has(answer.out, "slam and wheels: different (slam better: ")) << answer.out;
  EXPECT_TRUE(has(answer.out, "ATE in translation"));
  EXPECT_TRUE(has(content_of(options.html), "smallest shown"));
}

TEST_F(Assess, TrueTrajectoryAddsAteAndRpe) {
  AssessOptions options = slam_by_relations();
  options.truth = kData + "rounds-truth.tum";
  const Json json = ask(options).json();
  EXPECT_EQ(json["ate"]["pairs"], 420);
  for (const char* const key : {"rmse", "mean", "median", "std", "min", "max", "sse"}) {
    EXPECT_TRUE(json["ate"]["translation"][key].is_number());
    EXPECT_TRUE(json["rpe"]["rotation_deg"][key].is_number());
  }
  EXPECT_LT(json["ate"]["translation"]["rmse"].get<double>(), 0.05);
  EXPECT_TRUE(json.contains("matched"));
  options.relations.clear();
  EXPECT_FALSE(ask(options).json().contains("matched"));
}

TEST_F(Assess, ThresholdsDecideTheExitCode) {
  AssessOptions options = slam_by_relations();
  options.most = {.translation = 0.05, .rotation = 2.0, .loop_translation = 0.1, .unmatched = 0.0};
  EXPECT_EQ(ask(options).code, kDone);
  options.most.translation = 0.001;
  const Answer missed = ask(options);
  EXPECT_EQ(missed.code, kRunFailed);
  EXPECT_TRUE(has(missed.err, "mean translation error is")) << missed.err;
  EXPECT_EQ(missed.json()["missed"].size(), 1u);
  options = slam_by_relations();
  options.most.ate = 1.0;
  EXPECT_EQ(ask(options).code, kWrongUsage);
}

TEST_F(Assess, WrongUsageIsReported) {
  EXPECT_EQ(ask({}).code, kWrongUsage);
  AssessOptions options;
  options.trajectories = {kData + "rounds-slam.tum"};
  const Answer answer = ask(options);
  EXPECT_EQ(answer.code, kWrongUsage);
  EXPECT_TRUE(has(answer.err, "--relations"));
  options = slam_by_relations();
  options.csv = "-";
  EXPECT_EQ(ask(options).code, kWrongUsage) << "JSON is alone on standard output";
}

TEST_F(Assess, DisjointStampsAreRejectedWithBothRanges) {
  AssessOptions options = slam_by_relations();
  std::string shifted;
  for (int i = 0; i < 50; ++i) shifted += fmt::format("{}.5 {} 0 0\n", 1700000000 + i, 0.1 * i);
  options.trajectories = {written("late.txt", shifted)};
  const Answer answer = ask(options);
  EXPECT_EQ(answer.code, kBadInput);
  EXPECT_TRUE(has(answer.err, "1700000000.5")) << answer.err;
  EXPECT_TRUE(has(answer.err, "1000.000000")) << answer.err;
  EXPECT_TRUE(has(answer.err, "since 1970")) << answer.err;
  EXPECT_TRUE(answer.out.empty());
}

TEST_F(Assess, BadFilesAreNamed) {
  AssessOptions options = slam_by_relations();
  options.relations = written("empty.relations", "# nothing\n");
  EXPECT_EQ(ask(options).code, kBadInput);
  options.relations = written("nan.relations", "1000 1001 nan 0 0 0 0 0\n");
  const Answer nan = ask(options);
  EXPECT_EQ(nan.code, kBadInput);
  EXPECT_TRUE(has(nan.err, "nan.relations")) << nan.err;
  options = slam_by_relations();
  options.trajectories = {written("one.txt", "1000.0 0 0 0\n")};
  EXPECT_EQ(ask(options).code, kBadInput);
  options.trajectories = {path("missing.tum")};
  const Answer missing = ask(options);
  EXPECT_EQ(missing.code, kBadInput);
  EXPECT_TRUE(has(missing.err, "missing.tum"));
}

TEST_F(Assess, TablesLookLikeThePublishedOnes) {
  AssessOptions options = both_by_relations();
  options.json = false;
  const Answer answer = ask(options);
  EXPECT_TRUE(has(answer.out, "Abs. Err. [m]")) << answer.out;
  EXPECT_TRUE(has(answer.out, "±"));
  EXPECT_LT(answer.out.find("matched"), answer.out.find("Abs. Err."));
}

TEST_F(Assess, TheVerdictComesFirstAndDetailsOnDemand) {
  AssessOptions options = both_by_relations();
  options.json = false;
  const Answer answer = ask(options);
  EXPECT_TRUE(answer.out.starts_with("slam: mean error 0.019 m")) << answer.out;
  EXPECT_TRUE(has(answer.out, "\nslam and wheels: different (")) << answer.out;
  EXPECT_LT(answer.out.find("slam and wheels: different"), answer.out.find("Abs. Err."));
  EXPECT_FALSE(has(answer.out, "Worst relations"));
  options.verbose = true;
  const Answer verbose = ask(options);
  EXPECT_TRUE(has(verbose.out, "Worst relations of slam"));
  EXPECT_TRUE(has(verbose.out, "By distance travelled"));
}

TEST_F(Assess, FewRelationsTestNothing) {
  std::string few;
  std::istringstream all(content_of(kData + "rounds.relations"));
  int kept = 0;
  for (std::string line; kept < 10 && std::getline(all, line);)
    if (!line.empty() && line[0] != '#') {
      few += line + "\n";
      ++kept;
    }
  AssessOptions options = both_by_relations();
  options.relations = written("few.relations", few);
  const Json pair = ask(options).json()["comparisons"][0];
  EXPECT_EQ(pair["verdict"], "not distinguishable");
  EXPECT_TRUE(pair["neighbour"]["translation"]["interval"].is_null()) << pair;
  EXPECT_FALSE(pair["different"].get<bool>());
  options.json = false;
  EXPECT_TRUE(has(ask(options).out, "slam and wheels: not distinguishable (too few errors"));
}

TEST_F(Assess, NumbersTooLargeAreNoWordsInTables) {
  std::string far;
  for (int i = 0; i < 300; ++i)
    far += fmt::format("{} {} 0 0\n", 1000.0 + i, i % 2 == 0 ? 1e200 : 0);
  AssessOptions options = slam_by_relations();
  options.trajectories = {written("far.txt", far)};
  options.csv = path("far.csv");
  const Answer answer = ask(options);
  if (answer.code == kBadInput) return;  // refused before anything is measured
  EXPECT_TRUE(answer.json().is_object()) << answer.out;
  EXPECT_FALSE(has(content_of(options.csv), "inf"));
  EXPECT_FALSE(has(content_of(options.csv), "nan"));
  options.json = false;
  options.csv.clear();
  const Answer table = ask(options);
  EXPECT_FALSE(has(table.out, "inf")) << table.out;
  EXPECT_FALSE(has(table.out, "nan")) << table.out;
}

TEST_F(Assess, WritesEveryReport) {
  AssessOptions options = both_by_relations();
  options.csv = path("all.csv");
  options.errors = path("errors.csv");
  options.markdown = path("tables.md");
  options.latex = path("tables.tex");
  options.svg = path("errors.svg");
  options.overlay = path("overlay.svg");
  ASSERT_EQ(ask(options).code, kDone);
  const std::string csv = content_of(options.csv);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 2 * 6);
  EXPECT_FALSE(has(csv, "±"));
  const std::string errors = content_of(options.errors);
  EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 1 + 2 * 247);
  EXPECT_TRUE(has(content_of(options.markdown), "| slam | all | 247 |"));
  EXPECT_TRUE(has(content_of(options.latex), "\\begin{tabular}"));
  EXPECT_TRUE(has(content_of(options.latex), "$\\pm$"));
  EXPECT_TRUE(has(content_of(options.svg), "<svg"));
  EXPECT_TRUE(has(content_of(path("overlay-slam.svg")), "translation error of a relation"));
  EXPECT_TRUE(has(content_of(path("overlay-wheels.svg")), "<svg"));
}

TEST_F(Assess, ThePageNeedsNothingElse) {
  AssessOptions options = both_by_relations();
  options.trajectories[0] = "<b>&slam=" + kData + "rounds-slam.tum";
  options.truth = kData + "rounds-truth.tum";
  options.map = kData + "rounds-truth.yaml";
  options.html = path("page.html");
  const Answer answer = ask(options);
  ASSERT_EQ(answer.code, kDone) << answer.err;
  const std::string page = content_of(options.html);
  EXPECT_TRUE(has(page, "&lt;b&gt;&amp;slam"));
  EXPECT_FALSE(has(page, "<b>&slam"));
  EXPECT_FALSE(has(page, "<script"));
  EXPECT_FALSE(has(page, "https://"));
  EXPECT_TRUE(has(page, "data:image/png;base64,iVBOR"));
  EXPECT_TRUE(has(page, "Which are different"));
}

TEST_F(Assess, UnwritableReportsFailAndTwoOfOneNameAreWrongUsage) {
  AssessOptions options = slam_by_relations();
  options.html = path("no/such/folder.html");
  EXPECT_EQ(ask(options).code, kRunFailed);
  options.html = options.csv = path("same.out");
  EXPECT_EQ(ask(options).code, kWrongUsage);
}

TEST_F(Assess, WheelsAreReadFromLogsByTheirFormat) {
  AssessOptions options = slam_by_relations();
  options.trajectories = {"wheels=" + kData + "rounds-odometry.txt:2d"};
  EXPECT_EQ(ask(options).json()["name"], "wheels");
}

TEST_F(Assess, WeightsOfZeroLeaveAPartOut) {
  AssessOptions options = slam_by_relations();
  options.weights = "1 1 1 0 0 0";
  const Json json = ask(options).json();
  EXPECT_EQ(json["rotation_deg"]["max"], 0.0);
  EXPECT_GT(json["translation"]["max"].get<double>(), 0.0);
}

// Ten constraints of one maker, accepted as they were, and two that a person moved.
TEST_F(Assess, ConstraintsOfAMakerMayBeLeftOut) {
  trajectory::ConstraintFile file;
  for (int i = 0; i < 12; ++i) {
    trajectory::Constraint one;
    one.stamp_i = 1000.0 + i;
    one.stamp_j = 1001.0 + i;
    one.i_from_j = one.proposed = {0.4, 0.0, 0.0};
    one.maker = "tested-slam";
    one.state = trajectory::ConstraintState::Accepted;
    if (i >= 10) {
      one.state = trajectory::ConstraintState::Adjusted;
      one.source = trajectory::ConstraintSource::Person;
    }
    file.constraints.push_back(one);
  }
  file.constraints.push_back({.stamp_i = 1100.0, .stamp_j = 1101.0});
  ASSERT_TRUE(trajectory::write_constraints(path("c.json"), file).ok());
  AssessOptions options = slam_by_relations();
  options.relations = path("c.json");
  EXPECT_EQ(ask(options).json()["matched"], 12) << "the proposed one does not judge";
  options.left_out_makers = {"tested-slam"};
  EXPECT_EQ(ask(options).json()["matched"], 2);
  options.relations = kData + "rounds.relations";
  EXPECT_EQ(ask(options).code, kBadInput) << "a plain file does not say who made it";
}

// The exact truth of a recording judges what was recorded beside it: perfect truth has no error,
// and wheels that slip have one.
TEST_F(Assess, ARecordingGivesItsOwnRelations) {
  RunOptions drive;
  drive.world = RUBBLE_SOURCE_DIR "/worlds/maze.sdf";
  drive.robots = {"Element"};
  drive.drive = "explore";
  drive.sensors = {"ScannerH", "IMU", "Odometry"};
  drive.duration = 12.0;
  drive.record = path("drive.mcap");
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int code = run(drive);
  testing::internal::GetCapturedStdout();
  const std::string told = testing::internal::GetCapturedStderr();
  ASSERT_EQ(code, kDone) << told;
  AssessOptions options;
  options.trajectories = {path("drive.mcap")};
  options.relations = path("drive.mcap");
  options.json = true;
  const Answer exact = ask(options);
  ASSERT_EQ(exact.code, kDone) << exact.err;
  const Json json = exact.json();
  EXPECT_GT(json["relations"]["count"].get<int>(), 5) << exact.out;
  EXPECT_EQ(json["unmatched"], 0);
  EXPECT_LT(json["translation"]["max"].get<double>(), 0.02) << exact.out;
  EXPECT_TRUE(has(exact.err, "relations of its exact truth, between scans")) << exact.err;
  // Everything 1 % too long.
  const auto truth = trajectory::read_trajectory(path("drive.mcap"));
  ASSERT_TRUE(truth);
  trajectory::Trajectory stretched = *truth;
  for (auto& pose : stretched.poses) pose.pose.position *= 1.01;
  ASSERT_TRUE(trajectory::write_trajectory(path("stretched.tum"), stretched));
  options.trajectories = {path("stretched.tum")};
  const Json longer = ask(options).json();
  EXPECT_EQ(longer["relations"]["count"], json["relations"]["count"]);
  EXPECT_GT(longer["translation"]["mean"].get<double>(), json["translation"]["mean"].get<double>());
  options.robot = "Nobody";
  EXPECT_EQ(ask(options).code, kBadInput);
}

TEST_F(Assess, ClocksThatDifferAreBroughtTogether) {
  const auto slam = trajectory::read_trajectory(kData + "rounds-slam.tum");
  ASSERT_TRUE(slam);
  trajectory::Trajectory late = *slam;
  for (auto& pose : late.poses) pose.stamp += 500.25;
  ASSERT_TRUE(trajectory::write_trajectory(path("late.tum"), late));
  AssessOptions options = slam_by_relations();
  const Json right = ask(options).json();
  options.trajectories = {path("late.tum")};
  EXPECT_EQ(ask(options).code, kBadInput);
  options.time_offset = "-500.25";
  const Json moved = ask(options).json();
  EXPECT_NEAR(moved["translation"]["mean"].get<double>(),
              right["translation"]["mean"].get<double>(), 1e-9);
  EXPECT_EQ(moved["time_offset"], -500.25);
  // The k-th pose with the k-th.
  options.time_offset.clear();
  options.associate = "index";
  options.relations.clear();
  options.truth = kData + "rounds-slam.tum";
  const Json indexed = ask(options).json();
  EXPECT_EQ(indexed["associate"], "index");
  EXPECT_EQ(indexed["ate"]["pairs"], slam->poses.size());
  EXPECT_LT(indexed["ate"]["translation"]["rmse"].get<double>(), 1e-6);
  late.poses.pop_back();
  ASSERT_TRUE(trajectory::write_trajectory(path("fewer.tum"), late));
  options.trajectories = {path("fewer.tum")};
  const Answer refused = ask(options);
  EXPECT_EQ(refused.code, kBadInput);
  EXPECT_TRUE(has(refused.err, "each pose wants its partner")) << refused.err;
  options = slam_by_relations();
  options.associate = "index";
  EXPECT_EQ(ask(options).code, kWrongUsage) << "neither --truth nor --log";
}

// A corrected log with stamps of its own: its scans say which moment is which.
TEST_F(Assess, ScansTellWhichMomentIsWhich) {
  const std::string log = RUBBLE_SOURCE_DIR "/clients/logs/corridor.clf";
  std::istringstream lines(content_of(log));
  std::string restamped, line;
  int count = 0;
  while (std::getline(lines, line)) {
    if (!line.starts_with("FLASER")) continue;
    std::istringstream words(line);
    std::vector<std::string> fields;
    for (std::string word; words >> word;) fields.push_back(word);
    fields[fields.size() - 3] = std::to_string(7.5 * ++count);
    for (const std::string& field : fields) restamped += field + " ";
    restamped += "\n";
  }
  AssessOptions options;
  options.trajectories = {written("restamped.clf", restamped)};
  options.truth = log;
  options.json = true;
  EXPECT_EQ(ask(options).code, kBadInput) << "by time they never meet";
  options.associate = "scan";
  const Answer answer = ask(options);
  ASSERT_EQ(answer.code, kDone) << answer.err;
  EXPECT_GT(answer.json()["ate"]["pairs"].get<int>(), 9 * count / 10) << answer.out;
  EXPECT_LT(answer.json()["ate"]["translation"]["max"].get<double>(), 1e-6);
  EXPECT_TRUE(has(answer.err, "scans are in")) << answer.err;
  options.trajectories = {kData + "rounds-slam.tum"};
  EXPECT_EQ(ask(options).code, kBadInput) << "it has no scans";
}

// A floor of rooms, none of which is another's mirror image.
maps::OccupancyMap floor_of_rooms() {
  maps::OccupancyMap map{.resolution = 0.1, .width = 160, .height = 120};
  map.cells.assign(160 * 120, 0);
  const auto wall = [&](std::size_t x0, std::size_t y0, std::size_t x1, std::size_t y1) {
    for (std::size_t y = y0; y <= y1; ++y)
      for (std::size_t x = x0; x <= x1; ++x) map.cells[y * 160 + x] = 100;
  };
  wall(0, 0, 159, 0);
  wall(0, 119, 159, 119);
  wall(0, 0, 0, 119);
  wall(159, 0, 159, 119);
  wall(35, 0, 35, 70);
  wall(35, 85, 90, 85);
  wall(70, 30, 140, 30);
  wall(110, 30, 110, 100);
  wall(20, 100, 20, 119);
  wall(125, 60, 159, 60);
  return map;
}

TEST_F(Assess, MapsSayWhatChanceWouldScore) {
  ASSERT_TRUE(maps::write_map(path("rooms.pgm"), floor_of_rooms()).ok());
  AssessOptions options;
  options.map_estimate = path("rooms.pgm");
  options.map_truth = path("rooms.pgm");
  options.html = path("maps.html");
  options.json = true;
  const Answer answer = ask(options);
  ASSERT_EQ(answer.code, kDone) << answer.err;
  const Json json = answer.json();
  ASSERT_TRUE(json["own_mirror_f1"].is_number()) << answer.out;
  ASSERT_TRUE(json["chance"].is_object()) << answer.out;
  const double f1 = json["wall_f1"], chance = json["chance"]["wall_f1"];
  EXPECT_NEAR(json["corrected"]["wall_f1"].get<double>(), (f1 - chance) / (1 - chance), 1e-12);
  EXPECT_GT(json["corrected"]["wall_f1"].get<double>(), 0.99);
  EXPECT_GT(chance, 0.2) << "a rectangle around everything is common to all";
  const std::string page = content_of(options.html);
  EXPECT_TRUE(has(page, "mirror image"));
  EXPECT_TRUE(has(page, "corrected"));
  EXPECT_TRUE(has(page, "data:image/png;base64,iVBOR"));
  options.json = false;
  EXPECT_TRUE(has(ask(options).out, "chance")) << "the console, too";
  options.csv = path("maps.csv");
  EXPECT_EQ(ask(options).code, kWrongUsage);
  // The sample is nearly its own mirror image.
  options.csv.clear();
  options.map_estimate = kData + "rounds-slam.yaml";
  options.map_truth = kData + "rounds-truth.yaml";
  options.json = true;
  const Answer round = ask(options);
  EXPECT_TRUE(round.json()["chance"].is_null()) << round.out;
  EXPECT_TRUE(has(round.err, "its own mirror image")) << round.err;
}

TEST_F(Assess, MapsAreLaidOnEachOther) {
  AssessOptions options;
  options.map_estimate = kData + "rounds-slam.yaml";
  options.map_truth = kData + "rounds-truth.yaml";
  options.map_picture = path("maps.png");
  options.json = true;
  const Answer answer = ask(options);
  ASSERT_EQ(answer.code, kDone) << answer.err;
  const Json json = answer.json();
  EXPECT_NEAR(json["truth_from_estimate"]["x"].get<double>(), -1.5, 0.08);
  EXPECT_NEAR(json["truth_from_estimate"]["y"].get<double>(), 0.1, 0.08);
  EXPECT_NEAR(json["truth_from_estimate"]["theta_deg"].get<double>(), degrees(-0.15), 0.5);
  EXPECT_GT(json["wall_f1"].get<double>(), 0.97);
  EXPECT_GT(json["explored"].get<double>(), 0.9);
  EXPECT_GT(content_of(options.map_picture).size(), 500u);
  options.map_f1 = 0.9999;
  options.wall_tolerance = 0.02;
  EXPECT_EQ(ask(options).code, kRunFailed);
}

// Pillars here and there against a building.
TEST_F(Assess, MapsOfDifferentPlacesAreReported) {
  maps::OccupancyMap other{.width = 200, .height = 200};
  other.cells.assign(200 * 200, 0);
  for (std::size_t k = 0; k < 60; ++k)
    for (std::size_t row = 0; row < 5; ++row)
      other.cells[((k * 37) % 190 + row) * 200 + (k * 71) % 200] = 100;
  ASSERT_TRUE(maps::write_map(path("other.pgm"), other).ok());
  AssessOptions options;
  options.map_estimate = path("other.pgm");
  options.map_truth = kData + "rounds-truth.yaml";
  options.json = true;
  const Answer answer = ask(options);
  ASSERT_EQ(answer.code, kDone) << answer.err;
  EXPECT_GE(answer.json()["remarks"].size(), 1u) << answer.out;
  EXPECT_TRUE(has(answer.err, "different places")) << answer.err;
}

}  // namespace
}  // namespace rubble::apps
