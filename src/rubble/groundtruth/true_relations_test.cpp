// SPDX-License-Identifier: Apache-2.0
#include "rubble/groundtruth/true_relations.h"

#include <gtest/gtest.h>

#include "rubble/evaluation/relation_metric.h"
#include "rubble/evaluation/test_paths.h"

namespace rubble::groundtruth {
namespace {

TEST(TrueRelations, ScoreTheTruthItselfWithZero) {
  const trajectory::Trajectory truth = evaluation::test::rounds(4000);
  trajectory::RelationFile file;
  file.relations = true_relations(truth.poses);
  const auto assessment = evaluation::assess_relations(truth, file);
  ASSERT_TRUE(assessment);
  EXPECT_EQ(assessment->unmatched, 0U);
  EXPECT_LT(assessment->all.translation.max, 1e-9);
  EXPECT_GT(assessment->neighbour.translation.count, 50U);
  EXPECT_GT(assessment->loop.translation.count, 50U);
}

TEST(TrueRelations, LoopsLeadToRevisitedPositions) {
  const trajectory::Trajectory truth = evaluation::test::rounds(4000);
  const auto relations = true_relations(truth.poses, {.globals_a_place = 0});
  int loops = 0;
  for (const trajectory::Relation& relation : relations) {
    if (!trajectory::is_loop(relation)) continue;
    ++loops;
    EXPECT_LT(relation.i_from_j.position.norm(), 1.5 + 1e-9);
    EXPECT_LT(relation.stamp_i, relation.stamp_j);
  }
  EXPECT_GT(loops, 50) << "the second and third round pass everything again";
}

TEST(TrueRelations, TheSameSeedGivesTheSameRelations) {
  const trajectory::Trajectory truth = evaluation::test::rounds(2000);
  const auto one = true_relations(truth.poses), other = true_relations(truth.poses);
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].stamp_j, other[i].stamp_j);
}

}  // namespace
}  // namespace rubble::groundtruth
