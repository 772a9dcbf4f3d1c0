// SPDX-License-Identifier: Apache-2.0
// What the parts of the exec broker share. Only for the .cpp files of this module.
#pragma once

#include <boost/asio/ip/address_v4.hpp>

#include "rubble/net/network_loop.h"
#include "rubble/wireless/channel/radio_channel.h"
#include "rubble/wireless/exec/protocol.h"
#include "rubble/wireless/exec/station_registry.h"

namespace rubble::wireless {

struct ExecContext {
  net::asio::io_context& context;
  RadioChannel& channel;
  StationRegistry& stations;
  int block;

  net::asio::ip::address_v4 own_address(int station) const {
    return net::asio::ip::address_v4(station_address(block, station));
  }
  net::asio::ip::address_v4 address(StationPair pair) const {
    return net::asio::ip::address_v4(pair_address(block, pair));
  }
  // Whether a route from local to remote with all hops up exists now.
  bool has_route(StationPair pair) const {
    return channel.is_up(stations.name(pair.local), stations.name(pair.remote));
  }
};

// A port of the remote station, as the local one reaches it.
struct PairPort {
  StationPair pair;
  int port = 0;
  auto operator<=>(const PairPort&) const = default;
};

// Programs that let the kernel choose a port listen on it on all addresses. radio-exec sets
// SO_REUSEPORT for them so that the proxy can bind the same port at its pair address.
using SharedPort = net::asio::detail::socket_option::boolean<SOL_SOCKET, SO_REUSEPORT>;

inline std::string bind_failure_text(int port, const boost::system::error_code& error) {
  if (error != net::asio::error::address_in_use) return error.message();
  return "port " + std::to_string(port) +
         " is bound on all addresses by a program that is not on the radio";
}

}  // namespace rubble::wireless
