// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "rubble/base/result.h"
#include "rubble/usarsim/line.h"

namespace rubble::net {

struct LineClientSettings {
  std::string host = "127.0.0.1";
  int port = 3000;
  double connect_timeout = 5.0;          // s, for a connection
  std::size_t max_line_bytes = 1 << 20;  // bytes; longer ones are left out
};

// Talks lines to a server, from one thread that may wait.
class LineClient {
 public:
  static Result<LineClient> connect(const LineClientSettings& settings);
  ~LineClient();
  LineClient(LineClient&& other) noexcept;
  LineClient& operator=(LineClient&&) = delete;

  // The next line without its end; nothing if none comes within so many seconds, or never more.
  std::optional<std::string> next(double seconds);
  // Whether the server has closed; lines that came before may still be waiting.
  bool has_ended() const { return has_ended_; }
  // Whole lines with their ends; false if the server does not take them within some seconds.
  bool send(std::string_view text);

 private:
  LineClient(int socket, std::size_t max_line_bytes) : socket_(socket), splitter_(max_line_bytes) {}
  bool receive(double seconds);

  int socket_;
  usarsim::LineSplitter splitter_;
  std::deque<std::string> lines_;
  bool has_ended_ = false;
};

}  // namespace rubble::net
