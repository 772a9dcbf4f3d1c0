// SPDX-License-Identifier: Apache-2.0
#include "rubble/groundtruth/constraint_store.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "rubble/base/text.h"
#include "rubble/trajectory/test_constraints.h"

namespace rubble::groundtruth {
namespace {

using namespace rubble::trajectory;

Constraint accepted(Constraint constraint, const std::string& who) {
  constraint.state = ConstraintState::Accepted;
  constraint.verifier = who;
  return constraint;
}

using ConstraintStoreFiles = ConstraintFiles;

TEST_F(ConstraintStoreFiles, EachDecisionIsInTheFileAtOnceAndCanBeUndoneAfterANewStart) {
  const ConstraintFile start{"log", {loop_at(1, 2), loop_at(3, 4), loop_at(5, 6)}};
  {
    auto book = ConstraintStore::create(path_, start);
    ASSERT_TRUE(book);
    EXPECT_FALSE(book->can_undo());
    ASSERT_TRUE(book->decide(1, accepted(start.constraints[1], "Ada")));
    EXPECT_EQ(read_constraints(path_)->constraints[1].verifier, "Ada");
    ASSERT_TRUE(book->decide(0, accepted(start.constraints[0], "Bob")));
    ASSERT_TRUE(book->decide(1, accepted(start.constraints[1], "Eve")));
    EXPECT_EQ(*book->undo(), 1u);
    EXPECT_EQ(read_constraints(path_)->constraints[1].verifier, "Ada");
  }  // as good as killed: nothing is written at the end
  auto book = ConstraintStore::open(path_);
  ASSERT_TRUE(book);
  EXPECT_EQ(book->file().constraints[0].verifier, "Bob");
  EXPECT_EQ(*book->undo(), 0u);
  EXPECT_EQ(*book->undo(), 1u);
  EXPECT_FALSE(book->can_undo());
  EXPECT_FALSE(book->undo());
  EXPECT_EQ(read_constraints(path_)->constraints, start.constraints);
}

TEST_F(ConstraintStoreFiles, WhatWasAddedGoesWhenItIsUndoneAlsoAfterANewStart) {
  const ConstraintFile start{"log", {loop_at(1, 2), loop_at(3, 4)}};
  const Constraint tie = loop_at(5, 6), other = loop_at(7, 8);
  {
    auto book = ConstraintStore::create(path_, start);
    ASSERT_TRUE(book->decide(0, accepted(start.constraints[0], "Ada")));
    ASSERT_TRUE(book->add(tie));
    ASSERT_TRUE(book->add(other));
    EXPECT_EQ(*book->undo(), 3u);
    ASSERT_TRUE(book->decide(2, accepted(tie, "Bob")));
  }
  auto book = ConstraintStore::open(path_);
  EXPECT_EQ(*book->undo(), 2u);
  EXPECT_EQ(book->file().constraints.size(), 3u);
  EXPECT_EQ(*book->undo(), 2u);
  EXPECT_EQ(book->file().constraints.size(), 2u);
  EXPECT_EQ(*book->undo(), 0u);
  EXPECT_EQ(read_constraints(path_)->constraints, start.constraints);
  EXPECT_FALSE(book->can_undo());
}

TEST_F(ConstraintStoreFiles, AHistoryThatIsCutOffOrDoesNotFitLosesOnlyUndo) {
  const ConstraintFile start{"log", {loop_at(1, 2), loop_at(3, 4)}};
  {
    auto book = ConstraintStore::create(path_, start);
    for (const char* who : {"Ada", "Bob", "Eve"})
      ASSERT_TRUE(book->decide(0, accepted(start.constraints[0], who)));
  }
  const std::string history = text_of(path_ + ".history");
  for (std::size_t cut = 1; cut < history.size(); cut += 37) {
    std::ofstream(path_ + ".history", std::ios::binary) << history.substr(0, cut);
    auto book = ConstraintStore::open(path_);
    ASSERT_TRUE(book);
    EXPECT_EQ(book->file().constraints[0].verifier, "Eve");
    // What is decided now can be undone whatever stood before it.
    ASSERT_TRUE(book->decide(1, accepted(start.constraints[1], "Zoe")));
    auto again = ConstraintStore::open(path_);
    EXPECT_EQ(*again->undo(), 1u);
    EXPECT_EQ(read_constraints(path_)->constraints[1], start.constraints[1]);
  }
  ASSERT_TRUE(write_constraints(path_, start));  // edited by hand: no old decision fits
  std::ofstream(path_ + ".history", std::ios::binary) << history;
  auto book = ConstraintStore::open(path_);
  EXPECT_FALSE(book->undo());
  EXPECT_EQ(read_constraints(path_)->constraints, start.constraints);
}

TEST_F(ConstraintStoreFiles, WhereFileAndHistoryDisagreeNothingSeemsToBeUndoable) {
  auto book = ConstraintStore::create(path_, {"a", {loop_at(1, 2)}});
  ASSERT_TRUE(book.ok());
  Constraint accepted = loop_at(1, 2);
  accepted.state = ConstraintState::Accepted;
  ASSERT_TRUE(book->decide(0, accepted).ok());
  EXPECT_TRUE(ConstraintStore::open(path_)->can_undo());
  ASSERT_TRUE(write_constraints(path_, {"a", {loop_at(3, 4)}}).ok());
  auto edited = ConstraintStore::open(path_);
  ASSERT_TRUE(edited.ok());
  EXPECT_FALSE(edited->can_undo());
  EXPECT_FALSE(edited->undo().ok());
}

TEST_F(ConstraintStoreFiles, WhatSomebodyElseWroteMeanwhileIsNotWrittenOver) {
  const ConstraintFile start{"log", {loop_at(1, 2), loop_at(3, 4)}};
  auto one = ConstraintStore::create(path_, start);
  auto other = ConstraintStore::open(path_);
  ASSERT_TRUE(other->decide(0, accepted(start.constraints[0], "Ada")));
  const auto refused = one->decide(1, accepted(start.constraints[1], "Bob"));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("changed by somebody else"), std::string::npos);
  EXPECT_EQ(read_constraints(path_)->constraints[0].verifier, "Ada");
  EXPECT_TRUE(other->decide(1, accepted(start.constraints[1], "Eve")));
}

TEST_F(ConstraintStoreFiles, ADecisionThatCannotBeKeptIsNotTaken) {
  auto book = ConstraintStore::create(path_, {"log", {loop_at(1, 2)}});
  ASSERT_TRUE(book);
  fs::remove_all(folder_);
  EXPECT_FALSE(book->decide(0, accepted(loop_at(1, 2), "Ada")));
  EXPECT_EQ(book->file().constraints[0].verifier, "");
  EXPECT_FALSE(book->can_undo());
}

}  // namespace
}  // namespace rubble::groundtruth
