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
  Port(Network::Loop& loop, const LineServerSettings& settings, std::shared_ptr<Acceptor> acceptor)
      : loop_(loop), settings_(settings), acceptor_(std::move(acceptor)) {}

  // --- the owner's thread ---
  void start();
  void stop();
  int number() const { return acceptor_->port(); }
  std::vector<LineEvent> drain(std::size_t max_lines_each);
  void wait(double seconds);
  void send(ConnectionId connection, std::string text, Delivery delivery);
  void close(ConnectionId connection);
  void cork();
  void uncork();
  std::size_t queued_bytes(ConnectionId connection) const;
  LineServerCounts counts() const;
  std::vector<double> take_delays();
  void count_delays_from_now();

 private:
  // --- the owner's thread, under the mutex ---
  void append_events(LineConnection& connection, std::size_t max_lines,
                     std::vector<LineEvent>& events);
  void schedule(const LineConnectionPointer& connection);
  void post_service();
  LineClock::time_point delay_start() const;

  // --- the network's thread ---
  void accept(tcp::socket socket);
  void service_scheduled();
  void read(const LineConnectionPointer& connection);
  void handle_bytes(const LineConnectionPointer& connection, std::size_t byte_count);
  void handle_eof(const LineConnectionPointer& connection);
  void write(const LineConnectionPointer& connection);
  bool fill_batch(LineConnection& connection);
  std::size_t write_batch(LineConnection& connection, boost::system::error_code& error);
  void note_written(LineConnection& connection, std::size_t byte_count);
  void wait_until_writable(const LineConnectionPointer& connection);
  void start_linger_timer(const LineConnectionPointer& connection);
  void close_now(const LineConnectionPointer& connection);

  bool is_full(const LineConnection& connection) const;

  Network::Loop& loop_;
  const LineServerSettings settings_;
  std::shared_ptr<Acceptor> acceptor_;

  // The network's thread only.
  LogThrottle refusals_;
  std::vector<std::string> new_lines_;
  std::vector<asio::const_buffer> gather_;

  mutable std::mutex mutex_;
  std::condition_variable event_ready_;
  std::map<ConnectionId, LineConnectionPointer> connections_;
  std::vector<LineConnectionPointer> scheduled_;
  bool is_corked_ = false;
  ConnectionId last_id_ = 0;
  LineServerCounts counts_;
  bool is_collecting_delays_ = false;
  LineClock::time_point delays_begin_{};  // unset: with each send()
  std::vector<double> delays_;
};

// --- owner thread ----------------------------------------------------------------------------

void LineServer::Port::start() {
  acceptor_->start([self = weak_from_this()](tcp::socket socket) {
    if (const auto port = self.lock()) port->accept(std::move(socket));
  });
}

void LineServer::Port::stop() {
  loop_.run_and_wait([this] {
    acceptor_->close();
    std::map<ConnectionId, LineConnectionPointer> all;
    {
      const std::lock_guard lock(mutex_);
      all = connections_;
    }
    for (const auto& [id, connection] : all) {
      write(connection);
      close_now(connection);
    }
  });
}

std::vector<LineEvent> LineServer::Port::drain(std::size_t max_lines_each) {
  std::vector<LineEvent> events;
  const std::lock_guard lock(mutex_);
  for (auto next = connections_.begin(); next != connections_.end();) {
    const LineConnectionPointer connection = next->second;
    if (connection->closed_reported && connection->is_closed) {
      next = connections_.erase(next);
      continue;
    }
    ++next;
    if (connection->closed_reported && !connection->is_closing) {
      connection->is_closing = true;
      schedule(connection);
    }
    append_events(*connection, max_lines_each, events);
    if (connection->is_paused && !is_full(*connection)) schedule(connection);
  }
  return events;
}

void LineServer::Port::append_events(LineConnection& connection, std::size_t max_lines,
                                     std::vector<LineEvent>& events) {
  const auto add = [&](LineEvent::Kind kind, std::string text) {
    events.push_back({kind, connection.id, std::move(text)});
  };
  if (!std::exchange(connection.opened_reported, true))
    add(LineEvent::Kind::Opened, connection.peer);
  for (std::size_t i = 0; i < max_lines && !connection.lines.empty(); ++i) {
    connection.line_bytes -= connection.lines.front().size();
    add(LineEvent::Kind::Line, std::move(connection.lines.front()));
    connection.lines.pop_front();
  }
  if (connection.has_ended && connection.lines.empty() && !connection.closed_reported) {
    connection.closed_reported = true;
    add(LineEvent::Kind::Closed, {});
  }
}

void LineServer::Port::wait(double seconds) {
  std::unique_lock lock(mutex_);
  event_ready_.wait_for(lock, std::chrono::duration<double>(seconds), [this] {
    return std::any_of(connections_.begin(), connections_.end(),
                       [](const auto& entry) { return entry.second->has_events(); });
  });
}

