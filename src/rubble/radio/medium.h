// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/radio/links.h"

namespace rubble::radio {

// The air as something that only one at a time can use: a packet keeps everybody quiet who hears
// its sender or its receiver, as long as it takes. No clock of its own: times are given, in s.
class Medium {
 public:
  // From now on. Who has to wait goes on waiting.
  void set_links(std::shared_ptr<const Links> links);
  const Links* links() const { return links_.get(); }

  // When a packet that is ready now will have arrived over a route of the links. tries: how often
  // each hop is sent on the way.
  double send(double now, const Route& route, std::size_t bytes, double tries = 1.0);

 private:
  double send_hop(double now, int from, int to, double bits);
  template <class Action>
  void for_all_who_hear(int sender, const Action& action);

  std::shared_ptr<const Links> links_;
  std::vector<double> busy_until_;  // s, by station
};

}  // namespace rubble::radio
