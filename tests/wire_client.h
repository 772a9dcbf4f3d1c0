// SPDX-License-Identifier: Apache-2.0
// A client of a LiveRun, without sockets, that knows its robot by protocol lines only.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/net/line_splitter.h"
#include "rubble/server/live_run.h"
#include "rubble/server/truth_port.h"
#include "rubble/usarsim/protocol/line.h"

namespace rubble::tests {

// Pose in protocol axes: x forward, y right, z down, yaw clockwise.
struct WirePose {
  Vec3 location = Vec3::Zero();
  Vec3 rotation = Vec3::Zero();
};

inline Vec3 vector_in(const usarsim::Line& line, const char* name) {
  const auto numbers = line.numbers(name, 3);
  EXPECT_TRUE(numbers.has_value()) << name;
  return numbers ? Vec3((*numbers)[0], (*numbers)[1], (*numbers)[2]) : Vec3::Zero();
}

// One connection and the lines it received.
class WireClient {
 public:
  WireClient(server::LiveRun& live, net::ConnectionId connection)
      : live_(live), connection_(connection) {}

  void open() { live_.clients().open(connection_); }
  void say(const std::string& line) { live_.clients().receive(connection_, line); }
  // To be called by the owner of the run with the output to this connection.
  void hear(const std::string& text) {
    net::LineSplitter splitter{text.size() + 1};
    std::vector<std::string> lines;
    splitter.feed(text, lines);
    for (std::string& line : lines) {
      heard_.push_back(std::move(line));
      const usarsim::Line parsed = usarsim::parse_line(heard_.back());
      latest_[std::string(parsed.keyword) + " " + parsed.text("Type")] = heard_.back();
    }
  }

  const std::vector<std::string>& heard() const { return heard_; }
  // Whether a line of this keyword and type, such as "SEN Odometry", was received.
  bool has(const std::string& what) const { return latest_.contains(what); }
  // The latest such line; valid until the next one arrives.
  usarsim::Line latest(const std::string& what) const {
    const auto found = latest_.find(what);
    EXPECT_NE(found, latest_.end()) << "no line " << what;
    return found == latest_.end() ? usarsim::Line{} : usarsim::parse_line(found->second);
  }
  // The first line that begins and goes on so; empty if there is none.
  std::string first(std::string_view beginning, std::string_view part) const {
    for (const std::string& line : heard_)
      if (line.starts_with(beginning) && line.find(part) != std::string::npos) return line;
    return {};
  }
  // Ground truth, from the truth port.
  WirePose truth(const std::string& robot) const {
    const std::string text = server::answer_truth(live_.simulation(), "{name " + robot + "}");
    const usarsim::Line row =
        usarsim::parse_line(std::string_view(text).substr(0, text.find('\r')));
    return {vector_in(row, "Location"), vector_in(row, "Rotation")};
  }

 private:
  server::LiveRun& live_;
  net::ConnectionId connection_;
  std::vector<std::string> heard_;
  std::map<std::string, std::string> latest_;
};

}  // namespace rubble::tests
