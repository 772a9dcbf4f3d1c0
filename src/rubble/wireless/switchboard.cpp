// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/switchboard.h"

#include <arpa/inet.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/local/datagram_protocol.hpp>

#include "rubble/base/log.h"
#include "rubble/base/text.h"
#include "rubble/wireless/caller.h"
#include "rubble/wireless/datagrams.h"
#include "rubble/wireless/doors.h"
#include "rubble/wireless/socket_limit.h"

namespace rubble::wireless {

namespace {

using LocalStream = net::asio::local::stream_protocol;
using LocalDatagram = net::asio::local::datagram_protocol;

int most_callers() { return static_cast<int>(std::min<std::size_t>(1024, socket_limit() / 8)); }
constexpr double kLongestWait = 0.005;  // s, of a program that does not want to wait
constexpr auto kSweepPeriod = std::chrono::seconds(1);

// A name that only one process can have keeps other servers of this machine off the block.
int claim_block(LocalDatagram::socket& claim) {
  for (int block = kFirstBlock; block <= kLastBlock; block += 2) {
    boost::system::error_code error;
    claim.open(LocalDatagram(), error);
    const std::string name = "rubble-radio-block-" + std::to_string(block);
    if (!error) claim.bind(LocalDatagram::endpoint(std::string(1, '\0') + name), error);
    if (!error) return block;
    claim.close(error);
  }
  return 0;
}

}  // namespace

class Switchboard::Desk : public std::enable_shared_from_this<Desk> {
 public:
  Desk(net::asio::io_context& context, Air& air)
      : air_(air),
        claim_(context),
        acceptor_(context),
        rest_timer_(context),
        sweep_timer_(context) {}

  Result<void> open(net::asio::io_context& context, int radio_port);
  void close();
  SwitchboardCounts counts() const;
  std::int64_t request_count() const { return requests_; }

 private:
  struct Trip {  // of bytes, as a request tells it
    PairPort where;
    std::string trouble;  // why it cannot be made
  };

  void follow_links();
  void accept_next();
  void rest();
  void welcome(Caller::Socket socket);
  void sweep_later();
  void handle(const std::shared_ptr<Caller>& caller, const Caller::Words& words);
  void say_hello(Caller& caller, std::string_view robot);
  void resolve(Caller& caller, std::string_view name);
  void reverse(Caller& caller, std::string_view address);
  void list_everyone(Caller& caller);
  int station_of(std::string_view address) const;  // 0: none
  Trip trip_of(const Caller::Words& words) const;
  void prepare_tcp(const std::shared_ptr<Caller>& caller, const Trip& trip);
  void prepare_udp(const std::shared_ptr<Caller>& caller, const Trip& trip, bool may_wait);
  std::string text_of(int station) const { return board_->own_address(station).to_string(); }

