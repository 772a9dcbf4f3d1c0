// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/client/robot_session.h"

#include <fmt/core.h>

#include <charconv>
#include <chrono>
#include <vector>

#include "rubble/base/text.h"
#include "rubble/net/line_client.h"

namespace rubble::usarsim {
namespace {

constexpr double kPollInterval = 0.2;     // s
constexpr double kGreetingTimeout = 3.0;  // s; real robots may not send a greeting
constexpr double kStartTimeout = 1.0;     // s
constexpr double kReplyTimeout = 2.0;     // s, for CONF and GEO of the lasers
constexpr std::size_t kMaxDeferredLines = 1000;

double session_clock() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string requests(const RobotAddress& address) {
  std::string text = "INIT {ClassName USARBot." + address.robot_class + "}";
  if (!address.name.empty()) text += " {Name " + address.name + "}";
  if (!address.start.empty()) text += " {Start " + address.start + "}";
  text += "\r\n";
  for (const char* type : {"IMU", "INS", "GroundTruth", "RangeScanner"})
    text += fmt::format("GETGEO {{Type {}}}\r\n", type);
  return text + "GETCONF {Type RangeScanner}\r\n";
}

// "NFO {StartPoses 2} {RobotStart1 x,y,z r,p,y RobotStart2 ...}": the first name; empty if none.
std::string first_start_name(const std::string& line) {
  const std::size_t list = line.find('{', line.find('}'));
  if (list == std::string::npos) return {};
  const auto words = split_words(std::string_view(line).substr(list + 1));
  return words.empty() || words[0].find('}') != std::string::npos ? std::string()
                                                                  : std::string(words[0]);
}

bool is_description(const std::string& line) {
  return line.starts_with("CONF ") || line.starts_with("GEO ");
}

class RobotSession {
 public:
  RobotSession(net::LineClient& client, const RobotAddress& address, const TakeEvent& take,
               const std::function<bool()>& is_over)
      : client_(client), address_(address), take_(take), is_over_(is_over) {}

  Result<SessionEnd> run() {
    const auto greeting = client_.next(kGreetingTimeout);
    RobotAddress address = address_;
    if (address.start.empty()) address.start = first_start();
    if (!client_.send(requests(address)))
      return Error{{}, "the server closed the connection before it was asked anything"};
    if (greeting) hear(*greeting);
    defer_until_configured();
    while (is_running_) {
      const auto line = next_line();
      if (line) hear(*line);
    }
    if (end_.events == 0 && !was_interrupted_) return no_data_error();
    return end_;
  }

 private:
  // The first start of the world, because its origin may be inside a wall.
  std::string first_start() {
    if (!client_.send("GETSTARTPOSES\r\n")) return {};
    const double until = session_clock() + kStartTimeout;
    while (session_clock() < until && !client_.has_ended()) {
      const auto line = client_.next(kPollInterval);
      if (line && line->starts_with("NFO {StartPoses")) return first_start_name(*line);
    }
    return {};
  }

  // Scans cannot be used before the pose of the laser is known: lines before the replies are
  // deferred.
  void defer_until_configured() {
    const double until = session_clock() + kReplyTimeout;
    std::vector<std::string> deferred;
    bool has_configuration = false, has_geometry = false;
    while (!(has_configuration && has_geometry) && session_clock() < until &&
           deferred.size() < kMaxDeferredLines && is_running_) {
      auto line = next_line();
      if (!line) continue;
      has_configuration = has_configuration || line->starts_with("CONF ");
      has_geometry = has_geometry || line->starts_with("GEO {Type RangeScanner}");
      if (is_description(*line))
        hear(*line);
      else
        deferred.push_back(*std::move(line));
    }
    // Handles deferred lines even if the server has closed since.
    const bool has_ended = !is_running_;
    is_running_ = !was_interrupted_;
    for (const std::string& line : deferred)
      if (is_running_) hear(line);
    if (has_ended) is_running_ = false;
  }

  std::optional<std::string> next_line() {
    auto line = client_.next(kPollInterval);
    if (is_over_ && is_over_()) {
      was_interrupted_ = true;
      is_running_ = false;
    }
    if (line) {
      last_line_ = session_clock();
      return line;
    }
    end_.was_closed = client_.has_ended();
    end_.timed_out = session_clock() - last_line_ > address_.idle_timeout;
    if (end_.was_closed || end_.timed_out) is_running_ = false;
    return std::nullopt;
  }

  void hear(const std::string& line) {
    ++end_.lines;
    for (const logs::SensorSample& event : listener_.decode(line)) {
      ++end_.events;
      if (is_running_ && !take_(event, listener_)) is_running_ = false;
    }
  }

  Error no_data_error() const {
    const std::string place = fmt::format("{}:{}", address_.host, address_.port);
    if (end_.lines == 0)
      return {{}, place + " accepts connections but says nothing; is it a port for robots?"};
    return {{},
            fmt::format("{} said {} lines but none of a laser, odometry or an IMU; has the robot "
                        "such sensors?",
                        place, end_.lines)};
  }

  net::LineClient& client_;
  const RobotAddress& address_;
  const TakeEvent& take_;
  const std::function<bool()>& is_over_;
  logs::UsarsimSensorDecoder listener_;
  SessionEnd end_;
  double last_line_ = session_clock();
  bool is_running_ = true;
  bool was_interrupted_ = false;
};

}  // namespace

Result<RobotAddress> robot_address(const std::string& word) {
  RobotAddress address;
  const std::size_t colon = word.rfind(':');
  const std::string digits = colon == std::string::npos ? word : word.substr(colon + 1);
  if (colon != std::string::npos && colon > 0) address.host = word.substr(0, colon);
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), address.port);
  if (error != std::errc{} || end != digits.data() + digits.size() || address.port < 1 ||
      address.port > 65535)
    return Error{{}, "'" + word + "' is no address; wanted HOST:PORT, such as 127.0.0.1:3000"};
  return address;
}

Result<SessionEnd> listen_to_robot(const RobotAddress& address, const TakeEvent& take,
                                   const std::function<bool()>& is_over) {
  auto client = net::LineClient::connect({.host = address.host, .port = address.port});
  if (!client) return client.error();
  return RobotSession(*client, address, take, is_over).run();
}

}  // namespace rubble::usarsim
