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
    } catch (const std::exception& thrown) {  // memory ran out in a handler: that one is lost
      log_warning("network: {}", thrown.what());
    }
  }
}

void Network::Loop::carry_out(const std::function<void()>& action) {
  std::promise<void> done;
  asio::post(context_, [&] {
    action();
    done.set_value();
  });
  done.get_future().wait();
}

std::int64_t Notice::due() {
  using namespace std::chrono_literals;
  ++untold_;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_told_ < 5s) return 0;
  last_told_ = now;
  return std::exchange(untold_, 0);
}

Result<std::shared_ptr<Doorway>> Doorway::open(Network::Loop& loop, const std::string& name,
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
  return std::shared_ptr<Doorway>(new Doorway(name, std::move(acceptor), bound));
}

Doorway::Doorway(std::string name, tcp::acceptor acceptor, int port)
    : name_(std::move(name)),
      acceptor_(std::move(acceptor)),
      timer_(acceptor_.get_executor()),
      port_(port) {}

void Doorway::start(Welcome welcome) {
  welcome_ = std::move(welcome);
  asio::post(acceptor_.get_executor(), [self = shared_from_this()] { self->accept_next(); });
}

void Doorway::close() {
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  timer_.cancel(ignored);
  welcome_ = nullptr;
}

// One of them may be on its way to the handler of accept_next().
void Doorway::close_after_last() {
  is_closing_ = true;
  boost::system::error_code error;
  acceptor_.non_blocking(true, error);
  for (;;) {
    tcp::socket socket(acceptor_.get_executor());
    acceptor_.accept(socket, error);
    if (error == asio::error::connection_aborted) continue;
    if (error) break;
    if (welcome_) welcome_(std::move(socket));
  }
  acceptor_.close(error);
  timer_.cancel(error);
}

void Doorway::accept_next() {
  if (!acceptor_.is_open()) return;
  acceptor_.async_accept(
      [self = shared_from_this()](const boost::system::error_code& error, tcp::socket socket) {
        if (self->is_closing_) {
          const Welcome welcome = std::exchange(self->welcome_, nullptr);
          if (!error && welcome) welcome(std::move(socket));
          return;
        }
        if (!self->acceptor_.is_open()) return;
        if (!error) {
          self->welcome_(std::move(socket));
          return self->accept_next();
        }
        if (error == asio::error::connection_aborted) return self->accept_next();
        if (self->trouble_.due() > 0)
          log_warning("{}: cannot take connections for now: {}", self->name_, error.message());
        self->rest();
      });
}

// Out of file descriptors or memory: trying again at once would only burn time.
void Doorway::rest() {
  timer_.expires_after(std::chrono::milliseconds(100));
  timer_.async_wait(
      [self = shared_from_this()](const boost::system::error_code&) { self->accept_next(); });
}

void make_ready(tcp::socket& socket) {
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
  if (error) return "somebody";
  return peer.address().to_string() + ":" + std::to_string(peer.port());
}

}  // namespace rubble::net
