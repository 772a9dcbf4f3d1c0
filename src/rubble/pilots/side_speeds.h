// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/messages/command.h"
#include "rubble/robots/measures.h"
#include "rubble/world/robot_spec.h"

namespace rubble::pilots {

// How much faster the sides must run than without slip, for a body to turn at the rate asked for.
double slip_factor(const robots::Measures& measures, DriveKind drive);

// What the two sides must do for a body to go at a speed (m/s) and turn at a rate (rad/s), with the
// slip of those that skid.
DriveSides side_speeds(double speed, double turn_rate, const robots::Measures& measures,
                       const RobotSpec& robot);

}  // namespace rubble::pilots
