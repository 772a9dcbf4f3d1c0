// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "rubble/logs/log.h"
#include "rubble/net/line_server.h"
#include "rubble/usarsim/protocol/protocol_session.h"

namespace rubble::server {

struct ReplaySettings {
  usarsim::WireSettings wire;
  double rate = 1.0;        // relative to the log's clock; 0 = as fast as the client reads
  bool is_looping = false;  // restart at the end
  // Shifts all stamps so that the first one is 0.
  bool starts_at_zero = false;
  bool logs_starts = true;  // a log line for each client that starts the replay
};

// Replays a log to clients over the robots' protocol, without sockets and without a clock: the
// owner supplies the time `now` (s). Each connection has its own replay, started by INIT.
// Single-threaded.
class ReplayServer {
 public:
  using SendLines = std::function<void(net::ConnectionId, std::string, net::Delivery)>;
  // Bytes sent to a client but not yet written. Nothing is dropped for a slow client: its replay is
  // delayed (backpressure).
  using QueuedBytes = std::function<std::size_t(net::ConnectionId)>;

  // The log must outlive the server.
  ReplayServer(const logs::Log& log, const ReplaySettings& settings, SendLines speak,
               QueuedBytes waiting);
  ~ReplayServer();

  void open(net::ConnectionId connection);
  void receive(net::ConnectionId connection, std::string_view line, double now);
  void close(net::ConnectionId connection);

  // Sends all lines that are due.
  void advance(double now);
  // Time at which the next line is due; infinity if none before the next input.
  double next_due(double now) const;

 private:
  struct ReplaySession;

  void start_playback(ReplaySession& session, const std::string& wanted, double now);
  std::size_t choose_robot(const std::string& wanted) const;
  std::string recorded_reply(std::string_view question) const;
  void send_due_lines(net::ConnectionId connection, ReplaySession& session, double now);
  std::string next_lines(ReplaySession& session) const;
  bool has_backpressure(net::ConnectionId connection) const;
  double due_at(const ReplaySession& session) const;
  void rewind(ReplaySession& session) const;
  void read_next(ReplaySession& session) const;
  void find_time_origin();
  Tick rebase(Tick tick) const;
  std::string rebase(std::string line, double log_time) const;

  const logs::Log& log_;
  ReplaySettings settings_;
  SendLines send_lines_;
  QueuedBytes queued_bytes_;
  std::vector<std::string> recorded_replies_;
  Tick first_tick_ = 0;       // subtracted from all ticks
  double first_stamp_ = 0.0;  // s, subtracted from the stamps of logged lines
  std::map<net::ConnectionId, std::unique_ptr<ReplaySession>> sessions_;
};

}  // namespace rubble::server
