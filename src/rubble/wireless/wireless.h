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
  int port = 50000;        // 0 = any free port
  bool is_shaped = false;  // relays of the wireless server take transmission time
  double grace = 5.0;      // s: a client may register before its robot enters the world
  std::uint64_t seed = 1;
};

struct WirelessCounts {
  std::int64_t stations = 0;  // registered now
  std::int64_t relays = 0;    // connections relayed now
  std::int64_t programs = 0;  // requests of radio-exec, total
};

// All network services on the simulated radio of a running world: the Wireless Simulation Server
// (protocol wss) and the broker for programs under radio-exec.
class Wireless {
 public:
  static Result<std::unique_ptr<Wireless>> open(net::Network& network,
                                                const WirelessSettings& settings);
  ~Wireless();

  int port() const;
  // Sets the current links. From any thread; does not block.
  void set_links(std::shared_ptr<const radio::Links> links);
  WirelessCounts counts() const;

 private:
  struct Parts;
  explicit Wireless(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace rubble::wireless
