// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "rubble/base/result.h"
#include "rubble/net/line_server.h"
#include "rubble/wireless/channel/radio_channel.h"

namespace rubble::wireless {

struct ExecBrokerCounts {
  std::int64_t proxy_listeners = 0;  // open now
  std::int64_t relays = 0;           // TCP connections relayed now
  std::int64_t udp_endpoints = 0;    // open now
};

// Serves the programs that run under radio-exec: resolves names of robots, prepares the proxies for
// their connections and relays their bytes. Reachable from this machine and by this user only. See
// exec_protocol.h.
class ExecBroker {
 public:
  // The broker's Unix socket is named after the radio port. Must not be called on the network
  // thread; the channel must outlive the broker.
  static Result<std::unique_ptr<ExecBroker>> open(net::Network& network, RadioChannel& channel,
                                                  int radio_port);
  ~ExecBroker();

  std::int64_t request_count() const;  // total; from any thread
  ExecBrokerCounts counts() const;     // from any thread except the network thread

 private:
  class Impl;
  ExecBroker(net::Network& network, std::shared_ptr<Impl> impl);
  net::Network& network_;
  std::shared_ptr<Impl> impl_;
};

}  // namespace rubble::wireless
