// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/wss_relay.h"

#include <algorithm>
#include <utility>

#include "rubble/base/log.h"

namespace rubble::wireless {

namespace asio = net::asio;
using net::tcp;

// Somebody who connected, and what became of it. Until it is joined the sockets are here.
struct WssRelay::Call {
  explicit Call(tcp::socket accepted)
      : caller(std::move(accepted)),
        dialled(caller.get_executor()),
        deadline(caller.get_executor()) {}

  tcp::socket caller;
  tcp::socket dialled;
  asio::steady_timer deadline;
  int dialled_from = 0;  // port
  std::shared_ptr<Pipe> pipe;
};

std::shared_ptr<WssRelay> WssRelay::open(RelayHouse& house, RelayRoute route,
                                         tcp::endpoint target) {
  std::shared_ptr<WssRelay> relay(new WssRelay(house, std::move(route), std::move(target)));
  if (!relay->reserve(0)) return nullptr;
  boost::system::error_code error;
  relay->number_ = relay->reservation_.local_endpoint(error).port();
  if (error) return nullptr;
  relay->look_at_links();
  return relay;
}

WssRelay::WssRelay(RelayHouse& house, RelayRoute route, tcp::endpoint target)
    : house_(house),
      route_(std::move(route)),
      target_(std::move(target)),
      reservation_(house.loop.context()) {}

bool WssRelay::is_in_range() const { return house_.air.is_up(route_.from, route_.to); }

bool WssRelay::has_dialled_from(int port) const {
  return port > 0 && std::any_of(calls_.begin(), calls_.end(), [&](const auto& entry) {
           return entry.second->dialled_from == port;
         });
}

// --- the door ------------------------------------------------------------------------------------

// Any number: 0.
bool WssRelay::reserve(int number) {
  boost::system::error_code error;
  const auto address = asio::ip::make_address(house_.host, error);
  const tcp::endpoint where(address, static_cast<std::uint16_t>(number));
  if (!error) reservation_.open(where.protocol(), error);
  if (!error) reservation_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) reservation_.bind(where, error);
  return !error;
}

void WssRelay::look_at_links() {
  if (is_retired_) return;
  const bool is_up = is_in_range();
  if (is_up && !doorway_) open_door();
  if (!is_up && doorway_) close_door();
}

// The reservation goes only after the door is there, so the number is never free. If it fails,
// there will be other links soon.
void WssRelay::open_door() {
  auto doorway = net::Doorway::open(house_.loop, "wireless relay", house_.host, number_);
  if (!doorway) {
    if (house_.refusals.due() > 0) log_warning("wireless: {}", doorway.error().to_string());
    return;
  }
  doorway_ = *std::move(doorway);
  doorway_->start([weak = weak_from_this()](tcp::socket socket) {
    if (const auto relay = weak.lock()) relay->welcome(std::move(socket));
  });
  boost::system::error_code ignored;
  reservation_.close(ignored);
}

void WssRelay::close_door() {
  std::exchange(doorway_, nullptr)->close();
  reserve(number_);
  while (!calls_.empty()) hang_up(calls_.begin()->first);
}

void WssRelay::close() {
  when_over_ = nullptr;
  if (doorway_) close_door();
  boost::system::error_code ignored;
  reservation_.close(ignored);
}

// Whom the leaving one called just before is let in, and gets time to answer.
void WssRelay::retire(std::function<void()> when_over) {
  if (doorway_) doorway_->close_after_last();
  is_retired_ = true;
  when_over_ = std::move(when_over);
  boost::system::error_code ignored;
  reservation_.close(ignored);
  for (const auto& [id, call] : calls_)
    if (call->pipe) call->pipe->retire();
  tell_if_over();
}

// Somebody may still be on the way from the door.
void WssRelay::tell_if_over() {
  if (!is_retired_ || !calls_.empty() || !when_over_) return;
  asio::post(house_.loop.context(), [self = shared_from_this()] {
    if (!self->calls_.empty()) return;
    if (const auto when_over = std::exchange(self->when_over_, nullptr)) when_over();
  });
}

// --- calls ---------------------------------------------------------------------------------------

void WssRelay::welcome(tcp::socket socket) {
  if (!doorway_) return;
  if (!house_.has_room_for(route_.from) || calls_.size() >= kMostCallsOfRelay) {
    if (const std::int64_t times = house_.refusals.due(); times > 0)
      log_warning("wireless: too many connections from {} to {} or in all; refused {} more",
                  route_.from, route_.to, times);
    return;  // which closes it
  }
  const std::uint64_t id = next_call_++;
  calls_.emplace(id, std::make_unique<Call>(std::move(socket)));
  ++house_.calls;
  ++house_.calls_of[route_.from];
  dial(id);
}

void WssRelay::dial(std::uint64_t id) {
  Call& call = *calls_.at(id);
  call.dialled.async_connect(
      target_, [self = shared_from_this(), id](const boost::system::error_code& error) {
        self->note_answer(id, error);
      });
  // Known before the station can have seen the connection and ask who it is.
  boost::system::error_code no_port;
  call.dialled_from = call.dialled.local_endpoint(no_port).port();
  call.deadline.expires_after(std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(kLongestDial)));
  call.deadline.async_wait([self = shared_from_this(), id](const boost::system::error_code& error) {
    if (!error) self->hang_up(id);
  });
}

void WssRelay::note_answer(std::uint64_t id, const boost::system::error_code& error) {
  if (!calls_.contains(id)) return;
  if (error || (!is_retired_ && !is_in_range())) return hang_up(id);
  join(id);
}

void WssRelay::join(std::uint64_t id) {
  Call& call = *calls_.at(id);
  boost::system::error_code ignored;
  call.deadline.cancel(ignored);
  call.pipe =
      Pipe::join(house_.air, {std::move(call.caller), route_.from},
                 {std::move(call.dialled), route_.to}, house_.pipe, [weak = weak_from_this(), id] {
                   if (const auto relay = weak.lock()) relay->hang_up(id);
                 });
  if (is_retired_) call.pipe->retire();
}

void WssRelay::hang_up(std::uint64_t id) {
  const auto found = calls_.find(id);
  if (found == calls_.end()) return;
  const std::unique_ptr<Call> call = std::move(found->second);  // its sockets close with it
  calls_.erase(found);
  --house_.calls;
  if (--house_.calls_of[route_.from] == 0) house_.calls_of.erase(route_.from);
  if (call->pipe) call->pipe->close();
  tell_if_over();
}

}  // namespace rubble::wireless
