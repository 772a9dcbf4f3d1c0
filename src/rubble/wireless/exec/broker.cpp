// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/exec/broker.h"

#include <arpa/inet.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/local/datagram_protocol.hpp>

#include "rubble/base/log.h"
#include "rubble/base/text.h"
#include "rubble/wireless/exec/session.h"
#include "rubble/wireless/exec/socket_limit.h"
#include "rubble/wireless/exec/tcp_proxy.h"
#include "rubble/wireless/exec/udp_proxy.h"

namespace rubble::wireless {

namespace {

using LocalStream = net::asio::local::stream_protocol;
using LocalDatagram = net::asio::local::datagram_protocol;

int max_sessions() { return static_cast<int>(std::min<std::size_t>(1024, socket_limit() / 8)); }
constexpr double kMaxNonBlockingWait = 0.005;  // s, reply delay for a non-blocking send
constexpr auto kExpiryPeriod = std::chrono::seconds(1);

// Binds an abstract Unix socket per block: only one process can hold it, so servers of one machine
// use different address blocks. 0: all are taken.
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

class ExecBroker::Impl : public std::enable_shared_from_this<Impl> {
 public:
  Impl(net::asio::io_context& context, RadioChannel& channel)
      : channel_(channel),
        claim_(context),
        acceptor_(context),
        retry_timer_(context),
        expiry_timer_(context) {}

  Result<void> open(net::asio::io_context& context, int radio_port);
  void close();
  ExecBrokerCounts counts() const;
  std::int64_t request_count() const { return requests_; }

 private:
  struct ProxyRequest {  // a parsed tcp or udp request
    PairPort where;
    std::string failure;  // error sentence; empty: valid
  };

  void update_links();
  void accept_next();
  void retry_accept_later();
  void handle_accepted(ExecSession::Socket socket);
  void schedule_expiry();
  void handle(const std::shared_ptr<ExecSession>& session, const ExecSession::Words& words);
  void handle_hello(ExecSession& session, std::string_view robot);
  void handle_resolve(ExecSession& session, std::string_view name);
  void handle_reverse(ExecSession& session, std::string_view address);
  void handle_everyone(ExecSession& session);
  int station_of(std::string_view address) const;  // 0: unknown
  ProxyRequest parse_proxy_request(const ExecSession::Words& words) const;
  void prepare_tcp(const std::shared_ptr<ExecSession>& session, const ProxyRequest& request);
  void prepare_udp(const std::shared_ptr<ExecSession>& session, const ProxyRequest& request,
                   bool may_wait);
  std::string text_of(int station) const { return context_->own_address(station).to_string(); }

