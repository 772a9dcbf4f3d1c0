// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose2.h"
#include "rubble/mapping/relation.h"

namespace rubble::mapping {

enum class ConstraintKind { Neighbour, LoopClosure, Manual };
enum class ConstraintState { Proposed, Accepted, Rejected, Adjusted };
enum class ConstraintSource { Slam, Truth, Person };

// A relation on its way to be ground truth.
struct Constraint {
  double stamp_i = 0.0;  // the earlier one
  double stamp_j = 0.0;
  Pose2 i_from_j;                  // what counts now
  Pose2 proposed;                  // what was first said
  Mat3 covariance = Mat3::Zero();  // of the proposal
  double score = 0.0;              // of the matcher, 0..1
  ConstraintKind kind = ConstraintKind::Neighbour;
  ConstraintState state = ConstraintState::Proposed;
  ConstraintSource source = ConstraintSource::Slam;
  std::string maker;     // which program or SLAM proposed it
  std::string verifier;  // who decided
  std::string when;      // ISO 8601, UTC
  std::string note;

  bool operator==(const Constraint&) const = default;
};

struct ConstraintFile {
  std::string log;  // name of the log it belongs to
  std::vector<Constraint> constraints;
};

// As they stand in files: "loop", "accepted", "slam".
std::string_view word_of(ConstraintKind kind);
std::string_view word_of(ConstraintState state);
std::string_view word_of(ConstraintSource source);

// JSON, one constraint a line; numbers read back as the same bits.
std::string constraints_text(const ConstraintFile& file);
Result<ConstraintFile> read_constraints(const std::string& path);
// Never leaves half a file: writes beside it and renames.
Result<void> write_constraints(const std::string& path, const ConstraintFile& file);

// One constraint as its line.
std::string constraint_text(const Constraint& constraint);
Result<Constraint> parse_constraint(std::string_view text);

// Accepted and adjusted ones; those a SLAM proposed and nobody touched may be left out.
struct VerifiedChoice {
  bool with_untouched = true;  // what a SLAM proposed and was accepted as it was
  std::string without_maker;   // leave out what this one proposed and was accepted as it was
};
bool is_verified(const Constraint& constraint);
bool is_chosen(const Constraint& constraint, const VerifiedChoice& choice);
std::vector<Relation> verified_relations(const ConstraintFile& file,
                                         const VerifiedChoice& choice = {});

// The same as a relations file, every number as the same bits; comments say who proposed them.
std::string relations_text(const ConstraintFile& file, const VerifiedChoice& choice = {});
Result<void> export_relations(const std::string& path, const ConstraintFile& file,
                              const VerifiedChoice& choice = {});

}  // namespace rubble::mapping
