// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/channel/tcp_relay_direction.h"

#include <algorithm>
#include <boost/asio/write.hpp>
#include <utility>

namespace rubble::wireless {

namespace asio = net::asio;
using net::tcp;

namespace {

constexpr std::size_t kReferenceChunk = 2048;  // bytes, read size of the reference server
constexpr std::size_t kMaxBatchBytes = 24 * kMaxSegmentBytes;
constexpr double kBatchTime = 0.005;  // s of air time: 200 wake-ups per second at any rate
constexpr std::size_t kMaxSegmentsInFlight = 2;
constexpr std::size_t kMaxUnwrittenBytes = 128 << 10;  // bytes

std::chrono::steady_clock::time_point time_point_of(double wall) {
  return std::chrono::steady_clock::time_point(
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(
          std::chrono::duration<double>(wall)));
}

}  // namespace

TcpRelay::Direction::Direction(TcpRelay& relay, RelayEndpoint& from, RelayEndpoint& to)
    : pipe_(relay), from_(from), to_(to), timer_(from.socket.get_executor()) {}

bool TcpRelay::Direction::has_route() const {
  return !is_shaped() || pipe_.channel_.route(from_.station, to_.station).exists();
}

bool TcpRelay::Direction::has_bytes() const {
  return !waiting_.empty() || !in_flight_.empty() || !arrived_.empty() || !being_written_.empty();
}

bool TcpRelay::Direction::has_room() const {
  if (!is_shaped()) return !has_bytes();
  return waiting_.empty() && in_flight_.size() < kMaxSegmentsInFlight &&
         arrived_.size() + being_written_.size() < kMaxUnwrittenBytes;
}

// kBatchTime of air time in whole packets: short enough to share the medium fairly, long enough for
// the timer.
std::size_t TcpRelay::Direction::batch_bytes() const {
  if (!is_shaped()) return kReferenceChunk;
  const double rate = pipe_.channel_.route(from_.station, to_.station).rate;  // Mb/s
  const double bytes = rate * 1e6 / 8.0 * radio::kMacEfficiency * kBatchTime;
  const auto packets = static_cast<std::size_t>(bytes / static_cast<double>(kMaxSegmentBytes));
  return std::clamp(packets * kMaxSegmentBytes, kMaxSegmentBytes, kMaxBatchBytes);
}

void TcpRelay::Direction::read() {
  if (is_stopped_ || is_reading_ || has_ended_ || !has_room()) return;
  is_reading_ = true;
  from_.socket.async_wait(tcp::socket::wait_read, [this, relay = pipe_.shared_from_this()](
                                                      const boost::system::error_code& error) {
    is_reading_ = false;
    if (is_stopped_) return;
    if (error) return relay->handle_abort(from_);
    receive();
  });
}

void TcpRelay::Direction::receive() {
  std::string bytes(batch_bytes(), '\0');
  boost::system::error_code error;
  bytes.resize(from_.socket.read_some(asio::buffer(bytes), error));
  if (error == asio::error::would_block || error == asio::error::try_again) return read();
  if (error) {
    has_ended_ = true;
    is_aborted_ = error != asio::error::eof;
    if (is_aborted_) pipe_.handle_socket_failure(from_);
    return finish_if_done();
  }
  waiting_ = std::move(bytes);
  transmit();
}

void TcpRelay::Direction::transmit() {
  if (!is_shaped()) {
    for (const InFlightSegment& parcel : std::exchange(in_flight_, {})) arrived_ += parcel.bytes;
    arrived_ += std::exchange(waiting_, {});
    return write();
  }
  if (waiting_.empty()) return;
  const auto arrival = pipe_.channel_.send_segment(from_.station, to_.station, waiting_.size());
  if (!arrival) return;  // update_links() retries
  in_flight_.push_back({*arrival, std::exchange(waiting_, {})});
  if (in_flight_.size() == 1) wait_for_arrival();
  read();
}

void TcpRelay::Direction::wait_for_arrival() {
  timer_.expires_at(time_point_of(in_flight_.front().arrival));
  timer_.async_wait(
      [this, relay = pipe_.shared_from_this()](const boost::system::error_code& error) {
        if (!error && !is_stopped_) deliver();
      });
}

// Bytes in flight when the route is lost arrive after it is back.
void TcpRelay::Direction::deliver() {
  if (!has_route()) return;
  while (!in_flight_.empty() && in_flight_.front().arrival <= wall_now()) {
    arrived_ += in_flight_.front().bytes;
    in_flight_.pop_front();
  }
  if (!in_flight_.empty()) wait_for_arrival();
  write();
  read();
}

void TcpRelay::Direction::write() {
  if (is_stopped_ || !being_written_.empty() || arrived_.empty()) return;
  being_written_ = std::exchange(arrived_, {});
  asio::async_write(to_.socket, asio::buffer(being_written_),
                    [this, relay = pipe_.shared_from_this()](const boost::system::error_code& error,
                                                             std::size_t) {
                      if (is_stopped_) return;
                      being_written_.clear();
                      if (error) return relay->handle_socket_failure(to_);
                      relay->note_progress();
                      write();
                      read();
                      finish_if_done();
                    });
}

void TcpRelay::Direction::update_links() {
  if (is_stopped_) return;
  transmit();
  if (!in_flight_.empty()) deliver();
  finish_if_done();
}

void TcpRelay::Direction::finish_if_done() {
  if (is_over_ || is_stopped_ || !has_ended_ || has_bytes() || !has_route()) return;
  is_over_ = true;
  boost::system::error_code ignored;
  if (!is_aborted_) to_.socket.shutdown(tcp::socket::shutdown_send, ignored);
  pipe_.handle_direction_closed();
}

void TcpRelay::Direction::stop() {
  is_stopped_ = true;
  waiting_.clear(), in_flight_.clear(), arrived_.clear();
  boost::system::error_code ignored;
  timer_.cancel(ignored);
}

}  // namespace rubble::wireless
