// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/physics/bullet_types.h"
#include "rubble/physics/report.h"

namespace rubble::physics {

// Turns the manifolds of each step into contacts that begin, continue and end.
class ContactLog {
 public:
  // Appends what changed since the last step to report.contacts and counts the points.
  void update(std::span<btPersistentManifold* const> manifolds, StepReport& report);
  // Contacts of an instance that is gone end without a word.
  void forget(InstanceId instance);

 private:
  std::vector<Contact> touching_;  // ordered by the two parts
};

}  // namespace rubble::physics
