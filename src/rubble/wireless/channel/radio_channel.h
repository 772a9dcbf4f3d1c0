// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rubble/base/random.h"
#include "rubble/radio/medium.h"

namespace rubble::wireless {

constexpr std::size_t kMaxSegmentBytes = 1460;  // TCP payload of an Ethernet frame
// Bounds the air time of a segment: no more than 1 / this transmissions are charged to the medium.
constexpr double kMinDeliveryProbability = 0.05;
// s: how far ahead a station may queue datagrams; further ones are dropped (tail drop).
constexpr double kMaxQueueSeconds = 2.0;

// The radio channel as the sockets see it: routes, packet losses and transmission times over the
// links that the running world last reported. Network thread only.
class RadioChannel {
 public:
  explicit RadioChannel(std::uint64_t seed) : random_(seed, "packets") {}

  const radio::Links* links() const { return links_.get(); }  // null before the first set_links()
  bool is_station(const std::string& name) const;
  // Whether the best route between two stations has all its hops up.
  bool is_up(const std::string& from, const std::string& to) const;
  // Valid until the next set_links(). Empty from a station to itself.
  const radio::Route& route(const std::string& from, const std::string& to) const;

  // Sends a datagram, without retransmission. Returns its time of arrival (s of wall_now()), or
  // nothing if it is lost.
  std::optional<double> send_datagram(const std::string& from, const std::string& to,
                                      std::size_t bytes);
  // Sends TCP bytes with retransmission. Returns their time of arrival (s of wall_now()), or
  // nothing while there is no route. Bytes beyond kMaxSegmentBytes are further packets, each of
  // which is retransmitted by itself.
  std::optional<double> send_segment(const std::string& from, const std::string& to,
                                     std::size_t bytes);

  void set_links(std::shared_ptr<const radio::Links> links);
  // Called after every set_links(), in the order of registration. Returns the id for
  // remove_listener().
  using Listener = std::function<void()>;
  std::uint64_t add_listener(Listener listener);
  void remove_listener(std::uint64_t id);

 private:
  // Probability that a packet of this size passes all hops.
  double delivery_probability(const radio::Route& route, std::size_t bytes) const;

  std::shared_ptr<const radio::Links> links_;
  mutable std::map<std::pair<std::string, std::string>, radio::Route> routes_;  // of links_
  radio::Medium medium_;
  Random random_;
  std::map<std::string, double>
      queue_ends_;  // s, when the last queued datagram arrives, by station
  std::map<std::uint64_t, Listener> listeners_;
  std::uint64_t next_listener_ = 1;
};

double wall_now();  // s, steady

}  // namespace rubble::wireless
