// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/replay_server.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rubble/base/log.h"
#include "rubble/usarsim/protocol/line.h"
#include "rubble/usarsim/protocol/number_text.h"
#include "rubble/usarsim/protocol/status_lines.h"

namespace rubble::server {
namespace {

using logs::LogEntry;
using logs::LoggedLine;
using usarsim::equal_without_case;

constexpr std::size_t kMaxQueuedBytes = std::size_t{1}
                                        << 20;  // per client; beyond it the replay pauses
constexpr std::size_t kMaxBytesPerCall = std::size_t{1} << 20;  // per client and call
constexpr double kMinLoopDuration = 0.1;                        // s, of a looping log
constexpr double kBackpressurePause = 0.002;                    // s
constexpr double kNever = std::numeric_limits<double>::infinity();

bool is_about_robot(std::string_view type) {
  return type.ends_with("Vehicle") || type.ends_with("Robot") || type == "StaticPlatform";
}

bool has_name(const usarsim::Line& line, std::string_view name) {
  return std::any_of(line.segments.begin(), line.segments.end(), [&](const auto& segment) {
    const std::string_view first = segment.value.substr(0, segment.value.find(' '));
    return equal_without_case(segment.name, "Name") && equal_without_case(first, name);
  });
}

bool answers(const usarsim::Line& answer, const usarsim::Line& question) {
  if (question.is("GETSTARTPOSES")) return answer.is("NFO");
  if (!answer.is(question.is("GETCONF") ? "CONF" : "GEO")) return false;
  const std::string type = answer.text("Type");
  const std::string wanted = question.text("Type");
  if (equal_without_case(wanted, "Robot")) return is_about_robot(type);
  const std::string name = question.text("Name");
  return equal_without_case(type, wanted) && (name.empty() || has_name(answer, name));
}

}  // namespace

// One connection and the position of its replay.
struct ReplayServer::ReplaySession {
  usarsim::ProtocolSession protocol;
  std::unique_ptr<logs::LogCursor> cursor;  // null before INIT
  int robot = 0;
  double started_at = 0.0;  // wall clock, s, of the first entry
  double first = 0.0;       // log time, s, of the robot's first entry
  std::optional<LogEntry> next;
  Tick last_tick = 0;  // last tick sent
};

ReplayServer::ReplayServer(const logs::Log& log, const ReplaySettings& settings, SendLines speak,
                           QueuedBytes waiting)
    : log_(log),
      settings_(settings),
      send_lines_(std::move(speak)),
      queued_bytes_(std::move(waiting)),
      recorded_replies_(log.answers()) {
  if (settings_.starts_at_zero) find_time_origin();
}

ReplayServer::~ReplayServer() = default;

// All robots share one time origin.
void ReplayServer::find_time_origin() {
  const auto cursor = log_.begin();
  while (const auto moment = cursor->next()) {
    if (const auto* line = std::get_if<LoggedLine>(&moment->what)) {
      const auto time = usarsim::leading_number(usarsim::parse_line(line->text).text("Time"));
      if (!time) continue;
      first_stamp_ = *time;
      return;
    }
    const auto* reading = std::get_if<Reading>(&moment->what);
    first_tick_ = reading != nullptr ? reading->tick : std::get<RobotStatus>(moment->what).tick;
    return;
  }
}

Tick ReplayServer::rebase(Tick tick) const { return std::max<Tick>(tick - first_tick_, 0); }

// Keeps the number of decimals. If the log contains a further run with another clock, the log time
// is used instead of the stamp.
std::string ReplayServer::rebase(std::string line, double log_time) const {
  if (!settings_.starts_at_zero) return line;
  constexpr std::string_view kTime = "{Time ";
  const std::size_t key = line.find(kTime);
  if (key == std::string::npos) return line;
  const std::size_t begin = key + kTime.size();
  const std::size_t end = std::min(line.find('}', begin), line.size());
  const std::string_view value = std::string_view(line).substr(begin, end - begin);
  const auto time = usarsim::leading_number(value);
  if (!time) return line;
  const std::size_t point = value.find('.');
  constexpr int kMaxStampDigits = 8;
  const int digits = point == std::string_view::npos
                         ? 0
                         : std::min(static_cast<int>(value.size() - point) - 1, kMaxStampDigits);
  std::string last_tick;
  constexpr double kMaxClockDifference = 5.0;  // s
  const double since = *time - first_stamp_;
  const bool is_same_clock = std::abs(since - log_time) <= kMaxClockDifference;
  usarsim::append_rounded(last_tick, std::max(is_same_clock ? since : log_time, 0.0), digits);
  return line.replace(begin, end - begin, last_tick);
}

void ReplayServer::open(net::ConnectionId connection) {
  usarsim::ProtocolSession protocol(log_.arena(), settings_.wire,
                                    "Robot" + std::to_string(connection));
  send_lines_(connection, protocol.greeting_lines(), net::Delivery::Reliable);
  sessions_.emplace(connection,
                    std::make_unique<ReplaySession>(ReplaySession{std::move(protocol)}));
}

void ReplayServer::receive(net::ConnectionId connection, std::string_view line, double now) {
  const auto found = sessions_.find(connection);
  if (found == sessions_.end()) return;
  ReplaySession& session = *found->second;
  const bool may_ask =
      session.protocol.has_robot() || usarsim::parse_line(line).is("GETSTARTPOSES");
  if (std::string known = may_ask ? recorded_reply(line) : std::string(); !known.empty())
    return send_lines_(connection, std::move(known), net::Delivery::Reliable);
  // A log cannot be changed.
  if (const usarsim::Line order = usarsim::parse_line(line);
      order.is("SET") && session.protocol.has_robot())
    return send_lines_(connection,
                       usarsim::result_line(session.last_tick, order.text("Type"),
                                            order.text("Name"), "Failed", settings_.wire.dialect),
                       net::Delivery::Reliable);
  usarsim::ParseResult parsed = session.protocol.handle_line(line);
  if (!parsed.reply.empty())
    send_lines_(connection, std::move(parsed.reply), net::Delivery::Reliable);
  for (const Command& command : parsed.commands)
    if (std::holds_alternative<SpawnRobot>(command.data))
      start_playback(session, command.robot, now);
}

void ReplayServer::close(net::ConnectionId connection) { sessions_.erase(connection); }

void ReplayServer::start_playback(ReplaySession& session, const std::string& wanted, double now) {
  if (log_.robots().empty()) return session.protocol.on_spawn_rejected();
  const std::size_t robot = choose_robot(wanted);
  if (settings_.logs_starts)
    log_info("replaying robot '{}' of the log from the beginning", log_.robots()[robot].name);
  session.robot = static_cast<int>(robot);
  session.protocol.on_spawned(log_.robots()[robot]);
  session.started_at = now;
  session.cursor = log_.begin();
  read_next(session);
  session.first = session.next ? session.next->time : 0.0;
}

// The robot of that name, preferably one without a client; else the first robot without a client;
// else the first.
std::size_t ReplayServer::choose_robot(const std::string& wanted) const {
  const std::vector<RobotDescription>& robots = log_.robots();
  const auto is_told = [this](std::size_t robot) {
    return std::any_of(sessions_.begin(), sessions_.end(), [robot](const auto& entry) {
      return entry.second->cursor && entry.second->robot == static_cast<int>(robot);
    });
  };
  std::optional<std::size_t> named, free;
  for (std::size_t i = 0; i < robots.size(); ++i) {
    const bool has_name = equal_without_case(robots[i].name, wanted);
    if (has_name && !is_told(i)) return i;
    if (has_name && !named) named = i;
    if (!free && !is_told(i)) free = i;
  }
  return named ? *named : free.value_or(0);
}

std::string ReplayServer::recorded_reply(std::string_view text) const {
  const usarsim::Line question = usarsim::parse_line(text);
  if (!question.is("GETCONF") && !question.is("GETGEO") && !question.is("GETSTARTPOSES")) return {};
  std::vector<std::string_view> last_tick;
  std::string lines;
  for (const std::string& answer : recorded_replies_) {
    if (!answers(usarsim::parse_line(answer), question)) continue;
    if (std::find(last_tick.begin(), last_tick.end(), answer) != last_tick.end()) continue;
    last_tick.push_back(answer);
    lines += answer + "\r\n";
  }
  return lines;
}

void ReplayServer::advance(double now) {
  for (const auto& [connection, session] : sessions_) send_due_lines(connection, *session, now);
}

void ReplayServer::send_due_lines(net::ConnectionId connection, ReplaySession& session,
                                  double now) {
  std::size_t said = 0;
  while (session.next && due_at(session) <= now && said < kMaxBytesPerCall &&
         !has_backpressure(connection)) {
    std::string lines = next_lines(session);
    said += lines.size() + 1;
    if (!lines.empty()) send_lines_(connection, std::move(lines), net::Delivery::Droppable);
    if (!session.next && settings_.is_looping) rewind(session);
  }
}

bool ReplayServer::has_backpressure(net::ConnectionId connection) const {
  return queued_bytes_ && queued_bytes_(connection) > kMaxQueuedBytes;
}

double ReplayServer::due_at(const ReplaySession& session) const {
  if (settings_.rate <= 0.0) return -kNever;
  return session.started_at + (session.next->time - session.first) / settings_.rate;
}

double ReplayServer::next_due(double now) const {
  double next = kNever;
  for (const auto& [connection, session] : sessions_) {
    if (!session->next) continue;
    const double due = std::max(now, due_at(*session));
    next = std::min(next,
                    has_backpressure(connection) ? std::max(due, now + kBackpressurePause) : due);
  }
  return next;
}

// All readings of a tick are formatted together, as in the live run, so that sensors that share a
// line are joined.
std::string ReplayServer::next_lines(ReplaySession& session) const {
  if (const auto* line = std::get_if<LoggedLine>(&session.next->what)) {
    std::string text = rebase(line->text, session.next->time) + "\r\n";
    read_next(session);
    return text;
  }
  if (auto* status = std::get_if<RobotStatus>(&session.next->what)) {
    status->tick = rebase(status->tick);
    session.last_tick = status->tick;
    std::string text = session.protocol.status_text(*status);
    read_next(session);
    return text;
  }
  std::vector<Reading> readings;
  while (session.next) {
    auto* const reading = std::get_if<Reading>(&session.next->what);
    if (reading == nullptr) break;
    if (!readings.empty() && readings.front().tick != reading->tick) break;
    readings.push_back(std::move(*reading));
    read_next(session);
  }
  for (Reading& reading : readings) reading.tick = rebase(reading.tick);
  return session.protocol.sensor_text(readings);
}

void ReplayServer::rewind(ReplaySession& session) const {
  const double round = std::max(log_.duration() - session.first, kMinLoopDuration);
  if (settings_.rate > 0.0) session.started_at += round / settings_.rate;
  session.cursor = log_.begin();
  read_next(session);
}

void ReplayServer::read_next(ReplaySession& session) const {
  do {
    session.next = session.cursor->next();
  } while (session.next && session.next->robot != session.robot);
}

}  // namespace rubble::server
