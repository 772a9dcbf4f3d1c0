// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "rubble/base/result.h"
#include "rubble/net/line_server.h"
#include "rubble/radio/links.h"

namespace rubble::wireless {

struct WirelessSettings {
  std::string host = "127.0.0.1";
  int port = 50000;        // 0 = a free one
  bool is_shaped = false;  // relays of the wireless server lose time and range as the radio does
  double grace = 5.0;      // s: a client may come to the wireless server before its robot
  std::uint64_t seed = 1;
};

struct WirelessCounts {
  std::int64_t stations = 0;  // registered now
  std::int64_t relays = 0;    // connections that are passed on now
  std::int64_t programs = 0;  // requests of radio-exec so far
};

// Everything that speaks over the simulated radio of a running world: the Wireless Simulation
// Server's port (protocol: wss) and the switchboard that radio-exec's programs use.
class Wireless {
 public:
  static Result<std::unique_ptr<Wireless>> open(net::Network& network,
                                                const WirelessSettings& settings);
  ~Wireless();

  int port() const;
  // Who hears whom from now on; from any thread, does not wait.
  void tell(std::shared_ptr<const radio::Links> links);
  WirelessCounts counts() const;

 private:
  struct Parts;
  explicit Wireless(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace rubble::wireless
