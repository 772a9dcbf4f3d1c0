// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/door.h"

#include <linux/filter.h>
#include <netinet/in.h>

#include <algorithm>

#include "rubble/base/log.h"
#include "rubble/wireless/socket_table.h"

namespace rubble::wireless {

namespace {

constexpr double kGuestPatience = 5.0;  // s, for a guest who has been told to come
// The kernel gives up a connect after 127 s: seven tries, each after twice the time.
constexpr double kDeafPatience = 130.0;
constexpr std::size_t kMostGuests = 32;  // of a door
constexpr auto kDialPatience = std::chrono::milliseconds(100);

const auto has_far = [](const auto& guest) { return guest.far.has_value(); };

}  // namespace

struct Door::Call {
  Doors::WhenReady when_ready;
  net::asio::steady_timer patience;

  void answer(const std::string& trouble, int port) {
    if (!when_ready) return;
    patience.cancel();
    std::exchange(when_ready, nullptr)(trouble, port);
  }
};

Door::Door(Doors& owner, const ExecBoard& board, const PairPort& where)
    : owner_(&owner), board_(board), where_(where), acceptor_(board.context) {}

void Door::prepare(Doors::WhenReady when_ready) {
  last_asked_ = wall_now();
  if (!board_.has_way(where_.pair)) {
    const std::string trouble = listen(true);
    if (!trouble.empty()) leave();
    if (trouble.empty()) expect(kDeafPatience);
    return when_ready(trouble, port());
  }
  const auto call =
      std::make_shared<Call>(Call{std::move(when_ready), net::asio::steady_timer(board_.context)});
  dial([self = shared_from_this(), call](const auto& error, net::tcp::socket far) {
    // A door that has been closed meanwhile refuses, whatever they say.
    const bool is_open = self->owner_ != nullptr;
    const std::string trouble = is_open ? self->take_dialled(error, std::move(far)) : "";
    call->answer(trouble, self->port());
  });
  wait_for_dial(call);
}

// Who is there but takes nobody in lets the connect stall until they do.
void Door::wait_for_dial(const std::shared_ptr<Call>& call) {
  call->patience.expires_after(kDialPatience);
  call->patience.async_wait([self = shared_from_this(), call](const auto& error) {
    if (error || !call->when_ready || self->owner_ == nullptr) return;
    const std::string trouble = self->listen(true);
    call->answer(trouble, self->port());
  });
}

std::string Door::take_dialled(const boost::system::error_code& error, net::tcp::socket far) {
  if (error) {
    if (std::none_of(guests_.begin(), guests_.end(), has_far)) leave();
    const bool is_theirs =
        error == net::asio::error::connection_refused || error == net::asio::error::timed_out;
    return is_theirs ? "" : error.message();
  }
  const bool is_deaf = !board_.has_way(where_.pair);
  if (const std::string trouble = listen(is_deaf); !trouble.empty()) return leave(), trouble;
  expect(is_deaf ? kDeafPatience : kGuestPatience, std::move(far));
  return {};
}

void Door::expect(double seconds, std::optional<net::tcp::socket> far) {
  if (guests_.size() >= kMostGuests) guests_.pop_front();
  guests_.push_back({wall_now() + seconds, std::move(far)});
}

void Door::dial(Dialled dialled) {
  const auto socket = std::make_shared<net::tcp::socket>(board_.context);
  boost::system::error_code error;
  socket->open(net::tcp::v4(), error);
  // The port is chosen at the connect, so that as many fit as there are ports for each goal.
  const int on = 1;
  if (!error)
    setsockopt(socket->native_handle(), IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
  if (!error) socket->bind({board_.own_address(where_.pair.viewer), 0}, error);
  if (error) {
    net::asio::post(board_.context,
                    [dialled, error, socket] { dialled(error, std::move(*socket)); });
    return;
  }
  ++dialling_;
  const net::tcp::endpoint goal(board_.own_address(where_.pair.seen),
                                static_cast<std::uint16_t>(where_.port));
  socket->async_connect(goal, [self = shared_from_this(), dialled,
                               socket](const boost::system::error_code& connected) {
    --self->dialling_;
    dialled(connected, std::move(*socket));
  });
}

std::string Door::listen(bool is_deaf) {
  if (acceptor_.is_open()) return set_deaf(is_deaf), "";
  boost::system::error_code error;
  acceptor_.open(net::tcp::v4(), error);
  if (!error) bind(error);
  is_deaf_ = false;
  if (!error) set_deaf(is_deaf);
  if (!error) acceptor_.listen(net::tcp::acceptor::max_listen_connections, error);
  if (error) {
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    return trouble_with_port(where_.port, error);
  }
  accept_next();
  return {};
}

void Door::bind(boost::system::error_code& error) {
  acceptor_.set_option(net::tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.set_option(SharedPort(true), error);
  if (error) return;
  const net::asio::ip::address_v4 address = board_.address(where_.pair);
  acceptor_.bind({address, static_cast<std::uint16_t>(where_.port)}, error);
  if (error == net::asio::error::address_in_use) acceptor_.bind({address, 0}, error);
}

int Door::port() const {
  boost::system::error_code error;
  const net::tcp::endpoint here = acceptor_.local_endpoint(error);
  return error ? where_.port : here.port();
}

// A filter that keeps nothing of any packet: to whoever connects it is a link that is dead.
void Door::set_deaf(bool is_deaf) {
  if (is_deaf == is_deaf_) return;
  is_deaf_ = is_deaf;
  sock_filter keep_nothing = BPF_STMT(BPF_RET | BPF_K, 0);
  const sock_fprog program{1, &keep_nothing};
  const int nothing = 0;
  const int handle = acceptor_.native_handle();
  const int done = is_deaf
                       ? setsockopt(handle, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program)
                       : setsockopt(handle, SOL_SOCKET, SO_DETACH_FILTER, &nothing, sizeof nothing);
  if (done != 0) log_warning("radio-exec: the kernel refuses socket filters");
}

void Door::accept_next() {
  acceptor_.async_accept(
      [self = shared_from_this()](const boost::system::error_code& error, net::tcp::socket near) {
        if (self->owner_ == nullptr || !self->acceptor_.is_open()) return;
        if (error) return self->leave();
        self->welcome(std::move(near));
        if (self->owner_ != nullptr) self->accept_next();
      });
}

void Door::welcome(net::tcp::socket near) {
  const auto prepared = std::find_if(guests_.begin(), guests_.end(), has_far);
  if (prepared != guests_.end()) {
    owner_->join(where_.pair, std::move(near), *std::move(prepared->far));
    guests_.erase(prepared);
  } else {
    if (!guests_.empty()) guests_.pop_front();
    dial_for(std::make_shared<net::tcp::socket>(std::move(near)));
  }
  if (is_idle()) leave();
}

void Door::dial_for(const std::shared_ptr<net::tcp::socket>& near) {
  dial([self = shared_from_this(), near](const auto& error, net::tcp::socket far) {
    if (self->owner_ == nullptr) return;
    if (!error) {
      self->owner_->join(self->where_.pair, std::move(*near), std::move(far));
    } else {
      boost::system::error_code ignored;
      near->set_option(net::tcp::socket::linger(true, 0), ignored);  // a reset
    }
    if (self->is_idle()) self->leave();
  });
}

void Door::follow_links() {
  if (!acceptor_.is_open()) return;
  const bool has_way = board_.has_way(where_.pair);
  if (has_way != is_deaf_) return;
  const std::uint32_t their_address = station_address(board_.block, where_.pair.seen);
  if (has_way && guests_.empty()) return;
  if (has_way && !is_taken({.address = their_address, .port = where_.port})) return leave();
  set_deaf(!has_way);
}

void Door::sweep(double now) {
  std::erase_if(guests_, [&](const Guest& guest) { return guest.until < now; });
  if (is_idle()) leave();
}

void Door::close() {
  owner_ = nullptr;
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  guests_.clear();
}

void Door::leave() {
  if (owner_ == nullptr) return;
  const auto self = shared_from_this();  // the owner's may be the last
  Doors& owner = *owner_;
  close();
  owner.drop(where_);
}

}  // namespace rubble::wireless
