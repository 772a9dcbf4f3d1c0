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

#include "rubble/wireless/exec/context.h"

namespace rubble::wireless {

// UDP over the radio. Each port of a station that another one sends to has a socket at the pair's
// address. A datagram from port x of station A to port y of station B arrives at the socket of
// (local A, remote B, port y). If it is not lost, it is sent on from the socket of (local B,
// remote A, port x), so that B can reply to the source address it sees. Network thread only.
class UdpProxy {
 public:
  explicit UdpProxy(const ExecContext& context);
  ~UdpProxy();
  UdpProxy(const UdpProxy&) = delete;
  UdpProxy& operator=(const UdpProxy&) = delete;

  // Opens the socket at this pair's address. Returns an error sentence, empty on success.
  std::string prepare(const PairPort& where);
  // How long a station must wait until its backlog permits another datagram, s.
  double backlog_wait(int station, double now) const;
  void close();

  std::size_t endpoint_count() const { return endpoints_.size(); }

 private:
  using udp = net::asio::ip::udp;
  struct UdpEndpoint;
  struct InFlightDatagram {
    double arrival = 0.0;  // s
    std::uint64_t number = 0;
    PairPort from;  // the socket it is sent from
    udp::endpoint to;
    std::vector<char> bytes;
    bool operator>(const InFlightDatagram& other) const {
      return std::tie(arrival, number) > std::tie(other.arrival, other.number);
    }
  };

  std::shared_ptr<UdpEndpoint> endpoint(const PairPort& where, boost::system::error_code& error);
  void evict_if_full();
  void listen(const std::shared_ptr<UdpEndpoint>& endpoint);
  void receive_all(UdpEndpoint& endpoint);
  void forward(UdpEndpoint& endpoint, const udp::endpoint& from, std::size_t size);
  udp::endpoint destination_of(const UdpEndpoint& endpoint, double now) const;
  void schedule_delivery(InFlightDatagram datagram);
  void wait_for_next_arrival();
  void deliver(const InFlightDatagram& datagram);

  ExecContext context_;
  std::map<PairPort, std::shared_ptr<UdpEndpoint>> endpoints_;
  std::priority_queue<InFlightDatagram, std::vector<InFlightDatagram>, std::greater<>> in_flight_;
  std::size_t bytes_in_flight_ = 0;
  std::uint64_t next_number_ = 0;
  std::map<int, double> busy_until_;  // s, by station
  net::LogThrottle endpoint_failures_;
  net::asio::steady_timer timer_;
  std::array<char, 64 << 10> buffer_;
  std::shared_ptr<bool> is_open_ = std::make_shared<bool>(true);
};

}  // namespace rubble::wireless
