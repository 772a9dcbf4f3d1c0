// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/radio/links.h"

namespace rubble::radio {

// The shared radio medium: a packet occupies it, for its transmission time, at all stations in
// range of its sender or its receiver (CSMA with RTS/CTS, idealised). Has no clock; times are
// parameters, in s.
class Medium {
 public:
  // Replaces the links; busy times of stations are kept.
  void set_links(std::shared_ptr<const Links> links);
  const Links* links() const { return links_.get(); }

  // Occupies the medium for a packet that is ready at `now` and returns its time of arrival over
  // the route. tries: transmissions per hop.
  double send(double now, const Route& route, std::size_t bytes, double tries = 1.0);

 private:
  double send_hop(double now, int from, int to, double bits);
  template <class Action>
  void for_each_in_range(int sender, const Action& action);

  std::shared_ptr<const Links> links_;
  std::vector<double> busy_until_;  // s, indexed by station
};

}  // namespace rubble::radio
