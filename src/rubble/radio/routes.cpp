// SPDX-License-Identifier: Apache-2.0
// Multi-hop routes: Dijkstra with -log(delivery probability) as the cost of a hop.
#include <algorithm>
#include <cmath>
#include <limits>

#include "rubble/radio/links.h"

namespace rubble::radio {
namespace {

constexpr double kMaxLinkLoss = 0.99;  // links that lose more are not used
constexpr double kHopCost = 1e-3;      // added per hop, prefers fewer hops
constexpr double kDownPenalty =
    10.0;  // added for a hop that is not up, so that it is used only without alternative
constexpr double kMinRate = 1.0;  // Mb/s, the lowest rate
constexpr double kUnreachable = std::numeric_limits<double>::infinity();

double cost_of(const Link& link) {
  if (!(link.loss < kMaxLinkLoss)) return kUnreachable;
  return kHopCost - std::log1p(-link.loss) + (link.is_up ? 0.0 : kDownPenalty);
}

struct DijkstraState {
  std::vector<double> cost;
  std::vector<int> predecessor;
  std::vector<bool> is_done;

  int nearest() const {
    int best = -1;
    for (std::size_t i = 0; i < cost.size(); ++i)
      if (!is_done[i] && cost[i] < kUnreachable &&
          (best < 0 || cost[i] < cost[static_cast<std::size_t>(best)]))
        best = static_cast<int>(i);
    return best;
  }
};

Route route_along(const Links& links, std::vector<int> stations) {
  Route route{.stations = std::move(stations), .is_up = true, .success = 1.0};
  double seconds_per_megabit = 0.0;
  for (std::size_t i = 1; i < route.stations.size(); ++i) {
    const Link& hop = links.between(route.stations[i - 1], route.stations[i]);
    route.is_up = route.is_up && hop.is_up;
    route.success *= 1.0 - hop.loss;
    seconds_per_megabit += 1.0 / hop_rate(hop);
  }
  route.rate = 1.0 / seconds_per_megabit;
  return route;
}

}  // namespace

double hop_rate(const Link& link) { return std::max(link.rate, kMinRate); }

Route find_route(const Links& links, int from, int to) {
  const auto count = static_cast<int>(links.stations.size());
  if (from < 0 || to < 0 || from >= count || to >= count || from == to) return {};
  DijkstraState search{std::vector<double>(links.stations.size(), kUnreachable),
                       std::vector<int>(links.stations.size(), -1),
                       std::vector<bool>(links.stations.size(), false)};
  search.cost[static_cast<std::size_t>(from)] = 0.0;
  for (int here = search.nearest(); here >= 0 && here != to; here = search.nearest()) {
    const auto at = static_cast<std::size_t>(here);
    search.is_done[at] = true;
    if (here != from && !links.stations[at].is_relay) continue;
    for (int next = 0; next < count; ++next) {
      const auto there = static_cast<std::size_t>(next);
      if (search.is_done[there]) continue;
      const double cost = search.cost[at] + cost_of(links.between(here, next));
      if (cost >= search.cost[there]) continue;
      search.cost[there] = cost;
      search.predecessor[there] = here;
    }
  }
  if (search.cost[static_cast<std::size_t>(to)] == kUnreachable) return {};
  std::vector<int> stations;
  for (int at = to; at >= 0; at = search.predecessor[static_cast<std::size_t>(at)])
    stations.push_back(at);
  std::reverse(stations.begin(), stations.end());
  return route_along(links, std::move(stations));
}

}  // namespace rubble::radio
