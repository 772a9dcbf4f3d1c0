// SPDX-License-Identifier: Apache-2.0
// Only for the .cpp files of this module.
#pragma once

#include <deque>
#include <string>

#include "rubble/wireless/pipe.h"

namespace rubble::wireless {

// One way of a pipe. Bytes are read when there is room for them, take their turn on the air, and
// are written once they have arrived. Two batches are on the air at a time: a timer that wakes late
// then costs no throughput.
class Pipe::Direction {
 public:
  Direction(Pipe& pipe, PipeEnd& from, PipeEnd& to);

  void read();
  void look_at_links();
  void stop();
  bool has_ended() const { return has_ended_; }  // nothing more will be read
  bool is_over() const { return is_over_; }      // and all that was read is written
  bool has_bytes() const;                        // read, and not written yet

 private:
  struct Parcel {
    double arrival = 0.0;  // s of the wall clock
    std::string bytes;
  };

  bool is_shaped() const { return pipe_.is_shaped(); }
  bool has_way() const;
  bool has_room() const;
  std::size_t batch_bytes() const;

  void take_in();
  void send_off();
  void wait_for_arrival();
  void deliver();
  void write();
  void finish_if_done();

  Pipe& pipe_;
  PipeEnd& from_;
  PipeEnd& to_;
  net::asio::steady_timer timer_;

  std::string waiting_;        // for a way
  std::deque<Parcel> in_air_;  // by arrival
  std::string arrived_;        // to be written next
  std::string being_written_;
  bool is_reading_ = false;
  bool has_ended_ = false;
  bool has_broken_ = false;  // it ended because its connection failed
  bool is_over_ = false;
  bool is_stopped_ = false;
};

}  // namespace rubble::wireless
