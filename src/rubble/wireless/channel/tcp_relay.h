// SPDX-License-Identifier: Apache-2.0
// Only for the .cpp files of this module.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>

#include "rubble/net/network_loop.h"
#include "rubble/wireless/channel/radio_channel.h"

namespace rubble::wireless {

struct RelayEndpoint {
  net::tcp::socket socket;
  std::string station;
};

struct TcpRelaySettings {
  // Off: bytes are relayed immediately. On: they take the transmission time of the channel, and
  // nothing moves while there is no route.
  bool is_shaped = false;
  // s: after a half-close by one end, the relay is closed once the other end has been silent for
  // this long and nothing waits to be delivered. 0 = no limit.
  double linger_timeout = 0.0;
};

// Joins two TCP connections and relays bytes both ways with bounded memory. A half-close (FIN) of
// one end is passed on to the other as a half-close, a reset as a reset. Network thread only; the
// channel must outlive the relay, or the relay be closed before.
class TcpRelay : public std::enable_shared_from_this<TcpRelay> {
 public:
  static std::shared_ptr<TcpRelay> join(RadioChannel& channel, RelayEndpoint first,
                                        RelayEndpoint second, const TcpRelaySettings& settings,
                                        std::function<void()> when_over);
  ~TcpRelay();
  void close();  // closes both ends immediately; when_over is not called
  // One of the stations has left. Bytes that were sent before are still delivered, also if the
  // channel no longer knows the station; then the relay closes.
  void drain();

  class Direction;

 private:
  TcpRelay(RadioChannel& channel, RelayEndpoint first, RelayEndpoint second,
           const TcpRelaySettings& settings, std::function<void()> when_over);
  void start();
  void update_links();
  bool is_shaped() const;
  void watch_for_socket_errors(std::size_t end);
  void finish_if_failed();
  // Called by the directions.
  void note_progress();
  void handle_direction_closed();
  void handle_socket_failure(RelayEndpoint& end);
  void handle_abort(RelayEndpoint& end);
  void wait_for_progress();
  double idle_timeout() const;
  void close_sockets();
  void finish();

  RadioChannel& channel_;
  const TcpRelaySettings settings_;
  std::function<void()> when_over_;
  std::array<RelayEndpoint, 2> ends_;
  std::array<std::unique_ptr<Direction>, 2> directions_;
  net::asio::steady_timer linger_timer_;
  std::uint64_t listener_ = 0;
  std::array<bool, 2> has_failed_{};  // connection failed; bytes it sent may be in flight
  double last_progress_ = 0.0;        // s, wall_now()
  bool is_draining_ = false;
  bool is_aborted_ = false;  // the other end is reset once there is a route
  bool is_over_ = false;
};

}  // namespace rubble::wireless
