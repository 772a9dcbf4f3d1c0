// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose.h"

namespace rubble::trajectory {

// s; a relation whose ends are further apart is a loop, else a neighbour.
constexpr double kLoopSeconds = 20.0;

// Relative pose of a robot between two moments (Kuemmerle et al. 2009): ground truth for SLAM.
struct Relation {
  double stamp_i = 0.0;
  double stamp_j = 0.0;
  Pose i_from_j;
  int line = 0;  // line number in its file; 0: none
};

struct RelationFile {
  std::vector<Relation> relations;  // in file order
  bool is_planar = true;
  std::string path;
  std::vector<std::string> remarks;
};

bool is_loop(const Relation& relation);
// The same relation with the earlier stamp first.
Relation earlier_first(const Relation& relation);

Result<RelationFile> read_relations(const std::string& path);
// Numbers round-trip to the same bits.
Result<void> write_relations(const std::string& path, const std::vector<Relation>& relations);

}  // namespace rubble::trajectory
