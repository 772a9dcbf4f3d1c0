// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/exec/tcp_proxy.h"

#include <fmt/format.h>

#include <algorithm>

#include "rubble/base/log.h"
#include "rubble/wireless/exec/proxy_listener.h"
#include "rubble/wireless/exec/socket_limit.h"

namespace rubble::wireless {

namespace {

constexpr std::size_t kMaxListeners = 256;
constexpr std::size_t kMaxRelays = 2048;  // of two sockets each

}  // namespace

TcpProxy::TcpProxy(const ExecContext& context)
    : context_(context),
      max_listeners_(std::clamp<std::size_t>(socket_limit() / 64, 1, kMaxListeners)),
      max_relays_(std::clamp<std::size_t>(socket_limit() / 8, 1, kMaxRelays)) {}
TcpProxy::~TcpProxy() { close(); }

void TcpProxy::close() {
  for (const auto& [where, listener] : std::exchange(listeners_, {})) listener->close();
  for (const auto& relay : std::exchange(relays_, {})) relay->close();
}

void TcpProxy::prepare(const PairPort& where, WhenReady when_ready) {
  const auto own = relays_per_station_.find(where.pair.local);
  const std::size_t own_count = own == relays_per_station_.end() ? 0 : own->second;
  if (relays_.size() >= max_relays_ ||
      own_count >= (max_relays_ + 1) / 2)  // leave half for other stations
    return when_ready(fmt::format("the robot already has {} of the {} connections of this server",
                                  own_count, max_relays_),
                      0);
  auto found = listeners_.find(where);
  if (found == listeners_.end()) {
    evict_if_full();
    found =
        listeners_.emplace(where, std::make_shared<ProxyListener>(*this, context_, where)).first;
  }
  const auto listener = found->second;  // it may be removed from the map meanwhile
  listener->prepare(std::move(when_ready));
}

void TcpProxy::evict_if_full() {
  if (listeners_.size() < max_listeners_) return;
  const auto oldest = std::min_element(
      listeners_.begin(), listeners_.end(),
      [](const auto& a, const auto& b) { return a.second->last_used() < b.second->last_used(); });
  oldest->second->close();
  listeners_.erase(oldest);
}

void TcpProxy::update_links() {
  const auto listeners = listeners_;
  for (const auto& [where, listener] : listeners) listener->update_links();
}

void TcpProxy::remove_expired(double now) {
  const auto listeners = listeners_;
  for (const auto& [where, listener] : listeners) listener->remove_expired(now);
}

void TcpProxy::join(StationPair pair, net::tcp::socket incoming, net::tcp::socket outgoing) {
  net::configure_socket(incoming);
  net::configure_socket(outgoing);
  const auto weak_relay = std::make_shared<std::weak_ptr<TcpRelay>>();
  auto relay =
      TcpRelay::join(context_.channel, {std::move(incoming), context_.stations.name(pair.local)},
                     {std::move(outgoing), context_.stations.name(pair.remote)},
                     {.is_shaped = true}, [this, weak_relay, local = pair.local] {
                       if (--relays_per_station_[local] == 0) relays_per_station_.erase(local);
                       relays_.erase(weak_relay->lock());
                     });
  ++relays_per_station_[pair.local];
  *weak_relay = relay;
  relays_.insert(std::move(relay));
}

}  // namespace rubble::wireless
