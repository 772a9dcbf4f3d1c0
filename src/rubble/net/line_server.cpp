// SPDX-License-Identifier: Apache-2.0
#include "rubble/net/line_server.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>

#include "rubble/base/log.h"
#include "rubble/net/line_connection.h"
#include "rubble/net/network_loop.h"

namespace rubble::net {

using LineConnectionPointer = std::shared_ptr<LineConnection>;
using LineClock = std::chrono::steady_clock;

class LineServer::Port : public std::enable_shared_from_this<Port> {
 public:
  Port(Network::Loop& loop, const LineServerSettings& settings, std::shared_ptr<Doorway> doorway)
      : loop_(loop), settings_(settings), doorway_(std::move(doorway)) {}

  // --- the owner's thread ---
  void start();
  void stop();
  int number() const { return doorway_->port(); }
  std::vector<LineEvent> drain(std::size_t most_lines_each);
  void wait(double seconds);
  void send(ConnectionId connection, std::string text, Urgency urgency);
  void close(ConnectionId connection);
  void hold();
  void release();
  std::size_t waiting_bytes(ConnectionId connection) const;
  LineServerCounts counts() const;
  std::vector<double> take_delays();
  void count_delays_from_now();

 private:
  // --- the owner's thread, under the mutex ---
  void tell(LineConnection& connection, std::size_t most_lines, std::vector<LineEvent>& events);
  void want_attention(const LineConnectionPointer& connection);
  void ask_for_attention();
  LineClock::time_point moment_to_measure_from() const;

  // --- the network's thread ---
  void welcome(tcp::socket socket);
  void attend();
  void read(const LineConnectionPointer& connection);
  void take_in(const LineConnectionPointer& connection, std::size_t byte_count);
  void end_input(const LineConnectionPointer& connection);
  void write(const LineConnectionPointer& connection);
  bool take_batch(LineConnection& connection);
  std::size_t write_batch(LineConnection& connection, boost::system::error_code& error);
  void note_written(LineConnection& connection, std::size_t byte_count);
  void wait_for_room(const LineConnectionPointer& connection);
  void limit_farewell(const LineConnectionPointer& connection);
  void shut(const LineConnectionPointer& connection);

  bool is_full(const LineConnection& connection) const;

  Network::Loop& loop_;
  const LineServerSettings settings_;
  std::shared_ptr<Doorway> doorway_;

  // The network's thread only.
  Notice refusals_;
  std::vector<std::string> new_lines_;
  std::vector<asio::const_buffer> gather_;

