// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "rubble/base/result.h"
#include "rubble/mapping/usarsim_sensor_decoder.h"

namespace rubble::apps {

// A robot to listen to: a live one, one in a simulated world, or a log that is told again.
struct RobotAddress {
  std::string host = "127.0.0.1";
  int port = 3000;
  // With these it is asked for: a simulator makes it, a replay tells the one of that name, a real
  // robot does not care.
  std::string robot_class = "P2AT";
  std::string name;           // empty = whatever the server has
  std::string start;          // of the world; empty = its origin
  double idle_timeout = 5.0;  // s without a word after which it has ended
};

// "HOST:PORT", ":PORT" or "PORT".
Result<RobotAddress> robot_address(const std::string& word);

struct SessionEnd {
  std::size_t lines = 0;
  std::size_t events = 0;
  bool timed_out = false;   // ended for silence
  bool was_closed = false;  // ended by the robot's side
};

// What a session tells while it goes on; false ends it.
using TakeEvent =
    std::function<bool(const mapping::SensorSample&, const mapping::UsarsimSensorDecoder&)>;

// Connects, asks what the robot's sensors are and where they sit, and hands on what it says until
// one of the sides ends it. `is_over` is looked at several times a second; may be empty. An error
// if there is no server, or it never speaks of a sensor.
Result<SessionEnd> listen_to_robot(const RobotAddress& address, const TakeEvent& take,
                                   const std::function<bool()>& is_over = {});

}  // namespace rubble::apps
