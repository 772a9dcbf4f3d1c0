// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/wss/wss_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "rubble/usarsim/protocol/line.h"

namespace rubble::wireless {
namespace {

std::string wss_error(std::string_view reason) {
  return fmt::format("ERROR {{Reason {}}}\r\n", reason);
}

// Keys are case-sensitive, unlike on the simulator's own ports. Empty if the key is absent.
std::string_view wss_value(const usarsim::Line& line, std::string_view key) {
  for (const usarsim::Segment& segment : line.segments)
    if (segment.name == key) return segment.value;
  return {};
}

// Some clients send Name instead of Robot.
std::string robot_of(const usarsim::Line& line) {
  const std::string_view robot = wss_value(line, "Robot");
  return std::string(robot.empty() ? wss_value(line, "Name") : robot);
}

std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Nothing if any of them is invalid.
std::optional<std::vector<int>> port_list(std::string_view text) {
  std::vector<int> ports;
  for (;;) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::optional<int> port = whole_number(text.substr(0, comma));
    if (!port || *port < 0 || *port > 65535) return std::nullopt;
    ports.push_back(*port);
    if (comma == text.size()) return ports;
    text.remove_prefix(comma + 1);
  }
}

std::string strength_reply(std::string_view robot, std::string_view strength,
                           std::string_view error) {
  std::string text = fmt::format("SS {{Robot {}}} {{Strength {}}}", robot, strength);
  if (!error.empty()) text += fmt::format(" {{Error {}}}", error);
  return text + "\r\n";
}

std::string port_reply(std::string_view robot, int port, std::string_view error = {}) {
  std::string text = fmt::format("DNSREPLY {{Robot {}}} {{Port {}}}", robot, port);
  if (!error.empty()) text += fmt::format(" {{Error {}}}", error);
  return text + "\r\n";
}

bool is_too_long(const std::string& name) { return name.size() > kMaxWssNameBytes; }

}  // namespace

std::string WssSession::refuse_long_line() { return wss_error("Line.Too.Long"); }

std::string WssSession::handle_line(std::string_view text) {
  const usarsim::Line line = usarsim::parse_line(text);
  const bool is_registered = !name_.empty();
  if (!is_registered && line.keyword != "INIT") return wss_error("Must.Use.INIT.Method.First");
  if (is_too_long(robot_of(line))) return wss_error("Robot.Name.Too.Long");
  if (!is_registered) return handle_init(line);
  if (line.keyword == "GETSS") return handle_getss(line);
  if (line.keyword == "DNS") return handle_dns(line);
  if (line.keyword == "REVERSEDNS") return handle_reverse_dns(line);
  return wss_error("Method.Unknown.Or.Can.INIT.only.once");
}

std::string WssSession::handle_init(const usarsim::Line& line) {
  WssStation station;
  station.name = robot_of(line);
  const auto ports = port_list(wss_value(line, "Port"));
  if (!ports) return wss_error("Ports.List.Must.Be.Integer");
  if (ports->size() > kMaxWssPorts) return wss_error("Ports.List.Too.Long");
  if (station.name.empty()) return wss_error("Robot.Name.Must.Not.Be.Empty");
  station.ports = *ports;
  if (!directory_.register_station(connection_, station)) return wss_error("Robot.Alread.Exists");
  name_ = station.name;
  return "INITREPLY {Status OK}\r\n";
}

// Six significant digits, as a C++ stream writes them.
std::string WssSession::handle_getss(const usarsim::Line& line) const {
  const std::string robot = robot_of(line);
  if (robot.empty()) return wss_error("Robot.Name.Must.Not.Be.Empty");
  if (robot == name_) return strength_reply(robot, "INF", "SS.To.Self");
  if (directory_.find(robot) == nullptr)
    return strength_reply(robot, "NaN", "Robot.Does.Not.Exist");
  const double dbm = directory_.strength(name_, robot);
  if (std::isinf(dbm) && dbm > 0.0) return strength_reply(robot, "INF", "Model.Returned.INF");
  if (std::isnan(dbm) || dbm > 0.0) return strength_reply(robot, "NaN", "Model.Returned.NaN");
  return strength_reply(robot, fmt::format("{:.6g}", dbm == 0.0 ? 0.0 : dbm), {});
}

// Port 0, or none, means the first port of the other station.
std::string WssSession::handle_dns(const usarsim::Line& line) {
  const std::string robot = robot_of(line);
  const std::string_view port_text = wss_value(line, "Port");
  const std::optional<int> port = port_text.empty() ? 0 : whole_number(port_text);
  if (!port) return wss_error("Port.Must.Be.Integer");
  const WssStation* const other = robot == name_ ? nullptr : directory_.find(robot);
  if (other == nullptr) return port_reply(robot, -1, "NoSuchRobot");
  const int target = *port == 0 ? other->ports.front() : *port;
  if (std::find(other->ports.begin(), other->ports.end(), target) == other->ports.end())
    return port_reply(robot, -1, "RobotDoesNotListenOnThisPort");
  const std::optional<int> relay = directory_.relay_port(name_, robot, target);
  if (!relay) return wss_error("Could.Not.Allocate.Port");
  return port_reply(robot, *relay);
}

std::string WssSession::handle_reverse_dns(const usarsim::Line& line) const {
  const std::optional<int> port = whole_number(wss_value(line, "Port"));
  if (!port) return wss_error("Port.Must.Be.Integer");
  const std::optional<std::string> robot = directory_.connection_source(name_, *port);
  return fmt::format("REVERSEDNSREPLY {{Port {}}} {{{} {}}}\r\n", *port, robot ? "Robot" : "Error",
                     robot ? *robot : "UnknownOrIllegalPort");
}

}  // namespace rubble::wireless
