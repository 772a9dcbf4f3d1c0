// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/world/state.h"

namespace rubble::physics {

enum class ContactPhase { Begin, Continue, End };

// A contact between two links. With phase End, point and normal are those of the step before, and
// the impulse is 0.
struct Contact {
  ContactPhase phase = ContactPhase::Begin;
  Part first;
  Part second;
  Vec3 point_world = Vec3::Zero();   // of the deepest point
  Vec3 normal_world = Vec3::Zero();  // from second to first
  double impulse = 0.0;              // N·s in this step, sum of the normal impulses of all points

  void serialize(auto& archive) {
    archive(phase, first, second, point_world, normal_world, impulse);
  }
};

struct BrokenJoint {
  InstanceId instance;
  int joint = -1;       // index in the model
  double force = 0.0;   // N, load when it broke
  double torque = 0.0;  // N·m
};

// Contacts, broken joints and statistics of one step.
struct StepReport {
  std::vector<Contact> contacts;
  std::vector<BrokenJoint> broken_joints;
  int contact_points = 0;
  int contacts_dropped = 0;    // points above Settings::max_contacts_per_pair
  int islands_cut_short = 0;   // islands whose iterations max_row_updates limited
  long solver_iterations = 0;  // sum over all islands
  int bodies_reset = 0;        // bodies with non-finite state, reset to their last pose at rest
};

}  // namespace rubble::physics
