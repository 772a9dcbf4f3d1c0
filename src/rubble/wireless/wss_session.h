// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rubble::usarsim {
struct Line;
}

namespace rubble::wireless {

// A robot or an operator, as it introduced itself.
struct WssStation {
  std::string name;
  std::vector<int> ports;  // where it listens, at least one; 0 = nowhere
};

// What a session may ask about the others.
class WssDirectory {
 public:
  virtual ~WssDirectory() = default;
  // False if the name is in use.
  virtual bool enter(std::uint64_t connection, const WssStation& station) = 0;
  // Null if nobody of that name has entered.
  virtual const WssStation* find(const std::string& name) const = 0;
  // dBm; NaN while it is not known where they are.
  virtual double strength(const std::string& from, const std::string& to) const = 0;
  // Our port that leads from one station to a port of the other; nothing if none can be had.
  virtual std::optional<int> relay_port(const std::string& from, const std::string& to,
                                        int target_port) = 0;
  // Who is behind a connection that a station got from us; port: our end of it.
  virtual std::optional<std::string> caller(const std::string& to, int port) const = 0;
};

constexpr std::size_t kLongestWssLine = 4096;  // bytes
constexpr std::size_t kLongestWssName = 128;   // bytes: a reply has to fit into 1024
constexpr std::size_t kMostWssPorts = 64;      // of a station

// What is said on one control connection (protocol: wss), without its socket: a line in, a line
// out.
class WssSession {
 public:
  WssSession(WssDirectory& directory, std::uint64_t connection)
      : directory_(directory), connection_(connection) {}

  // The answer to a line (which comes without its end), with CR LF.
  std::string hear(std::string_view line);
  // The answer to a line that was longer than kLongestWssLine.
  static std::string refuse_long_line();

  const std::string& name() const { return name_; }  // empty until INIT

 private:
  std::string introduce(const usarsim::Line& line);
  std::string signal_strength(const usarsim::Line& line) const;
  std::string find_port(const usarsim::Line& line);
  std::string find_caller(const usarsim::Line& line) const;

  WssDirectory& directory_;
  const std::uint64_t connection_;
  std::string name_;
};

}  // namespace rubble::wireless