void LineServer::Port::send(ConnectionId connection, std::string text, Delivery delivery) {
  const std::lock_guard lock(mutex_);
  const auto found = connections_.find(connection);
  if (found == connections_.end()) return;
  LineConnection& to = *found->second;
  if (to.is_closed || to.is_closing) return;
  const std::int64_t dropped_before = to.send_queue.dropped();
  const bool has_room = to.send_queue.add(std::move(text), delivery, delay_start());
  const std::int64_t dropped = to.send_queue.dropped() - dropped_before;
  counts_.sensor_messages_dropped += dropped;
  if (dropped > 0 && !std::exchange(to.is_slow, true))
    log_warning("{}: {} does not read; dropping its oldest sensor messages", settings_.name,
                to.peer);
  if (!has_room) {
    log_warning("{}: {} does not read its replies; connection closed", settings_.name, to.peer);
    to.is_closing = true;
  }
  schedule(found->second);
}

LineClock::time_point LineServer::Port::delay_start() const {
  if (!is_collecting_delays_) return {};
  return delays_begin_ == LineClock::time_point{} ? LineClock::now() : delays_begin_;
}

void LineServer::Port::close(ConnectionId connection) {
  const std::lock_guard lock(mutex_);
  const auto found = connections_.find(connection);
  if (found == connections_.end() || found->second->is_closing) return;
  found->second->is_closing = true;
  schedule(found->second);
}

void LineServer::Port::schedule(const LineConnectionPointer& connection) {
  if (std::exchange(connection->is_scheduled, true)) return;
  scheduled_.push_back(connection);
  if (scheduled_.size() == 1 && !is_corked_) post_service();
}

void LineServer::Port::post_service() {
  asio::post(loop_.context(), [self = shared_from_this()] { self->service_scheduled(); });
}

void LineServer::Port::cork() {
  const std::lock_guard lock(mutex_);
  is_corked_ = true;
}

void LineServer::Port::uncork() {
  const std::lock_guard lock(mutex_);
  is_corked_ = false;
  if (!scheduled_.empty()) post_service();
}

std::size_t LineServer::Port::queued_bytes(ConnectionId connection) const {
  const std::lock_guard lock(mutex_);
  const auto found = connections_.find(connection);
  return found == connections_.end() ? 0 : found->second->send_queue.queued_bytes();
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

// --- network thread --------------------------------------------------------------------------

void LineServer::Port::accept(tcp::socket socket) {
  std::unique_lock lock(mutex_);
  if (counts_.connections >= settings_.max_connections) {
    ++counts_.refused;
    lock.unlock();
    if (const std::int64_t times = refusals_.take_count_if_due(); times > 0)
      log_warning("{}: {} connections are open (the maximum); refused {} more, last {}",
                  settings_.name, settings_.max_connections, times, peer_of(socket));
    return;  // the destructor closes the socket
  }
  configure_socket(socket);
  const auto connection =
      std::make_shared<LineConnection>(++last_id_, std::move(socket), settings_);
  connections_.emplace(connection->id, connection);
  ++counts_.connections;
  lock.unlock();
  event_ready_.notify_one();
  read(connection);
}

// Applies what the owner did to connections: new messages, resumed reading, closing.
void LineServer::Port::service_scheduled() {
  std::vector<LineConnectionPointer> scheduled;
  std::vector<LineConnectionPointer> readable;
  {
    const std::lock_guard lock(mutex_);
    scheduled.swap(scheduled_);
    for (const LineConnectionPointer& connection : scheduled) {
      connection->is_scheduled = false;
      if (connection->is_paused && !is_full(*connection)) {
        connection->is_paused = false;
        readable.push_back(connection);
      }
    }
  }
  for (const LineConnectionPointer& connection : scheduled) write(connection);
  for (const LineConnectionPointer& connection : readable) read(connection);
}

void LineServer::Port::read(const LineConnectionPointer& connection) {
  if (!connection->socket.is_open()) return;
  connection->socket.async_read_some(asio::buffer(connection->bytes),
                                     [self = shared_from_this(), connection](
                                         const boost::system::error_code& error, std::size_t n) {
                                       if (!error) return self->handle_bytes(connection, n);
                                       if (error == asio::error::eof)
                                         return self->handle_eof(connection);
                                       self->close_now(connection);
                                     });
}

void LineServer::Port::handle_bytes(const LineConnectionPointer& connection,
                                    std::size_t byte_count) {
  const std::size_t too_long_before = connection->splitter.dropped_lines();
  new_lines_.clear();
  connection->splitter.feed({connection->bytes.data(), byte_count}, new_lines_);
  const std::size_t too_long = connection->splitter.dropped_lines() - too_long_before;
  if (too_long > 0 && too_long_before == 0)
    log_warning("{}: {} sends lines longer than {} bytes; they are skipped", settings_.name,
                connection->peer, settings_.max_line_bytes);
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
  if (!new_lines_.empty()) event_ready_.notify_one();
  if (!is_paused) read(connection);
}

bool LineServer::Port::is_full(const LineConnection& connection) const {
  return connection.lines.size() >= settings_.max_queued_lines ||
         connection.line_bytes >= 4 * settings_.max_line_bytes;
}

// The client has shut down its sending side, but may still wait for replies.
void LineServer::Port::handle_eof(const LineConnectionPointer& connection) {
  {
    const std::lock_guard lock(mutex_);
    connection->has_ended = true;
  }
  event_ready_.notify_one();
}

void LineServer::Port::write(const LineConnectionPointer& connection) {
  while (connection->socket.is_open() && !connection->is_waiting_for_writable) {
    if (connection->batch.empty() && !fill_batch(*connection)) break;
    boost::system::error_code error;
    const std::size_t written = write_batch(*connection, error);
    note_written(*connection, written);
    if (error == asio::error::would_block || error == asio::error::try_again)
      wait_until_writable(connection);
    else if (error)
      close_now(connection);
  }
  bool is_closing = false;
  {
    const std::lock_guard lock(mutex_);
    is_closing = connection->is_closing;
  }
  if (is_closing && connection->batch.empty()) close_now(connection);
  if (is_closing && !connection->batch.empty()) start_linger_timer(connection);
}

bool LineServer::Port::fill_batch(LineConnection& connection) {
  std::int64_t lost = 0;
  {
    const std::lock_guard lock(mutex_);
    connection.send_queue.pop_batch(connection.batch);
    if (!connection.batch.empty()) return true;
    if (std::exchange(connection.is_slow, false)) lost = connection.send_queue.dropped();
  }
  if (lost > 0)
    log_info("{}: {} reads again; {} sensor messages dropped so far", settings_.name,
             connection.peer, lost);
  return false;
}

std::size_t LineServer::Port::write_batch(LineConnection& connection,
                                          boost::system::error_code& error) {
  gather_.clear();
  for (const OutgoingMessage& message : connection.batch)
    gather_.push_back(asio::buffer(message.text));
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
    const OutgoingMessage& message = connection.batch[done];
    left -= message.text.size();
    connection.send_queue.note_written(message);
    if (is_collecting_delays_ && message.since != LineClock::time_point{})
      delays_.push_back(std::chrono::duration<double>(now - message.since).count());
  }
  connection.batch.erase(connection.batch.begin(),
                         connection.batch.begin() + static_cast<std::ptrdiff_t>(done));
  connection.batch_begun = left;
}

