// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/channel/tcp_relay.h"

#include <poll.h>

#include <algorithm>
#include <utility>

#include "rubble/wireless/channel/tcp_relay_direction.h"

namespace rubble::wireless {

namespace asio = net::asio;
using net::tcp;

namespace {

// Small kernel buffers, so that what a program sends enters the simulated channel soon.
void limit_buffers(tcp::socket& socket) {
  constexpr int kSocketBufferBytes = 128 << 10;
  boost::system::error_code ignored;
  socket.set_option(asio::socket_base::receive_buffer_size(kSocketBufferBytes), ignored);
  socket.set_option(asio::socket_base::send_buffer_size(kSocketBufferBytes), ignored);
}

// Closing a socket with unread data sends RST, which discards bytes the peer has not read yet.
void discard_received(tcp::socket& socket) {
  constexpr int kMaxReads = 64;
  std::array<char, 16384> bytes;
  boost::system::error_code error;
  for (int i = 0; i < kMaxReads && !error; ++i) socket.read_some(asio::buffer(bytes), error);
}

// Closes with RST rather than FIN.
void abort_connection(tcp::socket& socket) {
  boost::system::error_code ignored;
  socket.set_option(asio::socket_base::linger(true, 0), ignored);
  socket.close(ignored);
}

constexpr double kDrainIdleTimeout = 0.5;  // s of silence after a station has left
constexpr double kMaxDeliverySeconds =
    30.0;  // s that a slow reader may take for the remaining bytes

}  // namespace

std::shared_ptr<TcpRelay> TcpRelay::join(RadioChannel& channel, RelayEndpoint first,
                                         RelayEndpoint second, const TcpRelaySettings& settings,
                                         std::function<void()> when_over) {
  std::shared_ptr<TcpRelay> relay(
      new TcpRelay(channel, std::move(first), std::move(second), settings, std::move(when_over)));
  relay->start();
  return relay;
}

TcpRelay::TcpRelay(RadioChannel& channel, RelayEndpoint first, RelayEndpoint second,
                   const TcpRelaySettings& settings, std::function<void()> when_over)
    : channel_(channel),
      settings_(settings),
      when_over_(std::move(when_over)),
      ends_{std::move(first), std::move(second)},
      directions_{std::make_unique<Direction>(*this, ends_[0], ends_[1]),
                  std::make_unique<Direction>(*this, ends_[1], ends_[0])},
      linger_timer_(ends_[0].socket.get_executor()) {}

TcpRelay::~TcpRelay() = default;

void TcpRelay::start() {
  for (std::size_t end = 0; end < ends_.size(); ++end) {
    net::configure_socket(ends_[end].socket);
    if (settings_.is_shaped) limit_buffers(ends_[end].socket);
    watch_for_socket_errors(end);
  }
  if (settings_.is_shaped)
    listener_ = channel_.add_listener([weak = weak_from_this()] {
      if (const auto relay = weak.lock()) relay->update_links();
    });
  for (auto& direction : directions_) direction->read();
}

void TcpRelay::update_links() {
  if (is_aborted_ && channel_.route(ends_[0].station, ends_[1].station).exists()) return finish();
  for (auto& direction : directions_) direction->update_links();
}

// Detects a failed connection also while nothing is read from it.
void TcpRelay::watch_for_socket_errors(std::size_t end) {
  ends_[end].socket.async_wait(
      tcp::socket::wait_error,
      [this, end, relay = shared_from_this()](const boost::system::error_code& error) {
        if (error || is_over_ || !ends_[end].socket.is_open()) return;
        pollfd state{ends_[end].socket.native_handle(), 0, 0};
        if (::poll(&state, 1, 0) != 1 || (state.revents & POLLERR) == 0) return;
        handle_socket_failure(ends_[end]);
      });
}

// A station that has left the world has no position, so its remaining bytes are not shaped.
bool TcpRelay::is_shaped() const {
  const auto is_known = [this](const RelayEndpoint& end) {
    return channel_.is_station(end.station);
  };
  return settings_.is_shaped &&
         !(is_draining_ && !std::all_of(ends_.begin(), ends_.end(), is_known));
}

void TcpRelay::drain() {
  if (is_over_ || is_draining_) return;
  is_draining_ = true;
  note_progress();
  update_links();
}

// The socket cannot be written any more.
void TcpRelay::handle_socket_failure(RelayEndpoint& end) {
  const std::size_t dead = &end == ends_.data() ? 0 : 1;
  has_failed_[dead] = true;
  directions_[1 - dead]->stop();
  finish_if_failed();
}

// Bytes that a failed end sent before may still reach the other end.
void TcpRelay::finish_if_failed() {
  if (is_over_) return;
  if (has_failed_[0] && has_failed_[1]) {
    is_aborted_ = true;
    return finish();
  }
  for (std::size_t end = 0; end < ends_.size(); ++end)
    if (has_failed_[end] && (is_aborted_ || directions_[end]->is_over()))
      return handle_abort(ends_[end]);
}

// s of silence after which the relay closes; 0 = never.
double TcpRelay::idle_timeout() const {
  if (is_draining_) return kDrainIdleTimeout;
  const bool is_half_closed = std::any_of(directions_.begin(), directions_.end(),
                                          [](const auto& d) { return d->is_over(); });
  return is_half_closed ? settings_.linger_timeout : 0.0;
}

void TcpRelay::note_progress() {
  last_progress_ = wall_now();
  if (idle_timeout() > 0.0) wait_for_progress();
}

// Undelivered bytes extend the wait: their reader may be slow.
void TcpRelay::wait_for_progress() {
  linger_timer_.expires_after(std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(idle_timeout())));
  linger_timer_.async_wait([relay = shared_from_this()](const boost::system::error_code& error) {
    if (error || relay->is_over_) return;
    const bool has_bytes = std::any_of(relay->directions_.begin(), relay->directions_.end(),
                                       [](const auto& d) { return d->has_bytes(); });
    if (has_bytes && wall_now() < relay->last_progress_ + kMaxDeliverySeconds)
      return relay->wait_for_progress();
    relay->finish();
  });
}

