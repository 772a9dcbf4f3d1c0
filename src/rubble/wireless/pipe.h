// SPDX-License-Identifier: Apache-2.0
// Only for the .cpp files of this module.
#pragma once

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
};

// Two TCP connections as one: what comes in at one end goes out at the other, both ways, with
// bounded memory. An end that stops sending (half-close) stops the other's hearing only; an end
// that breaks breaks the other.
class Pipe : public std::enable_shared_from_this<Pipe> {
 public:
  static std::shared_ptr<Pipe> join(Air& air, PipeEnd first, PipeEnd second,
                                    const PipeSettings& settings, std::function<void()> when_over);
  void close();  // both ends, at once; when_over is not called

  class Direction;

 private:
  Pipe(Air& air, PipeEnd first, PipeEnd second, const PipeSettings& settings,
       std::function<void()> when_over);
};

}  // namespace rubble::wireless