void LineServer::Port::wait_until_writable(const LineConnectionPointer& connection) {
  connection->is_waiting_for_writable = true;
  connection->socket.async_wait(
      tcp::socket::wait_write,
      [self = shared_from_this(), connection](const boost::system::error_code& error) {
        connection->is_waiting_for_writable = false;
        if (error) return self->close_now(connection);
        self->write(connection);
      });
}

// Linger timeout: a client that does not read cannot delay closing.
void LineServer::Port::start_linger_timer(const LineConnectionPointer& connection) {
  if (connection->deadline.expiry() != asio::steady_timer::time_point{}) return;
  connection->deadline.expires_after(std::chrono::seconds(2));
  connection->deadline.async_wait(
      [self = shared_from_this(), connection](const boost::system::error_code& error) {
        if (!error) self->close_now(connection);
      });
}

void LineServer::Port::close_now(const LineConnectionPointer& connection) {
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
    connection->is_closed = true;
    if (connection->is_slow) lost = connection->send_queue.dropped();
    connection->send_queue = SendQueue(0);
  }
  if (lost > 0)
    log_info("{}: {} disconnected; {} sensor messages dropped", settings_.name, connection->peer,
             lost);
  event_ready_.notify_one();
}

// --- the server ------------------------------------------------------------------------------

Result<std::unique_ptr<LineServer>> LineServer::listen(Network& network,
                                                       const LineServerSettings& settings) {
  auto acceptor = Acceptor::open(network.loop(), settings.name, settings.host, settings.port);
  if (!acceptor) return acceptor.error();
  auto port = std::make_shared<Port>(network.loop(), settings, *std::move(acceptor));
  port->start();
  return std::unique_ptr<LineServer>(new LineServer(std::move(port)));
}

LineServer::LineServer(std::shared_ptr<Port> port) : port_(std::move(port)) {}
LineServer::~LineServer() { port_->stop(); }

int LineServer::port() const { return port_->number(); }
std::vector<LineEvent> LineServer::drain(std::size_t max_lines_each) {
  return port_->drain(max_lines_each);
}
void LineServer::wait(double seconds) { port_->wait(seconds); }
void LineServer::send(ConnectionId connection, std::string text, Delivery delivery) {
  port_->send(connection, std::move(text), delivery);
}
void LineServer::close(ConnectionId connection) { port_->close(connection); }
std::size_t LineServer::queued_bytes(ConnectionId connection) const {
  return port_->queued_bytes(connection);
}
LineServerCounts LineServer::counts() const { return port_->counts(); }
std::vector<double> LineServer::take_delays() { return port_->take_delays(); }
void LineServer::cork() { port_->cork(); }

void LineServer::uncork() { port_->uncork(); }

void LineServer::count_delays_from_now() { port_->count_delays_from_now(); }

}  // namespace rubble::net
