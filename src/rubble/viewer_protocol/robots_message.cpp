// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/robots_message.h"

#include "rubble/viewer_protocol/channels.h"
#include "rubble/viewer_protocol/json_text.h"

namespace rubble::viewer_protocol {
namespace {

const char* name_of_vehicle(VehicleKind kind) {
  switch (kind) {
    case VehicleKind::Ground:
      return "ground";
    case VehicleKind::Aerial:
      return "aerial";
    case VehicleKind::Nautic:
      return "nautic";
    case VehicleKind::Legged:
      return "legged";
    case VehicleKind::Static:
      return "static";
  }
  return "static";
}

const char* name_of_steering(SteeringKind kind) {
  switch (kind) {
    case SteeringKind::None:
      return "none";
    case SteeringKind::SkidSteered:
      return "skid";
    case SteeringKind::Ackermann:
      return "ackermann";
    case SteeringKind::Omni:
      return "omni";
    case SteeringKind::RotaryWing:
      return "rotary_wing";
  }
  return "none";
}

void write_joint(JsonText& text, const JointDescription& joint, const std::string& group) {
  text.open_object().field("name", joint.name).field("group", group);
  text.field("is_prismatic", joint.is_prismatic).field("lower", joint.lower);
  text.field("upper", joint.upper).field("max_speed", joint.max_speed).close_object();
}

void write_stream(JsonText& text, const SensorDescription& sensor, int id,
                  const std::vector<std::string>& channels) {
  text.open_object().field("id", id).field("sensor", sensor.name);
  text.field("kind", name_of(sensor.kind)).field("encoding", encoding_of(sensor.kind));
  text.field("rate", sensor.rate).key("channels").open_list();
  for (const std::string& channel : channels) text.put(channel);
  text.close_list().field("max_range", sensor.max_range);
  text.field("field_of_view", sensor.field_of_view);
  text.field("width", sensor.width).field("height", sensor.height).close_object();
}

void write_robot(JsonText& text, const RobotListing& listed) {
  const RobotDescription& about = listed.robot->description;
  text.open_object().field("name", about.name).field("entity", listed.entity);
  text.field("class", about.robot_class).field("vehicle", name_of_vehicle(about.vehicle));
  text.field("steering", name_of_steering(about.steering)).field("size", about.size);
  text.field("max_speed", listed.robot->max_ground_speed).field("max_turn", listed.robot->max_turn);
  text.field("battery", about.battery).field("has_light", listed.robot->has_light);
  text.key("joints").open_list();
  for (const JointDescription& joint : about.flippers) write_joint(text, joint, "flippers");
  for (const PackageDescription& package : about.packages)
    for (const JointDescription& joint : package.joints) write_joint(text, joint, package.name);
  text.close_list().key("streams").open_list();
  for (std::size_t i = 0; i < about.sensors.size(); ++i)
    write_stream(text, about.sensors[i], listed.streams[i], listed.channels[i]);
  text.close_list().close_object();
}

}  // namespace

Frame robots_message(std::span<const RobotListing> robots) {
  JsonText text;
  text.open_object().field("type", "robots").key("robots").open_list();
  for (const RobotListing& robot : robots) write_robot(text, robot);
  text.close_list().close_object();
  return text_frame(text.take());
}

}  // namespace rubble::viewer_protocol
