// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/wss/wss_relay.h"

#include <algorithm>
#include <utility>

#include "rubble/base/log.h"

namespace rubble::wireless {

namespace asio = net::asio;
using net::tcp;

// An accepted connection and its outgoing counterpart. Owns both sockets until they are joined by a
// relay.
struct WssRelay::Connection {
  explicit Connection(tcp::socket accepted)
      : incoming(std::move(accepted)),
        outgoing(incoming.get_executor()),
        deadline(incoming.get_executor()) {}

  tcp::socket incoming;
  tcp::socket outgoing;
  asio::steady_timer deadline;
  int outgoing_port = 0;  // port
  std::shared_ptr<TcpRelay> relay_settings;
};

std::shared_ptr<WssRelay> WssRelay::open(RelayContext& context, RelayRoute route,
                                         tcp::endpoint target) {
  std::shared_ptr<WssRelay> relay(new WssRelay(context, std::move(route), std::move(target)));
  if (!relay->reserve(0)) return nullptr;
  boost::system::error_code error;
  relay->port_ = relay->reservation_.local_endpoint(error).port();
  if (error) return nullptr;
  relay->update_links();
  return relay;
}

WssRelay::WssRelay(RelayContext& context, RelayRoute route, tcp::endpoint target)
    : context_(context),
      route_(std::move(route)),
      target_(std::move(target)),
      reservation_(context.loop.context()) {}

bool WssRelay::is_in_range() const { return context_.channel.is_up(route_.from, route_.to); }

bool WssRelay::has_outgoing_port(int port) const {
  return port > 0 && std::any_of(connections_.begin(), connections_.end(), [&](const auto& entry) {
           return entry.second->outgoing_port == port;
         });
}

// --- listening -----------------------------------------------------------------------------------

// Port 0: any free one.
bool WssRelay::reserve(int number) {
  boost::system::error_code error;
  const auto address = asio::ip::make_address(context_.host, error);
  const tcp::endpoint where(address, static_cast<std::uint16_t>(number));
  if (!error) reservation_.open(where.protocol(), error);
  if (!error) reservation_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) reservation_.bind(where, error);
  return !error;
}

void WssRelay::update_links() {
  if (is_draining_) return;
  const bool is_up = is_in_range();
  if (is_up && !acceptor_) start_listening();
  if (!is_up && acceptor_) stop_listening();
}

// The reservation is released only after the listener is open, so the port is never free. A failure
// is retried with the next links.
void WssRelay::start_listening() {
  auto acceptor = net::Acceptor::open(context_.loop, "wireless relay", context_.host, port_);
  if (!acceptor) {
    if (context_.refusals.take_count_if_due() > 0)
      log_warning("wireless: {}", acceptor.error().to_string());
    return;
  }
  acceptor_ = *std::move(acceptor);
  acceptor_->start([weak = weak_from_this()](tcp::socket socket) {
    if (const auto relay = weak.lock()) relay->handle_accepted(std::move(socket));
  });
  boost::system::error_code ignored;
  reservation_.close(ignored);
}

void WssRelay::stop_listening() {
  std::exchange(acceptor_, nullptr)->close();
  reserve(port_);
  while (!connections_.empty()) close_connection(connections_.begin()->first);
}

void WssRelay::close() {
  when_over_ = nullptr;
  if (acceptor_) stop_listening();
  boost::system::error_code ignored;
  reservation_.close(ignored);
}

// Connections that were already in the accept queue are still forwarded.
void WssRelay::drain(std::function<void()> when_over) {
  if (acceptor_) acceptor_->close_after_pending();
  is_draining_ = true;
  when_over_ = std::move(when_over);
  boost::system::error_code ignored;
  reservation_.close(ignored);
  for (const auto& [id, connection] : connections_)
    if (connection->relay_settings) connection->relay_settings->drain();
  notify_if_drained();
}

// Posted, since an accepted connection may still be in the queue of the event loop.
void WssRelay::notify_if_drained() {
  if (!is_draining_ || !connections_.empty() || !when_over_) return;
  asio::post(context_.loop.context(), [self = shared_from_this()] {
    if (!self->connections_.empty()) return;
    if (const auto when_over = std::exchange(self->when_over_, nullptr)) when_over();
  });
}

// --- connections ---------------------------------------------------------------------------------

void WssRelay::handle_accepted(tcp::socket socket) {
  if (!acceptor_) return;
  if (!context_.has_room_for(route_.from) || connections_.size() >= kMaxConnectionsPerRelay) {
    if (const std::int64_t times = context_.refusals.take_count_if_due(); times > 0)
      log_warning("wireless: too many connections from {} to {}, or in total; refused {} more",
                  route_.from, route_.to, times);
    return;  // closes the socket
  }
  const std::uint64_t id = next_connection_++;
  connections_.emplace(id, std::make_unique<Connection>(std::move(socket)));
  ++context_.connection_count;
  ++context_.connections_per_station[route_.from];
  connect_to_target(id);
}

void WssRelay::connect_to_target(std::uint64_t id) {
  Connection& connection = *connections_.at(id);
  connection.outgoing.async_connect(
      target_, [self = shared_from_this(), id](const boost::system::error_code& error) {
        self->handle_connected(id, error);
      });
  // Recorded before the station can see the connection and ask for its origin (REVERSEDNS).
  boost::system::error_code no_port;
  connection.outgoing_port = connection.outgoing.local_endpoint(no_port).port();
  connection.deadline.expires_after(std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(kConnectTimeout)));
  connection.deadline.async_wait(
      [self = shared_from_this(), id](const boost::system::error_code& error) {
        if (!error) self->close_connection(id);
      });
}

void WssRelay::handle_connected(std::uint64_t id, const boost::system::error_code& error) {
  if (!connections_.contains(id)) return;
  if (error || (!is_draining_ && !is_in_range())) return close_connection(id);
  join(id);
}

void WssRelay::join(std::uint64_t id) {
  Connection& connection = *connections_.at(id);
  boost::system::error_code ignored;
  connection.deadline.cancel(ignored);
  connection.relay_settings =
      TcpRelay::join(context_.channel, {std::move(connection.incoming), route_.from},
                     {std::move(connection.outgoing), route_.to}, context_.relay_settings,
                     [weak = weak_from_this(), id] {
                       if (const auto relay = weak.lock()) relay->close_connection(id);
                     });
  if (is_draining_) connection.relay_settings->drain();
}

void WssRelay::close_connection(std::uint64_t id) {
  const auto found = connections_.find(id);
  if (found == connections_.end()) return;
  const std::unique_ptr<Connection> connection = std::move(found->second);  // closes its sockets
  connections_.erase(found);
  --context_.connection_count;
  if (--context_.connections_per_station[route_.from] == 0)
    context_.connections_per_station.erase(route_.from);
  if (connection->relay_settings) connection->relay_settings->close();
  notify_if_drained();
}

}  // namespace rubble::wireless
