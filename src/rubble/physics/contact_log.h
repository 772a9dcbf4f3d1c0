// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/base/archive.h"
#include "rubble/physics/bullet_types.h"
#include "rubble/physics/report.h"

namespace rubble::physics {

// Derives contact events (begin, continue, end) from the contact manifolds of successive steps.
class ContactLog {
 public:
  // Appends the contacts of this step to report.contacts and counts the contact points.
  void update(std::span<btPersistentManifold* const> manifolds, StepReport& report);
  // Drops the contacts of a removed instance without End events.
  void forget(InstanceId instance);
  void serialize(Archive& archive) { archive(touching_); }

 private:
  std::vector<Contact> touching_;  // sorted by the two parts
};

}  // namespace rubble::physics
