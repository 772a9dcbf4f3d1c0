// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>

#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/hosting.h"
#include "apps/interrupt.h"
#include "apps/option_checks.h"
#include "apps/support.h"
#include "rubble/base/log.h"
#include "rubble/base/text.h"
#include "rubble/sdf/load.h"
#include "rubble/server/replay_server.h"

namespace rubble::apps {
namespace {

struct ReplayOptions {
  std::string log;
  std::string host = "127.0.0.1";
  int port = 3000;         // 0 = a free one
  std::string rate = "1";  // times the log's own, or max
  std::string dialect = "compat";
  int scan_limit = 0;  // values of a scan; 0 = all
  bool loop = false;
  bool zero_time = false;  // stamps begin at 0
  double duration = 0.0;   // s; 0 = until interrupted
};

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

// A factor, or max.
CLI::Validator replay_rate() {
  return CLI::Validator(
      [](std::string& text) {
        const auto number = parse_number(text);
        const bool is_fine = text == "max" || (number && *number >= 1e-3 && *number <= 1e6);
        return is_fine ? std::string() : std::string("wants 'max' or a factor from 0.001 to 1e6");
      },
      "RATE");
}

CLI::App* declare_replay(CLI::App& app, ReplayOptions& options) {
  CLI::App* replay = app.add_subcommand(
      "replay", "Replay a recording or a log over the robot's protocol at its original rates");
  replay
      ->add_option("LOG", options.log,
                   "A recording (.mcap), a CARMEN log or a text log of USARSim messages; .xz and "
                   ".gz are unpacked")
      ->required();
  replay->add_option("--port", options.port, "0 = a free one")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  replay->add_option("--host", options.host, "Address to listen on")
      ->check(host_word())
      ->capture_default_str();
  replay
      ->add_option("--rate", options.rate,
                   "Factor on the original rate, or 'max': as fast as the client reads")
      ->check(replay_rate())
      ->capture_default_str();
  replay->add_option("--dialect", options.dialect, "compat, classic or udk")
      ->check(CLI::IsMember({"compat", "classic", "udk"}))
      ->capture_default_str();
  replay
      ->add_option("--scan-limit", options.scan_limit, "Maximum number of values per scan; 0 = all")
      ->check(CLI::Range(0, 100000))
      ->capture_default_str();
  replay->add_flag("--loop", options.loop, "Begin again at the end");
  replay->add_flag("--zero-time", options.zero_time, "Stamps begin at 0, not where the log's do");
  replay->add_option("--duration", options.duration, "Seconds until it ends; 0 = when interrupted")
      ->check(seconds_up_to(1e9))
      ->capture_default_str();
  replay->footer(
      "Each client receives the log from its beginning after it has sent INIT.\n"
      "Examples:\n"
      "  ./rubble replay clients/logs/corridor.clf --port 0 --duration 1\n"
      "  ./rubble replay clients/logs/corridor.log --port 0 --rate max --duration 1");
  return replay;
}

}  // namespace

void add_replay(CLI::App& app, Action& chosen) { add_command(app, chosen, declare_replay, replay); }

}  // namespace rubble::apps
