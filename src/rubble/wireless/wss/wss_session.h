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

// A robot or an operator, as registered by INIT.
struct WssStation {
  std::string name;
  std::vector<int> ports;  // on which it listens, at least one; 0 = none
};

// The registered stations, as a session sees them.
class WssDirectory {
 public:
  virtual ~WssDirectory() = default;
  // False if the name is in use.
  virtual bool register_station(std::uint64_t connection, const WssStation& station) = 0;
  // Null if no station of that name is registered.
  virtual const WssStation* find(const std::string& name) const = 0;
  // dBm; NaN while the position of one of them is unknown.
  virtual double strength(const std::string& from, const std::string& to) const = 0;
  // The relay port that leads from one station to a port of the other; nothing if none is
  // available.
  virtual std::optional<int> relay_port(const std::string& from, const std::string& to,
                                        int target_port) = 0;
  // The station that opened a connection which `to` received from a relay; port: the relay's end.
  virtual std::optional<std::string> connection_source(const std::string& to, int port) const = 0;
};

constexpr std::size_t kMaxWssLineBytes = 4096;
constexpr std::size_t kMaxWssNameBytes = 128;  // a reply must fit into 1024 bytes
constexpr std::size_t kMaxWssPorts = 64;       // per station

// The protocol wss on one control connection, without its socket: one request line, one reply line.
class WssSession {
 public:
  WssSession(WssDirectory& directory, std::uint64_t connection)
      : directory_(directory), connection_(connection) {}

  // Returns the reply, with CR LF. line: without its line ending.
  std::string handle_line(std::string_view line);
  // The reply to a line longer than kMaxWssLineBytes.
  static std::string refuse_long_line();

  const std::string& name() const { return name_; }  // empty until INIT

 private:
  std::string handle_init(const usarsim::Line& line);
  std::string handle_getss(const usarsim::Line& line) const;
  std::string handle_dns(const usarsim::Line& line);
  std::string handle_reverse_dns(const usarsim::Line& line) const;

  WssDirectory& directory_;
  const std::uint64_t connection_;
  std::string name_;
};

}  // namespace rubble::wireless
