// SPDX-License-Identifier: Apache-2.0
// Only for the .cpp files of this module.
#pragma once

#include <array>
#include <boost/asio/local/stream_protocol.hpp>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/net/network_loop.h"
#include "rubble/wireless/exec/protocol.h"

namespace rubble::wireless {

// One connection of a program to the exec broker: one request line, one reply line.
class ExecSession : public std::enable_shared_from_this<ExecSession> {
 public:
  using Socket = net::asio::local::stream_protocol::socket;
  using Words = std::vector<std::string_view>;
  using Handle = std::function<void(const std::shared_ptr<ExecSession>&, const Words&)>;

  explicit ExecSession(Socket socket);
  // Reads the request and calls handle with its fields. A request that is too long is answered with
  // an error, one that is not complete in time is dropped.
  void start(Handle handle);
  void answer(std::string_view result, std::string_view first = {}, std::string_view second = {});
  void close();
  // Whether the peer process belongs to the same user as the server, or to root (SO_PEERCRED).
  bool is_trusted();

 private:
  void read_more(const Handle& handle);

  Socket socket_;
  net::asio::steady_timer deadline_;
  std::array<char, kMaxRequestBytes> request_;
  std::size_t size_ = 0;
  std::string answer_;
};

// Splits a line at tabs.
ExecSession::Words words_of(std::string_view line);

}  // namespace rubble::wireless
