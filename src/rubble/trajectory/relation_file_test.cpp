// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "rubble/serialization/scratch_files.h"
#include "rubble/trajectory/relation.h"

namespace rubble::trajectory {
namespace {

const std::string kRelations =
    "1134864645.90321 1134864646.32420 0.31293 0.02935 0.00000  0.00000 0.00000 0.24198\n"
    "1134864648.67354 1134864648.46323 0.31166 0.01278 0.00000  0.00000 0.00000 -2.5\n";

class RelationsFile : public ScratchFiles {
 protected:
  RelationFile read(const std::string& text) {
    const auto result = read_relations(write("r", text));
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().to_string());
    return result.ok() ? *result : RelationFile{};
  }
  std::string complaint(const std::string& text) {
    const auto result = read_relations(write("r", text));
    return result.ok() ? "" : result.error().to_string();
  }
};

TEST_F(RelationsFile, IsReadAsItStands) {
  const RelationFile file = read(kRelations);
  ASSERT_EQ(file.relations.size(), 2U);
  EXPECT_EQ(file.relations[0].stamp_j, 1134864646.32420);
  EXPECT_EQ(file.relations[1].stamp_i, 1134864648.67354);
  EXPECT_EQ(file.relations[1].line, 2);
  EXPECT_NEAR(yaw_of(file.relations[1].i_from_j.rotation), -2.5, 1e-12);
  EXPECT_TRUE(file.is_planar);
  EXPECT_TRUE(file.remarks.empty());
}

TEST_F(RelationsFile, MayHaveCrLfCommentsAndDoubledBlanks) {
  std::string text = "# comment\r\n";
  for (const char letter : kRelations)
    text += letter == '\n' ? "\r\n\r\n" : letter == ' ' ? "  " : std::string(1, letter);
  const RelationFile one = read(kRelations), other = read(text);
  ASSERT_EQ(other.relations.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(one.relations[i].i_from_j, other.relations[i].i_from_j);
}

TEST_F(RelationsFile, IsWrittenWithoutLoss) {
  const RelationFile file =
      read(kRelations + "1.25 30 1 2 3 0.1 -0.2 0.3\n0 1 0.1 0.2 0 0 0 0.123456789\n");
  EXPECT_FALSE(file.is_planar);
  ASSERT_TRUE(write_relations(path("out"), file.relations).ok());
  EXPECT_TRUE(
      has_text(content("out"), "1134864645.90321 1134864646.3242 0.31293 0.02935 0 0 0 0.24198\n"))
      << content("out");
  const auto back = read_relations(path("out"));
  ASSERT_TRUE(back.ok());
  for (std::size_t i = 0; i < file.relations.size(); ++i) {
    EXPECT_EQ(back->relations[i].stamp_i, file.relations[i].stamp_i);
    EXPECT_EQ(back->relations[i].i_from_j, file.relations[i].i_from_j) << i;
  }
}

TEST_F(RelationsFile, InNanosecondsBecomesSeconds) {
  const RelationFile file = read(
      "1134864645000000000 1134864646000000000 1 0 0 0 0 0.1\n"
      "1134864645500000000 1134864647000000000 1 0 0 0 0 0.1\n");
  EXPECT_EQ(file.relations[0].stamp_j, 1134864646.0);
  EXPECT_TRUE(has_remark(file.remarks, "nanoseconds"));
}

TEST_F(RelationsFile, InvalidFileIsRejectedWithMessage) {
  EXPECT_TRUE(has_text(complaint("1 2 3 0 0 0 0 0.1\n1 2 3 0 0 0 0\n3 4 5 0 0 0 0 0\n"),
                       "/r:2: wanted 8 numbers (stamp_i"));
  EXPECT_TRUE(has_text(complaint("1 0 0 0 0 0 0 1\n2 0 0 0 0 0 1 0\n"), "a TUM trajectory"));
  EXPECT_TRUE(has_text(complaint(""), "empty"));
  EXPECT_TRUE(has_text(complaint("1 2 3 0 0 0 0 0.1\n1 2e18 3 0 0 0 0 0.5\n1e9 2e18 3 0 0 0 0 0\n"),
                       "different units"));
}

TEST_F(RelationsFile, ImpossibleNumbersAreRejectedWithMessageAndLine) {
  for (const char* line : {"1e300 2 0 0 0 0 0 0", "1 2 0 1e300 0 0 0 0", "1 2 0 0 0 0 0 1e300"}) {
    const auto file =
        read_relations(write("a.relations", "1 2 0.5 0 0 0 0 0.1\n" + std::string(line) + "\n"));
    ASSERT_FALSE(file.ok()) << line;
    EXPECT_TRUE(has_text(file.error().to_string(), "a.relations:2: a number is too large"));
  }
}

TEST_F(RelationsFile, ThatIsCutOffLosesOnlyItsLastLine) {
  const RelationFile file = read(kRelations + "1134864648.67 11348");
  EXPECT_EQ(file.relations.size(), 2U);
  EXPECT_TRUE(has_remark(file.remarks, "last line (3)"));
}

TEST(RealRelations, AreReadWhole) {
  const std::string folder = RUBBLE_SHARED_DIR "/data/slam/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "there is no " << folder;
  const auto csail = read_relations(folder + "mit-csail.relations");
  ASSERT_TRUE(csail.ok()) << csail.error().to_string();
  EXPECT_EQ(csail->relations.size(), 1172U);
  const auto loops = std::count_if(csail->relations.begin(), csail->relations.end(), is_loop);
  EXPECT_EQ(loops, 1172 - 1046);
  EXPECT_EQ(read_relations(folder + "fr079.relations")->relations.size(), 1685U);
  EXPECT_TRUE(csail->remarks.empty());
}

}  // namespace
}  // namespace rubble::trajectory
