// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "rubble/messages/event_data.h"
#include "rubble/serialization/message_fields.h"

// Fields of each EventData alternative with their JSON keys, beside tick, kind and subject. A key
// means the same in all kinds and has one type. A kind without fields says so here: one that is
// missing does not compile. Only for .cpp files of this module.
namespace rubble {

inline auto names_of(LoadKind) { return std::array{"force", "torque"}; }

inline void fields(auto& a, Of<RobotEntered> auto& e) {
  a("class", e.robot_class)("position", e.position_world);
}
inline void fields(auto&, Of<RobotLeft> auto&) {}
inline void fields(auto& a, Of<RobotMoved> auto& e) {
  a("remark", e.remark)("position", e.position_world);
}
inline void fields(auto& a, Of<ObjectCreated> auto& e) {
  a("class", e.object_class)("position", e.position_world);
}
inline void fields(auto&, Of<ObjectRemoved> auto&) {}
inline void fields(auto& a, Of<TagDropped> auto& e) {
  a("tag", e.id)("position", e.position_world);
}
inline void fields(auto& a, Of<CommandRefused> auto& e) { a("reason", e.reason); }
inline void fields(auto&, Of<BatteryEmpty> auto&) {}
inline void fields(auto& a, Of<Bumped> auto& e) {
  a("object", e.other)("subject_part", e.subject_part)("object_part", e.other_part)(
      "position", e.point_world)("normal", e.normal_world)("approach_speed", e.approach_speed)(
      "impulse", e.impulse);
}
inline void fields(auto& a, Of<JointBroken> auto& e) {
  a("object", e.joint)("load_kind", e.load_kind)("load", e.load)("limit", e.limit);
}

}  // namespace rubble
