// SPDX-License-Identifier: Apache-2.0
// Only for the .cpp files of this module.
#pragma once

#include <atomic>
#include <compare>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "rubble/net/network_loop.h"
#include "rubble/wireless/channel/radio_channel.h"
#include "rubble/wireless/channel/tcp_relay.h"

namespace rubble::wireless {

// A relay port forwards one station's connections to one port of one other station.
struct RelayRoute {
  std::string from;
  std::string to;
  int target_port = 0;
  auto operator<=>(const RelayRoute&) const = default;
};

// What all relays of a server share; outlives them.
struct RelayContext {
  net::Network::Loop& loop;
  RadioChannel& channel;
  std::string host;  // an address, not a name
  TcpRelaySettings relay_settings;
  std::int64_t max_connections = 0;
  std::atomic<std::int64_t> connection_count = 0;
  std::map<std::string, std::int64_t> connections_per_station;  // by connecting station
  net::LogThrottle refusals;

  // No station gets more than a quarter of all connections.
  bool has_room_for(const std::string& station) const {
    const auto own = connections_per_station.find(station);
    return connection_count < max_connections &&
           (own == connections_per_station.end() || own->second < (max_connections + 3) / 4);
  }
};

constexpr std::size_t kMaxConnectionsPerRelay = 64;
constexpr double kConnectTimeout = 5.0;  // s

// A listening port that forwards connections to a port of another station while that is in range.
// Out of range it refuses them, but keeps its port number. Network thread only.
class WssRelay : public std::enable_shared_from_this<WssRelay> {
 public:
  // Null if no port is available.
  static std::shared_ptr<WssRelay> open(RelayContext& context, RelayRoute route,
                                        net::tcp::endpoint target);

  int port() const { return port_; }
  const RelayRoute& route() const { return route_; }
  // Whether one of its outgoing connections has this local port.
  bool has_outgoing_port(int port) const;
  void update_links();
  void close();
  // One of its stations has left: no connections are accepted any more, and bytes sent before are
  // still delivered. Calls when_over, later, once the last connection is closed.
  void drain(std::function<void()> when_over);

 private:
  struct Connection;

  WssRelay(RelayContext& context, RelayRoute route, net::tcp::endpoint target);
  bool is_in_range() const;
  bool reserve(int number);
  void start_listening();
  void stop_listening();
  void handle_accepted(net::tcp::socket socket);
  void connect_to_target(std::uint64_t id);
  void handle_connected(std::uint64_t id, const boost::system::error_code& error);
  void join(std::uint64_t id);
  void close_connection(std::uint64_t id);
  void notify_if_drained();

  RelayContext& context_;
  const RelayRoute route_;
  const net::tcp::endpoint target_;
  net::tcp::acceptor reservation_;  // bound but not listening: reserves the port
  std::shared_ptr<net::Acceptor> acceptor_;
  int port_ = 0;
  std::map<std::uint64_t, std::unique_ptr<Connection>> connections_;
  std::uint64_t next_connection_ = 1;
  bool is_draining_ = false;
  std::function<void()> when_over_;
};

}  // namespace rubble::wireless
