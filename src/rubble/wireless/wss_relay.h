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
#include "rubble/wireless/air.h"
#include "rubble/wireless/pipe.h"

namespace rubble::wireless {

// What a port of ours leads to: always one station's way to one port of one other.
struct RelayRoute {
  std::string from;
  std::string to;
  int target_port = 0;
  auto operator<=>(const RelayRoute&) const = default;
};

// What all relays of a server have in common; outlives them.
struct RelayHouse {
  net::Network::Loop& loop;
  Air& air;
  std::string host;  // an address, not a name
  PipeSettings pipe;
  std::int64_t most_calls = 0;
  std::atomic<std::int64_t> calls = 0;
  std::map<std::string, std::int64_t> calls_of;  // by who calls
  net::Notice refusals;

  // Nobody has more than a quarter of all, so that others can call too.
  bool has_room_for(const std::string& station) const {
    const auto own = calls_of.find(station);
    return calls < most_calls && (own == calls_of.end() || own->second < (most_calls + 3) / 4);
  }
};

constexpr std::size_t kMostCallsOfRelay = 64;
constexpr double kLongestDial = 5.0;  // s

// A port that leads to a station while that is in range: who connects is connected on. Out of range
// it refuses, but keeps its number. The network's thread only.
class WssRelay : public std::enable_shared_from_this<WssRelay> {
 public:
  // Null if there is no port to be had.
  static std::shared_ptr<WssRelay> open(RelayHouse& house, RelayRoute route,
                                        net::tcp::endpoint target);

  int number() const { return number_; }
  const RelayRoute& route() const { return route_; }
  // Whether a connection that it made comes from this port of ours.
  bool has_dialled_from(int port) const;
  void look_at_links();
  void close();
  // One of its stations has gone: nobody more is let in, and who is in gets what was sent before.
  // Calls when_over once the last is done; not from within.
  void retire(std::function<void()> when_over);

 private:
  struct Call;

  WssRelay(RelayHouse& house, RelayRoute route, net::tcp::endpoint target);
  bool is_in_range() const;
  bool reserve(int number);
  void open_door();
  void close_door();
  void welcome(net::tcp::socket socket);
  void dial(std::uint64_t id);
  void note_answer(std::uint64_t id, const boost::system::error_code& error);
  void join(std::uint64_t id);
  void hang_up(std::uint64_t id);
  void tell_if_over();

  RelayHouse& house_;
  const RelayRoute route_;
  const net::tcp::endpoint target_;
  net::tcp::acceptor reservation_;  // bound, so that nobody else gets the number, but deaf
  std::shared_ptr<net::Doorway> doorway_;
  int number_ = 0;
  std::map<std::uint64_t, std::unique_ptr<Call>> calls_;
  std::uint64_t next_call_ = 1;
  bool is_retired_ = false;
  std::function<void()> when_over_;
};

}  // namespace rubble::wireless