  Air& air_;
  StationBook book_;
  LocalDatagram::socket claim_;
  LocalStream::acceptor acceptor_;
  net::asio::steady_timer rest_timer_;
  net::asio::steady_timer sweep_timer_;
  std::optional<ExecBoard> board_;
  std::optional<Doors> doors_;
  std::optional<Datagrams> datagrams_;
  std::uint64_t links_listener_ = 0;
  bool has_told_full_ = false;
  std::shared_ptr<int> callers_ = std::make_shared<int>(0);
  std::atomic<std::int64_t> requests_ = 0;
};

Result<void> Switchboard::Desk::open(net::asio::io_context& context, int radio_port) {
  const int block = claim_block(claim_);
  if (block == 0)
    return Error{{}, "radio-exec: all addresses for radios of this machine are taken"};
  boost::system::error_code error;
  acceptor_.open(LocalStream(), error);
  if (!error) acceptor_.bind(LocalStream::endpoint(switchboard_name(radio_port)), error);
  if (!error) acceptor_.listen(LocalStream::acceptor::max_listen_connections, error);
  if (error)
    return Error{
        {}, "radio-exec's switchboard at " + std::to_string(radio_port) + ": " + error.message()};
  board_.emplace(ExecBoard{context, air_, book_, block});
  doors_.emplace(*board_);
  datagrams_.emplace(*board_);
  links_listener_ = air_.add_listener([this] { follow_links(); });
  follow_links();
  accept_next();
  sweep_later();
  return {};
}

void Switchboard::Desk::close() {
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  rest_timer_.cancel(ignored);
  sweep_timer_.cancel(ignored);
  claim_.close(ignored);
  if (links_listener_ != 0) air_.remove_listener(links_listener_);
  doors_.reset();
  datagrams_.reset();
}

SwitchboardCounts Switchboard::Desk::counts() const {
  return {.doors = static_cast<std::int64_t>(doors_->door_count()),
          .pipes = static_cast<std::int64_t>(doors_->pipe_count()),
          .datagram_sockets = static_cast<std::int64_t>(datagrams_->socket_count())};
}

void Switchboard::Desk::follow_links() {
  if (air_.links() == nullptr) return;
  if (!book_.note(*air_.links()) && !std::exchange(has_told_full_, true))
    log_warning("radio-exec: there are more than {} robots; it does not know the others",
                kMostExecStations);
  doors_->follow_links();
}

void Switchboard::Desk::sweep_later() {
  sweep_timer_.expires_after(kSweepPeriod);
  sweep_timer_.async_wait([self = shared_from_this()](const auto& error) {
    if (error || !self->doors_) return;
    self->doors_->sweep(wall_now());
    self->sweep_later();
  });
}

void Switchboard::Desk::accept_next() {
  acceptor_.async_accept([self = shared_from_this()](const auto& error, Caller::Socket socket) {
    if (!self->acceptor_.is_open()) return;
    if (error && error != net::asio::error::connection_aborted) return self->rest();
    if (!error) self->welcome(std::move(socket));
    self->accept_next();
  });
}

// Out of file descriptors: trying again at once would only burn time.
void Switchboard::Desk::rest() {
  rest_timer_.expires_after(std::chrono::milliseconds(100));
  rest_timer_.async_wait([self = shared_from_this()](const auto& error) {
    if (!error && self->acceptor_.is_open()) self->accept_next();
  });
}

void Switchboard::Desk::welcome(Caller::Socket socket) {
  ++requests_;
  // Counts itself out when the last who knows it forgets it.
  const auto count = callers_;
  ++*count;
  const std::shared_ptr<Caller> caller(new Caller(std::move(socket)), [count](Caller* gone) {
    --*count;
    delete gone;
  });
  if (!caller->is_trusted()) return caller->answer(kFailed, "the server runs for another user");
  if (*count > most_callers()) return caller->answer(kFailed, "too many requests at once");
  caller->listen([self = shared_from_this()](const std::shared_ptr<Caller>& asking,
                                             const Caller::Words& words) {
    if (self->doors_) self->handle(asking, words);
  });
}

void Switchboard::Desk::handle(const std::shared_ptr<Caller>& caller, const Caller::Words& words) {
  const std::string_view verb = words[0];
  if (verb == "hello" && words.size() == 2) return say_hello(*caller, words[1]);
  if (verb == "resolve" && words.size() == 2) return resolve(*caller, words[1]);
  if (verb == "reverse" && words.size() == 2) return reverse(*caller, words[1]);
  if (verb == "everyone" && words.size() == 1) return list_everyone(*caller);
  const bool is_tcp = verb == "tcp" && words.size() == 5;
  const bool is_udp = verb == "udp" && words.size() == 6;
  if (!is_tcp && !is_udp) return caller->answer(kFailed, "this is no request that is known here");
  const Trip trip = trip_of(words);
  if (!trip.trouble.empty()) return caller->answer(kFailed, trip.trouble);
  if (is_tcp) return prepare_tcp(caller, trip);
  prepare_udp(caller, trip, words[5] == "wait");
}

void Switchboard::Desk::say_hello(Caller& caller, std::string_view robot) {
  if (const int station = book_.find(robot); station != 0)
    return caller.answer(kDone, text_of(station), book_.name(station));
  const std::string list = book_.list();
  caller.answer(kFailed, "there is no robot '" + std::string(robot) + "'; " +
                             (list.empty() ? "there is none yet" : "there are " + list));
}

void Switchboard::Desk::resolve(Caller& caller, std::string_view name) {
  const int station = book_.find(name);
  if (station == 0) return caller.answer(kNone);
  caller.answer(kDone, text_of(station), book_.name(station));
}

void Switchboard::Desk::list_everyone(Caller& caller) {
  std::string addresses;
  for (int station = 1; book_.has(station); ++station)
    addresses += (station > 1 ? std::string(1, kBetweenWords) : "") + text_of(station);
  caller.answer(kDone, addresses);
}

int Switchboard::Desk::station_of(std::string_view address) const {
  in_addr wire{};
  if (inet_pton(AF_INET, std::string(address).c_str(), &wire) != 1) return 0;
  const int station = station_at(board_->block, ntohl(wire.s_addr)).value_or(0);
  return book_.has(station) ? station : 0;
}

void Switchboard::Desk::reverse(Caller& caller, std::string_view address) {
  const int station = station_of(address);
  if (station == 0) return caller.answer(kNone);
  caller.answer(kDone, book_.name(station));
}

Switchboard::Desk::Trip Switchboard::Desk::trip_of(const Caller::Words& words) const {
  const int viewer = station_of(words[2]);
  const int seen = station_of(words[3]);
  const double port = parse_number(words[4]).value_or(0.0);
  if (viewer == 0 || book_.name(viewer) != words[1])
    return {.trouble = "this server was begun after the program; start the program again"};
  if (seen == 0 || seen == viewer)
    return {.trouble = "no other robot has the address " + std::string(words[3])};
  if (!(port >= 1.0 && port <= 65535.0))
    return {.trouble = "ports are numbers from 1 to 65535, not '" + std::string(words[4]) + "'"};
  return {.where = {{viewer, seen}, static_cast<int>(port)}};
}

void Switchboard::Desk::prepare_tcp(const std::shared_ptr<Caller>& caller, const Trip& trip) {
  doors_->prepare(trip.where, [caller](const std::string& trouble, int port) {
    if (trouble.empty()) return caller->answer(kDone, std::to_string(port));
    caller->answer(kFailed, trouble);
  });
}

// A program that sends faster than the air takes it is held up, as by a card whose queue is full.
void Switchboard::Desk::prepare_udp(const std::shared_ptr<Caller>& caller, const Trip& trip,
                                    bool may_wait) {
  if (const std::string trouble = datagrams_->prepare(trip.where); !trouble.empty())
    return caller->answer(kFailed, trouble);
  const double wait = datagrams_->wait_of(trip.where.pair.viewer, wall_now());
  if (wait == 0.0) return caller->answer(kDone);
  const double nap = may_wait ? wait : std::min(wait, kLongestWait);
  const auto timer = std::make_shared<net::asio::steady_timer>(board_->context);
  timer->expires_after(std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 * nap)));
  timer->async_wait([self = shared_from_this(), timer, caller, trip, may_wait](const auto&) {
    if (!self->doors_) return;
    if (may_wait) return self->prepare_udp(caller, trip, true);
    const bool has_room = self->datagrams_->wait_of(trip.where.pair.viewer, wall_now()) == 0.0;
    caller->answer(has_room ? kDone : kFull);
  });
}

Result<std::unique_ptr<Switchboard>> Switchboard::open(net::Network& network, Air& air,
                                                       int radio_port) {
  auto& context = network.loop().context();
  const auto desk = std::make_shared<Desk>(context, air);
  Result<void> opened;
  network.loop().carry_out([&] { opened = desk->open(context, radio_port); });
  if (!opened) return opened.error();
  return std::unique_ptr<Switchboard>(new Switchboard(network, desk));
}

Switchboard::Switchboard(net::Network& network, std::shared_ptr<Desk> desk)
    : network_(network), desk_(std::move(desk)) {}

Switchboard::~Switchboard() {
  network_.loop().carry_out([this] { desk_->close(); });
}

std::int64_t Switchboard::request_count() const { return desk_->request_count(); }

SwitchboardCounts Switchboard::counts() const {
  SwitchboardCounts counts;
  network_.loop().carry_out([&] { counts = desk_->counts(); });
  return counts;
}

}  // namespace rubble::wireless
