// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor.h"

namespace rubble::sensors {

// Detection cone about the sensor's x axis.
struct Cone {
  double range = 0.0;          // m
  double field_of_view = 0.0;  // rad, full opening angle; 2 pi: all directions
  bool holds(const Vec3& point_sensor) const;
};

// Number of walls between two points (world frame), ignoring the own robot and one victim (-1:
// none). An entry and an exit face count as one wall, and so does a single sheet.
int walls_between(const SampleContext& now, InstanceId self, const Vec3& from, const Vec3& to,
                  int victim = -1);

// Whether some part of a surface is visible from a point (world frame).
bool is_in_sight(const SampleContext& now, const rays::RayFilter& filter, const Vec3& from,
                 int surface);

// Centre of a surface's bounds, world frame.
Vec3 middle_of(const SampleContext& now, int surface);

// Position of a victim's head, world frame: the source of its breath, sounds and heat.
Vec3 head_of(const Victim& victim);

}  // namespace rubble::sensors
