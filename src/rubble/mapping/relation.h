// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose.h"

namespace rubble::mapping {

// Ends further apart than this in time make a relation a loop, else a neighbour.
constexpr double kLoopSeconds = 20.0;

// Where a robot truly was at one moment, seen from where it was at another.
struct Relation {
  double stamp_i = 0.0;
  double stamp_j = 0.0;
  Pose i_from_j;
  int line = 0;  // of its file; 0: none
};

struct RelationFile {
  std::vector<Relation> relations;  // as they stand in the file
  bool is_planar = true;
  std::string path;
  std::vector<std::string> remarks;
};

bool is_loop(const Relation& relation);
// The same relation with the earlier stamp first.
Relation earlier_first(const Relation& relation);

Result<RelationFile> read_relations(const std::string& path);
// Numbers are written so that they read back as the same bits.
Result<void> write_relations(const std::string& path, const std::vector<Relation>& relations);

}  // namespace rubble::mapping
