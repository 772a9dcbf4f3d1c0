// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/exec/proxy_listener.h"

#include <linux/filter.h>
#include <netinet/in.h>

#include <algorithm>

#include "rubble/base/log.h"
#include "rubble/wireless/exec/socket_table.h"

namespace rubble::wireless {

namespace {

constexpr double kPendingTimeout = 5.0;  // s, until an announced connect must arrive
// s. Linux gives up a connect after 127 s: seven SYNs with doubling intervals.
constexpr double kBlackholeTimeout = 130.0;
constexpr std::size_t kMaxPendingPerListener = 32;
constexpr auto kConnectWait = std::chrono::milliseconds(100);

const auto has_outgoing = [](const auto& connection) { return connection.outgoing.has_value(); };

}  // namespace

struct ProxyListener::PrepareRequest {
  TcpProxy::WhenReady when_ready;
  net::asio::steady_timer timer;

  void answer(const std::string& failure, int port) {
    if (!when_ready) return;
    timer.cancel();
    std::exchange(when_ready, nullptr)(failure, port);
  }
};

ProxyListener::ProxyListener(TcpProxy& owner, const ExecContext& context, const PairPort& where)
    : owner_(&owner), context_(context), where_(where), acceptor_(context.context) {}

void ProxyListener::prepare(TcpProxy::WhenReady when_ready) {
  last_used_ = wall_now();
  if (!context_.has_route(where_.pair)) {
    const std::string failure = listen(true);
    if (!failure.empty()) unregister();
    if (failure.empty()) add_pending(kBlackholeTimeout);
    return when_ready(failure, port());
  }
  const auto request = std::make_shared<PrepareRequest>(
      PrepareRequest{std::move(when_ready), net::asio::steady_timer(context_.context)});
  connect_to_target(
      [self = shared_from_this(), request](const auto& error, net::tcp::socket outgoing) {
        // A listener that was closed meanwhile means refusal, whatever the remote answered.
        const bool is_open = self->owner_ != nullptr;
        const std::string failure =
            is_open ? self->handle_connect_result(error, std::move(outgoing)) : "";
        request->answer(failure, self->port());
      });
  limit_connect_wait(request);
}

// If the remote neither accepts nor refuses soon (its backlog is full), the connect is left to
// stall at a blackholed listener.
void ProxyListener::limit_connect_wait(const std::shared_ptr<PrepareRequest>& request) {
  request->timer.expires_after(kConnectWait);
  request->timer.async_wait([self = shared_from_this(), request](const auto& error) {
    if (error || !request->when_ready || self->owner_ == nullptr) return;
    const std::string failure = self->listen(true);
    request->answer(failure, self->port());
  });
}

std::string ProxyListener::handle_connect_result(const boost::system::error_code& error,
                                                 net::tcp::socket outgoing) {
  if (error) {
    if (std::none_of(pending_.begin(), pending_.end(), has_outgoing)) unregister();
    const bool is_refusal =
        error == net::asio::error::connection_refused || error == net::asio::error::timed_out;
    return is_refusal ? "" : error.message();
  }
  const bool is_blackholed = !context_.has_route(where_.pair);
  if (const std::string failure = listen(is_blackholed); !failure.empty())
    return unregister(), failure;
  add_pending(is_blackholed ? kBlackholeTimeout : kPendingTimeout, std::move(outgoing));
  return {};
}

void ProxyListener::add_pending(double seconds, std::optional<net::tcp::socket> outgoing) {
  if (pending_.size() >= kMaxPendingPerListener) pending_.pop_front();
  pending_.push_back({wall_now() + seconds, std::move(outgoing)});
}

void ProxyListener::connect_to_target(WhenConnected when_connected) {
  const auto socket = std::make_shared<net::tcp::socket>(context_.context);
  boost::system::error_code error;
  socket->open(net::tcp::v4(), error);
  // The port is chosen at the connect, so that as many fit as there are ports for each target.
  const int on = 1;
  if (!error)
    setsockopt(socket->native_handle(), IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
  if (!error) socket->bind({context_.own_address(where_.pair.local), 0}, error);
  if (error) {
    net::asio::post(context_.context,
                    [when_connected, error, socket] { when_connected(error, std::move(*socket)); });
    return;
  }
  ++connecting_;
  const net::tcp::endpoint target(context_.own_address(where_.pair.remote),
                                  static_cast<std::uint16_t>(where_.port));
  socket->async_connect(target, [self = shared_from_this(), when_connected,
                                 socket](const boost::system::error_code& connected) {
    --self->connecting_;
    when_connected(connected, std::move(*socket));
  });
}

std::string ProxyListener::listen(bool is_blackholed) {
  if (acceptor_.is_open()) return set_blackholed(is_blackholed), "";
  boost::system::error_code error;
  acceptor_.open(net::tcp::v4(), error);
  if (!error) bind(error);
  is_blackholed_ = false;
  if (!error) set_blackholed(is_blackholed);
  if (!error) acceptor_.listen(net::tcp::acceptor::max_listen_connections, error);
  if (error) {
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    return bind_failure_text(where_.port, error);
  }
  accept_next();
  return {};
}

void ProxyListener::bind(boost::system::error_code& error) {
  acceptor_.set_option(net::tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.set_option(SharedPort(true), error);
  if (error) return;
  const net::asio::ip::address_v4 address = context_.address(where_.pair);
  acceptor_.bind({address, static_cast<std::uint16_t>(where_.port)}, error);
  if (error == net::asio::error::address_in_use) acceptor_.bind({address, 0}, error);
}

int ProxyListener::port() const {
  boost::system::error_code error;
  const net::tcp::endpoint here = acceptor_.local_endpoint(error);
  return error ? where_.port : here.port();
}

// Attaches a BPF socket filter that truncates every packet to zero bytes, so the SYNs of a connect
// are dropped as on a dead link.
void ProxyListener::set_blackholed(bool is_blackholed) {
  if (is_blackholed == is_blackholed_) return;
  is_blackholed_ = is_blackholed;
  sock_filter drop_all = BPF_STMT(BPF_RET | BPF_K, 0);
  const sock_fprog program{1, &drop_all};
  const int nothing = 0;
  const int handle = acceptor_.native_handle();
  const int done = is_blackholed
                       ? setsockopt(handle, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program)
                       : setsockopt(handle, SOL_SOCKET, SO_DETACH_FILTER, &nothing, sizeof nothing);
  if (done != 0) log_warning("radio-exec: the kernel refuses socket filters");
}

void ProxyListener::accept_next() {
  acceptor_.async_accept([self = shared_from_this()](const boost::system::error_code& error,
                                                     net::tcp::socket incoming) {
    if (self->owner_ == nullptr || !self->acceptor_.is_open()) return;
    if (error) return self->unregister();
    self->handle_accepted(std::move(incoming));
    if (self->owner_ != nullptr) self->accept_next();
  });
}

void ProxyListener::handle_accepted(net::tcp::socket incoming) {
  const auto prepared = std::find_if(pending_.begin(), pending_.end(), has_outgoing);
  if (prepared != pending_.end()) {
    owner_->join(where_.pair, std::move(incoming), *std::move(prepared->outgoing));
    pending_.erase(prepared);
  } else {
    if (!pending_.empty()) pending_.pop_front();
    connect_for(std::make_shared<net::tcp::socket>(std::move(incoming)));
  }
  if (is_idle()) unregister();
}

void ProxyListener::connect_for(const std::shared_ptr<net::tcp::socket>& incoming) {
  connect_to_target(
      [self = shared_from_this(), incoming](const auto& error, net::tcp::socket outgoing) {
        if (self->owner_ == nullptr) return;
        if (!error) {
          self->owner_->join(self->where_.pair, std::move(*incoming), std::move(outgoing));
        } else {
          boost::system::error_code ignored;
          incoming->set_option(net::tcp::socket::linger(true, 0), ignored);  // close with RST
        }
        if (self->is_idle()) self->unregister();
      });
}

void ProxyListener::update_links() {
  if (!acceptor_.is_open()) return;
  const bool has_route = context_.has_route(where_.pair);
  if (has_route != is_blackholed_) return;
  const std::uint32_t remote_address = station_address(context_.block, where_.pair.remote);
  if (has_route && pending_.empty()) return;
  if (has_route && !is_port_bound({.address = remote_address, .port = where_.port}))
    return unregister();
  set_blackholed(!has_route);
}

void ProxyListener::remove_expired(double now) {
  std::erase_if(pending_,
                [&](const PendingConnection& connection) { return connection.expires_at < now; });
  if (is_idle()) unregister();
}

void ProxyListener::close() {
  owner_ = nullptr;
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  pending_.clear();
}

void ProxyListener::unregister() {
  if (owner_ == nullptr) return;
  const auto self = shared_from_this();  // the owner may hold the last reference
  TcpProxy& owner = *owner_;
  close();
  owner.remove(where_);
}

}  // namespace rubble::wireless
