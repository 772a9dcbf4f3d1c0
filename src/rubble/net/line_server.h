// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rubble/base/result.h"

namespace rubble::net {

using ConnectionId = std::uint64_t;  // counts up, never used again

// Owns the thread on which all sockets live. Outlives the servers on it.
class Network {
 public:
  Network();
  ~Network();  // closes everything
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  class Loop;
  Loop& loop() { return *loop_; }

 private:
  std::unique_ptr<Loop> loop_;
};

constexpr std::size_t kMaxLinesPerDrain = 64;

struct LineServerSettings {
  std::string name;  // in log lines: "bot"
  std::string host = "127.0.0.1";
  int port = 0;  // 0 = a free one
  int max_connections = 256;
  std::size_t max_line_bytes = 64 << 10;  // bytes
  std::size_t max_queued_lines = 4096;    // in, a connection; beyond it is not read from
  // Out, a connection; beyond it sensor lines are dropped.
  std::size_t max_queued_bytes = 4 << 20;
};

// Something that happened on a connection. Closed comes last, also after close(); until the next
// drain a client that only stopped sending may still be answered.
struct LineEvent {
  enum class Kind { Opened, Line, Closed } kind = Kind::Line;
  ConnectionId connection = 0;
  std::string text;  // a line without its end; for Opened the peer's address
};

// May be given up while the client does not read, oldest first, or must arrive.
enum class Delivery { Droppable, Reliable };

struct LineServerCounts {
  std::int64_t connections = 0;  // now
  std::int64_t refused = 0;      // too many
  std::int64_t lines_in = 0;
  std::int64_t bytes_in = 0;
  std::int64_t bytes_out = 0;
  std::int64_t sensor_messages_dropped = 0;
  std::int64_t lines_too_long = 0;
};

// A TCP port that speaks lines. The owner drains and sends from one thread of its own and never
// waits: sockets live on the network's thread, queues between are bounded.
class LineServer {
 public:
  static Result<std::unique_ptr<LineServer>> listen(Network& network,
                                                    const LineServerSettings& settings);
  ~LineServer();

  int port() const;
  // What happened since the last call: by connection, each in the order it happened; of each at
  // most so many lines, the rest waits for the next call.
  std::vector<LineEvent> drain(std::size_t max_lines_each = kMaxLinesPerDrain);
  // Waits until there is something to drain, at most that long.
  void wait(double seconds);
  // Text of one or more whole lines. To a connection that is gone: no effect. A client that makes
  // replies pile up beyond the limit is closed.
  void send(ConnectionId connection, std::string text, Delivery delivery);
  // Once what was sent before is written.
  void close(ConnectionId connection);
  // Between the two nothing is written, so that all that a tick says to a client goes out at once.
  void cork();
  void uncork();
  // How much of what was sent is not yet written; 0 if the connection is gone.
  std::size_t queued_bytes(ConnectionId connection) const;
  LineServerCounts counts() const;

  // For benchmarks: seconds from send() to the bytes handed to the system, of all messages since
  // the last call; nothing is collected before the first.
  std::vector<double> take_delays();
  // What is sent from now on counts its delay from this moment, not from its send().
  void count_delays_from_now();

 private:
  class Port;
  explicit LineServer(std::shared_ptr<Port> port);
  std::shared_ptr<Port> port_;
};

}  // namespace rubble::net
