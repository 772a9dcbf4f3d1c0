// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rubble/base/result.h"

namespace rubble::net {

using ConnectionId = std::uint64_t;  // increases; never reused

// Owns the network thread (an Asio io_context) that performs all socket operations. Must outlive
// the servers that use it.
class Network {
 public:
  Network();
  ~Network();  // stops the thread; pending operations are abandoned
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  class Loop;
  Loop& loop() { return *loop_; }

 private:
  std::unique_ptr<Loop> loop_;
};

constexpr std::size_t kMaxLinesPerDrain = 64;

struct LineServerSettings {
  std::string name;  // for log lines: "usarsim"
  std::string host = "127.0.0.1";
  int port = 0;  // 0 = a free one
  int max_connections = 256;
  std::size_t max_line_bytes = 64 << 10;  // bytes
  std::size_t max_queued_lines = 4096;    // input, per connection; reading pauses beyond it
  // Output, per connection; beyond it droppable messages are dropped.
  std::size_t max_queued_bytes = 4 << 20;
};

// An event on a connection. Closed is the last one, also after close(). A client that has only shut
// down its sending side can still be sent to until the drain after Closed.
struct LineEvent {
  enum class Kind { Opened, Line, Closed } kind = Kind::Line;
  ConnectionId connection = 0;
  std::string text;  // Line: without terminator. Opened: address of the peer
};

// Droppable: may be dropped, oldest first, while the client does not read. Reliable: is delivered,
// or the connection is closed.
enum class Delivery { Droppable, Reliable };

struct LineServerCounts {
  std::int64_t connections = 0;  // currently open
  std::int64_t refused = 0;      // beyond max_connections
  std::int64_t lines_in = 0;
  std::int64_t bytes_in = 0;
  std::int64_t bytes_out = 0;
  std::int64_t sensor_messages_dropped = 0;
  std::int64_t lines_too_long = 0;
};

// TCP server for a line protocol. The owner calls drain() and send() from one thread of its own and
// never blocks on a socket: socket operations run on the network thread, bounded queues connect the
// two.
class LineServer {
 public:
  static Result<std::unique_ptr<LineServer>> listen(Network& network,
                                                    const LineServerSettings& settings);
  ~LineServer();

  int port() const;
  // Events since the last call, grouped by connection, each in order of arrival. At most
  // `max_lines_each` lines per connection; the rest is kept for the next call.
  std::vector<LineEvent> drain(std::size_t max_lines_each = kMaxLinesPerDrain);
  // Blocks until there is something to drain, for at most `seconds`.
  void wait(double seconds);
  // Queues one or more whole lines, terminators included. No effect on a closed connection. A
  // client whose unread reliable messages exceed max_queued_bytes is closed.
  void send(ConnectionId connection, std::string text, Delivery delivery);
  // Closes the connection after the queued messages are written (linger: at most 2 s).
  void close(ConnectionId connection);
  // Between cork() and uncork() nothing is written, so that the messages of a tick share few writes
  // (as TCP_CORK does).
  void cork();
  void uncork();
  // Bytes sent but not yet written to the socket; 0 for a closed connection.
  std::size_t queued_bytes(ConnectionId connection) const;
  LineServerCounts counts() const;

  // For benchmarks: delays, in seconds, from send() until the bytes are handed to the system, of
  // all messages since the last call. Collection starts with the first call.
  std::vector<double> take_delays();
  // Messages sent from now on count their delay from this call instead of their send().
  void count_delays_from_now();

 private:
  class Port;
  explicit LineServer(std::shared_ptr<Port> port);
  std::shared_ptr<Port> port_;
};

}  // namespace rubble::net
