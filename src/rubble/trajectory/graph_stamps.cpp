// SPDX-License-Identifier: Apache-2.0
#include "rubble/trajectory/graph_stamps.h"

#include <algorithm>

#include "rubble/logs/carmen_line.h"

namespace rubble::trajectory {
namespace {

std::optional<std::vector<double>> one_each(const std::map<long long, double>& stamps,
                                            const std::vector<long long>& ids) {
  std::vector<double> found;
  found.reserve(ids.size());
  for (const long long id : ids) {
    const auto stamp = stamps.find(id);
    if (stamp == stamps.end()) return std::nullopt;
    found.push_back(stamp->second);
  }
  return found;
}

// Programs that have no clock write the same number everywhere.
bool stands_still(const std::vector<double>& stamps) {
  const auto [low, high] = std::minmax_element(stamps.begin(), stamps.end());
  return stamps.size() > 1 && *low == *high;
}

}  // namespace

void GraphStamps::add_comment(long long id, double stamp, std::string_view word) {
  comments_[id] = stamp;
  facts_.look_at(word);
}

bool GraphStamps::add_scan(const std::vector<std::string_view>& words,
                           std::optional<long long> vertex) {
  const auto scan = logs::parse_carmen_scan(logs::CarmenTag::RobotLaser, words);
  if (!scan) return false;
  if (!vertex) return true;
  message_stamps_.try_emplace(*vertex, scan->stamps.message);
  logger_stamps_.try_emplace(*vertex, scan->stamps.logger);
  return true;
}

std::optional<std::vector<double>> GraphStamps::of(const std::vector<long long>& ids) const {
  if (auto stamps = one_each(comments_, ids)) return stamps;
  for (const auto* const source : {&message_stamps_, &logger_stamps_})
    if (auto stamps = one_each(*source, ids); stamps && !stands_still(*stamps)) return stamps;
  return std::nullopt;
}

std::string GraphStamps::remark(const std::vector<long long>& ids) const {
  if (count() == 0 || one_each(comments_, ids)) return {};
  if (of(ids)) return "The stamps of its vertices are those of their ROBOTLASER lines.";
  if (one_each(message_stamps_, ids))
    return "All stamps of its ROBOTLASER lines are the same, so that none is used.";
  return "Some vertices have no stamp, so that none is used.";
}

}  // namespace rubble::trajectory
