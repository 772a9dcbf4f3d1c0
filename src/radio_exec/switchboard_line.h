// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace radio_exec {

struct Answer {
  std::string result;  // one of exec_protocol.h's; empty: there is no server
  std::vector<std::string> words;

  bool is(std::string_view wanted) const { return result == wanted; }
  std::string word(std::size_t index) const { return index < words.size() ? words[index] : ""; }
};

// Asks the server that has the radio, over a connection of its own; waits for the answer.
Answer ask(const std::vector<std::string>& request);

}  // namespace radio_exec
