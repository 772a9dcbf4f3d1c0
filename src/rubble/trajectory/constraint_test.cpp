// SPDX-License-Identifier: Apache-2.0
#include "rubble/trajectory/constraint.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "rubble/base/hash.h"
#include "rubble/base/text.h"
#include "rubble/trajectory/test_constraints.h"

namespace rubble::trajectory {
namespace {

// Every kind of double: any bits but NaN and infinity.
double any_double(std::uint64_t seed, std::uint64_t k) {
  const double value = std::bit_cast<double>(Hash{}.add(seed).add(k).value());
  return std::isfinite(value) && std::abs(value) < 1e15 ? value : 1.0 / static_cast<double>(k + 3);
}

TEST_F(ConstraintFiles, EveryNumberReadsBackAsTheSameBits) {
  ConstraintFile file{"run.mcap", {}};
  for (std::uint64_t k = 0; k < 500; ++k) {
    Constraint constraint = loop_at(1134864629.895182 + 0.1 * static_cast<double>(k), 2e9);
    constraint.i_from_j = {any_double(1, k), any_double(2, k), any_double(3, k)};
    constraint.proposed = {any_double(4, k), -0.0, std::numeric_limits<double>::denorm_min()};
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column)
        constraint.covariance(row, column) =
            any_double(5, 9 * k + static_cast<std::uint64_t>(3 * row + column));
    constraint.score = any_double(6, k);
    file.constraints.push_back(constraint);
  }
  ASSERT_TRUE(write_constraints(path_, file));
  const auto read = read_constraints(path_);
  ASSERT_TRUE(read) << read.error().to_string();
  EXPECT_EQ(read->log, "run.mcap");
  ASSERT_EQ(read->constraints.size(), file.constraints.size());
  for (std::size_t k = 0; k < file.constraints.size(); ++k) {
    const Constraint &one = file.constraints[k], &other = read->constraints[k];
    EXPECT_EQ(bits(one.stamp_i), bits(other.stamp_i));
    EXPECT_EQ(bits(one.i_from_j.x), bits(other.i_from_j.x));
    EXPECT_EQ(bits(one.i_from_j.y), bits(other.i_from_j.y));
    EXPECT_EQ(bits(one.i_from_j.theta), bits(other.i_from_j.theta));
    EXPECT_EQ(bits(one.proposed.y), bits(other.proposed.y));
    EXPECT_EQ(one, other);
  }
}

TEST_F(ConstraintFiles, WordsNamesAndNotesComeBack) {
  ConstraintFile file{"a \"log\".clf", {}};
  for (const auto state : {ConstraintState::Proposed, ConstraintState::Accepted,
                           ConstraintState::Rejected, ConstraintState::Adjusted}) {
    Constraint constraint = loop_at(1, 2);
    constraint.state = state;
    constraint.source = ConstraintSource::Person;
    constraint.kind = ConstraintKind::Manual;
    constraint.verifier = "Zoë";
    constraint.when = "2026-11-16T12:00:00Z";
    constraint.note = "two\nlines\tand \\ a \x01 \"quote\"";
    file.constraints.push_back(constraint);
  }
  ASSERT_TRUE(write_constraints(path_, file));
  const auto read = read_constraints(path_);
  ASSERT_TRUE(read) << read.error().to_string();
  EXPECT_EQ(read->log, file.log);
  EXPECT_EQ(read->constraints, file.constraints);
  const std::string text = text_of(path_);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6);  // one a line
}

TEST_F(ConstraintFiles, MistakesNameFileLineAndWhatWasWanted) {
  const std::string good = constraint_text(loop_at(1, 2));
  const std::string head = "{\"format\":\"rubble constraints\",\"constraints\":[\n" + good + ",\n";
  EXPECT_EQ(error_of(head + good + "]}"), "");
  EXPECT_NE(error_of(head + "{\"i\":1}]}").find("c.json:3: constraint 2: 'j' is missing"),
            std::string::npos);
  EXPECT_NE(
      error_of(head + "\n\n{\"i\":\"1\"}]}").find("c.json:5: constraint 2: 'i' wants a number"),
      std::string::npos);
  EXPECT_NE(error_of(head + good).find("c.json:3: is not JSON"), std::string::npos);
  EXPECT_NE(error_of("stamp x y").find("c.json:1: is not JSON"), std::string::npos);
  EXPECT_NE(error_of("{\"constraints\":[]}").find("is no file of constraints"), std::string::npos);
  EXPECT_NE(error_of("[1,2]").find("is no file of constraints"), std::string::npos);
  EXPECT_NE(error_of(std::string(1000, '[')).find("nested too deeply"), std::string::npos);
  std::string odd = good;
  odd.replace(odd.find("\"loop\""), 6, "\"lop\"");
  EXPECT_NE(error_of(head + odd + "]}").find("'kind' wants one of neighbour, loop, manual"),
            std::string::npos);
  EXPECT_NE(read_constraints(folder_.string()).error().message.find("folder"), std::string::npos);
  EXPECT_FALSE(read_constraints((folder_ / "none.json").string()));
}

