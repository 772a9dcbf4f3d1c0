// SPDX-License-Identifier: Apache-2.0
// Only for the .cpp files of this module.
#pragma once

#include <deque>
#include <optional>

#include "rubble/wireless/exec/tcp_proxy.h"

namespace rubble::wireless {

// The listening socket that stands for one port of a remote station (see TcpProxy). Network thread
// only.
class ProxyListener : public std::enable_shared_from_this<ProxyListener> {
 public:
  ProxyListener(TcpProxy& owner, const ExecContext& context, const PairPort& where);

  void prepare(TcpProxy::WhenReady when_ready);
  void update_links();
  void remove_expired(double now);
  void close();  // without removing it from the owner
  double last_used() const { return last_used_; }

 private:
  // Receives the connection if there is no error.
  using WhenConnected = std::function<void(const boost::system::error_code&, net::tcp::socket)>;
  struct PrepareRequest;  // a prepare() that is not answered yet

  // A connect of the program that is expected.
  struct PendingConnection {
    double expires_at = 0.0;                   // s
    std::optional<net::tcp::socket> outgoing;  // already connected to the remote
  };

  void add_pending(double seconds, std::optional<net::tcp::socket> outgoing = {});
  void connect_to_target(WhenConnected when_connected);
  void limit_connect_wait(const std::shared_ptr<PrepareRequest>& request);
  // Returns the error sentence for the requester; empty if there is none.
  std::string handle_connect_result(const boost::system::error_code& error,
                                    net::tcp::socket outgoing);
  // Starts listening if it does not yet. Returns an error sentence, empty on success.
  std::string listen(bool is_blackholed);
  void bind(boost::system::error_code& error);
  int port() const;
  void set_blackholed(bool is_blackholed);
  void accept_next();
  void handle_accepted(net::tcp::socket incoming);
  void connect_for(const std::shared_ptr<net::tcp::socket>& incoming);
  bool is_idle() const { return pending_.empty() && connecting_ == 0; }
  void unregister();

  TcpProxy* owner_;  // null after close()
  ExecContext context_;
  PairPort where_;
  net::tcp::acceptor acceptor_;
  bool is_blackholed_ = false;
  int connecting_ = 0;
  double last_used_ = 0.0;
  std::deque<PendingConnection> pending_;
};

}  // namespace rubble::wireless
