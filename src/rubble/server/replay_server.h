// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "rubble/net/line_server.h"
#include "rubble/recording/log.h"
#include "rubble/usarsim/protocol_session.h"

namespace rubble::server {

struct ReplaySettings {
  usarsim::WireSettings wire;
  double rate = 1.0;        // times the log's own; 0 = as fast as the client reads
  bool is_looping = false;  // from the beginning again at the end
  // The log's first stamp is 0 and the others are told from it.
  bool starts_at_zero = false;
};

// A log told to clients as its robots told it, without any socket and without a clock: whoever owns
// it says what time it is. Each connection has a playback of its own, begun by its INIT.
class ReplayServer {
 public:
  using SendLines = std::function<void(net::ConnectionId, std::string, net::Delivery)>;
  // How many bytes of what was spoken a client has not taken yet. Nothing is lost by a client that
  // is slow: the telling waits for it.
  using QueuedBytes = std::function<std::size_t(net::ConnectionId)>;

  // The log must outlive the stage.
  ReplayServer(const recording::Log& log, const ReplaySettings& settings, SendLines speak,
               QueuedBytes waiting);
  ~ReplayServer();

  void open(net::ConnectionId connection);
  void receive(net::ConnectionId connection, std::string_view line, double now);
  void close(net::ConnectionId connection);

  // Says all that is due.
  void advance(double now);
  // When there will be something to say; infinity if not before somebody speaks.
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

  const recording::Log& log_;
  ReplaySettings settings_;
  SendLines send_lines_;
  QueuedBytes queued_bytes_;
  std::vector<std::string> recorded_replies_;
  Tick first_tick_ = 0;       // what is taken from all ticks
  double first_stamp_ = 0.0;  // s, what is taken from the times of logged lines
  std::map<net::ConnectionId, std::unique_ptr<ReplaySession>> sessions_;
};

}  // namespace rubble::server
