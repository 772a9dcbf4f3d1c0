// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/usarsim_robot_log.h"

#include "rubble/base/log.h"
#include "rubble/logs/usarsim_sensor_decoder.h"

namespace rubble::logs {
namespace {

// A log in which no reading names its time has only the logger's.
bool names_times(const Log& log) {
  UsarsimSensorDecoder decoder;
  const auto cursor = log.begin();
  while (const auto moment = cursor->next()) {
    const auto* line = std::get_if<LoggedLine>(&moment->what);
    if (line != nullptr) decoder.decode(line->text);
    if (decoder.has_time()) return true;
  }
  return false;
}

}  // namespace

bool has_protocol_lines(const Log& log) {
  const auto first = log.begin()->next();
  return first && std::holds_alternative<LoggedLine>(first->what);
}

RobotLog robot_log_from_lines(const Log& log, const RobotDescription& robot) {
  UsarsimSensorDecoder decoder;
  // Without CONF, the largest range of the log is taken as the no-return value.
  for (const SensorDescription& sensor : robot.sensors)
    if (sensor.kind == SensorKind::RangeScanner)
      decoder.set_max_range(sensor.name, sensor.max_range);
  for (const std::string& answer : log.answers()) decoder.decode(answer);
  const bool has_times = names_times(log);
  RobotLogBuilder builder;
  const auto cursor = log.begin();
  while (const auto moment = cursor->next()) {
    const auto* line = std::get_if<LoggedLine>(&moment->what);
    if (line == nullptr) continue;
    const auto when = has_times ? std::nullopt : std::optional(moment->time);
    for (const SensorSample& event : decoder.decode(line->text, when)) builder.add(event);
  }
  if (decoder.broken_lines() > 0)
    log_warning("{} messages of sensors are not whole and left out", decoder.broken_lines());
  return builder.finish(decoder);
}

}  // namespace rubble::logs
