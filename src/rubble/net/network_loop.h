// SPDX-License-Identifier: Apache-2.0
// The network thread (one io_context) and helpers shared by all servers on it. For .cpp files of
// servers.
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>  // Asio 1.74 uses std::exchange without it

#include "rubble/base/result.h"
#include "rubble/net/line_server.h"

namespace rubble::net {

namespace asio = boost::asio;
using asio::ip::tcp;

class Network::Loop {
 public:
  Loop();
  ~Loop();
  asio::io_context& context() { return context_; }
  // Runs `action` on the network thread and blocks until it is done. Must not be called from that
  // thread (deadlock).
  void run_and_wait(const std::function<void()>& action);

 private:
  void run();

  asio::io_context context_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  std::thread thread_;
};

// Limits a frequent log message to one every 5 s. One thread.
class LogThrottle {
 public:
  // Counts one occurrence. Returns the number of occurrences since the last message if one is due,
  // else 0.
  std::int64_t take_count_if_due();

 private:
  std::int64_t suppressed_ = 0;
  std::chrono::steady_clock::time_point last_logged_{};
};

// A listening socket. Errors such as a lack of file descriptors pause accepting for 100 ms.
class Acceptor : public std::enable_shared_from_this<Acceptor> {
 public:
  using OnAccept = std::function<void(tcp::socket)>;

  static Result<std::shared_ptr<Acceptor>> open(Network::Loop& loop, const std::string& name,
                                                const std::string& host, int port);

  int port() const { return port_; }
  // Calls on_accept on the network thread for each new connection.
  void start(OnAccept welcome);
  // Stops listening. Network thread only.
  void close();
  // As close(), but first accepts the connections pending in the backlog. Network thread only.
  void close_after_pending();

 private:
  Acceptor(std::string name, tcp::acceptor acceptor, int port);
  void accept_next();
  void retry_later();

  std::string name_;
  tcp::acceptor acceptor_;
  asio::steady_timer timer_;
  int port_;
  OnAccept on_accept_;
  bool is_closing_ = false;
  LogThrottle accept_errors_;
};

// Sets non-blocking mode, TCP_NODELAY and keep-alive probes (dead peers are detected within a
// minute).
void configure_socket(tcp::socket& socket);
// "address:port" of the remote end.
std::string peer_of(const tcp::socket& socket);

}  // namespace rubble::net
