// SPDX-License-Identifier: Apache-2.0
#include "rubble/ros2/ros_messages.h"

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include "rubble/ros2/cdr.h"

namespace rubble::ros2 {
namespace {

constexpr const char* kSeparator =
    "================================================================================\n";
constexpr int kJpegQuality = 75;
constexpr std::uint64_t kNanosecondsPerSecond = 1'000'000'000;

std::string part(const char* name, const char* fields) {
  return std::string(kSeparator) + "MSG: " + name + "\n" + fields;
}

std::string header_parts() {
  return part("std_msgs/Header", "builtin_interfaces/Time stamp\nstring frame_id\n") +
         part("builtin_interfaces/Time", "int32 sec\nuint32 nanosec\n");
}

CdrWriter& put_header(CdrWriter& cdr, Tick tick, const std::string& frame) {
  const std::uint64_t time = nanoseconds_at(tick);
  cdr.number(static_cast<std::int32_t>(time / kNanosecondsPerSecond));
  return cdr.number(static_cast<std::uint32_t>(time % kNanosecondsPerSecond)).text(frame);
}

void put_transform(CdrWriter& cdr, Tick tick, const std::string& parent, const std::string& child,
                   const Pose& pose) {
  put_header(cdr, tick, parent).text(child);
  for (const double value : {pose.position.x(), pose.position.y(), pose.position.z()})
    cdr.number(value);
  const Quat& q = pose.rotation;
  for (const double value : {q.x(), q.y(), q.z(), q.w()}) cdr.number(value);
}

std::vector<std::uint8_t> jpeg_of(const Image& image) {
  cv::Mat blue_first(image.height, image.width, CV_8UC3);
  for (std::size_t i = 0; i + 2 < image.rgb.size(); i += 3)
    for (std::size_t k = 0; k < 3; ++k) blue_first.data[i + k] = image.rgb[i + 2 - k];
  std::vector<std::uint8_t> bytes;
  const int quality = image.jpeg_quality > 0 ? image.jpeg_quality : kJpegQuality;
  cv::imencode(".jpg", blue_first, bytes, {cv::IMWRITE_JPEG_QUALITY, quality});
  return bytes;
}

}  // namespace

std::uint64_t nanoseconds_at(Tick tick) {
  return (static_cast<std::uint64_t>(tick) * kNanosecondsPerSecond + kTicksPerSecond / 2) /
         kTicksPerSecond;
}

Tick tick_of_nanoseconds(std::uint64_t nanoseconds) {
  const std::uint64_t seconds = nanoseconds / kNanosecondsPerSecond;
  const std::uint64_t rest = nanoseconds % kNanosecondsPerSecond;
  return static_cast<Tick>(seconds * kTicksPerSecond +
                           (rest * kTicksPerSecond + kNanosecondsPerSecond / 2) /
                               kNanosecondsPerSecond);
}

RosSchema transform_schema() {
  return {"tf2_msgs/msg/TFMessage",
          "geometry_msgs/TransformStamped[] transforms\n" +
              part("geometry_msgs/TransformStamped",
                   "std_msgs/Header header\nstring child_frame_id\nTransform transform\n") +
              part("geometry_msgs/Transform", "Vector3 translation\nQuaternion rotation\n") +
              part("geometry_msgs/Vector3", "float64 x\nfloat64 y\nfloat64 z\n") +
              part("geometry_msgs/Quaternion", "float64 x\nfloat64 y\nfloat64 z\nfloat64 w\n") +
              header_parts()};
}

RosSchema laser_scan_schema() {
  return {"sensor_msgs/msg/LaserScan",
          "std_msgs/Header header\nfloat32 angle_min\nfloat32 angle_max\n"
          "float32 angle_increment\nfloat32 time_increment\nfloat32 scan_time\n"
          "float32 range_min\nfloat32 range_max\nfloat32[] ranges\nfloat32[] intensities\n" +
              header_parts()};
}

RosSchema compressed_image_schema() {
  return {"sensor_msgs/msg/CompressedImage",
          "std_msgs/Header header\nstring format\nuint8[] data\n" + header_parts()};
}

std::string transforms_cdr(const Truth& truth) {
  CdrWriter cdr;
  cdr.count(truth.poses.size());
  for (const TruePose& pose : truth.poses)
    put_transform(cdr, truth.tick, "world", pose.name, pose.world_from_model);
  return cdr.finish();
}

std::string mounts_cdr(const RobotDescription& robot, Tick tick) {
  CdrWriter cdr;
  cdr.count(robot.sensors.size());
  for (const SensorDescription& sensor : robot.sensors)
    put_transform(cdr, tick, robot.name, robot.name + "/" + sensor.name, sensor.base_from_sensor);
  return cdr.finish();
}

std::string laser_scan_cdr(const Reading& reading, const RangeScan& scan) {
  CdrWriter cdr;
  put_header(cdr, reading.tick, reading.robot + "/" + reading.sensor);
  const double angle_max = scan.angle_min + (scan.columns - 1) * scan.angle_increment;
  const double scan_time = scan.time_increment * scan.columns;
  for (const double value : {scan.angle_min, angle_max, scan.angle_increment, scan.time_increment,
                             scan_time, scan.min_range, scan.max_range})
    cdr.number(static_cast<float>(value));
  cdr.count(scan.ranges.size());
  for (const float range : scan.ranges) cdr.number(range);
  return cdr.count(0).finish();
}

std::string compressed_image_cdr(const Reading& reading, const Image& image) {
  if (image.rgb.empty()) return {};
  CdrWriter cdr;
  put_header(cdr, reading.tick, reading.robot + "/" + reading.sensor);
  return cdr.text("jpeg").bytes(jpeg_of(image)).finish();
}

}  // namespace rubble::ros2
