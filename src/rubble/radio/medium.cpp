// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/medium.h"

#include <algorithm>

namespace rubble::radio {

void Medium::set_links(std::shared_ptr<const Links> links) {
  std::vector<double> busy(links ? links->stations.size() : 0, 0.0);
  for (std::size_t i = 0; i < busy.size(); ++i) {
    const int before = links_ ? links_->find(links->stations[i].name) : -1;
    if (before >= 0) busy[i] = busy_until_[static_cast<std::size_t>(before)];
  }
  busy_until_ = std::move(busy);
  links_ = std::move(links);
}

template <class Action>
void Medium::for_each_in_range(int sender, const Action& action) {
  for (int i = 0; i < static_cast<int>(busy_until_.size()); ++i)
    if (i == sender || links_->between(sender, i).is_up)
      action(busy_until_[static_cast<std::size_t>(i)]);
}

double Medium::send_hop(double now, int from, int to, double bits) {
  double begin = std::max(now, busy_until_[static_cast<std::size_t>(to)]);
  for_each_in_range(from, [&](double busy) { begin = std::max(begin, busy); });
  const double end = begin + bits / (hop_rate(links_->between(from, to)) * 1e6 * kMacEfficiency);
  for_each_in_range(from, [&](double& busy) { busy = std::max(busy, end); });
  for_each_in_range(to, [&](double& busy) { busy = std::max(busy, end); });
  return end;
}

double Medium::send(double now, const Route& route, std::size_t bytes, double tries) {
  double time = now;
  for (std::size_t i = 1; i < route.stations.size(); ++i)
    time = send_hop(time, route.stations[i - 1], route.stations[i],
                    static_cast<double>(bytes) * 8.0 * tries);
  return time;
}

}  // namespace rubble::radio
