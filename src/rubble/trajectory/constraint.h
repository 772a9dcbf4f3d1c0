// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose2.h"
#include "rubble/trajectory/relation.h"

namespace rubble::trajectory {

enum class ConstraintKind { Neighbour, LoopClosure, Manual };
enum class ConstraintState { Proposed, Accepted, Rejected, Adjusted };
enum class ConstraintSource { Slam, Truth, Person };

// A relative pose between two scans that a person may verify as ground truth.
struct Constraint {
  double stamp_i = 0.0;  // s, the earlier one
  double stamp_j = 0.0;
  Pose2 i_from_j;                  // the value in effect
  Pose2 proposed;                  // the original proposal
  Mat3 covariance = Mat3::Zero();  // of the proposal: x, y, theta
  double score = 0.0;              // inlier share of the matcher, 0..1
  ConstraintKind kind = ConstraintKind::Neighbour;
  ConstraintState state = ConstraintState::Proposed;
  ConstraintSource source = ConstraintSource::Slam;
  std::string maker;     // program or SLAM that proposed it
  std::string verifier;  // who decided
  std::string when;      // ISO 8601, UTC
  std::string note;

  bool operator==(const Constraint&) const = default;
};

struct ConstraintFile {
  std::string log;  // name of the log it belongs to
  std::vector<Constraint> constraints;
};

// The words used in files: "loop", "accepted", "slam".
std::string_view word_of(ConstraintKind kind);
std::string_view word_of(ConstraintState state);
std::string_view word_of(ConstraintSource source);

// JSON with one constraint per line; numbers round-trip to the same bits.
std::string constraints_text(const ConstraintFile& file);
Result<ConstraintFile> read_constraints(const std::string& path);
// Atomic: writes a temporary file and renames it.
Result<void> write_constraints(const std::string& path, const ConstraintFile& file);

// One constraint as its line.
std::string constraint_text(const Constraint& constraint);
Result<Constraint> parse_constraint(std::string_view text);

// Which verified (accepted or adjusted) constraints to use.
struct VerifiedChoice {
  bool with_untouched = true;  // include proposals of a SLAM that were accepted unchanged
  std::string without_maker;   // exclude those of this maker that were accepted unchanged
};
bool is_verified(const Constraint& constraint);
bool is_chosen(const Constraint& constraint, const VerifiedChoice& choice);
std::vector<Relation> verified_relations(const ConstraintFile& file,
                                         const VerifiedChoice& choice = {});

// The text of a relations file, with round-trip numbers; comments name the makers.
std::string relations_text(const ConstraintFile& file, const VerifiedChoice& choice = {});
Result<void> export_relations(const std::string& path, const ConstraintFile& file,
                              const VerifiedChoice& choice = {});

}  // namespace rubble::trajectory
