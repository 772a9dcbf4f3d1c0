// SPDX-License-Identifier: Apache-2.0
// What the switchboard's parts share. Only for the .cpp files of this module.
#pragma once

#include <boost/asio/ip/address_v4.hpp>

#include "rubble/net/network_loop.h"
#include "rubble/wireless/air.h"
#include "rubble/wireless/exec_protocol.h"
#include "rubble/wireless/station_book.h"

namespace rubble::wireless {

struct ExecBoard {
  net::asio::io_context& context;
  Air& air;
  StationBook& book;
  int block;

  net::asio::ip::address_v4 own_address(int station) const {
    return net::asio::ip::address_v4(station_address(block, station));
  }
  net::asio::ip::address_v4 address(StationPair pair) const {
    return net::asio::ip::address_v4(pair_address(block, pair));
  }
  // Whether what the viewer sends can reach the other now.
  bool has_way(StationPair pair) const {
    return air.is_up(book.name(pair.viewer), book.name(pair.seen));
  }
};

// A port of one station as another one reaches it.
struct PairPort {
  StationPair pair;
  int port = 0;
  auto operator<=>(const PairPort&) const = default;
};

// Programs whose ports the kernel chose listen there on every address, and let others share it.
using SharedPort = net::asio::detail::socket_option::boolean<SOL_SOCKET, SO_REUSEPORT>;

inline std::string trouble_with_port(int port, const boost::system::error_code& error) {
  if (error != net::asio::error::address_in_use) return error.message();
  return "port " + std::to_string(port) +
         " is taken on all addresses by a program that is not on the radio";
}

}  // namespace rubble::wireless