TEST_F(ConstraintFiles, SwappedEndsAreInverted) {
  Constraint late = loop_at(9, 2);
  late.covariance = Vec3(0.01, 0.04, 0.0).asDiagonal();
  late.proposed.theta = late.i_from_j.theta = kPi / 2;
  put(constraints_text({"log", {late}}));
  const auto read = read_constraints(path_);
  ASSERT_TRUE(read) << read.error().to_string();
  const Constraint& turned = read->constraints[0];
  EXPECT_EQ(turned.stamp_i, 2.0);
  EXPECT_EQ(turned.stamp_j, 9.0);
  const Pose2 both = turned.i_from_j * late.i_from_j;
  EXPECT_NEAR(std::abs(both.x) + std::abs(both.y) + std::abs(both.theta), 0.0, 1e-12);
  EXPECT_EQ(turned.proposed, turned.i_from_j);
  // A quarter turn lays x on y.
  EXPECT_NEAR(turned.covariance(0, 0), 0.04, 1e-12);
  EXPECT_NEAR(turned.covariance(1, 1), 0.01, 1e-12);
}

TEST_F(ConstraintFiles, CutOffAnywhereIsAnErrorAndNeverACrash) {
  const std::string text = constraints_text({"log", {loop_at(1, 2), loop_at(3, 4)}});
  for (std::size_t length = 0; length + 2 < text.size(); length += 3)
    EXPECT_NE(error_of(text.substr(0, length)), "");
}

TEST_F(ConstraintFiles, AFileThatCannotBeWrittenStaysAsItWas) {
  const std::string nowhere = (folder_ / "no" / "c.json").string();
  EXPECT_FALSE(write_constraints(nowhere, {}));
  ASSERT_TRUE(write_constraints(path_, {"first", {}}));
  fs::create_symlink(path_, folder_ / "link.json");
  ASSERT_TRUE(write_constraints((folder_ / "link.json").string(), {"second", {}}));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.json"));
  EXPECT_EQ(read_constraints(path_)->log, "second");
}

// --- what is exported ------------------------------------------------------------------------

std::vector<std::string> relation_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::stringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (!line.starts_with('#')) lines.push_back(line);
  return lines;
}

TEST(VerifiedRelations, AreTheAcceptedAndAdjustedOnesToTheBit) {
  ConstraintFile file;
  for (int k = 0; k < 4; ++k) {
    Constraint constraint = loop_at(1134864629.895182 + k, 1134864700.123456);
    constraint.state = static_cast<ConstraintState>(k);
    constraint.i_from_j = {0.1 + k, 1.0 / 3.0, -2.0 / 7.0};
    file.constraints.push_back(constraint);
  }
  const auto lines = relation_lines(relations_text(file));
  ASSERT_EQ(lines.size(), 2u);
  for (std::size_t k = 0; k < 2; ++k) {
    const Constraint& kept = file.constraints[k == 0 ? 1 : 3];
    const auto numbers = parse_numbers(lines[k], 8);
    ASSERT_TRUE(numbers) << lines[k];
    const std::vector<double> wanted{
        kept.stamp_i, kept.stamp_j, kept.i_from_j.x,    kept.i_from_j.y, 0.0,
        0.0,          0.0,          kept.i_from_j.theta};
    for (std::size_t n = 0; n < 8; ++n) EXPECT_EQ(bits((*numbers)[n]), bits(wanted[n])) << n;
  }
  EXPECT_EQ(verified_relations(file).size(), 2u);
}

TEST_F(ConstraintFiles, AnExportIsReadAsTheRelationsItHolds) {
  ConstraintFile file{"log", {loop_at(1134864629.895182, 1134864700.123456), loop_at(3, 4)}};
  file.constraints[0].state = ConstraintState::Adjusted;
  const std::string path = (folder_ / "c.relations").string();
  ASSERT_TRUE(export_relations(path, file));
  const auto read = read_relations(path);
  ASSERT_TRUE(read) << read.error().to_string();
  ASSERT_EQ(read->relations.size(), 1u);
  EXPECT_EQ(bits(read->relations[0].stamp_i), bits(1134864629.895182));
  EXPECT_EQ(bits(read->relations[0].i_from_j.position.y()), bits(1.0 / 3.0));
  EXPECT_NEAR(yaw_of(read->relations[0].i_from_j.rotation), -0.7, 1e-15);
  EXPECT_TRUE(read->is_planar);
}

