// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/exec/udp_proxy.h"

#include <algorithm>

#include "rubble/base/log.h"

namespace rubble::wireless {

namespace {

constexpr std::size_t kMaxUdpEndpoints = 512;
constexpr double kSourceLifetime = 60.0;             // s
constexpr double kMaxBacklog = 0.1;                  // s of air time that a station may have queued
constexpr std::size_t kMaxBytesInFlight = 32 << 20;  // over all stations
constexpr int kMaxReceivesPerWakeup = 64;            // then other sockets have their turn

}  // namespace

struct UdpProxy::UdpEndpoint {
  UdpEndpoint(const ExecContext& context, const PairPort& at)
      : where(at), socket(context.context) {}

  PairPort where;
  udp::socket socket;
  double last_used = 0.0;  // s
  // The address from which the remote station last sent with this port. It may differ from the
  // station's own address if the program connected a socket that was bound to all addresses.
  udp::endpoint source;
  double source_time = 0.0;  // s
};

UdpProxy::UdpProxy(const ExecContext& context) : context_(context), timer_(context.context) {}
UdpProxy::~UdpProxy() { close(); }

void UdpProxy::close() {
  *is_open_ = false;
  boost::system::error_code ignored;
  timer_.cancel(ignored);
  for (const auto& [where, endpoint] : std::exchange(endpoints_, {}))
    endpoint->socket.close(ignored);
  in_flight_ = {};
}

std::string UdpProxy::prepare(const PairPort& where) {
  boost::system::error_code error;
  endpoint(where, error);
  return error ? bind_failure_text(where.port, error) : "";
}

double UdpProxy::backlog_wait(int station, double now) const {
  const auto found = busy_until_.find(station);
  return found == busy_until_.end() ? 0.0 : std::max(0.0, found->second - now - kMaxBacklog);
}

// Evicts the longest-unused endpoint when the table is full. Sockets are not closed earlier, since
// nothing tells whether a program that sends without asking still uses them.
void UdpProxy::evict_if_full() {
  if (endpoints_.size() < kMaxUdpEndpoints) return;
  const auto oldest = std::min_element(
      endpoints_.begin(), endpoints_.end(),
      [](const auto& a, const auto& b) { return a.second->last_used < b.second->last_used; });
  boost::system::error_code ignored;
  oldest->second->socket.close(ignored);
  endpoints_.erase(oldest);
}

std::shared_ptr<UdpProxy::UdpEndpoint> UdpProxy::endpoint(const PairPort& where,
                                                          boost::system::error_code& error) {
  if (const auto found = endpoints_.find(where); found != endpoints_.end()) {
    found->second->last_used = wall_now();
    return found->second;
  }
  evict_if_full();
  const auto made = std::make_shared<UdpEndpoint>(context_, where);
  made->socket.open(udp::v4(), error);
  if (!error) made->socket.set_option(udp::socket::reuse_address(true), error);
  if (!error)
    made->socket.bind({context_.address(where.pair), static_cast<std::uint16_t>(where.port)},
                      error);
  if (!error) made->socket.non_blocking(true, error);
  if (error) return nullptr;
  constexpr int kReceiveBufferBytes = 1 << 20;
  boost::system::error_code ignored;  // the kernel may limit it
  made->socket.set_option(udp::socket::receive_buffer_size(kReceiveBufferBytes), ignored);
  made->last_used = wall_now();
  endpoints_.emplace(where, made);
  listen(made);
  return made;
}

void UdpProxy::listen(const std::shared_ptr<UdpEndpoint>& endpoint) {
  endpoint->socket.async_wait(udp::socket::wait_read,
                              [this, endpoint, is_open = is_open_](const auto& error) {
                                if (error || !*is_open || !endpoint->socket.is_open()) return;
                                receive_all(*endpoint);
                                if (endpoint->socket.is_open()) listen(endpoint);
                              });
}

void UdpProxy::receive_all(UdpEndpoint& endpoint) {
  for (int i = 0; i < kMaxReceivesPerWakeup && endpoint.socket.is_open(); ++i) {
    udp::endpoint from;
    boost::system::error_code error;
    const std::size_t size =
        endpoint.socket.receive_from(net::asio::buffer(buffer_), from, 0, error);
    if (error) return;
    forward(endpoint, from, size);
  }
}

void UdpProxy::forward(UdpEndpoint& endpoint, const udp::endpoint& from, std::size_t size) {
  const double now = wall_now();
  endpoint.last_used = now;
  if (!from.address().is_loopback()) return;
  const StationPair pair = endpoint.where.pair;
  const PairPort back{{pair.remote, pair.local}, from.port()};
  const udp::endpoint to = destination_of(endpoint, now);
  boost::system::error_code error;
  const auto reply_endpoint = this->endpoint(back, error);
  if (reply_endpoint == nullptr) {
    if (endpoint_failures_.take_count_if_due() > 0)
      log_warning("radio-exec: a datagram of {}: {}", context_.stations.name(pair.local),
                  bind_failure_text(back.port, error));
    return;
  }
  reply_endpoint->source = from;
  reply_endpoint->source_time = now;
  const auto arrival = context_.channel.send_datagram(context_.stations.name(pair.local),
                                                      context_.stations.name(pair.remote), size);
  if (!arrival) return;
  busy_until_[pair.local] = *arrival;
  schedule_delivery({*arrival, next_number_++, back, to, {buffer_.data(), buffer_.data() + size}});
}

UdpProxy::udp::endpoint UdpProxy::destination_of(const UdpEndpoint& endpoint, double now) const {
  if (endpoint.source_time > 0.0 && now - endpoint.source_time < kSourceLifetime)
    return endpoint.source;
  return {context_.own_address(endpoint.where.pair.remote),
          static_cast<std::uint16_t>(endpoint.where.port)};
}

void UdpProxy::schedule_delivery(InFlightDatagram datagram) {
  if (bytes_in_flight_ + datagram.bytes.size() > kMaxBytesInFlight)
    return;  // dropped, as by a full queue
  bytes_in_flight_ += datagram.bytes.size();
  const bool is_next = in_flight_.empty() || datagram.arrival < in_flight_.top().arrival;
  in_flight_.push(std::move(datagram));
  if (is_next) wait_for_next_arrival();
}

void UdpProxy::wait_for_next_arrival() {
  if (in_flight_.empty()) return;
  const double wait = std::max(0.0, in_flight_.top().arrival - wall_now());
  timer_.expires_after(std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 * wait)));
  timer_.async_wait([this, is_open = is_open_](const auto& error) {
    if (error || !*is_open) return;
    while (!in_flight_.empty() && in_flight_.top().arrival <= wall_now()) {
      deliver(in_flight_.top());
      bytes_in_flight_ -= in_flight_.top().bytes.size();
      in_flight_.pop();
    }
    wait_for_next_arrival();
  });
}

void UdpProxy::deliver(const InFlightDatagram& datagram) {
  boost::system::error_code ignored;  // nobody listens, or no room: the datagram is lost
  const auto from = endpoint(datagram.from, ignored);
  if (from == nullptr) return;
  from->socket.send_to(net::asio::buffer(datagram.bytes), datagram.to, 0, ignored);
}

}  // namespace rubble::wireless