  mutable std::mutex mutex_;
  std::condition_variable something_to_drain_;
  std::map<ConnectionId, LineConnectionPointer> connections_;
  std::vector<LineConnectionPointer> dirty_;
  bool is_holding_ = false;
  ConnectionId last_id_ = 0;
  LineServerCounts counts_;
  bool is_collecting_delays_ = false;
  LineClock::time_point delays_begin_{};  // unset: with each send()
  std::vector<double> delays_;
};

// --- the owner's side ------------------------------------------------------------------------

void LineServer::Port::start() {
  doorway_->start([self = weak_from_this()](tcp::socket socket) {
    if (const auto port = self.lock()) port->welcome(std::move(socket));
  });
}

void LineServer::Port::stop() {
  loop_.carry_out([this] {
    doorway_->close();
    std::map<ConnectionId, LineConnectionPointer> all;
    {
      const std::lock_guard lock(mutex_);
      all = connections_;
    }
    for (const auto& [id, connection] : all) {
      write(connection);
      shut(connection);
    }
  });
}

std::vector<LineEvent> LineServer::Port::drain(std::size_t most_lines_each) {
  std::vector<LineEvent> events;
  const std::lock_guard lock(mutex_);
  for (auto next = connections_.begin(); next != connections_.end();) {
    const LineConnectionPointer connection = next->second;
    if (connection->has_told_closed && connection->is_gone) {
      next = connections_.erase(next);
      continue;
    }
    ++next;
    if (connection->has_told_closed && !connection->is_closing) {
      connection->is_closing = true;
      want_attention(connection);
    }
    tell(*connection, most_lines_each, events);
    if (connection->is_paused && !is_full(*connection)) want_attention(connection);
  }
  return events;
}

void LineServer::Port::tell(LineConnection& connection, std::size_t most_lines,
                            std::vector<LineEvent>& events) {
  const auto add = [&](LineEvent::Kind kind, std::string text) {
    events.push_back({kind, connection.id, std::move(text)});
  };
  if (!std::exchange(connection.has_told_opened, true))
    add(LineEvent::Kind::Opened, connection.peer);
  for (std::size_t i = 0; i < most_lines && !connection.lines.empty(); ++i) {
    connection.line_bytes -= connection.lines.front().size();
    add(LineEvent::Kind::Line, std::move(connection.lines.front()));
    connection.lines.pop_front();
  }
  if (connection.has_ended && connection.lines.empty() && !connection.has_told_closed) {
    connection.has_told_closed = true;
    add(LineEvent::Kind::Closed, {});
  }
}

void LineServer::Port::wait(double seconds) {
  std::unique_lock lock(mutex_);
  something_to_drain_.wait_for(lock, std::chrono::duration<double>(seconds), [this] {
    return std::any_of(connections_.begin(), connections_.end(),
                       [](const auto& entry) { return entry.second->has_something_to_tell(); });
  });
}

void LineServer::Port::send(ConnectionId connection, std::string text, Urgency urgency) {
  const std::lock_guard lock(mutex_);
  const auto found = connections_.find(connection);
  if (found == connections_.end()) return;
  LineConnection& to = *found->second;
  if (to.is_gone || to.is_closing) return;
  const std::int64_t dropped_before = to.outbox.dropped();
  const bool has_room = to.outbox.add(std::move(text), urgency, moment_to_measure_from());
  const std::int64_t dropped = to.outbox.dropped() - dropped_before;
  counts_.sensor_messages_dropped += dropped;
  if (dropped > 0 && !std::exchange(to.is_slow, true))
    log_warning("{}: {} does not read; its oldest sensor messages are dropped", settings_.name,
                to.peer);
  if (!has_room) {
    log_warning("{}: {} asks and does not read the answers; it is closed", settings_.name, to.peer);
    to.is_closing = true;
  }
  want_attention(found->second);
}

LineClock::time_point LineServer::Port::moment_to_measure_from() const {
  if (!is_collecting_delays_) return {};
  return delays_begin_ == LineClock::time_point{} ? LineClock::now() : delays_begin_;
}

void LineServer::Port::close(ConnectionId connection) {
  const std::lock_guard lock(mutex_);
  const auto found = connections_.find(connection);
  if (found == connections_.end() || found->second->is_closing) return;
  found->second->is_closing = true;
  want_attention(found->second);
}

void LineServer::Port::want_attention(const LineConnectionPointer& connection) {
  if (std::exchange(connection->is_dirty, true)) return;
  dirty_.push_back(connection);
  if (dirty_.size() == 1 && !is_holding_) ask_for_attention();
}

void LineServer::Port::ask_for_attention() {
  asio::post(loop_.context(), [self = shared_from_this()] { self->attend(); });
}

void LineServer::Port::hold() {
  const std::lock_guard lock(mutex_);
  is_holding_ = true;
}

void LineServer::Port::release() {
  const std::lock_guard lock(mutex_);
  is_holding_ = false;
  if (!dirty_.empty()) ask_for_attention();
}

std::size_t LineServer::Port::waiting_bytes(ConnectionId connection) const {
  const std::lock_guard lock(mutex_);
  const auto found = connections_.find(connection);
  return found == connections_.end() ? 0 : found->second->outbox.held_bytes();
}

LineServerCounts LineServer::Port::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

std::vector<double> LineServer::Port::take_delays() {
  const std::lock_guard lock(mutex_);
  is_collecting_delays_ = true;
  return std::exchange(delays_, {});
}

void LineServer::Port::count_delays_from_now() {
  const std::lock_guard lock(mutex_);
  delays_begin_ = LineClock::now();
}

// --- the network's side ----------------------------------------------------------------------

void LineServer::Port::welcome(tcp::socket socket) {
  std::unique_lock lock(mutex_);
  if (counts_.connections >= settings_.most_connections) {
    ++counts_.refused;
    lock.unlock();
    if (const std::int64_t times = refusals_.due(); times > 0)
      log_warning("{}: {} connections are open, no more are taken; refused {} more, last {}",
                  settings_.name, settings_.most_connections, times, peer_of(socket));
    return;  // which closes it
  }
  make_ready(socket);
  const auto connection =
      std::make_shared<LineConnection>(++last_id_, std::move(socket), settings_);
  connections_.emplace(connection->id, connection);
  ++counts_.connections;
  lock.unlock();
  something_to_drain_.notify_one();
  read(connection);
}

// Whatever the owner has done to connections: something to write, to read again, to close.
void LineServer::Port::attend() {
  std::vector<LineConnectionPointer> dirty;
  std::vector<LineConnectionPointer> readable;
  {
    const std::lock_guard lock(mutex_);
    dirty.swap(dirty_);
    for (const LineConnectionPointer& connection : dirty) {
      connection->is_dirty = false;
      if (connection->is_paused && !is_full(*connection)) {
        connection->is_paused = false;
        readable.push_back(connection);
      }
    }
  }
  for (const LineConnectionPointer& connection : dirty) write(connection);
  for (const LineConnectionPointer& connection : readable) read(connection);
}

void LineServer::Port::read(const LineConnectionPointer& connection) {
  if (!connection->socket.is_open()) return;
  connection->socket.async_read_some(asio::buffer(connection->bytes),
                                     [self = shared_from_this(), connection](
                                         const boost::system::error_code& error, std::size_t n) {
                                       if (!error) return self->take_in(connection, n);
                                       if (error == asio::error::eof)
                                         return self->end_input(connection);
                                       self->shut(connection);
                                     });
}

void LineServer::Port::take_in(const LineConnectionPointer& connection, std::size_t byte_count) {
  const std::size_t too_long_before = connection->splitter.dropped_lines();
  new_lines_.clear();
  connection->splitter.feed({connection->bytes.data(), byte_count}, new_lines_);
  const std::size_t too_long = connection->splitter.dropped_lines() - too_long_before;
  if (too_long > 0 && too_long_before == 0)
    log_warning("{}: {} sends lines of more than {} bytes; they are skipped", settings_.name,
                connection->peer, settings_.longest_line);
  bool is_paused = false;
  {
    const std::lock_guard lock(mutex_);
    counts_.bytes_in += static_cast<std::int64_t>(byte_count);
    counts_.lines_in += static_cast<std::int64_t>(new_lines_.size());
    counts_.lines_too_long += static_cast<std::int64_t>(too_long);
    for (std::string& line : new_lines_) {
      connection->line_bytes += line.size();
      connection->lines.push_back(std::move(line));
    }
    is_paused = connection->is_paused = is_full(*connection);
  }
  if (!new_lines_.empty()) something_to_drain_.notify_one();
  if (!is_paused) read(connection);
}

bool LineServer::Port::is_full(const LineConnection& connection) const {
  return connection.lines.size() >= settings_.most_waiting_lines ||
         connection.line_bytes >= 4 * settings_.longest_line;
}

// The client sends no more, but may still wait for answers to what it sent.
void LineServer::Port::end_input(const LineConnectionPointer& connection) {
  {
    const std::lock_guard lock(mutex_);
    connection->has_ended = true;
  }
  something_to_drain_.notify_one();
}

void LineServer::Port::write(const LineConnectionPointer& connection) {
  while (connection->socket.is_open() && !connection->is_waiting_for_room) {
    if (connection->batch.empty() && !take_batch(*connection)) break;
    boost::system::error_code error;
    const std::size_t written = write_batch(*connection, error);
    note_written(*connection, written);
    if (error == asio::error::would_block || error == asio::error::try_again)
      wait_for_room(connection);
    else if (error)
      shut(connection);
  }
  bool is_closing = false;
  {
    const std::lock_guard lock(mutex_);
    is_closing = connection->is_closing;
  }
  if (is_closing && connection->batch.empty()) shut(connection);
  if (is_closing && !connection->batch.empty()) limit_farewell(connection);
}

bool LineServer::Port::take_batch(LineConnection& connection) {
  std::int64_t lost = 0;
  {
    const std::lock_guard lock(mutex_);
    connection.outbox.take(connection.batch);
    if (!connection.batch.empty()) return true;
    if (std::exchange(connection.is_slow, false)) lost = connection.outbox.dropped();
  }
  if (lost > 0)
    log_info("{}: {} reads again; {} sensor messages were dropped so far", settings_.name,
             connection.peer, lost);
  return false;
}

std::size_t LineServer::Port::write_batch(LineConnection& connection,
                                          boost::system::error_code& error) {
  gather_.clear();
  for (const OutMessage& message : connection.batch) gather_.push_back(asio::buffer(message.text));
  gather_.front() += connection.batch_begun;
  return connection.socket.write_some(gather_, error);
}

void LineServer::Port::note_written(LineConnection& connection, std::size_t byte_count) {
  const std::lock_guard lock(mutex_);
  counts_.bytes_out += static_cast<std::int64_t>(byte_count);
  std::size_t left = connection.batch_begun + byte_count;
  std::size_t done = 0;
  const LineClock::time_point now =
      is_collecting_delays_ ? LineClock::now() : LineClock::time_point{};
  for (; done < connection.batch.size() && left >= connection.batch[done].text.size(); ++done) {
    const OutMessage& message = connection.batch[done];
    left -= message.text.size();
    connection.outbox.note_written(message);
    if (is_collecting_delays_ && message.since != LineClock::time_point{})
      delays_.push_back(std::chrono::duration<double>(now - message.since).count());
  }
  connection.batch.erase(connection.batch.begin(),
                         connection.batch.begin() + static_cast<std::ptrdiff_t>(done));
  connection.batch_begun = left;
}

void LineServer::Port::wait_for_room(const LineConnectionPointer& connection) {
  connection->is_waiting_for_room = true;
  connection->socket.async_wait(
      tcp::socket::wait_write,
      [self = shared_from_this(), connection](const boost::system::error_code& error) {
        connection->is_waiting_for_room = false;
        if (error) return self->shut(connection);
        self->write(connection);
      });
}

// Who does not read does not keep us from closing.
void LineServer::Port::limit_farewell(const LineConnectionPointer& connection) {
  if (connection->deadline.expiry() != asio::steady_timer::time_point{}) return;
  connection->deadline.expires_after(std::chrono::seconds(2));
  connection->deadline.async_wait(
      [self = shared_from_this(), connection](const boost::system::error_code& error) {
        if (!error) self->shut(connection);
      });
}

void LineServer::Port::shut(const LineConnectionPointer& connection) {
  if (!connection->socket.is_open()) return;
  boost::system::error_code ignored;
  connection->socket.shutdown(tcp::socket::shutdown_both, ignored);
  connection->socket.close(ignored);
  connection->deadline.cancel(ignored);
  connection->batch.clear();
  std::int64_t lost = 0;
  {
    const std::lock_guard lock(mutex_);
    --counts_.connections;
    connection->has_ended = true;
    connection->is_gone = true;
    if (connection->is_slow) lost = connection->outbox.dropped();
    connection->outbox = Outbox(0);
  }
  if (lost > 0)
    log_info("{}: {} has left; {} sensor messages were dropped", settings_.name, connection->peer,
             lost);
  something_to_drain_.notify_one();
}

// --- the server ------------------------------------------------------------------------------

Result<std::unique_ptr<LineServer>> LineServer::listen(Network& network,
                                                       const LineServerSettings& settings) {
  auto doorway = Doorway::open(network.loop(), settings.name, settings.host, settings.port);
  if (!doorway) return doorway.error();
  auto port = std::make_shared<Port>(network.loop(), settings, *std::move(doorway));
  port->start();
  return std::unique_ptr<LineServer>(new LineServer(std::move(port)));
}

LineServer::LineServer(std::shared_ptr<Port> port) : port_(std::move(port)) {}
LineServer::~LineServer() { port_->stop(); }

int LineServer::port() const { return port_->number(); }
std::vector<LineEvent> LineServer::drain(std::size_t most_lines_each) {
  return port_->drain(most_lines_each);
}
void LineServer::wait(double seconds) { port_->wait(seconds); }
void LineServer::send(ConnectionId connection, std::string text, Urgency urgency) {
  port_->send(connection, std::move(text), urgency);
}
void LineServer::close(ConnectionId connection) { port_->close(connection); }
std::size_t LineServer::waiting_bytes(ConnectionId connection) const {
  return port_->waiting_bytes(connection);
}
LineServerCounts LineServer::counts() const { return port_->counts(); }
std::vector<double> LineServer::take_delays() { return port_->take_delays(); }
void LineServer::hold() { port_->hold(); }

void LineServer::release() { port_->release(); }

void LineServer::count_delays_from_now() { port_->count_delays_from_now(); }

}  // namespace rubble::net
