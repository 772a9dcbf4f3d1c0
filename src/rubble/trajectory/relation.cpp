// SPDX-License-Identifier: Apache-2.0
#include "rubble/trajectory/relation.h"

#include <cmath>

namespace rubble::trajectory {

bool is_loop(const Relation& relation) {
  return std::abs(relation.stamp_j - relation.stamp_i) > kLoopSeconds;
}

Relation earlier_first(const Relation& relation) {
  if (relation.stamp_i <= relation.stamp_j) return relation;
  return {relation.stamp_j, relation.stamp_i, relation.i_from_j.inverse(), relation.line};
}

}  // namespace rubble::trajectory
