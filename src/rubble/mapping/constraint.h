// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose2.h"
#include "rubble/mapping/relation.h"

namespace rubble::mapping {

enum class ConstraintKind { Neighbour, Loop, Manual };
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
};

struct ConstraintFile {
  std::string log;  // name of the log it belongs to
  std::vector<Constraint> constraints;
};

// JSON, one constraint a line; numbers read back as the same bits.
std::string constraints_text(const ConstraintFile& file);
Result<ConstraintFile> read_constraints(const std::string& path);
// Never leaves half a file: writes beside it and renames.
Result<void> write_constraints(const std::string& path, const ConstraintFile& file);

// Accepted and adjusted ones; those a SLAM proposed and nobody touched may be left out.
std::vector<Relation> verified_relations(const ConstraintFile& file);

}  // namespace rubble::mapping
