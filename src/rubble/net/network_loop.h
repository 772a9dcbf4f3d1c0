// SPDX-License-Identifier: Apache-2.0
// The network's thread and what every port on it needs. Only for the .cpp files of this module.
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
  // Does something on the network's thread and waits until it is done. Not from that thread.
  void run_and_wait(const std::function<void()>& action);

 private:
  void run();

  asio::io_context context_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  std::thread thread_;
};

// Something that may happen very often and is told at most once in a while.
class LogThrottle {
 public:
  // How often it happened since it was last told, if it is time to tell it again; else 0.
  std::int64_t take_count_if_due();

 private:
  std::int64_t suppressed_ = 0;
  std::chrono::steady_clock::time_point last_logged_{};
};

// A listening socket.
class Acceptor : public std::enable_shared_from_this<Acceptor> {
 public:
  using OnAccept = std::function<void(tcp::socket)>;

  static Result<std::shared_ptr<Acceptor>> open(Network::Loop& loop, const std::string& name,
                                                const std::string& host, int port);

  int port() const { return port_; }
  // Calls welcome on the network's thread for everybody who comes.
  void start(OnAccept welcome);
  // On the network's thread.
  void close();
  // The same, but who has connected before is still welcomed.
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

// Small messages leave at once, dead peers are noticed, nothing blocks.
void configure_socket(tcp::socket& socket);
std::string peer_of(const tcp::socket& socket);

}  // namespace rubble::net
