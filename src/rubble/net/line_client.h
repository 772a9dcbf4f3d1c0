// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "rubble/base/result.h"
#include "rubble/net/line_splitter.h"

namespace rubble::net {

struct LineClientSettings {
  std::string host = "127.0.0.1";
  int port = 3000;
  double connect_timeout = 5.0;          // s
  std::size_t max_line_bytes = 1 << 20;  // longer lines are dropped
};

// Blocking TCP client for a line protocol. Not thread-safe: one thread calls all functions.
class LineClient {
 public:
  static Result<LineClient> connect(const LineClientSettings& settings);
  ~LineClient();
  LineClient(LineClient&& other) noexcept;
  LineClient& operator=(LineClient&&) = delete;

  // The next line, without its terminator. Blocks for at most `seconds`; nothing on timeout, or
  // once the server has closed and all received lines are consumed.
  std::optional<std::string> next(double seconds);
  // The server has closed the connection. Received lines may still be available from next().
  bool has_ended() const { return has_ended_; }
  // Sends whole lines, terminators included. False if the server does not accept them within 5 s.
  bool send(std::string_view text);

 private:
  LineClient(int socket, std::size_t max_line_bytes) : socket_(socket), splitter_(max_line_bytes) {}
  bool receive(double seconds);

  int socket_;
  LineSplitter splitter_;
  std::deque<std::string> lines_;
  bool has_ended_ = false;
};

}  // namespace rubble::net
