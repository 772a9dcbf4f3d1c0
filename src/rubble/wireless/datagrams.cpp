// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/datagrams.h"

#include <algorithm>

#include "rubble/base/log.h"

namespace rubble::wireless {

namespace {

constexpr std::size_t kMostMouths = 512;
constexpr double kFreshAddress = 60.0;                // s
constexpr double kMostBacklog = 0.1;                  // s of air time a station may have waiting
constexpr std::size_t kMostBytesInFlight = 32 << 20;  // of all
constexpr int kMostAtOnce = 64;                       // taken from a socket before others' turn

}  // namespace

struct Datagrams::Mouth {
  Mouth(const ExecBoard& board, const PairPort& at) : where(at), socket(board.context) {}

  PairPort where;
  udp::socket socket;
  double last_used = 0.0;  // s
  // Where the seen station last sent from with this port. It may be another loopback address than
  // its own, if its program connected a socket that it had bound to every address.
  udp::endpoint heard_from;
  double heard_at = 0.0;  // s
};

Datagrams::Datagrams(const ExecBoard& board) : board_(board), timer_(board.context) {}
Datagrams::~Datagrams() { close(); }

void Datagrams::close() {
  *is_open_ = false;
  boost::system::error_code ignored;
  timer_.cancel(ignored);
  for (const auto& [where, mouth] : std::exchange(mouths_, {})) mouth->socket.close(ignored);
  flights_ = {};
}

std::string Datagrams::prepare(const PairPort& where) {
  boost::system::error_code error;
  mouth(where, error);
  return error ? trouble_with_port(where.port, error) : "";
}

double Datagrams::wait_of(int station, double now) const {
  const auto found = busy_until_.find(station);
  return found == busy_until_.end() ? 0.0 : std::max(0.0, found->second - now - kMostBacklog);
}

// Sockets of programs that send without asking first must stay as long as there is room: nothing
// else tells whether they are still used.
void Datagrams::make_room() {
  if (mouths_.size() < kMostMouths) return;
  const auto oldest = std::min_element(
      mouths_.begin(), mouths_.end(),
      [](const auto& a, const auto& b) { return a.second->last_used < b.second->last_used; });
  boost::system::error_code ignored;
  oldest->second->socket.close(ignored);
  mouths_.erase(oldest);
}

std::shared_ptr<Datagrams::Mouth> Datagrams::mouth(const PairPort& where,
                                                   boost::system::error_code& error) {
  if (const auto found = mouths_.find(where); found != mouths_.end()) {
    found->second->last_used = wall_now();
    return found->second;
  }
  make_room();
  const auto made = std::make_shared<Mouth>(board_, where);
  made->socket.open(udp::v4(), error);
  if (!error) made->socket.set_option(udp::socket::reuse_address(true), error);
  if (!error)
    made->socket.bind({board_.address(where.pair), static_cast<std::uint16_t>(where.port)}, error);
  if (!error) made->socket.non_blocking(true, error);
  if (error) return nullptr;
  constexpr int kRoom = 1 << 20;
  boost::system::error_code ignored;  // as much as it gives
  made->socket.set_option(udp::socket::receive_buffer_size(kRoom), ignored);
  made->last_used = wall_now();
  mouths_.emplace(where, made);
  listen(made);
  return made;
}

void Datagrams::listen(const std::shared_ptr<Mouth>& mouth) {
  mouth->socket.async_wait(udp::socket::wait_read,
                           [this, mouth, is_open = is_open_](const auto& error) {
                             if (error || !*is_open || !mouth->socket.is_open()) return;
                             take_all(*mouth);
                             if (mouth->socket.is_open()) listen(mouth);
                           });
}

void Datagrams::take_all(Mouth& mouth) {
  for (int i = 0; i < kMostAtOnce && mouth.socket.is_open(); ++i) {
    udp::endpoint from;
    boost::system::error_code error;
    const std::size_t size = mouth.socket.receive_from(net::asio::buffer(buffer_), from, 0, error);
    if (error) return;
    take(mouth, from, size);
  }
}

void Datagrams::take(Mouth& mouth, const udp::endpoint& from, std::size_t size) {
  const double now = wall_now();
  mouth.last_used = now;
  if (!from.address().is_loopback()) return;
  const StationPair pair = mouth.where.pair;
  const PairPort back{{pair.seen, pair.viewer}, from.port()};
  const udp::endpoint to = goal_of(mouth, now);
  boost::system::error_code error;
  const auto leaves_from = this->mouth(back, error);
  if (leaves_from == nullptr) {
    if (unanswerable_.due() > 0)
      log_warning("radio-exec: a datagram of {}: {}", board_.book.name(pair.viewer),
                  trouble_with_port(back.port, error));
    return;
  }
  leaves_from->heard_from = from;
  leaves_from->heard_at = now;
  const auto arrival =
      board_.air.send_once(board_.book.name(pair.viewer), board_.book.name(pair.seen), size);
  if (!arrival) return;
  busy_until_[pair.viewer] = *arrival;
  launch({*arrival, next_number_++, back, to, {buffer_.data(), buffer_.data() + size}});
}

Datagrams::udp::endpoint Datagrams::goal_of(const Mouth& mouth, double now) const {
  if (mouth.heard_at > 0.0 && now - mouth.heard_at < kFreshAddress) return mouth.heard_from;
  return {board_.own_address(mouth.where.pair.seen), static_cast<std::uint16_t>(mouth.where.port)};
}

void Datagrams::launch(Flight flight) {
  if (bytes_in_flight_ + flight.bytes.size() > kMostBytesInFlight) return;  // as full queues do
  bytes_in_flight_ += flight.bytes.size();
  const bool is_next = flights_.empty() || flight.arrival < flights_.top().arrival;
  flights_.push(std::move(flight));
  if (is_next) wait_for_next();
}

void Datagrams::wait_for_next() {
  if (flights_.empty()) return;
  const double wait = std::max(0.0, flights_.top().arrival - wall_now());
  timer_.expires_after(std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 * wait)));
  timer_.async_wait([this, is_open = is_open_](const auto& error) {
    if (error || !*is_open) return;
    while (!flights_.empty() && flights_.top().arrival <= wall_now()) {
      deliver(flights_.top());
      bytes_in_flight_ -= flights_.top().bytes.size();
      flights_.pop();
    }
    wait_for_next();
  });
}

void Datagrams::deliver(const Flight& flight) {
  boost::system::error_code ignored;  // nobody there, or no room: lost, as anywhere
  const auto from = mouth(flight.from, ignored);
  if (from == nullptr) return;
  from->socket.send_to(net::asio::buffer(flight.bytes), flight.to, 0, ignored);
}

}  // namespace rubble::wireless
