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
#include "rubble/wireless/exec_protocol.h"

namespace rubble::wireless {

// A program's request to the switchboard: one line in, one line out.
class Caller : public std::enable_shared_from_this<Caller> {
 public:
  using Socket = net::asio::local::stream_protocol::socket;
  using Words = std::vector<std::string_view>;
  using Handle = std::function<void(const std::shared_ptr<Caller>&, const Words&)>;

  explicit Caller(Socket socket);
  // Calls handle with the words of the request, or goes without: when it is too long or late.
  void listen(Handle handle);
  void answer(std::string_view result, std::string_view first = {}, std::string_view second = {});
  void close();
  // Whether it runs for the same user as we do, or for root.
  bool is_trusted();

 private:
  void read_more(const Handle& handle);

  Socket socket_;
  net::asio::steady_timer deadline_;
  std::array<char, kLongestRequest> request_;
  std::size_t size_ = 0;
  std::string answer_;
};

// What stands between tabs.
Caller::Words words_of(std::string_view line);

}  // namespace rubble::wireless
