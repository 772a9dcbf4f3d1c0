// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor.h"

namespace rubble::sensors {

// A cone about the sensor's x axis.
struct Cone {
  double range = 0.0;          // m
  double field_of_view = 0.0;  // rad, the whole angle; 2 pi = all around
  bool holds(const Vec3& point_sensor) const;
};

// How many solid things stand between two points, the robot itself and one victim (-1 = none) not
// counted. Two faces are one thing, and so is a sheet that has only one.
int walls_between(const SampleContext& now, InstanceId self, const Vec3& from, const Vec3& to,
                  int victim = -1);

// Whether any of a surface is the first thing on a line from a point.
bool is_in_sight(const SampleContext& now, const rays::RayFilter& filter, const Vec3& from,
                 int surface);

// The middle of a surface, world frame.
Vec3 middle_of(const SampleContext& now, int surface);

// Where a victim breathes, groans and is warmest.
Vec3 head_of(const Victim& victim);

}  // namespace rubble::sensors
