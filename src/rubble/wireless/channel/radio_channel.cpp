// SPDX-License-Identifier: Apache-2.0
#include "rubble/wireless/channel/radio_channel.h"

#include <algorithm>
#include <chrono>

namespace rubble::wireless {

bool RadioChannel::is_station(const std::string& name) const {
  return links_ && links_->find(name) >= 0;
}

bool RadioChannel::is_up(const std::string& from, const std::string& to) const {
  return route(from, to).is_up;
}

const radio::Route& RadioChannel::route(const std::string& from, const std::string& to) const {
  static const radio::Route kNone;
  if (from == to || !is_station(from) || !is_station(to)) return kNone;
  const auto [place, is_new] = routes_.try_emplace({from, to});
  if (is_new) place->second = radio::find_route(*links_, links_->find(from), links_->find(to));
  return place->second;
}

double RadioChannel::delivery_probability(const radio::Route& route, std::size_t bytes) const {
  double chance = 1.0;
  for (std::size_t hop = 1; hop < route.stations.size(); ++hop) {
    const radio::Link& link = links_->between(route.stations[hop - 1], route.stations[hop]);
    chance *=
        1.0 - radio::packet_error_rate(link.dbm, links_->sensitivity, static_cast<double>(bytes));
  }
  return chance;
}

std::optional<double> RadioChannel::send_datagram(const std::string& from, const std::string& to,
                                                  std::size_t bytes) {
  const radio::Route& best_route = route(from, to);
  if (!best_route.exists()) return std::nullopt;
  const double now = wall_now();
  double& queue_end = queue_ends_[from];
  if (queue_end > now + kMaxQueueSeconds) return std::nullopt;
  // A lost packet occupies the medium all the same.
  queue_end = medium_.send(now, best_route, bytes);
  if (!random_.chance(delivery_probability(best_route, bytes))) return std::nullopt;
  return queue_end;
}

std::optional<double> RadioChannel::send_segment(const std::string& from, const std::string& to,
                                                 std::size_t bytes) {
  const radio::Route& best_route = route(from, to);
  if (!best_route.exists()) return std::nullopt;
  const double chance = delivery_probability(best_route, std::min(bytes, kMaxSegmentBytes));
  return medium_.send(wall_now(), best_route, bytes,
                      1.0 / std::max(chance, kMinDeliveryProbability));
}

void RadioChannel::set_links(std::shared_ptr<const radio::Links> links) {
  links_ = std::move(links);
  routes_.clear();
  std::erase_if(queue_ends_, [&](const auto& entry) { return !is_station(entry.first); });
  medium_.set_links(links_);
  // A listener may add and remove listeners.
  std::vector<std::uint64_t> ids;
  for (const auto& [id, listener] : listeners_) ids.push_back(id);
  for (const std::uint64_t id : ids) {
    const auto found = listeners_.find(id);
    if (found == listeners_.end()) continue;
    const Listener listener = found->second;  // it may remove itself
    listener();
  }
}

std::uint64_t RadioChannel::add_listener(Listener listener) {
  listeners_.emplace(next_listener_, std::move(listener));
  return next_listener_++;
}

void RadioChannel::remove_listener(std::uint64_t id) { listeners_.erase(id); }

double wall_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace rubble::wireless
