// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/codes.h"

#include <gtest/gtest.h>

namespace rubble::sensors {
namespace {

Echo reading() { return {.kind = EchoKind::Reading, .range = 2.0F}; }
Echo of_kind(EchoKind kind) { return {.kind = kind}; }
Echo lost_by(float decibels) { return {.kind = EchoKind::Lost, .loss_db = decibels}; }

std::vector<int> codes_of(Coder& coder, std::vector<Echo> echoes, int columns = 0) {
  std::vector<std::int16_t> codes(echoes.size());
  coder.write(echoes, columns > 0 ? columns : static_cast<int>(echoes.size()), codes);
  return {codes.begin(), codes.end()};
}

std::vector<int> codes_of(CodePolicy policy, const std::vector<Echo>& echoes) {
  Coder coder(policy);
  return codes_of(coder, echoes);
}

const std::vector<Echo> kEveryKind = {reading(), of_kind(EchoKind::Maximum),
                                      reading(), of_kind(EchoKind::Nothing),
                                      reading(), lost_by(5.0F),
                                      reading(), of_kind(EchoKind::TooNear),
                                      reading(), of_kind(EchoKind::Mismatch),
                                      reading(), of_kind(EchoKind::Dazzled),
                                      reading(), of_kind(EchoKind::NotMeasurable)};

TEST(Codes, EachMakerHasItsOwn) {
  EXPECT_EQ(codes_of(CodePolicy::Scip, kEveryKind),
            (std::vector<int>{-1, -1, -1, 0, -1, 2, -1, 10, -1, 8, -1, 18, -1, 19}));
  EXPECT_EQ(codes_of(CodePolicy::Utm, kEveryKind),
            (std::vector<int>{-1, -1, -1, 1, -1, 3, -1, 4, -1, -1, -1, -1, -1, 5}));
  EXPECT_EQ(codes_of(CodePolicy::Lms, kEveryKind),
            (std::vector<int>{-1, -1, -1, 8183, -1, 8187, -1, 8191, -1, -1, -1, -1, -1, 8191}));
  EXPECT_EQ(codes_of(CodePolicy::Zero, kEveryKind),
            (std::vector<int>{-1, -1, -1, 0, -1, 0, -1, 0, -1, -1, -1, -1, -1, 0}));
}

TEST(Codes, TheNoReturnCodeIsThatOfABeamThatMeetsNothing) {
  for (const CodePolicy policy :
       {CodePolicy::Scip, CodePolicy::Utm, CodePolicy::Lms, CodePolicy::Zero, CodePolicy::Clamp}) {
    const std::vector<int> codes =
        codes_of(policy, {of_kind(EchoKind::Nothing), reading(), lost_by(1.0F), reading(),
                          lost_by(5.0F), reading(), of_kind(EchoKind::TooNear)});
    EXPECT_EQ(no_return_code(policy, LaserModel::Physical), codes[0]);
    if (policy == CodePolicy::Zero || policy == CodePolicy::Clamp) continue;  // all codes are one
    for (const std::size_t failed : {2U, 4U, 6U}) EXPECT_NE(codes[failed], codes[0]);
  }
  // There a beam that meets nothing reads maximum range: 0 is a failure.
  EXPECT_EQ(no_return_code(CodePolicy::Zero, LaserModel::Budget), kNoCode);
}

TEST(Codes, ClampGivesMaximumForWhatIsMissing) {
  std::vector<Echo> echoes = kEveryKind;
  std::vector<std::int16_t> codes(echoes.size());
  Coder(CodePolicy::Clamp).write(echoes, static_cast<int>(echoes.size()), codes);
  EXPECT_EQ(codes, std::vector<std::int16_t>(echoes.size(), kNoCode));
  EXPECT_EQ(echoes[3].kind, EchoKind::Maximum);
  EXPECT_EQ(echoes[5].kind, EchoKind::Maximum);
  EXPECT_EQ(echoes[7].kind, EchoKind::TooNear);
}

TEST(Codes, ScipTellsWeakFromWeakerAtThreeDecibels) {
  EXPECT_EQ(codes_of(CodePolicy::Scip, {lost_by(2.99F)}), std::vector<int>{1});
  EXPECT_EQ(codes_of(CodePolicy::Scip, {lost_by(3.01F)}), std::vector<int>{2});
}

TEST(Codes, ScipSaysSevenBetweenTwoFailures) {
  EXPECT_EQ(codes_of(CodePolicy::Scip, {lost_by(1), lost_by(1), lost_by(9), reading(), lost_by(9)}),
            (std::vector<int>{1, 7, 2, -1, 2}));
  // A neighbour that fails for another reason counts too; nothing in range stays 0.
  EXPECT_EQ(codes_of(CodePolicy::Scip,
                     {of_kind(EchoKind::Nothing), lost_by(1), of_kind(EchoKind::Dazzled)}),
            (std::vector<int>{0, 7, 18}));
}

TEST(Codes, ScipNeighboursAreInTheSameRow) {
  Coder coder(CodePolicy::Scip);
  const std::vector<Echo> all_lost(6, lost_by(1));
  EXPECT_EQ(codes_of(coder, all_lost, 3), (std::vector<int>{1, 7, 1, 1, 7, 1}));
}

TEST(Codes, ScipSaysNineOnceAStepFailedInTheLastTwoScans) {
  Coder coder(CodePolicy::Scip);
  const std::vector<Echo> scan = {lost_by(1), lost_by(1), lost_by(1), reading()};
  EXPECT_EQ(codes_of(coder, scan), (std::vector<int>{1, 7, 1, -1}));
  EXPECT_EQ(codes_of(coder, scan), (std::vector<int>{1, 7, 1, -1}));
  EXPECT_EQ(codes_of(coder, scan), (std::vector<int>{9, 9, 9, -1}));
  EXPECT_EQ(codes_of(coder, {reading(), lost_by(1), lost_by(1), lost_by(4)}),
            (std::vector<int>{-1, 9, 9, 2}));
  EXPECT_EQ(codes_of(coder, scan), (std::vector<int>{1, 9, 9, -1}));
}

}  // namespace
}  // namespace rubble::sensors