TEST(VerifiedRelations, UnchangedProposalsOfTheSlamUnderTestCanBeOmitted) {
  ConstraintFile file;
  Constraint constraint = loop_at(1, 2);
  constraint.state = ConstraintState::Accepted;
  file.constraints.push_back(constraint);  // untouched
  constraint.maker = "karto";
  file.constraints.push_back(constraint);  // untouched, of another
  constraint.state = ConstraintState::Adjusted;
  file.constraints.push_back(constraint);
  constraint.state = ConstraintState::Accepted;
  constraint.source = ConstraintSource::Truth;
  file.constraints.push_back(constraint);
  constraint.source = ConstraintSource::Person;
  file.constraints.push_back(constraint);
  EXPECT_EQ(verified_relations(file).size(), 5u);
  EXPECT_EQ(verified_relations(file, {.with_untouched = false}).size(), 3u);
  EXPECT_EQ(verified_relations(file, {.without_maker = "karto"}).size(), 4u);
  const std::string text = relations_text(file);
  EXPECT_NE(text.find("# proposed by rubble slam 0.6, accepted by a person as it was\n"),
            std::string::npos);
  EXPECT_NE(text.find("# proposed by karto, put right by a person\n"), std::string::npos);
  EXPECT_EQ(relation_lines(relations_text(file, {.with_untouched = false})).size(), 3u);
}

TEST(VerifiedRelations, AMakersNameCannotAddALine) {
  ConstraintFile file{"", {loop_at(1, 2)}};
  file.constraints[0].state = ConstraintState::Accepted;
  file.constraints[0].maker = "evil\n1 2 3 4 5 6 7 8";
  EXPECT_EQ(relation_lines(relations_text(file)).size(), 1u);
}

TEST_F(ConstraintFiles, OfMoreThanAHundredThousandIsReadBack) {
  ConstraintFile file{"long.clf", {}};
  for (int i = 0; i < 100'001; ++i) file.constraints.push_back(loop_at(i, i + 0.5));
  ASSERT_TRUE(write_constraints(path_, file).ok());
  const auto read = read_constraints(path_);
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  EXPECT_TRUE(read->constraints == file.constraints);
}

TEST_F(ConstraintFiles, AnEndlessConstraintIsRejectedWithMessageInBoundedMemory) {
  std::string numbers = "1";
  for (int i = 0; i < 10'000; ++i) numbers += ",1";
  const std::string head = "{\"format\":\"rubble constraints\",\"constraints\":[\n{\"pose\":[";
  EXPECT_NE(error_of(head + numbers + "]}]}").find("c.json:2: constraint 1: it has too many"),
            std::string::npos);
}

TEST_F(ConstraintFiles, InvalidConstraintIsReportedWithItsPosition) {
  const std::string head = "{\"format\":\"rubble constraints\",\"constraints\":[\n";
  const std::string good = constraint_text(loop_at(1, 2));
  for (const char* bad : {"7", "[1,2]", "\"loop\"", "{}"})
    EXPECT_NE(error_of(head + good + ",\n" + bad + "\n]}").find("constraint 2: "),
              std::string::npos)
        << bad;
}

TEST_F(ConstraintFiles, NumbersThatOverflowWhenInvertedAreRejectedWithMessage) {
  Constraint constraint = loop_at(1, 2);
  constraint.covariance = Mat3::Constant(1e14);
  constraint.proposed = {1e14, 1e14, 1.0};
  std::string text = constraint_text(constraint);
  EXPECT_TRUE(parse_constraint(text).ok());
  text.replace(text.find("\"i\":1"), 5, "\"i\":9");
  EXPECT_FALSE(parse_constraint(text).ok());
}

TEST_F(ConstraintFiles, OtherThingsInTheFileAreLeftAlone) {
  const std::string good = constraint_text(loop_at(1, 2));
  put("{\"extra\":{\"constraints\":[{}]},\"constraints\":[" + good +
      "],\"log\":\"a\",\"format\":\"rubble constraints\"}");
  const auto read = read_constraints(path_);
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  EXPECT_EQ(read->constraints, std::vector<Constraint>{loop_at(1, 2)});
  EXPECT_EQ(read->log, "a");
}

TEST_F(ConstraintFiles, AreWrittenThroughALink) {
  const std::string link = (folder_ / "link.json").string();
  fs::create_symlink("c.json", link);
  for (int times = 0; times < 2; ++times) {  // first it leads nowhere
    ASSERT_TRUE(write_constraints(link, {"a", {loop_at(times, 2)}}).ok());
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(read_constraints(path_)->constraints[0].stamp_i, times);
  }
  fs::create_symlink("round.json", folder_ / "round.json");
  EXPECT_FALSE(write_constraints((folder_ / "round.json").string(), {"a", {}}).ok());
  EXPECT_TRUE(fs::is_symlink(folder_ / "round.json"));
}

}  // namespace
}  // namespace rubble::trajectory
