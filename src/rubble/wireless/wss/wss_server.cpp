// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/wss/wss_server.h"

#include <algorithm>
#include <array>
#include <boost/asio/write.hpp>
#include <deque>
#include <limits>
#include <utility>

#include "rubble/base/log.h"
#include "rubble/net/line_splitter.h"
#include "rubble/usarsim/protocol/line.h"
#include "rubble/wireless/exec/socket_limit.h"

namespace rubble::wireless {

namespace asio = net::asio;
using net::tcp;

// One client. Lines are answered one by one, each reply in a single write (clients read it with a
// single receive), and nothing more is read before all are answered.
struct WssServer::Connection {
  Connection(std::uint64_t number, tcp::socket accepted, WssDirectory& directory)
      : id(number),
        socket(std::move(accepted)),
        splitter(kMaxWssLineBytes),
        session(directory, number) {}

  void receive(std::string_view received);

  const std::uint64_t id;
  tcp::socket socket;
  std::array<char, 4096> bytes;
  net::LineSplitter splitter;
  std::deque<std::optional<std::string>> lines;  // nothing: the line was too long
  std::string reply;                             // being written
  WssSession session;
};

// One line at a time, so that a line that is too long is refused in its turn.
void WssServer::Connection::receive(std::string_view received) {
  std::vector<std::string> complete;
  while (!received.empty()) {
    const std::size_t end = std::min(received.find('\n'), received.size() - 1) + 1;
    const std::size_t dropped_before = splitter.dropped_lines();
    complete.clear();
    splitter.feed(received.substr(0, end), complete);
    if (splitter.dropped_lines() > dropped_before) lines.emplace_back(std::nullopt);
    for (std::string& line : complete) lines.emplace_back(std::move(line));
    received.remove_prefix(end);
  }
}

namespace {

constexpr double kRelayLingerTimeout = 2.0;  // s

}  // namespace

Result<std::shared_ptr<WssServer>> WssServer::open(net::Network::Loop& loop, RadioChannel& channel,
                                                   const WirelessSettings& settings) {
  auto acceptor = net::Acceptor::open(loop, "wireless", settings.host, settings.port);
  if (!acceptor) return acceptor.error();
  boost::system::error_code error;
  tcp::resolver resolver(loop.context());
  const auto found = resolver.resolve(settings.host, "0", tcp::resolver::passive, error);
  if (error) return Error{{}, settings.host + ": " + error.message()};
  return std::shared_ptr<WssServer>(new WssServer(loop, channel, settings,
                                                  found.begin()->endpoint().address().to_string(),
                                                  *std::move(acceptor)));
}

// File descriptors are shared by the whole process: relay ports get a quarter of them, connections
// (two sockets each) another.
WssServer::WssServer(net::Network::Loop& loop, RadioChannel& channel,
                     const WirelessSettings& settings, std::string address,
                     std::shared_ptr<net::Acceptor> acceptor)
    : context_{.loop = loop,
               .channel = channel,
               .host = std::move(address),
               .relay_settings = {.is_shaped = settings.is_shaped,
                                  .linger_timeout = kRelayLingerTimeout},
               .max_connections = static_cast<std::int64_t>(socket_limit() / 8)},
      acceptor_(std::move(acceptor)),
      grace_(settings.grace),
      max_relays_(static_cast<std::int64_t>(socket_limit() / 4)) {}

WssServer::~WssServer() = default;

void WssServer::start() {
  listener_ = context_.channel.add_listener([this] { update_links(); });
  acceptor_->start([weak = weak_from_this()](tcp::socket socket) {
    if (const auto server = weak.lock()) server->handle_accepted(std::move(socket));
  });
}

void WssServer::stop() {
  context_.channel.remove_listener(listener_);
  acceptor_->close();
  while (!connections_.empty()) {
    const ConnectionPointer connection = connections_.begin()->second;
    close(connection);
  }
  for (const auto& [id, relay] : draining_) relay->close();
  draining_.clear();
}

// --- control connections -------------------------------------------------------------------------

void WssServer::handle_accepted(tcp::socket socket) {
  if (connections_.size() >= kMaxWssConnections && !evict_unregistered()) {
    if (const std::int64_t times = refusals_.take_count_if_due(); times > 0)
      log_warning("wireless: {} stations are connected, the limit; refused {} more",
                  kMaxWssConnections, times);
    return;  // closes the socket
  }
  net::configure_socket(socket);
  WssDirectory& directory = *this;
  const auto connection =
      std::make_shared<Connection>(next_connection_++, std::move(socket), directory);
  connections_.emplace(connection->id, connection);
  read(connection);
}

// Evicts the oldest connection that has not sent INIT.
bool WssServer::evict_unregistered() {
  const auto unregistered =
      std::find_if(connections_.begin(), connections_.end(),
                   [](const auto& entry) { return entry.second->session.name().empty(); });
  if (unregistered == connections_.end()) return false;
  const ConnectionPointer connection = unregistered->second;
  close(connection);
  return true;
}

void WssServer::read(const ConnectionPointer& connection) {
  connection->socket.async_read_some(
      asio::buffer(connection->bytes),
      [self = shared_from_this(), connection](const boost::system::error_code& error,
                                              std::size_t byte_count) {
        if (error) return self->close(connection);
        connection->receive({connection->bytes.data(), byte_count});
        self->reply_next(connection);
      });
}

void WssServer::reply_next(const ConnectionPointer& connection) {
  if (!connection->socket.is_open()) return;
  if (connection->lines.empty()) return read(connection);
  const std::optional<std::string> line = std::move(connection->lines.front());
  connection->lines.pop_front();
  connection->reply =
      line ? connection->session.handle_line(*line) : WssSession::refuse_long_line();
  asio::async_write(
      connection->socket, asio::buffer(connection->reply),
      [self = shared_from_this(), connection](const boost::system::error_code& error, std::size_t) {
        if (error) return self->close(connection);
        self->reply_next(connection);
      });
}

void WssServer::close(const ConnectionPointer& connection) {
  boost::system::error_code ignored;
  connection->socket.close(ignored);
  if (connections_.erase(connection->id) == 0) return;  // it was closed before
  if (!connection->session.name().empty()) unregister_station(connection->session.name());
}

// --- stations ------------------------------------------------------------------------------------

bool WssServer::register_station(std::uint64_t connection, const WssStation& station) {
  boost::system::error_code error;
  const tcp::endpoint peer = connections_.at(connection)->socket.remote_endpoint(error);
  const Registration entry{station, peer.address(), connection, wall_now()};
  if (!entries_.emplace(station.name, entry).second) return false;
  station_count_ = static_cast<std::int64_t>(entries_.size());
  return true;
}

void WssServer::unregister_station(const std::string& name) {
  entries_.erase(name);
  station_count_ = static_cast<std::int64_t>(entries_.size());
  for (auto next = relays_.begin(); next != relays_.end();) {
    const auto relay = next++;
    if (relay->first.from != name && relay->first.to != name) continue;
    const auto leaving = relay->second;
    relays_.erase(relay);
    drain(leaving);
  }
}

void WssServer::drain(const std::shared_ptr<WssRelay>& relay) {
  const std::uint64_t id = next_draining_++;
  draining_.emplace(id, relay);
  relay->drain([weak = weak_from_this(), id] {
    if (const auto server = weak.lock()) server->draining_.erase(id);
  });
}

const WssStation* WssServer::find(const std::string& name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : &found->second.station;
}

double WssServer::strength(const std::string& from, const std::string& to) const {
  const radio::Links* const links = context_.channel.links();
  const int first = links ? links->find(from) : -1;
  const int second = links ? links->find(to) : -1;
  if (first < 0 || second < 0 || first == second) return std::numeric_limits<double>::quiet_NaN();
  return links->between(first, second).dbm;
}

std::optional<int> WssServer::relay_port(const std::string& from, const std::string& to,
                                         int target_port) {
  const RelayRoute route{from, to, target_port};
  if (const auto found = relays_.find(route); found != relays_.end()) return found->second->port();
  const auto own = std::count_if(relays_.begin(), relays_.end(),
                                 [&](const auto& entry) { return entry.first.from == from; });
  if (own >= kMaxRelaysPerStation || static_cast<std::int64_t>(relays_.size()) >= max_relays_)
    return std::nullopt;
  const auto relay = WssRelay::open(
      context_, route,
      tcp::endpoint(entries_.at(to).address, static_cast<std::uint16_t>(target_port)));
  if (!relay) return std::nullopt;
  relays_.emplace(route, relay);
  return relay->port();
}

std::optional<std::string> WssServer::connection_source(const std::string& to, int port) const {
  const auto is_behind = [&](const auto& entry) {
    return entry.second->route().to == to && entry.second->has_outgoing_port(port);
  };
  if (const auto found = std::find_if(relays_.begin(), relays_.end(), is_behind);
      found != relays_.end())
    return found->first.from;
  const auto left = std::find_if(draining_.begin(), draining_.end(), is_behind);
  if (left == draining_.end()) return std::nullopt;
  return left->second->route().from;
}

void WssServer::update_links() {
  remove_unlisted();
  for (const auto& [route, relay] : relays_) relay->update_links();
}

void WssServer::remove_unlisted() {
  const double now = wall_now();
  std::vector<std::uint64_t> unlisted;
  for (auto& [name, entry] : entries_) {
    if (!has_links_) entry.registered_at = now;
    if (context_.channel.is_station(name))
      entry.was_listed = true;
    else if (entry.was_listed || now > entry.registered_at + grace_)
      unlisted.push_back(entry.connection);
  }
  has_links_ = true;
  for (const std::uint64_t id : unlisted) {
    const ConnectionPointer connection = connections_.at(id);
    log_info("wireless: {} is not in the world; its connection is closed",
             connection->session.name());
    close(connection);
  }
}

}  // namespace rubble::wireless
