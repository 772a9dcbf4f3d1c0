// SPDX-License-Identifier: Apache-2.0
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <future>

#include "rubble/base/log.h"
#include "rubble/net/network_loop.h"

namespace rubble::net {

Network::Network() : loop_(std::make_unique<Loop>()) {}
Network::~Network() = default;

Network::Loop::Loop() : work_(context_.get_executor()), thread_([this] { run(); }) {}

Network::Loop::~Loop() {
  context_.stop();
  thread_.join();
}

void Network::Loop::run() {
  while (!context_.stopped()) {
    try {
      context_.run();
    } catch (const std::exception& thrown) {  // e.g. bad_alloc in a handler; the others continue
      log_warning("network: {}", thrown.what());
    }
  }
}

void Network::Loop::run_and_wait(const std::function<void()>& action) {
  std::promise<void> done;
  asio::post(context_, [&] {
    action();
    done.set_value();
  });
  done.get_future().wait();
}

std::int64_t LogThrottle::take_count_if_due() {
  using namespace std::chrono_literals;
  ++suppressed_;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_logged_ < 5s) return 0;
  last_logged_ = now;
  return std::exchange(suppressed_, 0);
}

Result<std::shared_ptr<Acceptor>> Acceptor::open(Network::Loop& loop, const std::string& name,
                                                 const std::string& host, int port) {
  boost::system::error_code error;
  const auto fail = [&] {
    return Error{{}, "port " + std::to_string(port) + " of " + host + ": " + error.message()};
  };
  tcp::resolver resolver(loop.context());
  const auto found = resolver.resolve(host, std::to_string(port), tcp::resolver::passive, error);
  if (error) return fail();
  const tcp::endpoint where = found.begin()->endpoint();
  tcp::acceptor acceptor(loop.context());
  acceptor.open(where.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(where, error);
  if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
  if (error) return fail();
  const int bound = acceptor.local_endpoint(error).port();
  return std::shared_ptr<Acceptor>(new Acceptor(name, std::move(acceptor), bound));
}

Acceptor::Acceptor(std::string name, tcp::acceptor acceptor, int port)
    : name_(std::move(name)),
      acceptor_(std::move(acceptor)),
      timer_(acceptor_.get_executor()),
      port_(port) {}

void Acceptor::start(OnAccept welcome) {
  on_accept_ = std::move(welcome);
  asio::post(acceptor_.get_executor(), [self = shared_from_this()] { self->accept_next(); });
}

void Acceptor::close() {
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  timer_.cancel(ignored);
  on_accept_ = nullptr;
}

// One pending connection may already be on its way to the handler of accept_next().
void Acceptor::close_after_pending() {
  is_closing_ = true;
  boost::system::error_code error;
  acceptor_.non_blocking(true, error);
  for (;;) {
    tcp::socket socket(acceptor_.get_executor());
    acceptor_.accept(socket, error);
    if (error == asio::error::connection_aborted) continue;
    if (error) break;
    if (on_accept_) on_accept_(std::move(socket));
  }
  acceptor_.close(error);
  timer_.cancel(error);
}

void Acceptor::accept_next() {
  if (!acceptor_.is_open()) return;
  acceptor_.async_accept([self = shared_from_this()](const boost::system::error_code& error,
                                                     tcp::socket socket) {
    if (self->is_closing_) {
      const OnAccept welcome = std::exchange(self->on_accept_, nullptr);
      if (!error && welcome) welcome(std::move(socket));
      return;
    }
    if (!self->acceptor_.is_open()) return;
    if (!error) {
      self->on_accept_(std::move(socket));
      return self->accept_next();
    }
    if (error == asio::error::connection_aborted) return self->accept_next();
    if (self->accept_errors_.take_count_if_due() > 0)
      log_warning("{}: cannot accept connections at the moment: {}", self->name_, error.message());
    self->retry_later();
  });
}

// Out of file descriptors or memory: an immediate retry would spin.
void Acceptor::retry_later() {
  timer_.expires_after(std::chrono::milliseconds(100));
  timer_.async_wait(
      [self = shared_from_this()](const boost::system::error_code&) { self->accept_next(); });
}

void configure_socket(tcp::socket& socket) {
  boost::system::error_code ignored;
  socket.non_blocking(true, ignored);
  socket.set_option(tcp::no_delay(true), ignored);
  socket.set_option(tcp::socket::keep_alive(true), ignored);
  const auto set = [&](int option, int value) {
    setsockopt(socket.native_handle(), IPPROTO_TCP, option, &value, sizeof value);
  };
  set(TCP_KEEPIDLE, 30);  // s
  set(TCP_KEEPINTVL, 10);
  set(TCP_KEEPCNT, 3);
}

std::string peer_of(const tcp::socket& socket) {
  boost::system::error_code error;
  const tcp::endpoint peer = socket.remote_endpoint(error);
  if (error) return "unknown peer";
  return peer.address().to_string() + ":" + std::to_string(peer.port());
}

}  // namespace rubble::net
