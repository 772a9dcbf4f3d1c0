// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>

#include "rubble/logs/logged_message.h"
#include "rubble/messages/description.h"

namespace rubble::logs {

// Works out what a robot must have been from what it said.
class RobotGuess {
 public:
  RobotGuess();
  void look_at(const LoggedMessage& message);
  // Duration of the log in seconds, for the rates.
  RobotDescription robot(double duration) const;

 private:
  void look_at_sensors(const LoggedMessage& message);
  void look_at_package(const LoggedMessage& message);
  SensorDescription& sensor_called(SensorKind kind, std::string_view name);

  RobotDescription robot_;
  std::map<std::string, int> messages_;  // a sensor's, by its name
};

}  // namespace rubble::logs
