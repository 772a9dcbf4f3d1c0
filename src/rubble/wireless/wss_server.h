// SPDX-License-Identifier: Apache-2.0
// Only for the .cpp files of this module.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>

#include "rubble/net/network_loop.h"
#include "rubble/wireless/air.h"
#include "rubble/wireless/wireless.h"
#include "rubble/wireless/wss_relay.h"
#include "rubble/wireless/wss_session.h"

namespace rubble::wireless {

constexpr std::size_t kMostWssConnections = 256;
constexpr std::int64_t kMostRelaysOfStation = 64;

// The Wireless Simulation Server: control connections, and the relays they ask for.
//
// A station has to be one that the world lists. Whose robot goes, or is out of battery, is thrown
// out with the next word about the links: its control connection and its relays are closed, and it
// may introduce itself again. What a station that goes has sent is still delivered. Whose robot was
// never there is thrown out after a while, counted from the first word about links; until then
// nobody knows where it is: its strengths are NaN and its relays refuse.
//
// All on the network's thread, but for open(), port() and the counts.
class WssServer : public std::enable_shared_from_this<WssServer>, private WssDirectory {
 public:
  static Result<std::shared_ptr<WssServer>> open(net::Network::Loop& loop, Air& air,
                                                 const WirelessSettings& settings);
  ~WssServer() override;

  int port() const { return doorway_->port(); }
  std::int64_t station_count() const { return station_count_; }
  std::int64_t relay_count() const { return house_.calls; }

  void start();
  void stop();

 private:
  struct Connection;
  using ConnectionPointer = std::shared_ptr<Connection>;
  struct Entry {
    WssStation station;
    net::asio::ip::address address;
    std::uint64_t connection = 0;
    double since = 0.0;  // s of the wall clock
    bool was_listed = false;
  };

  WssServer(net::Network::Loop& loop, Air& air, const WirelessSettings& settings,
            std::string address, std::shared_ptr<net::Doorway> doorway);

  // --- control connections ---
  void welcome(net::tcp::socket socket);
  bool make_room();
  void read(const ConnectionPointer& connection);
  void answer_next(const ConnectionPointer& connection);
  void shut(const ConnectionPointer& connection);

  // --- stations ---
  bool enter(std::uint64_t connection, const WssStation& station) override;
  const WssStation* find(const std::string& name) const override;
  double strength(const std::string& from, const std::string& to) const override;
  std::optional<int> relay_port(const std::string& from, const std::string& to,
                                int target_port) override;
  std::optional<std::string> caller(const std::string& to, int port) const override;
  void leave(const std::string& name);
  void retire(const std::shared_ptr<WssRelay>& relay);
  void look_at_links();
  void throw_out_unknown();

  RelayHouse house_;
  std::shared_ptr<net::Doorway> doorway_;
  const double grace_;  // s
  const std::int64_t most_relays_;
  std::uint64_t listener_ = 0;
  net::Notice refusals_;
  std::map<std::uint64_t, ConnectionPointer> connections_;  // the oldest first
  std::uint64_t next_connection_ = 1;
  std::map<std::string, Entry> entries_;  // by name
  std::map<RelayRoute, std::shared_ptr<WssRelay>> relays_;
  std::map<std::uint64_t, std::shared_ptr<WssRelay>> retired_;  // of stations that have left
  std::uint64_t next_retired_ = 1;
  bool has_heard_of_links_ = false;
  std::atomic<std::int64_t> station_count_ = 0;
};

}  // namespace rubble::wireless
