// SPDX-License-Identifier: Apache-2.0
// Only for the .cpp files of this module.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>

#include "rubble/net/network_loop.h"
#include "rubble/wireless/channel/radio_channel.h"
#include "rubble/wireless/wireless.h"
#include "rubble/wireless/wss/wss_relay.h"
#include "rubble/wireless/wss/wss_session.h"

namespace rubble::wireless {

constexpr std::size_t kMaxWssConnections = 256;
constexpr std::int64_t kMaxRelaysPerStation = 64;

// The Wireless Simulation Server (docs/radio.md): control connections, and the relays they ask for.
//
// A station must have the name of a robot in the world. When that robot leaves the world or its
// battery is empty, the next set_links() closes the station's control connection and relays; it may
// register again. Bytes it sent before are still delivered. A station whose robot never appears is
// removed after a grace period, counted from the first links. Until then its position is unknown:
// its strengths are NaN and its relays refuse.
//
// All on the network thread, except open(), port() and the counts.
class WssServer : public std::enable_shared_from_this<WssServer>, private WssDirectory {
 public:
  static Result<std::shared_ptr<WssServer>> open(net::Network::Loop& loop, RadioChannel& channel,
                                                 const WirelessSettings& settings);
  ~WssServer() override;

  int port() const { return acceptor_->port(); }
  std::int64_t station_count() const { return station_count_; }
  std::int64_t relay_count() const { return context_.connection_count; }

  void start();
  void stop();

 private:
  struct Connection;
  using ConnectionPointer = std::shared_ptr<Connection>;
  struct Registration {
    WssStation station;
    net::asio::ip::address address;
    std::uint64_t connection = 0;
    double registered_at = 0.0;  // s, wall_now()
    bool was_listed = false;
  };

  WssServer(net::Network::Loop& loop, RadioChannel& channel, const WirelessSettings& settings,
            std::string address, std::shared_ptr<net::Acceptor> acceptor);

  // --- control connections ---
  void handle_accepted(net::tcp::socket socket);
  bool evict_unregistered();
  void read(const ConnectionPointer& connection);
  void reply_next(const ConnectionPointer& connection);
  void close(const ConnectionPointer& connection);

  // --- stations ---
  bool register_station(std::uint64_t connection, const WssStation& station) override;
  const WssStation* find(const std::string& name) const override;
  double strength(const std::string& from, const std::string& to) const override;
  std::optional<int> relay_port(const std::string& from, const std::string& to,
                                int target_port) override;
  std::optional<std::string> connection_source(const std::string& to, int port) const override;
  void unregister_station(const std::string& name);
  void drain(const std::shared_ptr<WssRelay>& relay);
  void update_links();
  void remove_unlisted();

  RelayContext context_;
  std::shared_ptr<net::Acceptor> acceptor_;
  const double grace_;  // s
  const std::int64_t max_relays_;
  std::uint64_t listener_ = 0;
  net::LogThrottle refusals_;
  std::map<std::uint64_t, ConnectionPointer> connections_;  // oldest first
  std::uint64_t next_connection_ = 1;
  std::map<std::string, Registration> entries_;  // by name
  std::map<RelayRoute, std::shared_ptr<WssRelay>> relays_;
  std::map<std::uint64_t, std::shared_ptr<WssRelay>>
      draining_;  // relays of stations that have left
  std::uint64_t next_draining_ = 1;
  bool has_links_ = false;
  std::atomic<std::int64_t> station_count_ = 0;
};

}  // namespace rubble::wireless
