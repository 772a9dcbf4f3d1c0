// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/messages/command.h"
#include "rubble/robots/measures.h"
#include "rubble/world/robot_spec.h"

namespace rubble::pilots {

// Factor on the side speeds that compensates slip in a turn: ratio to a drive without slip.
double slip_factor(const robots::Measures& measures, DriveKind drive);

// Speeds of the two sides for a forward speed (m/s) and a yaw rate (rad/s, left positive),
// including the slip of skid-steered robots.
DriveSides side_speeds(double speed, double turn_rate, const robots::Measures& measures,
                       const RobotSpec& robot);

}  // namespace rubble::pilots
