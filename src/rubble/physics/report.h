// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/world/state.h"

namespace rubble::physics {

enum class ContactPhase { Begin, Continue, End };

// Two links that touch. An ended contact has the point and normal it had last, and no impulse.
struct Contact {
  ContactPhase phase = ContactPhase::Begin;
  Part first;
  Part second;
  Vec3 point_world = Vec3::Zero();   // of the deepest point
  Vec3 normal_world = Vec3::Zero();  // from second to first
  double impulse = 0.0;              // N·s along the normals in this step, all points together
};

struct BrokenJoint {
  InstanceId instance;
  int joint = -1;       // index in the model
  double force = 0.0;   // N, what it carried when it broke
  double torque = 0.0;  // N·m
};

// What happened in one step, and whether it was a hard one.
struct StepReport {
  std::vector<Contact> contacts;
  std::vector<BrokenJoint> broken_joints;
  int contact_points = 0;
  int contacts_dropped = 0;    // beyond the limit for one pair of bodies
  int islands_cut_short = 0;   // so many constraints that they got fewer iterations
  long solver_iterations = 0;  // of all islands together
  int bodies_reset = 0;        // had left the finite numbers and were put back at rest
};

}  // namespace rubble::physics
