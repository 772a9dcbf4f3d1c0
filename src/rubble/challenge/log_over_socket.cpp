// SPDX-License-Identifier: Apache-2.0
#include "rubble/challenge/log_over_socket.h"

#include <atomic>
#include <chrono>
#include <thread>

#include "rubble/server/replay_server.h"
#include "rubble/usarsim/client/robot_session.h"

namespace rubble::challenge {
namespace {

double socket_clock() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Serves a log to its clients on a thread of its own.
class LogServer {
 public:
  LogServer(const logs::Log& log, net::LineServer& port)
      : port_(port),
        replay_(
            log, {.rate = 0.0, .logs_starts = false},
            [this](net::ConnectionId who, std::string text, net::Delivery delivery) {
              port_.send(who, std::move(text), delivery);
            },
            [this](net::ConnectionId who) { return port_.queued_bytes(who); }),
        thread_([this] { serve(); }) {}
  ~LogServer() {
    is_over_ = true;
    thread_.join();
  }
  LogServer(const LogServer&) = delete;
  LogServer& operator=(const LogServer&) = delete;

 private:
  void serve() {
    constexpr double kMaxSleep = 0.05;  // s
    using Kind = net::LineEvent::Kind;
    while (!is_over_) {
      for (const net::LineEvent& event : port_.drain()) {
        if (event.kind == Kind::Opened) replay_.open(event.connection);
        if (event.kind == Kind::Line) replay_.receive(event.connection, event.text, socket_clock());
        if (event.kind == Kind::Closed) replay_.close(event.connection);
      }
      replay_.advance(socket_clock());
      const double now = socket_clock();
      const double due = replay_.next_due(now);
      if (due > now) port_.wait(std::min(due - now, kMaxSleep));
    }
  }

  net::LineServer& port_;
  server::ReplayServer replay_;
  std::atomic<bool> is_over_ = false;
  std::thread thread_;
};

double stamp_of(const logs::SensorSample& event) {
  return std::visit(
      [](const auto& what) {
        if constexpr (requires { what.stamped; }) {
          return what.stamped.stamp;
        } else {
          return what.stamp;
        }
      },
      event);
}

}  // namespace

Result<logs::RobotLog> read_log_over_socket(const std::string& path,
                                            const std::function<void(double)>& progress) {
  constexpr double kLastMoment = 0.05;  // s before the end: nothing more is needed
  const auto log = logs::open_log(path);
  if (!log) return log.error();
  net::Network network;
  const auto port = net::LineServer::listen(network, {.name = "challenge", .port = 0});
  if (!port) return port.error();
  const LogServer server(**log, **port);
  const double end = (*log)->duration() - kLastMoment;
  logs::RobotLogBuilder heard;
  logs::UsarsimSensorDecoder decoder;
  const auto take = [&](const logs::SensorSample& event,
                        const logs::UsarsimSensorDecoder& listener) {
    heard.add(event);
    const double stamp = stamp_of(event);
    if (std::holds_alternative<logs::LaserScan>(event)) progress(stamp / end);
    if (stamp < end) return true;
    decoder = listener;
    return false;
  };
  const auto session = usarsim::listen_to_robot(
      {.port = (*port)->port(), .robot_class = "Element", .idle_timeout = 30.0}, take);
  if (!session) return session.error();
  if (session->timed_out || session->was_closed)
    return Error{{path}, "the socket was closed before the end of the log"};
  logs::RobotLog result = heard.finish(decoder);
  result.path = path;
  return result;
}

}  // namespace rubble::challenge