  RadioChannel& channel_;
  StationRegistry stations_;
  LocalDatagram::socket claim_;
  LocalStream::acceptor acceptor_;
  net::asio::steady_timer retry_timer_;
  net::asio::steady_timer expiry_timer_;
  std::optional<ExecContext> context_;
  std::optional<TcpProxy> tcp_proxy_;
  std::optional<UdpProxy> udp_proxy_;
  std::uint64_t links_listener_ = 0;
  bool has_warned_full_ = false;
  std::shared_ptr<int> session_count_ = std::make_shared<int>(0);
  std::atomic<std::int64_t> requests_ = 0;
};

Result<void> ExecBroker::Impl::open(net::asio::io_context& context, int radio_port) {
  const int block = claim_block(claim_);
  if (block == 0)
    return Error{{}, "radio-exec: all loopback address blocks of this machine are in use"};
  boost::system::error_code error;
  acceptor_.open(LocalStream(), error);
  if (!error) acceptor_.bind(LocalStream::endpoint(broker_socket_name(radio_port)), error);
  if (!error) acceptor_.listen(LocalStream::acceptor::max_listen_connections, error);
  if (error)
    return Error{
        {},
        "radio-exec broker at radio port " + std::to_string(radio_port) + ": " + error.message()};
  context_.emplace(ExecContext{context, channel_, stations_, block});
  tcp_proxy_.emplace(*context_);
  udp_proxy_.emplace(*context_);
  links_listener_ = channel_.add_listener([this] { update_links(); });
  update_links();
  accept_next();
  schedule_expiry();
  return {};
}

void ExecBroker::Impl::close() {
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  retry_timer_.cancel(ignored);
  expiry_timer_.cancel(ignored);
  claim_.close(ignored);
  if (links_listener_ != 0) channel_.remove_listener(links_listener_);
  tcp_proxy_.reset();
  udp_proxy_.reset();
}

ExecBrokerCounts ExecBroker::Impl::counts() const {
  return {.proxy_listeners = static_cast<std::int64_t>(tcp_proxy_->listener_count()),
          .relays = static_cast<std::int64_t>(tcp_proxy_->relay_count()),
          .udp_endpoints = static_cast<std::int64_t>(udp_proxy_->endpoint_count())};
}

void ExecBroker::Impl::update_links() {
  if (channel_.links() == nullptr) return;
  if (!stations_.add_stations(*channel_.links()) && !std::exchange(has_warned_full_, true))
    log_warning("radio-exec: there are more than {} robots; the others have no address",
                kMaxExecStations);
  tcp_proxy_->update_links();
}

void ExecBroker::Impl::schedule_expiry() {
  expiry_timer_.expires_after(kExpiryPeriod);
  expiry_timer_.async_wait([self = shared_from_this()](const auto& error) {
    if (error || !self->tcp_proxy_) return;
    self->tcp_proxy_->remove_expired(wall_now());
    self->schedule_expiry();
  });
}

void ExecBroker::Impl::accept_next() {
  acceptor_.async_accept(
      [self = shared_from_this()](const auto& error, ExecSession::Socket socket) {
        if (!self->acceptor_.is_open()) return;
        if (error && error != net::asio::error::connection_aborted)
          return self->retry_accept_later();
        if (!error) self->handle_accepted(std::move(socket));
        self->accept_next();
      });
}

// Out of file descriptors: an immediate retry would busy-loop.
void ExecBroker::Impl::retry_accept_later() {
  retry_timer_.expires_after(std::chrono::milliseconds(100));
  retry_timer_.async_wait([self = shared_from_this()](const auto& error) {
    if (!error && self->acceptor_.is_open()) self->accept_next();
  });
}

void ExecBroker::Impl::handle_accepted(ExecSession::Socket socket) {
  ++requests_;
  // The deleter decrements the count when the last reference is dropped.
  const auto count = session_count_;
  ++*count;
  const std::shared_ptr<ExecSession> session(new ExecSession(std::move(socket)),
                                             [count](ExecSession* gone) {
                                               --*count;
                                               delete gone;
                                             });
  if (!session->is_trusted()) return session->answer(kFailed, "the server runs for another user");
  if (*count > max_sessions()) return session->answer(kFailed, "too many requests at once");
  session->start([self = shared_from_this()](const std::shared_ptr<ExecSession>& requesting,
                                             const ExecSession::Words& words) {
    if (self->tcp_proxy_) self->handle(requesting, words);
  });
}

void ExecBroker::Impl::handle(const std::shared_ptr<ExecSession>& session,
                              const ExecSession::Words& words) {
  const std::string_view verb = words[0];
  if (verb == "hello" && words.size() == 2) return handle_hello(*session, words[1]);
  if (verb == "resolve" && words.size() == 2) return handle_resolve(*session, words[1]);
  if (verb == "reverse" && words.size() == 2) return handle_reverse(*session, words[1]);
  if (verb == "everyone" && words.size() == 1) return handle_everyone(*session);
  const bool is_tcp = verb == "tcp" && words.size() == 5;
  const bool is_udp = verb == "udp" && words.size() == 6;
  if (!is_tcp && !is_udp) return session->answer(kFailed, "unknown request");
  const ProxyRequest request = parse_proxy_request(words);
  if (!request.failure.empty()) return session->answer(kFailed, request.failure);
  if (is_tcp) return prepare_tcp(session, request);
  prepare_udp(session, request, words[5] == "wait");
}

void ExecBroker::Impl::handle_hello(ExecSession& session, std::string_view robot) {
  if (const int station = stations_.find(robot); station != 0)
    return session.answer(kDone, text_of(station), stations_.name(station));
  const std::string list = stations_.list();
  session.answer(kFailed, "there is no robot '" + std::string(robot) + "'; " +
                              (list.empty() ? "there is none yet" : "there are " + list));
}

void ExecBroker::Impl::handle_resolve(ExecSession& session, std::string_view name) {
  const int station = stations_.find(name);
  if (station == 0) return session.answer(kNone);
  session.answer(kDone, text_of(station), stations_.name(station));
}

void ExecBroker::Impl::handle_everyone(ExecSession& session) {
  std::string addresses;
  for (int station = 1; stations_.has(station); ++station)
    addresses += (station > 1 ? std::string(1, kFieldSeparator) : "") + text_of(station);
  session.answer(kDone, addresses);
}

int ExecBroker::Impl::station_of(std::string_view address) const {
  in_addr wire{};
  if (inet_pton(AF_INET, std::string(address).c_str(), &wire) != 1) return 0;
  const int station = station_at(context_->block, ntohl(wire.s_addr)).value_or(0);
  return stations_.has(station) ? station : 0;
}

void ExecBroker::Impl::handle_reverse(ExecSession& session, std::string_view address) {
  const int station = station_of(address);
  if (station == 0) return session.answer(kNone);
  session.answer(kDone, stations_.name(station));
}

ExecBroker::Impl::ProxyRequest ExecBroker::Impl::parse_proxy_request(
    const ExecSession::Words& words) const {
  const int local = station_of(words[2]);
  const int remote = station_of(words[3]);
  const double port = parse_number(words[4]).value_or(0.0);
  if (local == 0 || stations_.name(local) != words[1])
    return {.failure = "this server was started after the program; start the program again"};
  if (remote == 0 || remote == local)
    return {.failure = "no other robot has the address " + std::string(words[3])};
  if (!(port >= 1.0 && port <= 65535.0))
    return {.failure = "ports are numbers from 1 to 65535, not '" + std::string(words[4]) + "'"};
  return {.where = {{local, remote}, static_cast<int>(port)}};
}

void ExecBroker::Impl::prepare_tcp(const std::shared_ptr<ExecSession>& session,
                                   const ProxyRequest& request) {
  tcp_proxy_->prepare(request.where, [session](const std::string& failure, int port) {
    if (failure.empty()) return session->answer(kDone, std::to_string(port));
    session->answer(kFailed, failure);
  });
}

// Backpressure: a program that sends faster than the channel transmits is blocked, as by a network
// card whose queue is full.
void ExecBroker::Impl::prepare_udp(const std::shared_ptr<ExecSession>& session,
                                   const ProxyRequest& request, bool may_wait) {
  if (const std::string failure = udp_proxy_->prepare(request.where); !failure.empty())
    return session->answer(kFailed, failure);
  const double wait = udp_proxy_->backlog_wait(request.where.pair.local, wall_now());
  if (wait == 0.0) return session->answer(kDone);
  const double delay = may_wait ? wait : std::min(wait, kMaxNonBlockingWait);
  const auto timer = std::make_shared<net::asio::steady_timer>(context_->context);
  timer->expires_after(std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 * delay)));
  timer->async_wait([self = shared_from_this(), timer, session, request, may_wait](const auto&) {
    if (!self->tcp_proxy_) return;
    if (may_wait) return self->prepare_udp(session, request, true);
    const bool can_send =
        self->udp_proxy_->backlog_wait(request.where.pair.local, wall_now()) == 0.0;
    session->answer(can_send ? kDone : kFull);
  });
}

Result<std::unique_ptr<ExecBroker>> ExecBroker::open(net::Network& network, RadioChannel& channel,
                                                     int radio_port) {
  auto& context = network.loop().context();
  const auto impl = std::make_shared<Impl>(context, channel);
  Result<void> opened;
  network.loop().run_and_wait([&] { opened = impl->open(context, radio_port); });
  if (!opened) return opened.error();
  return std::unique_ptr<ExecBroker>(new ExecBroker(network, impl));
}

ExecBroker::ExecBroker(net::Network& network, std::shared_ptr<Impl> impl)
    : network_(network), impl_(std::move(impl)) {}

ExecBroker::~ExecBroker() {
  network_.loop().run_and_wait([this] { impl_->close(); });
}

std::int64_t ExecBroker::request_count() const { return impl_->request_count(); }

ExecBrokerCounts ExecBroker::counts() const {
  ExecBrokerCounts counts;
  network_.loop().run_and_wait([&] { counts = impl_->counts(); });
  return counts;
}

}  // namespace rubble::wireless
