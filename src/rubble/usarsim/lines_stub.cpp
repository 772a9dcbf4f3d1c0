// SPDX-License-Identifier: Apache-2.0
// Stands in for the makers of lines until they are there.
#include "rubble/usarsim/description_lines.h"
#include "rubble/usarsim/sensor_lines.h"
#include "rubble/usarsim/status_lines.h"
#include "rubble/usarsim/world_lines.h"

#define STAND_IN __attribute__((weak))

namespace rubble::usarsim {

STAND_IN std::string greeting(const Arena& arena, Dialect) {
  return "NFO {Level " + arena.level + "}\r\n";
}
STAND_IN std::string start_poses_line(const Arena& arena) {
  return "NFO {StartPoses " + std::to_string(arena.starts.size()) + "}\r\n";
}
STAND_IN std::string death_line(const std::string& killer, const std::string& cause) {
  return "DIE {Killer " + killer + "} {DamageType " + cause + "}\r\n";
}
STAND_IN std::string configuration_lines(const RobotDescription&, const std::string& type,
                                         const std::string& name, Dialect) {
  return "CONF {Type " + type + "} {Name " + name + "}\r\n";
}
STAND_IN std::string geometry_lines(const RobotDescription&, const std::string& type,
                                    const std::string& name, Dialect) {
  return "GEO {Type " + type + "} {Name " + name + "}\r\n";
}
STAND_IN std::string sensor_lines(const RobotDescription&, std::span<const Reading> readings,
                                  const WireSettings&) {
  return std::string("SEN ") + std::to_string(readings.size()) + "\r\n";
}
STAND_IN std::string status_line(const RobotDescription&, const RobotStatus&, Dialect) {
  return "STA\r\n";
}
STAND_IN std::string package_lines(const RobotDescription&, const RobotStatus&, Dialect) {
  return "MISSTA\r\n";
}
STAND_IN std::string result_line(Tick tick, const std::string& type, const std::string& name,
                                 const std::string& status, Dialect dialect) {
  if (dialect == Dialect::Udk) return {};
  const Tick hundredths = tick * 100 / kTicksPerSecond;
  const std::string cents = std::to_string(hundredths % 100);
  return "RES {Time " + std::to_string(hundredths / 100) + "." +
         (cents.size() < 2 ? "0" + cents : cents) + "} {Type " + type + "} {Name " + name +
         "} {Status " + status + "}\r\n";
}

}  // namespace rubble::usarsim
