// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/messages/description.h"
#include "rubble/messages/reading.h"
#include "rubble/messages/truth.h"

// What viewers know how to draw, as ROS 2 messages in CDR. Every frame is named after its robot and
// sensor, "R1/Scanner1"; robots stand in "world".
namespace rubble::ros2 {

struct RosSchema {
  std::string name;        // "sensor_msgs/msg/LaserScan"
  std::string definition;  // ros2msg, with all it needs
};
RosSchema transform_schema();
RosSchema laser_scan_schema();
RosSchema compressed_image_schema();

std::string transforms_cdr(const Truth& truth);
// Where a robot's sensors sit.
std::string mounts_cdr(const RobotDescription& robot, Tick tick);
// Only for scans of one row; beams with a code are NaN.
std::string laser_scan_cdr(const Reading& reading, const RangeScan& scan);
// JPEG; empty if the picture has no colours.
std::string compressed_image_cdr(const Reading& reading, const Image& image);

// Of the moment before a tick; and back.
std::uint64_t nanoseconds_at(Tick tick);
Tick tick_of_nanoseconds(std::uint64_t nanoseconds);

}  // namespace rubble::ros2
