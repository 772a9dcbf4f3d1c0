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

constexpr std::size_t kLargestPacket = 1460;  // bytes of TCP in an Ethernet frame
// What would need more tries than 1 / this takes no more time than that: others want to send too.
constexpr double kLeastSuccess = 0.05;
// s: how far ahead a station may fill the air with what is sent once; what comes then is lost, as
// in a card whose queue is full.
constexpr double kLongestQueue = 2.0;

// The radio as the sockets see it: what the running world last told of its links. Lives on the
// network's thread; only tell() may be called from elsewhere (it posts there).
class Air {
 public:
  explicit Air(std::uint64_t seed) : random_(seed, "packets") {}

  const radio::Links* links() const { return links_.get(); }  // null before the first word
  bool is_station(const std::string& name) const;
  // Whether the best way between two stations has all its hops up.
  bool is_up(const std::string& from, const std::string& to) const;
  // Good until the next set_links(). From a station to itself there is none.
  const radio::Route& route(const std::string& from, const std::string& to) const;

  // For what is sent once: when it arrives (s of the wall clock, wall_now()), or nothing if it is
  // lost. For what is sent until it arrives: nothing only while there is no way; bytes beyond
  // kLargestPacket are further packets, each of which is tried again by itself.
  std::optional<double> send_once(const std::string& from, const std::string& to,
                                  std::size_t bytes);
  std::optional<double> send_until_arrived(const std::string& from, const std::string& to,
                                           std::size_t bytes);

  void set_links(std::shared_ptr<const radio::Links> links);
  // Called after every set_links(), in the order they were added. Returns what removes it.
  using Listener = std::function<void()>;
  std::uint64_t add_listener(Listener listener);
  void remove_listener(std::uint64_t id);

 private:
  // The chance that a packet of so many bytes passes all hops.
  double success(const radio::Route& route, std::size_t bytes) const;

  std::shared_ptr<const radio::Links> links_;
  mutable std::map<std::pair<std::string, std::string>, radio::Route> routes_;  // of links_
  radio::Medium medium_;
  Random random_;
  std::map<std::string, double> last_arrivals_;  // s, of what each sent once
  std::map<std::uint64_t, Listener> listeners_;
  std::uint64_t next_listener_ = 1;
};

double wall_now();  // s, steady

}  // namespace rubble::wireless
