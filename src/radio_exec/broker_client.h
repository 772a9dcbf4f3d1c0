// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace radio_exec {

struct BrokerReply {
  std::string result;  // a result word of exec_protocol.h; empty: no server
  std::vector<std::string> words;

  bool is(std::string_view wanted) const { return result == wanted; }
  std::string word(std::size_t index) const { return index < words.size() ? words[index] : ""; }
};

// Sends a request to the server's exec broker over a new connection and waits for the reply.
BrokerReply query_broker(const std::vector<std::string>& request);

}  // namespace radio_exec