void TcpRelay::handle_direction_closed() {
  if (std::all_of(directions_.begin(), directions_.end(),
                  [](const auto& direction) { return direction->is_over(); }))
    return finish();
  note_progress();
  finish_if_failed();
}

// Shaped: the other end is reset once there is a route. Unshaped: it is closed immediately with
// FIN, since a reset would discard bytes it has not received yet.
void TcpRelay::handle_abort(RelayEndpoint& end) {
  if (is_over_) return;
  abort_connection(end.socket);
  for (auto& direction : directions_) direction->stop();
  if (!is_shaped()) return finish();
  const bool is_last = is_aborted_;
  is_aborted_ = true;
  if (is_last || channel_.route(ends_[0].station, ends_[1].station).exists()) finish();
}

void TcpRelay::close_sockets() {
  is_over_ = true;
  if (settings_.is_shaped) channel_.remove_listener(listener_);
  for (auto& direction : directions_) direction->stop();
  boost::system::error_code ignored;
  linger_timer_.cancel(ignored);
  for (RelayEndpoint& end : ends_) {
    if (is_aborted_) abort_connection(end.socket);
    if (end.socket.is_open()) discard_received(end.socket);
    end.socket.close(ignored);
  }
}

void TcpRelay::close() {
  if (!is_over_) close_sockets();
  when_over_ = nullptr;
}

void TcpRelay::finish() {
  if (is_over_) return;
  const auto self = shared_from_this();  // the owner may drop its reference
  close_sockets();
  if (const auto when_over = std::exchange(when_over_, nullptr)) when_over();
}

}  // namespace rubble::wireless
