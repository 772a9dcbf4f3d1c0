// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>

#include "apps/commands.h"
#include "apps/interrupt.h"
#include "apps/support.h"
#include "rubble/base/log.h"
#include "rubble/base/text.h"
#include "rubble/sdf/load.h"
#include "rubble/server/replay_server.h"

namespace rubble::apps {
namespace {

constexpr double kMaxWait = 0.1;  // s; how late an interrupt may be noticed

double replay_clock() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void take_events(net::LineServer& port, server::ReplayServer& stage) {
  using Kind = net::LineEvent::Kind;
  for (const net::LineEvent& event : port.drain()) {
    if (event.kind == Kind::Opened) stage.open(event.connection);
    if (event.kind == Kind::Line) stage.receive(event.connection, event.text, replay_clock());
    if (event.kind == Kind::Closed) stage.close(event.connection);
  }
}

void tell_until(double end, net::LineServer& port, server::ReplayServer& stage) {
  while (!is_interrupted && replay_clock() < end) {
    take_events(port, stage);
    stage.advance(replay_clock());
    const double now = replay_clock();
    const double due = std::min(stage.next_due(now), end);
    if (due > now) port.wait(std::min(due - now, kMaxWait));
  }
}

}  // namespace

int replay(const ReplayOptions& options) {
  const auto log = logs::open_log(resolve_data_path(options.log));
  if (!log) return fail(log.error());
  net::Network network;
  const auto port = net::LineServer::listen(
      network, {.name = "replay", .host = options.host, .port = options.port});
  if (!port)
    return fail({{}, port.error().message + "; choose another with --port, or 0 for a free one"},
                kRunFailed);
  server::ReplayServer stage(
      **log,
      {.wire = {.dialect = dialect_of(options.dialect), .scan_limit = options.scan_limit},
       .rate = options.rate == "max" ? 0.0 : parse_number(options.rate).value_or(1.0),
       .is_looping = options.loop,
       .starts_at_zero = options.zero_time},
      [&](net::ConnectionId who, std::string text, net::Delivery delivery) {
        (*port)->send(who, std::move(text), delivery);
      },
      [&](net::ConnectionId who) { return (*port)->queued_bytes(who); });
  stop_when_interrupted();
  for (const RobotDescription& robot : (*log)->robots())
    log_info("'{}', a {} with {} sensors, {:.1f} s", robot.name, robot.robot_class,
             robot.sensors.size(), (*log)->duration());
  fmt::print("ready {{\"usarsim\":{}}}\n", (*port)->port());
  std::fflush(stdout);
  tell_until(options.duration > 0.0 ? replay_clock() + options.duration
                                    : std::numeric_limits<double>::infinity(),
             **port, stage);
  return kDone;
}

}  // namespace rubble::apps
