// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "rubble/base/result.h"
#include "rubble/logs/usarsim_sensor_decoder.h"

namespace rubble::usarsim {

// Address of a robot: a real one, a simulated one or a replayed log.
struct RobotAddress {
  std::string host = "127.0.0.1";
  int port = 3000;
  // Sent in INIT: a simulator spawns the robot, a replay selects it by name, a real robot ignores
  // it.
  std::string robot_class = "P2AT";
  std::string name;           // empty = chosen by the server
  std::string start;          // empty = the first start of the world, else its origin
  double idle_timeout = 5.0;  // s without data after which the session ends
};

// "HOST:PORT", ":PORT" or "PORT".
Result<RobotAddress> robot_address(const std::string& word);

struct SessionEnd {
  std::size_t lines = 0;
  std::size_t events = 0;
  bool timed_out = false;   // ended by idle_timeout
  bool was_closed = false;  // closed by the server
};

// Called for each event; returning false ends the session.
using TakeEvent = std::function<bool(const logs::SensorSample&, const logs::UsarsimSensorDecoder&)>;

// Connects, spawns the robot, queries the configuration and mounting of its sensors, and passes on
// their data until either side ends the session. `is_over` is polled every 0.2 s; may be empty.
// Error if there is no server, or no data of a known sensor arrive.
Result<SessionEnd> listen_to_robot(const RobotAddress& address, const TakeEvent& take,
                                   const std::function<bool()>& is_over = {});

}  // namespace rubble::usarsim
