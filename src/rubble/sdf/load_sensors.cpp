// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "rubble/base/text.h"
#include "rubble/sdf/load_parts.h"

namespace rubble {
namespace {

// SDF's older words for sensors and what is inside them.
struct Renamed {
  const char* old_word;
  const char* new_word;
};

constexpr Renamed kRenamedTypes[] = {
    {"ray", "lidar"},
    {"gpu_ray", "gpu_lidar"},
    {"gps", "navsat"},
    {"depth", "depth_camera"},
    {"rgbd", "rgbd_camera"},
    {"thermal", "thermal_camera"},
    {"segmentation", "segmentation_camera"},
    {"boundingbox", "boundingbox_camera"},
};

constexpr Renamed kRenamedElements[] = {{"ray", "lidar"}, {"gps", "navsat"}};

constexpr const char* kSensorTypes[] = {"air_pressure",
                                        "air_speed",
                                        "altimeter",
                                        "boundingbox_camera",
                                        "camera",
                                        "contact",
                                        "custom",
                                        "depth_camera",
                                        "force_torque",
                                        "gpu_lidar",
                                        "imu",
                                        "lidar",
                                        "logical_camera",
                                        "magnetometer",
                                        "multicamera",
                                        "navsat",
                                        "rfid",
                                        "rfidtag",
                                        "rgbd_camera",
                                        "segmentation_camera",
                                        "sonar",
                                        "thermal_camera",
                                        "wideanglecamera",
                                        "wireless_receiver",
                                        "wireless_transmitter"};

template <std::size_t Count>
std::string todays_word(const Renamed (&table)[Count], const std::string& word) {
  for (const Renamed& row : table)
    if (word == row.old_word) return row.new_word;
  return word;
}

std::string numbered(const std::string& name, int occurrence) {
  return occurrence == 1 ? name : name + "[" + std::to_string(occurrence) + "]";
}

// All leaves below the node, and the attributes on the way, by path.
void collect_settings(const XmlNode& node, const std::string& prefix, int depth,
                      std::map<std::string, std::string>& settings) {
  std::map<std::string, int> occurrences;
  for (const XmlNode& child : node.children) {
    if (child.name == "plugin") continue;
    if (depth == 0 && (child.name == "pose" || child.name == "update_rate")) continue;
    const std::string name = depth == 0 ? todays_word(kRenamedElements, child.name) : child.name;
    const std::string path = prefix + numbered(name, ++occurrences[name]);
    for (const auto& [key, value] : child.attributes) settings[path + "/" + key] = value;
    if (child.children.empty() && (!child.text.empty() || child.attributes.empty()))
      settings[path] = child.text;
    collect_settings(child, path + "/", depth + 1, settings);
  }
}

}  // namespace

SensorSpec load_sensor(const XmlNode& node, const Pose& link_from_sensor, LoadContext& context) {
  SensorSpec sensor;
  sensor.name = node.attribute_or("name", "");
  sensor.type = todays_word(kRenamedTypes, node.attribute_or("type", ""));
  sensor.preset = node.attribute_or("rubble:preset", "");
  sensor.link_from_sensor = link_from_sensor;
  sensor.update_rate = number_at(node, "update_rate").value_or(0.0);
  sensor.at = node.at();
  if (sensor.update_rate < 0.0)
    context.fail(node.at(), "<sensor> update_rate wants a number of at least 0");
  collect_settings(node, "", 0, sensor.settings);
  if (std::find(std::begin(kSensorTypes), std::end(kSensorTypes), sensor.type) ==
      std::end(kSensorTypes))
    context.warn("unknown sensor", node.at(),
                 "sensor '" + sensor.name + "' has the unknown type '" + sensor.type + "'");
  return sensor;
}

}  // namespace rubble
