// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/pipe.h"

#include <poll.h>

#include <algorithm>
#include <utility>

#include "rubble/wireless/pipe_direction.h"

namespace rubble::wireless {

namespace asio = net::asio;
using net::tcp;

namespace {

// What the system may keep for a program: little, so that what it has sent is soon on its way.
void limit_buffers(tcp::socket& socket) {
  constexpr int kSystemBuffer = 128 << 10;
  boost::system::error_code ignored;
  socket.set_option(asio::socket_base::receive_buffer_size(kSystemBuffer), ignored);
  socket.set_option(asio::socket_base::send_buffer_size(kSystemBuffer), ignored);
}

// What was sent to us and is not read would make closing a break, which takes away what we sent.
void read_away(tcp::socket& socket) {
  constexpr int kMaxReads = 64;
  std::array<char, 16384> bytes;
  boost::system::error_code error;
  for (int i = 0; i < kMaxReads && !error; ++i) socket.read_some(asio::buffer(bytes), error);
}

// The other end of this connection learns that it broke, rather than that it ended well.
void abort_connection(tcp::socket& socket) {
  boost::system::error_code ignored;
  socket.set_option(asio::socket_base::linger(true, 0), ignored);
  socket.close(ignored);
}

constexpr double kRetiredPatience = 0.5;  // s of silence after a station has gone
constexpr double kMaxDelivery = 30.0;     // s that a reader may not read what is left for it

}  // namespace

std::shared_ptr<Pipe> Pipe::join(Air& air, PipeEnd first, PipeEnd second,
                                 const PipeSettings& settings, std::function<void()> when_over) {
  std::shared_ptr<Pipe> pipe(
      new Pipe(air, std::move(first), std::move(second), settings, std::move(when_over)));
  pipe->start();
  return pipe;
}

Pipe::Pipe(Air& air, PipeEnd first, PipeEnd second, const PipeSettings& settings,
           std::function<void()> when_over)
    : air_(air),
      settings_(settings),
      when_over_(std::move(when_over)),
      ends_{std::move(first), std::move(second)},
      directions_{std::make_unique<Direction>(*this, ends_[0], ends_[1]),
                  std::make_unique<Direction>(*this, ends_[1], ends_[0])},
      farewell_(ends_[0].socket.get_executor()) {}

Pipe::~Pipe() = default;

void Pipe::start() {
  for (std::size_t end = 0; end < ends_.size(); ++end) {
    net::make_ready(ends_[end].socket);
    if (settings_.is_shaped) limit_buffers(ends_[end].socket);
    watch_for_death(end);
  }
  if (settings_.is_shaped)
    listener_ = air_.add_listener([weak = weak_from_this()] {
      if (const auto pipe = weak.lock()) pipe->look_at_links();
    });
  for (auto& direction : directions_) direction->read();
}

void Pipe::look_at_links() {
  if (is_broken_ && air_.route(ends_[0].station, ends_[1].station).exists()) return finish();
  for (auto& direction : directions_) direction->look_at_links();
}

// While nothing is read from an end, only this notices that it is gone.
void Pipe::watch_for_death(std::size_t end) {
  ends_[end].socket.async_wait(
      tcp::socket::wait_error,
      [this, end, pipe = shared_from_this()](const boost::system::error_code& error) {
        if (error || is_over_ || !ends_[end].socket.is_open()) return;
        pollfd state{ends_[end].socket.native_handle(), 0, 0};
        if (::poll(&state, 1, 0) != 1 || (state.revents & POLLERR) == 0) return;
        note_death(ends_[end]);
      });
}

// A station that has gone from the world has no place: what it sent does not wait for a way.
bool Pipe::is_shaped() const {
  const auto is_known = [this](const PipeEnd& end) { return air_.is_station(end.station); };
  return settings_.is_shaped &&
         !(is_retired_ && !std::all_of(ends_.begin(), ends_.end(), is_known));
}

void Pipe::retire() {
  if (is_over_ || is_retired_) return;
  is_retired_ = true;
  note_movement();
  look_at_links();
}

// Nothing can be told to it any more.
void Pipe::note_death(PipeEnd& end) {
  const std::size_t dead = &end == ends_.data() ? 0 : 1;
  is_dead_[dead] = true;
  directions_[1 - dead]->stop();
  finish_if_dead();
}

// What a dead end sent before may still reach the other.
void Pipe::finish_if_dead() {
  if (is_over_) return;
  if (is_dead_[0] && is_dead_[1]) {
    is_broken_ = true;
    return finish();
  }
  for (std::size_t end = 0; end < ends_.size(); ++end)
    if (is_dead_[end] && (is_broken_ || directions_[end]->is_over())) return note_break(ends_[end]);
}

// s of silence after which it ends; 0 = it does not.
double Pipe::patience() const {
  if (is_retired_) return kRetiredPatience;
  const bool is_farewell = std::any_of(directions_.begin(), directions_.end(),
                                       [](const auto& d) { return d->is_over(); });
  return is_farewell ? settings_.longest_farewell : 0.0;
}

void Pipe::note_movement() {
  last_movement_ = wall_now();
  if (patience() > 0.0) wait_for_movement();
}

// What has been read and not written is waited for longer: its reader may be slow.
void Pipe::wait_for_movement() {
  farewell_.expires_after(std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(patience())));
  farewell_.async_wait([pipe = shared_from_this()](const boost::system::error_code& error) {
    if (error || pipe->is_over_) return;
    const bool has_bytes = std::any_of(pipe->directions_.begin(), pipe->directions_.end(),
                                       [](const auto& d) { return d->has_bytes(); });
    if (has_bytes && wall_now() < pipe->last_movement_ + kMaxDelivery)
      return pipe->wait_for_movement();
    pipe->finish();
  });
}

void Pipe::note_end() {
  if (std::all_of(directions_.begin(), directions_.end(),
                  [](const auto& direction) { return direction->is_over(); }))
    return finish();
  note_movement();
  finish_if_dead();
}

// The other end hears of it when there is a way again; at once and as of an end where bytes pass as
// they are, since a break would take away what it has not received yet.
void Pipe::note_break(PipeEnd& end) {
  if (is_over_) return;
  abort_connection(end.socket);
  for (auto& direction : directions_) direction->stop();
  if (!is_shaped()) return finish();
  const bool is_last = is_broken_;
  is_broken_ = true;
  if (is_last || air_.route(ends_[0].station, ends_[1].station).exists()) finish();
}

void Pipe::shut() {
  is_over_ = true;
  if (settings_.is_shaped) air_.remove_listener(listener_);
  for (auto& direction : directions_) direction->stop();
  boost::system::error_code ignored;
  farewell_.cancel(ignored);
  for (PipeEnd& end : ends_) {
    if (is_broken_) abort_connection(end.socket);
    if (end.socket.is_open()) read_away(end.socket);
    end.socket.close(ignored);
  }
}

void Pipe::close() {
  if (!is_over_) shut();
  when_over_ = nullptr;
}

void Pipe::finish() {
  if (is_over_) return;
  const auto self = shared_from_this();  // the owner may let go of it now
  shut();
  if (const auto when_over = std::exchange(when_over_, nullptr)) when_over();
}

}  // namespace rubble::wireless
