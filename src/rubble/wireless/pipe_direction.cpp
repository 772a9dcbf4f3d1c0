// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/pipe_direction.h"

#include <algorithm>
#include <boost/asio/write.hpp>
#include <utility>

namespace rubble::wireless {

namespace asio = net::asio;
using net::tcp;

namespace {

constexpr std::size_t kReferenceChunk = 2048;  // bytes, what the reference server reads at most
constexpr std::size_t kMostBatch = 24 * kLargestPacket;
constexpr double kBatchTime = 0.005;     // s on the air: 200 wake-ups a second at any rate
constexpr std::size_t kMostParcels = 2;  // on the air
constexpr std::size_t kMostUnwritten = 128 << 10;  // bytes

std::chrono::steady_clock::time_point moment_of(double wall) {
  return std::chrono::steady_clock::time_point(
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(
          std::chrono::duration<double>(wall)));
}

}  // namespace

Pipe::Direction::Direction(Pipe& pipe, PipeEnd& from, PipeEnd& to)
    : pipe_(pipe), from_(from), to_(to), timer_(from.socket.get_executor()) {}

bool Pipe::Direction::has_way() const {
  return !is_shaped() || pipe_.air_.route(from_.station, to_.station).exists();
}

bool Pipe::Direction::has_bytes() const {
  return !waiting_.empty() || !in_air_.empty() || !arrived_.empty() || !being_written_.empty();
}

bool Pipe::Direction::has_room() const {
  if (!is_shaped()) return !has_bytes();
  return waiting_.empty() && in_air_.size() < kMostParcels &&
         arrived_.size() + being_written_.size() < kMostUnwritten;
}

// A few ms on the air, in whole packets: short enough to take turns, long enough to sleep between.
std::size_t Pipe::Direction::batch_bytes() const {
  if (!is_shaped()) return kReferenceChunk;
  const double rate = pipe_.air_.route(from_.station, to_.station).rate;  // Mb/s
  const double bytes = rate * 1e6 / 8.0 * radio::kUsefulShare * kBatchTime;
  const auto packets = static_cast<std::size_t>(bytes / static_cast<double>(kLargestPacket));
  return std::clamp(packets * kLargestPacket, kLargestPacket, kMostBatch);
}

void Pipe::Direction::read() {
  if (is_stopped_ || is_reading_ || has_ended_ || !has_room()) return;
  is_reading_ = true;
  from_.socket.async_wait(tcp::socket::wait_read, [this, pipe = pipe_.shared_from_this()](
                                                      const boost::system::error_code& error) {
    is_reading_ = false;
    if (is_stopped_) return;
    if (error) return pipe->note_break(from_);
    take_in();
  });
}

void Pipe::Direction::take_in() {
  std::string bytes(batch_bytes(), '\0');
  boost::system::error_code error;
  bytes.resize(from_.socket.read_some(asio::buffer(bytes), error));
  if (error == asio::error::would_block || error == asio::error::try_again) return read();
  if (error) {
    has_ended_ = true;
    has_broken_ = error != asio::error::eof;
    if (has_broken_) pipe_.note_death(from_);
    return finish_if_done();
  }
  waiting_ = std::move(bytes);
  send_off();
}

void Pipe::Direction::send_off() {
  if (!is_shaped()) {
    for (const Parcel& parcel : std::exchange(in_air_, {})) arrived_ += parcel.bytes;
    arrived_ += std::exchange(waiting_, {});
    return write();
  }
  if (waiting_.empty()) return;
  const auto arrival = pipe_.air_.send_until_arrived(from_.station, to_.station, waiting_.size());
  if (!arrival) return;  // look_at_links() tries again
  in_air_.push_back({*arrival, std::exchange(waiting_, {})});
  if (in_air_.size() == 1) wait_for_arrival();
  read();
}

void Pipe::Direction::wait_for_arrival() {
  timer_.expires_at(moment_of(in_air_.front().arrival));
  timer_.async_wait(
      [this, pipe = pipe_.shared_from_this()](const boost::system::error_code& error) {
        if (!error && !is_stopped_) deliver();
      });
}

// What was sent before the way was lost arrives after it is back.
void Pipe::Direction::deliver() {
  if (!has_way()) return;
  while (!in_air_.empty() && in_air_.front().arrival <= wall_now()) {
    arrived_ += in_air_.front().bytes;
    in_air_.pop_front();
  }
  if (!in_air_.empty()) wait_for_arrival();
  write();
  read();
}

void Pipe::Direction::write() {
  if (is_stopped_ || !being_written_.empty() || arrived_.empty()) return;
  being_written_ = std::exchange(arrived_, {});
  asio::async_write(
      to_.socket, asio::buffer(being_written_),
      [this, pipe = pipe_.shared_from_this()](const boost::system::error_code& error, std::size_t) {
        if (is_stopped_) return;
        being_written_.clear();
        if (error) return pipe->note_death(to_);
        pipe->note_movement();
        write();
        read();
        finish_if_done();
      });
}

void Pipe::Direction::look_at_links() {
  if (is_stopped_) return;
  send_off();
  if (!in_air_.empty()) deliver();
  finish_if_done();
}

void Pipe::Direction::finish_if_done() {
  if (is_over_ || is_stopped_ || !has_ended_ || has_bytes() || !has_way()) return;
  is_over_ = true;
  boost::system::error_code ignored;
  if (!has_broken_) to_.socket.shutdown(tcp::socket::shutdown_send, ignored);
  pipe_.note_end();
}

void Pipe::Direction::stop() {
  is_stopped_ = true;
  waiting_.clear(), in_air_.clear(), arrived_.clear();
  boost::system::error_code ignored;
  timer_.cancel(ignored);
}

}  // namespace rubble::wireless
