// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/geometry/pose.h"
#include "rubble/report/plan.h"
#include "rubble/sim/probe.h"
#include "rubble/world/world.h"

namespace rubble::scenario {

// The camera pose (world_from_camera, at eye height) on a robot's trail with the best view of a
// victim: in sight, closest to the distance at which a body fills the image. Without any it looks
// ahead from the robot's last pose.
Pose best_victim_view(const sim::Probe& probe, const World& world, const report::Trail& trail,
                      const Pose& last_pose);

}  // namespace rubble::scenario
