// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "rubble/base/result.h"
#include "rubble/net/line_server.h"
#include "rubble/wireless/air.h"

namespace rubble::wireless {

struct SwitchboardCounts {
  std::int64_t doors = 0;  // now: ports that wait for a connect
  std::int64_t pipes = 0;  // now: connections that are passed on
  std::int64_t datagram_sockets = 0;
};

// Where programs under radio-exec ask for names and ways to other robots, and what passes on their
// bytes. On this machine and for this user only.
class Switchboard {
 public:
  // The radio's port gives it its name. Not from the network's thread; the air must outlive it.
  static Result<std::unique_ptr<Switchboard>> open(net::Network& network, Air& air, int radio_port);
  ~Switchboard();

  std::int64_t request_count() const;  // so far; from any thread
  SwitchboardCounts counts() const;    // from any thread but the network's

 private:
  class Desk;
  Switchboard(net::Network& network, std::shared_ptr<Desk> desk);
  net::Network& network_;
  std::shared_ptr<Desk> desk_;
};

}  // namespace rubble::wireless
