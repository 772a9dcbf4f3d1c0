// SPDX-License-Identifier: Apache-2.0
// Only for the .cpp files of this module.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>

#include "rubble/wireless/channel/tcp_relay.h"
#include "rubble/wireless/exec/context.h"

namespace rubble::wireless {

class ProxyListener;

// TCP over the radio. Before a program connects to a port of another station, a listener is
// prepared at the pair's address, and the program connects to that. The kernel then gives the
// program the result that a real network would give:
//   remote listens, in range          there is a listener; an accepted connection is relayed to the
//                                     remote station
//   remote does not listen, in range  there is no listener: the connect is refused (RST)
//   out of range                      the listener is blackholed: it drops every SYN; the kernel
//                                     retransmits until it times out or the range is back
// A listener exists while a connect may still arrive. Network thread only.
class TcpProxy {
 public:
  explicit TcpProxy(const ExecContext& context);
  ~TcpProxy();
  TcpProxy(const TcpProxy&) = delete;
  TcpProxy& operator=(const TcpProxy&) = delete;

  // Prepares a listener and calls when_ready, possibly later: with the port to connect to, or with
  // an error sentence. The port differs from the requested one only if a program outside the radio
  // has bound the requested one on all addresses.
  using WhenReady = std::function<void(const std::string& failure, int port)>;
  void prepare(const PairPort& where, WhenReady when_ready);
  void update_links();
  void remove_expired(double now);  // now: s, wall_now()
  void close();

  std::size_t listener_count() const { return listeners_.size(); }
  std::size_t relay_count() const { return relays_.size(); }

 private:
  friend class ProxyListener;
  void remove(const PairPort& where) { listeners_.erase(where); }
  void evict_if_full();
  void join(StationPair pair, net::tcp::socket incoming, net::tcp::socket outgoing);

  ExecContext context_;
  std::map<PairPort, std::shared_ptr<ProxyListener>> listeners_;
  std::set<std::shared_ptr<TcpRelay>> relays_;
  std::map<int, std::size_t> relays_per_station_;  // count, by the connecting station
  std::size_t max_listeners_;
  std::size_t max_relays_;
};

}  // namespace rubble::wireless
