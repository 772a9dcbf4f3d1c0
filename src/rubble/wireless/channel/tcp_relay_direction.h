// SPDX-License-Identifier: Apache-2.0
// Only for the .cpp files of this module.
#pragma once

#include <deque>
#include <string>

#include "rubble/wireless/channel/tcp_relay.h"

namespace rubble::wireless {

// One direction of a relay. Bytes are read when there is room for them, occupy the channel for
// their transmission time, and are written once they have arrived. Two batches are in flight at a
// time, so that a late timer costs no throughput.
class TcpRelay::Direction {
 public:
  Direction(TcpRelay& relay, RelayEndpoint& from, RelayEndpoint& to);

  void read();
  void update_links();
  void stop();
  bool has_ended() const { return has_ended_; }  // the sender has closed
  bool is_over() const { return is_over_; }      // has_ended() and all bytes are written
  bool has_bytes() const;                        // read, but not written yet

 private:
  struct InFlightSegment {
    double arrival = 0.0;  // s, wall_now()
    std::string bytes;
  };

  bool is_shaped() const { return pipe_.is_shaped(); }
  bool has_route() const;
  bool has_room() const;
  std::size_t batch_bytes() const;

  void receive();
  void transmit();
  void wait_for_arrival();
  void deliver();
  void write();
  void finish_if_done();

  TcpRelay& pipe_;
  RelayEndpoint& from_;
  RelayEndpoint& to_;
  net::asio::steady_timer timer_;

  std::string waiting_;                    // for a route
  std::deque<InFlightSegment> in_flight_;  // by time of arrival
  std::string arrived_;                    // to be written next
  std::string being_written_;
  bool is_reading_ = false;
  bool has_ended_ = false;
  bool is_aborted_ = false;  // it ended by a reset
  bool is_over_ = false;
  bool is_stopped_ = false;
};

}  // namespace rubble::wireless
