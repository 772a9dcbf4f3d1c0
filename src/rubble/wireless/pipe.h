// SPDX-License-Identifier: Apache-2.0
// Only for the .cpp files of this module.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>

#include "rubble/net/network_loop.h"
#include "rubble/wireless/air.h"

namespace rubble::wireless {

struct PipeEnd {
  net::tcp::socket socket;
  std::string station;
};

struct PipeSettings {
  // Off: bytes pass at once and as they are. On: they take the air's time, and nothing moves while
  // there is no way.
  bool is_shaped = false;
  // s: once one end has stopped sending, the pipe is closed if nothing comes from the other for so
  // long and nothing waits to be delivered. 0 = it may keep silent for ever.
  double longest_farewell = 0.0;
};

// Two TCP connections as one: what comes in at one end goes out at the other, both ways, with
// bounded memory. An end that stops sending (half-close) stops the other's hearing only; an end
// that breaks breaks the other. The network's thread only; the air outlives it or it is closed
// before.
class Pipe : public std::enable_shared_from_this<Pipe> {
 public:
  static std::shared_ptr<Pipe> join(Air& air, PipeEnd first, PipeEnd second,
                                    const PipeSettings& settings, std::function<void()> when_over);
  ~Pipe();
  void close();  // both ends, at once; when_over is not called
  // One of the stations has gone. What was sent before is still delivered, then it ends; also if
  // the air no longer knows the station.
  void retire();

  class Direction;

 private:
  Pipe(Air& air, PipeEnd first, PipeEnd second, const PipeSettings& settings,
       std::function<void()> when_over);
  void start();
  void look_at_links();
  bool is_shaped() const;
  void watch_for_death(std::size_t end);
  void finish_if_dead();
  // What the directions tell.
  void note_movement();
  void note_end();
  void note_death(PipeEnd& end);
  void note_break(PipeEnd& end);
  void wait_for_movement();
  double patience() const;
  void shut();
  void finish();

  Air& air_;
  const PipeSettings settings_;
  std::function<void()> when_over_;
  std::array<PipeEnd, 2> ends_;
  std::array<std::unique_ptr<Direction>, 2> directions_;
  net::asio::steady_timer farewell_;
  std::uint64_t listener_ = 0;
  std::array<bool, 2> is_dead_{};  // ends whose connection failed; what they sent may be under way
  double last_movement_ = 0.0;     // s of the wall clock
  bool is_retired_ = false;
  bool is_broken_ = false;  // but there is no way to tell the other end
  bool is_over_ = false;
};

}  // namespace rubble::wireless
