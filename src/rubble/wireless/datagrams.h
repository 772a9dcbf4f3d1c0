// SPDX-License-Identifier: Apache-2.0
// Only for the .cpp files of this module.
#pragma once

#include <array>
#include <boost/asio/ip/udp.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <vector>

#include "rubble/wireless/exec_board.h"

namespace rubble::wireless {

// UDP over the radio. Each port of a station that another one sends to has a socket at the pair's
// address. What viewer V sends from its port x to port y of S arrives at the socket (V sees S, y)
// and leaves, if the air lets it through, from the socket (S sees V, x): so S can answer to where
// it came from. Network's thread only.
class Datagrams {
 public:
  explicit Datagrams(const ExecBoard& board);
  ~Datagrams();
  Datagrams(const Datagrams&) = delete;
  Datagrams& operator=(const Datagrams&) = delete;

  // Makes a port that can be sent to; says why if it cannot.
  std::string prepare(const PairPort& where);
  // How long a station has to wait until it may send more, s: the air passes on what it was given
  // before.
  double wait_of(int station, double now) const;
  void close();

  std::size_t socket_count() const { return mouths_.size(); }

 private:
  using udp = net::asio::ip::udp;
  struct Mouth;
  struct Flight {
    double arrival = 0.0;  // s
    std::uint64_t number = 0;
    PairPort from;  // whose socket it leaves from
    udp::endpoint to;
    std::vector<char> bytes;
    bool operator>(const Flight& other) const {
      return std::tie(arrival, number) > std::tie(other.arrival, other.number);
    }
  };

  std::shared_ptr<Mouth> mouth(const PairPort& where, boost::system::error_code& error);
  void make_room();
  void listen(const std::shared_ptr<Mouth>& mouth);
  void take_all(Mouth& mouth);
  void take(Mouth& mouth, const udp::endpoint& from, std::size_t size);
  udp::endpoint goal_of(const Mouth& mouth, double now) const;
  void launch(Flight flight);
  void wait_for_next();
  void deliver(const Flight& flight);

  ExecBoard board_;
  std::map<PairPort, std::shared_ptr<Mouth>> mouths_;
  std::priority_queue<Flight, std::vector<Flight>, std::greater<>> flights_;
  std::size_t bytes_in_flight_ = 0;
  std::uint64_t next_number_ = 0;
  std::map<int, double> busy_until_;  // s, a station
  net::Notice unanswerable_;
  net::asio::steady_timer timer_;
  std::array<char, 64 << 10> buffer_;
  std::shared_ptr<bool> is_open_ = std::make_shared<bool>(true);
};

}  // namespace rubble::wireless
